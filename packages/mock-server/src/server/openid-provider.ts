import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { escapeMarkup } from '../files/made-files.ts'
import type { DirectoryPerson } from '../identity/directory.ts'
import type { Mock } from '../mock.ts'
import { type NodeExchange, readBody, sendText } from './answer-mock.ts'

/** The path prefix of the provider. */
export const openidPrefix = '/__mock/openid'

const maxListedPeople = 50
/** Codes and refresh tokens together; the oldest are dropped first. */
const maxGrants = 1000
const codeMs = 60_000
const tokenSeconds = 300
const keyId = 'mock'
const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials']

/** What a code or a refresh token is good for; each can be used once. */
interface Grant {
  userId: string
  clientId: string
  scope: string
  nonce: string | null
  /** The conditions under which a code is exchanged; null for a refresh token. */
  code: { redirectUri: string; challenge: string | null; expiresAt: number } | null
}

interface ProviderReply {
  status: number
  headers: Record<string, string>
  body: string
}

interface ProviderRequest {
  method: string
  /** Path below the provider: `/token`. */
  path: string
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
  /** Its own address, as the caller sees it. */
  issuer: string
}

/** Passes a request of Node to the provider and sends its reply. */
export async function answerOpenid(exchange: NodeExchange, provider: OpenidProvider): Promise<void> {
  const { request } = exchange
  const url = new URL(request.url ?? openidPrefix, 'http://mock')
  const reply = provider.answer({
    method: request.method ?? 'GET',
    path: url.pathname.slice(openidPrefix.length),
    query: url.searchParams,
    form: new URLSearchParams(Buffer.from(await readBody(request)).toString('utf8')),
    authorization: request.headers.authorization,
    issuer: `http://${request.headers.host ?? 'localhost'}${openidPrefix}`,
  })
  sendText(exchange, reply)
}

/** Handles the sign-in requests for the people of a mock's directory. */
export class OpenidProvider {
  readonly #mock: { people: Mock['people'] }
  readonly #now: () => number
  readonly #grants = new Map<string, Grant>()
  /** Created on first use since it takes a tenth of a second. */
  #pair: ReturnType<typeof createKeyPair> | undefined

  constructor({ mock, now }: { mock: { people: Mock['people'] }; now: () => number }) {
    this.#mock = mock
    this.#now = now
  }

  answer(request: ProviderRequest): ProviderReply {
    const { method, path, issuer, query } = request
    if (path === '/.well-known/openid-configuration') return json(discovery(issuer))
    if (path === '/jwks') return json({ keys: [this.#publicKey()] })
    if (path === '/authorize') return this.#authorize(request)
    if (path === '/token' && method === 'POST') return this.#token(request)
    if (path === '/userinfo') return this.#userinfo(request)
    if (path === '/end_session') return redirect(query.get('post_logout_redirect_uri'), { state: query.get('state') })
    return refuse(404, 'invalid_request', 'The provider has no such address')
  }

  #authorize({ query }: ProviderRequest): ProviderReply {
    const [redirectUri, clientId, state] = ['redirect_uri', 'client_id', 'state'].map((name) => query.get(name) ?? null)
    if (redirectUri == null || clientId == null || !isWebAddress(redirectUri))
      return refuse(400, 'invalid_request', 'client_id and a redirect_uri of http or https are needed')
    const answer = (parameters: Record<string, string | null>) =>
      redirect(redirectUri, { ...parameters, state: state ?? null })
    if (query.get('response_type') !== 'code') return answer({ error: 'unsupported_response_type' })
    const hint = query.get('login_hint')
    if (hint === null && query.get('prompt') === 'none') return answer({ error: 'login_required' })
    if (hint === null) return html(choosePage(this.#mock.people().slice(0, maxListedPeople), query))
    const person = this.#findPerson(hint)
    if (person === null) {
      const error_description = 'login_hint is the address or the id of nobody in the directory'
      return answer({ error: 'access_denied', error_description })
    }
    const code = this.#addGrant({
      userId: person.id,
      clientId,
      scope: query.get('scope') ?? 'openid',
      nonce: query.get('nonce'),
      code: { redirectUri, challenge: query.get('code_challenge'), expiresAt: this.#now() + codeMs },
    })
    return answer({ code })
  }

  #token({ form, authorization, issuer }: ProviderRequest): ProviderReply {
    const clientId = form.get('client_id') ?? clientOf(authorization)
    const type = form.get('grant_type') ?? ''
    if (clientId === null) return refuse(401, 'invalid_client', 'client_id is missing')
    if (!grantTypes.includes(type))
      return refuse(400, 'unsupported_grant_type', `grant_type is one of ${grantTypes.join(', ')}`)
    const iat = Math.floor(this.#now() / 1000)
    const times = { iat, exp: iat + tokenSeconds, iss: issuer }
    const tokens = (claims: object, scope: string) => ({
      access_token: this.#sign({ ...claims, client_id: clientId, scope, ...times, aud: 'auspex' }, 'at+jwt'),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope,
    })
    if (type === 'client_credentials') return json(tokens({ sub: clientId }, form.get('scope') ?? ''))
    const grant = this.#takeGrant(type, form, clientId)
    const person = grant === null ? null : this.#findPerson(grant.userId)
    if (grant === null || person === null)
      return refuse(
        400,
        'invalid_grant',
        'The code or the refresh token is unknown, was used or has expired, or its client_id, redirect_uri or code_verifier is another',
      )
    const identity = { ...claimsOf(person), ...times, aud: clientId, nonce: grant.nonce ?? undefined }
    return json({
      ...tokens(claimsOf(person), grant.scope),
      id_token: this.#sign(identity, 'JWT'),
      refresh_token: this.#addGrant({ ...grant, nonce: null, code: null }),
    })
  }

  #userinfo({ authorization }: ProviderRequest): ProviderReply {
    const person = this.#findPerson(subjectOf(authorization) ?? '')
    return person === null
      ? refuse(401, 'invalid_token', 'The token is none of a known person')
      : json(claimsOf(person))
  }

  /** The person with this id or e-mail address. */
  #findPerson(hint: string): DirectoryPerson | null {
    const isNamed = ({ id, email }: DirectoryPerson) => id === hint || email?.toLowerCase() === hint.toLowerCase()
    return this.#mock.people().find(isNamed) ?? null
  }

  #addGrant(grant: Grant): string {
    const name = randomBytes(24).toString('base64url')
    this.#grants.set(name, grant)
    const [oldest] = this.#grants.keys()
    if (this.#grants.size > maxGrants && oldest !== undefined) this.#grants.delete(oldest)
    return name
  }

  /** Null for a grant that is unknown, used or expired, of another client or address, or with a wrong verifier. */
  #takeGrant(type: string, form: URLSearchParams, clientId: string): Grant | null {
    const isCode = type === 'authorization_code'
    const name = form.get(isCode ? 'code' : 'refresh_token') ?? ''
    const grant = this.#grants.get(name)
    if (grant === undefined || (grant.code !== null) !== isCode) return null
    this.#grants.delete(name)
    if (grant.clientId !== clientId) return null
    if (grant.code === null) return grant
    const { redirectUri, challenge, expiresAt } = grant.code
    if (expiresAt < this.#now() || redirectUri !== form.get('redirect_uri')) return null
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === null || challenge === verifier ? grant : null
  }

  #publicKey(): object {
    this.#pair ??= createKeyPair()
    return { ...this.#pair.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }
  }

  /** A JWT (RFC 7519). */
  #sign(claims: object, typ: string): string {
    this.#pair ??= createKeyPair()
    const parts = [{ alg: 'RS256', typ, kid: keyId }, claims]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.#pair.privateKey, 'base64url')}`
  }
}

function createKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
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

function claimsOf({ id, name, email, organizationId, organizationName, groups, roles }: DirectoryPerson): object {
  return { sub: id, name, email, organization: organizationId, organization_name: organizationName, groups, roles }
}

function clientOf(authorization: string | undefined): string | null {
  const basic = /^Basic +(.+)$/i.exec(authorization ?? '')?.[1]
  const [client = ''] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':', 1)
  return client === '' ? null : decodeURIComponent(client)
}

function subjectOf(authorization: string | undefined): string | null {
  try {
    const payload = Buffer.from(authorization?.split('.')[1] ?? '', 'base64url').toString()
    const { sub } = JSON.parse(payload) as { sub?: unknown } // an object, or it throws or has no sub
    return typeof sub === 'string' ? sub : null
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

function json(value: object, status = 200): ProviderReply {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: JSON.stringify(value) }
}

function refuse(status: number, error: string, error_description: string): ProviderReply {
  return json({ error, error_description }, status)
}

function html(body: string): ProviderReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The page on which a tester selects a user to sign in as. */
function choosePage(people: readonly DirectoryPerson[], query: URLSearchParams): string {
  const entries = people.map(({ id, name, organizationName }) => {
    const to = new URLSearchParams(query)
    to.set('login_hint', id)
    to.delete('prompt')
    return `<li><a href="authorize?${escapeMarkup(to.toString())}">${escapeMarkup(name ?? id)}</a>, ${escapeMarkup(organizationName)}</li>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to the mock</title>
<body style="font: 16px/1.6 system-ui; margin: 3rem auto; max-width: 30rem"><h1>Sign in as</h1><ul>${entries.join('')}</ul></body></html>`
}
