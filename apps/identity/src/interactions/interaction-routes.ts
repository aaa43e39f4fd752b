import type { Provider } from 'oidc-provider'
import type { Authenticate } from '../accounts/authenticate.ts'
import { type CheckCode, formatWait } from '../accounts/check-code.ts'
import { readBrowser, rememberAccount } from '../accounts/known-browser.ts'
import type { ProofCookie } from '../accounts/proof-cookie.ts'
import type { SecondFactor } from '../accounts/second-factor.ts'
import { findRemovedClient, showRemoval } from '../clients/removed-client.ts'
import { renderCodePage } from '../pages/account-page.ts'
import { answerRefusal } from '../pages/answer-refusal.ts'
import { renderConsentPage, renderLoginPage } from '../pages/sign-in-pages.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { createPageHeaders } from '../pages/security-headers.ts'
import { readTheme } from '../pages/theme.ts'
import type { Context, Interaction, Middleware } from '../provider/context.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Clock, Database } from '../storage/database.ts'
import { readForm } from './form-body.ts'

/** What has not been granted yet, according to oidc-provider's consent prompt. */
interface MissingGrants {
  missingOIDCScope?: string[]
  missingOIDCClaims?: string[]
  missingResourceScopes?: Record<string, string[]>
}

function readMissing({ prompt }: Interaction): MissingGrants {
  // The library does not type the details; its default policy writes these three keys.
  return prompt.details
}

/** The scopes to show, each once. */
function listMissingScopes(interaction: Interaction): string[] {
  const { missingOIDCScope = [], missingResourceScopes = {} } = readMissing(interaction)
  return [...new Set([...missingOIDCScope, ...Object.values(missingResourceScopes).flat()])]
}

/** Grants what was requested, extending an existing grant if there is one. Returns the grant's id. */
async function grantMissing(provider: Provider, interaction: Interaction): Promise<string> {
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = readMissing(interaction)
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant =
    existing ??
    new provider.Grant({ accountId: interaction.session?.accountId, clientId: String(interaction.params.client_id) })
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '))
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims)
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(' '))
  return grant.save()
}

export interface InteractionOptions {
  provider: Provider
  /** Path prefix of the issuer, without a trailing slash. */
  mount: string
  authenticate: Authenticate
  secondFactor: SecondFactor
  checkCode: CheckCode
  proof: ProofCookie
  database: Database
  clock: Clock
  report: ReportSecurity
  /** The app's address, for people who are stuck. */
  homeUrl: string | undefined
}

type Page = InteractionOptions & { ctx: Context; interaction: Interaction }

/** The pages on which a person signs in or consents: `GET /interaction/:uid` and `POST …/login|code|confirm|abort`. */
export function createInteractionRoutes(options: InteractionOptions): Middleware {
  const origin = new URL(options.provider.issuer).origin
  return async (ctx, next) => {
    const [, uid, action = 'show'] =
      /^\/interaction\/([\w-]{8,64})(?:\/(login|code|confirm|abort))?$/.exec(ctx.path) ?? []
    const interaction = uid ? await options.provider.interactionDetails(ctx.req, ctx.res).catch(() => null) : null
    // The cookie, which is bound to this path, already ties the form to the browser; the origin is a second check.
    const formOrigin = ctx.get('origin')
    if (!uid) await next()
    else if (interaction?.uid !== uid) await recover({ ...options, ctx, uid })
    else if (ctx.method === 'POST' && formOrigin && formOrigin !== origin) showForeignForm(ctx)
    else if (await isOfRemovedClient({ ...options, ctx, interaction })) return
    else await answer({ ...options, ctx, interaction }, `${ctx.method} ${action} ${interaction.prompt.name}`)
  }
}

/** Whether the app of a sign-in was removed meanwhile, which the answer then says. */
async function isOfRemovedClient({ ctx, interaction, ...options }: Page): Promise<boolean> {
  const removed = await findRemovedClient(options, readParam(interaction, 'client_id'))
  if (removed !== null) showRemoval(ctx, removed)
  return removed !== null
}

/** `step` consists of the method, the action and the prompt that oidc-provider is waiting for. */
async function answer(page: Page, step: string): Promise<void> {
  switch (step) {
    case 'GET show login':
      return showLogin({ ...page, login: readParam(page.interaction, 'login_hint'), status: 200 })
    case 'GET show consent':
      return showConsent(page)
    case 'POST login login':
      return acceptLogin(page)
    case 'POST code login':
      return acceptCode(page)
    case 'POST confirm consent':
      return finish(page, { consent: { grantId: await grantMissing(page.provider, page.interaction) } })
    case 'POST abort login':
    case 'POST abort consent':
      return finish(page, { error: 'access_denied', error_description: 'The person cancelled the sign-in' })
    default:
      page.ctx.status = 405
  }
}

async function acceptLogin(page: Page): Promise<void> {
  const { ctx, authenticate } = page
  const form = await readForm(ctx.req)
  if (form.kind === 'hung-up') {
    ctx.status = 400
    return
  }
  if (form.kind === 'too-large') {
    showTooLarge(page)
    return
  }
  const login = form.fields.get('login') ?? ''
  const outcome = await authenticate({
    login,
    password: form.fields.get('password') ?? '',
    address: ctx.ip,
    browser: readBrowser(ctx),
  })
  if (outcome.kind === 'accepted') {
    const { account } = outcome
    if (!(await page.secondFactor.isEnabled(account.id))) return finishLogin(page, account.id, ['pwd'])
    page.proof.give(ctx, account, pathOf(page))
    return showCode(page, 200, null)
  }
  const { accountId } = outcome
  if (outcome.kind === 'disabled') {
    page.report(ctx, { name: 'sign-in.failed', accountId })
    const error = 'This account is disabled. Contact the operator of this installation.'
    return showLogin({ ...page, login, status: 422, error })
  }
  if (outcome.kind === 'throttled') {
    const { retryAfterSeconds: seconds } = outcome
    page.report(ctx, { name: 'sign-in.throttled', accountId, retryAfterSeconds: seconds })
    ctx.set('retry-after', String(seconds))
    return showLogin({ ...page, login, status: 429, error: formatWait(seconds) })
  }
  page.report(ctx, { name: 'sign-in.failed', accountId })
  return showLogin({ ...page, login, status: 422, error: 'The username or password is not correct.' })
}

const proofExpired = 'Enter your password again: more than ten minutes have passed, or your account has changed.'

/** The second step: the typed password stays valid for ten minutes, for this sign-in only, unless the account changes. */
async function acceptCode(page: Page): Promise<void> {
  const { ctx } = page
  const form = await readForm(ctx.req)
  if (form.kind === 'too-large') {
    showTooLarge(page)
    return
  }
  const account = await page.proof.read(ctx)
  if (form.kind === 'hung-up') ctx.status = 400
  else if (account === null) await showLogin({ ...page, login: '', status: 401, error: proofExpired })
  else await checkTypedCode(page, account.id, form.fields.get('code') ?? '')
}

async function checkTypedCode(page: Page, accountId: string, code: string): Promise<void> {
  const { ctx } = page
  const check = await page.checkCode({ accountId, code, address: ctx.ip, browser: readBrowser(ctx) })
  if (check.kind === 'accepted') {
    if (check.method === 'recovery-code') page.report(ctx, { name: 'recovery-code.used', accountId })
    page.proof.forget(ctx, pathOf(page))
    return finishLogin(page, accountId, ['pwd', 'otp', 'mfa'])
  }
  if (check.kind === 'throttled') {
    page.report(ctx, { name: 'sign-in.throttled', accountId, retryAfterSeconds: check.retryAfterSeconds })
    ctx.set('retry-after', String(check.retryAfterSeconds))
    return showCode(page, 429, formatWait(check.retryAfterSeconds))
  }
  page.report(ctx, { name: 'second-factor.failed', accountId })
  return showCode(page, 422, 'The code is not correct, or it was used already.')
}

async function finishLogin(page: Page, accountId: string, amr: string[]): Promise<void> {
  const { ctx, clock } = page
  page.report(ctx, { name: 'sign-in.succeeded', accountId })
  rememberAccount(ctx, { accountId, path: page.mount || '/' })
  // the time when the password was typed: a session that starts with it has ended if the password was changed in the meantime
  return finish(page, { login: { accountId, amr, remember: true, ts: Math.floor(clock() / 1000) } })
}

function pathOf({ mount, interaction }: Page): string {
  return `${mount}/interaction/${interaction.uid}`
}

function showCode(page: Page, status: number, error: string | null): void {
  const notice = error === null ? null : { kind: 'refused' as const, text: error }
  showPage(page, status, renderCodePage({ path: pathOf(page), notice, theme: readTheme(page.ctx) }))
}

async function finish({ provider, ctx }: Page, result: Parameters<Provider['interactionResult']>[2]) {
  // consent and cancelling add to the login that was submitted before; a login begins anew
  const merge = !('login' in result)
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: merge })
  ctx.redirect(returnTo)
  ctx.status = 303
}

async function showLogin({ status, login, error, ...page }: Page & { status: number; login: string; error?: string }) {
  const html = renderLoginPage({
    path: pathOf(page),
    accountPath: `${page.mount}/account`,
    login,
    clientName: await readClientName(page),
    theme: readTheme(page.ctx),
    ...(error === undefined ? {} : { error }),
  })
  showPage(page, status, html)
}

async function showConsent(page: Page) {
  const html = renderConsentPage({
    path: pathOf(page),
    clientName: await readClientName(page),
    scopes: listMissingScopes(page.interaction),
    theme: readTheme(page.ctx),
  })
  showPage(page, 200, html)
}

/** Answers with a page whose forms may lead back to the client. */
function showPage({ ctx, interaction }: Page, status: number, html: string): void {
  ctx.set(createPageHeaders({ formTargets: listFormTargets(interaction) }))
  ctx.status = status
  ctx.type = 'html'
  ctx.body = html
}

async function readClientName({ provider, interaction }: Page): Promise<string> {
  const clientId = String(interaction.params.client_id)
  return (await provider.Client.find(clientId))?.clientName ?? clientId
}

/** Where a form may lead: to the client's origin, or to its scheme if it is not a web app. */
function listFormTargets({ params }: Interaction): string[] {
  const redirect = URL.parse(String(params.redirect_uri))
  if (!redirect) return []
  return [redirect.origin === 'null' ? redirect.protocol : redirect.origin]
}

/**
 * Restarts a sign-in if the session it belonged to has ended in the meantime: signing out in one tab redirects the others
 * to sign-in, and they may arrive before the session is closed. Anything else has expired.
 */
async function recover({ provider, mount, ctx, uid, homeUrl }: InteractionOptions & { ctx: Context; uid: string }) {
  const isOwn = ctx.cookies.get(provider.cookieName('interaction'), { signed: true }) === uid
  const staleInteraction = isOwn ? await provider.Interaction.find(uid) : undefined
  if (!staleInteraction) {
    showExpired(ctx, homeUrl)
    return
  }
  await staleInteraction.destroy()
  const names = Object.keys(staleInteraction.params).filter((name) => readParam(staleInteraction, name))
  ctx.redirect(`${mount}/auth?${new URLSearchParams(names.map((name) => [name, readParam(staleInteraction, name)]))}`)
  ctx.status = 303
}

/** A parameter of the authorization request; empty if absent. All of them are text. */
function readParam({ params }: Pick<Interaction, 'params'>, name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

function showExpired(ctx: Context, homeUrl: string | undefined) {
  ctx.set(createPageHeaders())
  ctx.status = 400
  ctx.type = 'html'
  ctx.body = renderErrorPage({
    title: 'This sign-in page has expired',
    detail: 'It was used already, or it was open for more than an hour.',
    returnTo: homeUrl,
    theme: readTheme(ctx),
  })
}

function showTooLarge({ ctx, homeUrl }: Page) {
  // The rest of the form is not read, so this connection cannot be reused.
  ctx.set('connection', 'close')
  answerRefusal(ctx, {
    status: 413,
    error: 'invalid_request',
    title: 'The form is too large',
    detail: 'A sign-in form has at most 16 KB.',
    returnTo: homeUrl,
  })
}

function showForeignForm(ctx: Context) {
  ctx.set(createPageHeaders())
  ctx.status = 403
  ctx.type = 'html'
  ctx.body = renderErrorPage({
    title: 'Sign-in could not continue',
    detail: 'The form came from another site.',
    theme: readTheme(ctx),
  })
}
