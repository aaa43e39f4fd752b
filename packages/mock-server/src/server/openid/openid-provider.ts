import type { DirectoryPerson } from '../../identity/directory.ts'
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Mock } from '../../mock.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../read-body.ts'

type Person = DirectoryPerson

/** The maximum of one page. */
const maxListed = 50

/** The person with this id or e-mail address. */
function findPerson(people: readonly Person[], hint: string): Person | null {
  return (
    people.find(({ id, email }) => id === hint || (email !== null && email.toLowerCase() === hint.toLowerCase())) ??
    null
  )
}

function listPeople(people: readonly Person[]): Person[] {
  return people.slice(0, maxListed)
}

/** The page on which a tester selects a user to sign in as. */
function choosePage(people: readonly Person[], query: URLSearchParams): string {
  const entries = people.map(({ id, name, organizationName }) => {
    const to = new URLSearchParams(query)
    to.set('login_hint', id)
    to.delete('prompt')
    return `<li><a href="authorize?${escape(to.toString())}">${escape(name ?? id)}</a>, ${escape(organizationName)}</li>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to the mock</title>
<body style="font: 16px/1.6 system-ui; margin: 3rem auto; max-width: 30rem"><h1>Sign in as</h1><ul>${entries.join('')}</ul></body></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The grant behind a code or a refresh token. */
interface Grant {
  userId: string
  clientId: string
  scope: string
  nonce: string | null
}

/** A code with the conditions of its exchange. */
interface CodeGrant extends Grant {
  redirectUri: string
  challenge: string | null
  expiresAt: number
}

/** Codes and refresh tokens; each can be used once. */
export interface Grants {
  addCode(grant: Omit<CodeGrant, 'expiresAt'>): string
  /** Null for a code that is unknown, used or expired, of another client or address, or with a wrong verifier. */
  takeCode(code: string, proof: { clientId: string; redirectUri: string; verifier: string | null }): Grant | null
  addRefreshToken(grant: Grant): string
  takeRefreshToken(token: string, clientId: string): Grant | null
}

const codeMs = 60_000
/** The maximum of both kinds together; the oldest are dropped first. */
const maxGrants = 1000

function createGrants(now: () => number): Grants {
  const codes = new Map<string, CodeGrant>()
  const refreshTokens = new Map<string, Grant>()

  return {
    addCode: (grant) => add(codes, { ...grant, expiresAt: now() + codeMs }),
    takeCode(code, { clientId, redirectUri, verifier }) {
      const grant = take(codes, code)
      if (grant === null || grant.expiresAt < now()) return null
      if (grant.clientId !== clientId || grant.redirectUri !== redirectUri) return null
      return grant.challenge === null || (verifier !== null && challengeOf(verifier) === grant.challenge) ? grant : null
    },
    addRefreshToken: (grant) => add(refreshTokens, grant),
    takeRefreshToken(token, clientId) {
      const grant = take(refreshTokens, token)
      return grant?.clientId === clientId ? grant : null
    },
  }
}

function add<T>(grants: Map<string, T>, grant: T): string {
  const name = randomBytes(24).toString('base64url')
  grants.set(name, grant)
  const [oldest] = grants.keys()
  if (grants.size > maxGrants && oldest !== undefined) grants.delete(oldest)
  return name
}

function take<T>(grants: Map<string, T>, name: string): T | null {
  const grant = grants.get(name) ?? null
  grants.delete(name)
  return grant
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Signs tokens as JWTs (RFC 7519) with RS256. */
export interface SigningKey {
  jwks(): { keys: object[] }
  sign(claims: object, type: 'JWT' | 'at+jwt'): string
}

/** A key pair, created on first use since it takes a tenth of a second. */
function createSigningKey(): SigningKey {
  let pair: ReturnType<typeof makePair> | undefined
  const keys = () => (pair ??= makePair())
  return {
    jwks: () => ({ keys: [{ ...keys().publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] }),
    sign(claims, type) {
      const text = [{ alg: 'RS256', typ: type, kid: keyId }, claims].map(encode).join('.')
      return `${text}.${createSign('RSA-SHA256').update(text).sign(keys().privateKey, 'base64url')}`
    },
  }
}

const keyId = 'mock'

function makePair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export interface ProviderReply {
  status: number
  headers: Record<string, string>
  body: string
}

export interface ProviderRequest {
  method: string
  /** Path below the provider: `/token`. */
  path: string
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
  /** Its own address, as the caller sees it. */
  issuer: string
}

const tokenSeconds = 300
const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials']

/** Handles the sign-in requests for the people of a mock's directory. */
export class OpenidProvider {
  readonly #mock: { people: Mock['people'] }
  readonly #now: () => number
  readonly #grants: Grants
  readonly #key = createSigningKey()

  constructor({ mock, now }: { mock: { people: Mock['people'] }; now: () => number }) {
    this.#mock = mock
    this.#now = now
    this.#grants = createGrants(now)
  }

  answer(request: ProviderRequest): ProviderReply {
    const { method, path, issuer } = request
    if (path === '/.well-known/openid-configuration') return json(discovery(issuer))
    if (path === '/jwks') return json(this.#key.jwks())
    if (path === '/authorize') return this.#authorize(request)
    if (path === '/token' && method === 'POST') return this.#token(request)
    if (path === '/userinfo') return this.#userinfo(request)
    if (path === '/end_session')
      return redirect(request.query.get('post_logout_redirect_uri'), { state: request.query.get('state') })
    return refuse(404, 'invalid_request', 'The provider has no such address')
  }

  #authorize({ query }: ProviderRequest): ProviderReply {
    const redirectUri = query.get('redirect_uri')
    const clientId = query.get('client_id')
    if (redirectUri === null || clientId === null || !isWebAddress(redirectUri))
      return refuse(400, 'invalid_request', 'client_id and a redirect_uri of http or https are needed')
    const state = query.get('state')
    if (query.get('response_type') !== 'code')
      return redirect(redirectUri, { error: 'unsupported_response_type', state })
    const hint = query.get('login_hint')
    const person = hint === null ? null : findPerson(this.#mock.people(), hint)
    if (hint !== null && person === null)
      return redirect(redirectUri, {
        error: 'access_denied',
        error_description: 'login_hint is the address or the id of nobody in the directory',
        state,
      })
    if (person === null)
      return query.get('prompt') === 'none'
        ? redirect(redirectUri, { error: 'login_required', state })
        : html(choosePage(listPeople(this.#mock.people()), query))
    const code = this.#grants.addCode({
      userId: person.id,
      clientId,
      redirectUri,
      scope: query.get('scope') ?? 'openid',
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
    })
    return redirect(redirectUri, { code, state })
  }

  #token({ form, authorization, issuer }: ProviderRequest): ProviderReply {
    const clientId = form.get('client_id') ?? clientOf(authorization)
    if (clientId === null) return refuse(401, 'invalid_client', 'client_id is missing')
    if (form.get('grant_type') === 'client_credentials') {
      const scope = form.get('scope') ?? ''
      return json({
        access_token: this.#accessToken({ sub: clientId, client_id: clientId, scope }, issuer),
        ...bearer(scope),
      })
    }
    if (!grantTypes.includes(form.get('grant_type') ?? ''))
      return refuse(400, 'unsupported_grant_type', `grant_type is one of ${grantTypes.join(', ')}`)
    const grant = this.#takeGrant(form, clientId)
    const person = grant === null ? null : findPerson(this.#mock.people(), grant.userId)
    if (grant === null || person === null)
      return refuse(
        400,
        'invalid_grant',
        'The code or the refresh token is unknown, was used or has expired, or its client_id, redirect_uri or code_verifier is another',
      )
    return json({
      access_token: this.#accessToken({ ...claimsOf(person), client_id: clientId, scope: grant.scope }, issuer),
      id_token: this.#key.sign(
        { ...claimsOf(person), ...this.#times(), iss: issuer, aud: clientId, nonce: grant.nonce ?? undefined },
        'JWT',
      ),
      refresh_token: this.#grants.addRefreshToken({ ...grant, nonce: null }),
      ...bearer(grant.scope),
    })
  }

  #takeGrant(form: URLSearchParams, clientId: string): Grant | null {
    if (form.get('grant_type') === 'refresh_token')
      return this.#grants.takeRefreshToken(form.get('refresh_token') ?? '', clientId)
    const proof = { clientId, redirectUri: form.get('redirect_uri') ?? '', verifier: form.get('code_verifier') }
    return this.#grants.takeCode(form.get('code') ?? '', proof)
  }

  #userinfo({ authorization }: ProviderRequest): ProviderReply {
    const person = findPerson(this.#mock.people(), subjectOf(authorization) ?? '')
    return person === null
      ? refuse(401, 'invalid_token', 'The token is none of a known person')
      : json(claimsOf(person))
  }

  #accessToken(claims: object, issuer: string): string {
    return this.#key.sign({ ...claims, ...this.#times(), iss: issuer, aud: 'auspex' }, 'at+jwt')
  }

  #times() {
    const iat = Math.floor(this.#now() / 1000)
    return { iat, exp: iat + tokenSeconds }
  }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/end_session`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  }
}

function claimsOf({ id, name, email, organizationId, organizationName, groups, roles }: Person): object {
  return { sub: id, name, email, organization: organizationId, organization_name: organizationName, groups, roles }
}

function bearer(scope: string) {
  return { token_type: 'Bearer', expires_in: tokenSeconds, scope }
}

function clientOf(authorization: string | undefined): string | null {
  const basic = /^Basic +(.+)$/i.exec(authorization ?? '')?.[1]
  const [client] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':', 1)
  return client === undefined || client === '' ? null : decodeURIComponent(client)
}

function subjectOf(authorization: string | undefined): string | null {
  const payload = authorization?.split('.')[1]
  try {
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { sub?: unknown } // an object, or it throws or has no sub
    return typeof claims.sub === 'string' ? claims.sub : null
  } catch {
    return null
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function redirect(to: string | null, parameters: Record<string, string | null>): ProviderReply {
  if (to === null || !isWebAddress(to))
    return html('<!doctype html><title>Signed out</title><p>You are signed out.</p>')
  const url = new URL(to)
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href }, body: '' }
}

function json(value: unknown): ProviderReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}

function html(body: string): ProviderReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function refuse(status: number, error: string, description: string): ProviderReply {
  const body = JSON.stringify({ error, error_description: description })
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body }
}

/** The path prefix of the provider. */
export const openidPrefix = '/__mock/openid'

/** Passes a request of Node to the provider and sends its reply. */
export async function answerOpenid(
  { request, response, cors }: { request: IncomingMessage; response: ServerResponse; cors: Record<string, string> },
  provider: OpenidProvider,
): Promise<void> {
  const url = new URL(request.url ?? openidPrefix, 'http://mock')
  const form = new URLSearchParams(Buffer.from(await readBody(request)).toString('utf8'))
  const { status, headers, body } = provider.answer({
    method: request.method ?? 'GET',
    path: url.pathname.slice(openidPrefix.length),
    query: url.searchParams,
    form,
    authorization: request.headers.authorization,
    issuer: `http://${request.headers.host ?? 'localhost'}${openidPrefix}`,
  })
  response.writeHead(status, { ...cors, ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body)
}
