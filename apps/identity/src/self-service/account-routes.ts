import type { Provider } from 'oidc-provider'
import type { Authenticate } from '../accounts/authenticate.ts'
import { type CheckCode, formatWait } from '../accounts/check-code.ts'
import { endSessions, type EndSessionsOptions } from '../accounts/end-sessions.ts'
import { readBrowser } from '../accounts/known-browser.ts'
import { refusePassword } from '../accounts/new-password.ts'
import { createProofCookie, type ProofCookie } from '../accounts/proof-cookie.ts'
import type { SecondFactor } from '../accounts/second-factor.ts'
import { endSession, listSessions } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/accounts.repository.ts'
import type { StoredAccount } from '../accounts/account.ts'
import { toBase32, toOtpAddress } from '../accounts/totp.ts'
import { readForm } from '../interactions/form-body.ts'
import {
  type Notice,
  renderAccountPage,
  renderAccountSignIn,
  renderRecoveryCodes,
  renderSecondFactorPage,
} from '../pages/account-page.ts'
import { productName } from '../pages/layout.ts'
import { createPageHeaders } from '../pages/security-headers.ts'
import { readTheme } from '../pages/theme.ts'
import type { Context, Middleware } from '../provider/context.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Database } from '../storage/database.ts'
import { hashPassword } from '../accounts/passwords.ts'

export interface AccountRoutesOptions extends EndSessionsOptions {
  provider: Provider
  /** Path prefix of the issuer, without a trailing slash. */
  mount: string
  authenticate: Authenticate
  secondFactor: SecondFactor
  checkCode: CheckCode
  report: ReportSecurity
  /** Age at which a session ends. */
  sessionSeconds: number
  /** The app's address. */
  homeUrl: string | undefined
}

interface Visit extends AccountRoutesOptions {
  ctx: Context
  /** Path of these pages. */
  path: string
  proof: ProofCookie
  fields: URLSearchParams
}

/**
 * The pages on which people change how they sign in: `/account`. They ask for the password themselves and accept it for ten
 * minutes, because a session alone must not be enough to take over an account.
 */
export function createAccountRoutes(options: AccountRoutesOptions): Middleware {
  const origin = new URL(options.provider.issuer).origin
  const path = `${options.mount}/account`
  const proof = createProofCookie({ ...options, name: 'op_account' })
  return async (ctx, next) => {
    if (ctx.path !== '/account' && !ctx.path.startsWith('/account/')) {
      await next()
      return
    }
    const from = ctx.get('origin')
    const form = ctx.method === 'POST' ? await readForm(ctx.req) : null
    if (form?.kind === 'too-large' || form?.kind === 'hung-up') {
      ctx.set('connection', 'close')
      ctx.status = form.kind === 'too-large' ? 413 : 400
      return
    }
    const visit = { ...options, ctx, path, proof, fields: form?.fields ?? new URLSearchParams() }
    if (form !== null && from && from !== origin) showSignIn(visit, refusal('The form came from another site.'), 403)
    else await answer(visit, `${ctx.method} ${ctx.path}`)
  }
}

async function answer(visit: Visit, step: string): Promise<void> {
  if (step === 'POST /account/sign-in') return signIn(visit)
  const account = await visit.proof.read(visit.ctx)
  if (account === null) {
    const isForm = visit.ctx.method === 'POST'
    return showSignIn(visit, isForm ? refusal('Ten minutes have passed. Sign in again.') : null, isForm ? 401 : 200)
  }
  switch (step) {
    case 'GET /account':
      return showAccount(visit, account, null)
    case 'POST /account/password':
      return setPassword(visit, account)
    case 'POST /account/second-factor/begin':
      return beginSecondFactor(visit, account, null)
    case 'POST /account/second-factor/confirm':
      return confirmSecondFactor(visit, account)
    case 'POST /account/second-factor/remove':
      return removeSecondFactor(visit, account)
    case 'POST /account/sessions/end':
      return endOtherSessions(visit, account)
    case 'POST /account/sessions/end-one':
      return endOneSession(visit, account)
    default:
      return showAccount(visit, account, refusal('There is no such page.'), 404)
  }
}

async function signIn(visit: Visit): Promise<void> {
  const { ctx, fields } = visit
  const outcome = await visit.authenticate({
    login: fields.get('login') ?? '',
    password: fields.get('password') ?? '',
    address: ctx.ip,
    browser: readBrowser(ctx),
  })
  if (outcome.kind === 'throttled') {
    visit.report(ctx, {
      name: 'sign-in.throttled',
      accountId: outcome.accountId,
      retryAfterSeconds: outcome.retryAfterSeconds,
    })
    ctx.set('retry-after', String(outcome.retryAfterSeconds))
    return showSignIn(visit, refusal(formatWait(outcome.retryAfterSeconds)), 429)
  }
  if (outcome.kind !== 'accepted') {
    visit.report(ctx, { name: 'sign-in.failed', accountId: outcome.accountId })
    return showSignIn(visit, refusal('The username or password is not correct.'), 422)
  }
  const { account } = outcome
  if ((await visit.secondFactor.isEnabled(account.id)) && !(await proveCode(visit, account, showSignIn))) return
  visit.proof.give(ctx, account, visit.path)
  ctx.redirect(visit.path)
  ctx.status = 303
}

/** Whether the typed code is valid for the account; otherwise the page has explained why not. */
async function proveCode(
  visit: Visit,
  { id: accountId }: StoredAccount,
  showRefusal: (visit: Visit, notice: Notice, status: number) => Promise<void> | void,
): Promise<boolean> {
  const { ctx, fields } = visit
  const code = fields.get('code') ?? ''
  const check = await visit.checkCode({ accountId, code, address: ctx.ip, browser: readBrowser(ctx) })
  if (check.kind === 'accepted') {
    if (check.method === 'recovery-code') visit.report(ctx, { name: 'recovery-code.used', accountId })
    return true
  }
  if (check.kind === 'throttled') {
    ctx.set('retry-after', String(check.retryAfterSeconds))
    await showRefusal(visit, refusal(formatWait(check.retryAfterSeconds)), 429)
    return false
  }
  visit.report(ctx, { name: 'second-factor.failed', accountId })
  await showRefusal(visit, refusal('The code is not correct, or it was used already.'), 422)
  return false
}

async function setPassword(visit: Visit, account: StoredAccount): Promise<void> {
  const { ctx, fields, database } = visit
  const password = fields.get('password') ?? ''
  if (password !== fields.get('repeat'))
    return showAccount(visit, account, refusal('The two new passwords differ.'), 422)
  const reason = refusePassword(password, account)
  if (reason !== null) return showAccount(visit, account, refusal(reason), 422)
  const current = fields.get('current') ?? ''
  const outcome = await visit.authenticate({
    login: account.login,
    password: current,
    address: ctx.ip,
    browser: readBrowser(ctx),
  })
  if (outcome.kind === 'throttled') {
    ctx.set('retry-after', String(outcome.retryAfterSeconds))
    return showAccount(visit, account, refusal(formatWait(outcome.retryAfterSeconds)), 429)
  }
  if (outcome.kind !== 'accepted' || outcome.account.id !== account.id) {
    visit.report(ctx, { name: 'password-change.failed', accountId: account.id })
    return showAccount(visit, account, refusal('The current password is not correct.'), 422)
  }
  if (!(await changePassword(database, account, password)))
    return showSignIn(visit, refusal('The password was changed in another session. Sign in again.'), 409)
  await endSessions(visit, { accountId: account.id, exceptSession: readSession(visit) })
  visit.report(ctx, { name: 'password.changed', accountId: account.id })
  const changed = await findAccount(database, account.id)
  if (changed === null) return showSignIn(visit, null)
  visit.proof.give(ctx, changed, visit.path)
  return showAccount(
    visit,
    changed,
    confirmation('Your password is changed. Everybody else is signed out of your account.'),
  )
}

async function endOtherSessions(visit: Visit, account: StoredAccount): Promise<void> {
  await endSessions(visit, { accountId: account.id, exceptSession: readSession(visit) })
  visit.report(visit.ctx, { name: 'sessions.ended', accountId: account.id })
  return showAccount(visit, account, confirmation('Everybody else is signed out of your account.'))
}

async function endOneSession(visit: Visit, account: StoredAccount): Promise<void> {
  const hasEnded = await endSession(visit, { accountId: account.id, uid: visit.fields.get('session') ?? '' })
  if (!hasEnded) return showAccount(visit, account, refusal('That session has already ended.'), 404)
  visit.report(visit.ctx, { name: 'sessions.ended', accountId: account.id })
  return showAccount(visit, account, confirmation('That session has ended.'))
}

async function beginSecondFactor(
  visit: Visit,
  account: StoredAccount,
  notice: Notice | null,
  status = 200,
): Promise<void> {
  if (await visit.secondFactor.isEnabled(account.id))
    return showAccount(visit, account, refusal('The second factor is on already. Turn it off to set up another.'), 409)
  const secret = await visit.secondFactor.begin(account.id)
  const key = (toBase32(secret).match(/.{4}/g) ?? []).join(' ')
  const address = toOtpAddress(secret, { issuer: productName, account: account.email })
  show(visit, status, renderSecondFactorPage({ path: visit.path, key, address, notice, theme: readTheme(visit.ctx) }))
}

async function confirmSecondFactor(visit: Visit, account: StoredAccount): Promise<void> {
  const { ctx, path } = visit
  const codes = await visit.secondFactor.confirm(account.id, visit.fields.get('code') ?? '')
  // a different secret from the one shown: after a typo the person starts over, and nobody can guess at one secret for long
  if (codes === null)
    return beginSecondFactor(
      visit,
      account,
      refusal('The code did not fit. Here is a new key: add it, and type its code.'),
      422,
    )
  await endSessions(visit, { accountId: account.id, exceptSession: readSession(visit) })
  visit.report(ctx, { name: 'second-factor.enabled', accountId: account.id })
  show(visit, 200, renderRecoveryCodes({ path, codes, theme: readTheme(ctx) }))
}

async function removeSecondFactor(visit: Visit, account: StoredAccount): Promise<void> {
  const refuse = (_visit: Visit, notice: Notice, status: number) => showAccount(visit, account, notice, status)
  if (!(await proveCode(visit, account, refuse))) return
  await visit.secondFactor.remove(account.id)
  visit.report(visit.ctx, { name: 'second-factor.disabled', accountId: account.id })
  return showAccount(visit, account, confirmation('The second factor is off.'))
}

/** The session of this browser, which is not ended. */
function readSession({ ctx, provider }: Visit): string | null {
  return ctx.cookies.get(provider.cookieName('session'), { signed: true }) ?? null
}

function showSignIn(visit: Visit, notice: Notice | null, status = 200): void {
  const { ctx, path, fields } = visit
  show(visit, status, renderAccountSignIn({ path, login: fields.get('login') ?? '', notice, theme: readTheme(ctx) }))
}

async function showAccount(visit: Visit, account: StoredAccount, notice: Notice | null, status = 200): Promise<void> {
  const { ctx, path, homeUrl } = visit
  const hasSecondFactor = await visit.secondFactor.isEnabled(account.id)
  const sessions = await listSessions(visit, { accountId: account.id, thisSession: readSession(visit) })
  const page = { path, name: account.name, hasSecondFactor, sessions, homeUrl, notice, theme: readTheme(ctx) }
  show(visit, status, renderAccountPage(page))
}

function show({ ctx }: Visit, status: number, html: string): void {
  ctx.set(createPageHeaders())
  ctx.status = status
  ctx.type = 'html'
  ctx.body = html
}

function confirmation(text: string): Notice {
  return { kind: 'done', text }
}

function refusal(text: string): Notice {
  return { kind: 'refused', text }
}

/** Stores a new password. Returns false if the old one is no longer the account's, because another request changed it first. */
async function changePassword(database: Database, account: StoredAccount, password: string): Promise<boolean> {
  const { rows } = await database.query(
    'update account set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [account.id, account.passwordHash, await hashPassword(password)],
  )
  return rows.length > 0
}
