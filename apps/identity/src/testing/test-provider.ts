import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewAccount } from '../accounts/account.ts'
import { createWebClient, webClientId } from '../clients/first-party-client.ts'
import type { IdentityProvider, IdentityProviderOptions } from '../provider/create-identity-provider.ts'
import { createIdentityProvider } from '../provider/create-identity-provider.ts'
import type { SecurityEvent } from '../security/security-event.ts'
import type { Database } from '../storage/database.ts'
import { TestBrowser } from './test-browser.ts'

export const webOrigin = 'http://127.0.0.1:4999'
export const callbackUrl = `${webOrigin}/auth/login-callback`
export const audience = 'api://default'

export const ada: NewAccount = {
  id: 'usr_ada',
  login: 'ada',
  email: 'Ada@example.com',
  name: 'Ada Lovelace',
  password: 'difference-engine',
  organization: { id: 'org_engines', name: 'Analytical Engines' },
  groups: ['research'],
  roles: ['godmode'],
}

export interface Tokens {
  access_token: string
  id_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

export interface TestProvider {
  issuer: string
  server: Server
  idp: IdentityProvider
  errors: unknown[]
  events: SecurityEvent[]
  /** Advances the provider's clock. */
  advance(ms: number): void
  /** Resets the provider's clock to the real time. Tokens always carry the real time, regardless of this clock. */
  resetClock(): void
  /** Stops the provider and starts a new one with the same database and address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A provider under `/oidc` on a real HTTP server, with Ada as its account and a clock that tests control. */
export async function startTestProvider(
  database: Database,
  options: Partial<IdentityProviderOptions> = {},
): Promise<TestProvider> {
  let offset = 0
  const errors: unknown[] = []
  const events: SecurityEvent[] = []
  const server = createServer((request, response) => void provider.idp.handler(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}/oidc`
  const start = () =>
    createIdentityProvider({
      issuer,
      database,
      clients: [createWebClient(webOrigin)],
      apiAudience: audience,
      clock: () => Date.now() + offset,
      onError: (error) => errors.push(error),
      onSecurityEvent: (event) => events.push(event),
      ...options,
    })
  const provider: TestProvider = {
    issuer,
    server,
    idp: await start(),
    errors,
    events,
    advance: (ms) => {
      offset += ms
    },
    resetClock: () => {
      offset = 0
    },
    async restart() {
      await provider.idp.close()
      provider.idp = await start()
    },
    async stop() {
      await provider.idp.close()
      server.closeAllConnections()
      server.close()
    },
  }
  await provider.idp.seedAccounts([ada])
  return provider
}

export interface AuthorizationRequest {
  url: string
  verifier: string
}

/** An authorization request of the web app, with PKCE. */
export function createAuthorizationRequest(
  provider: TestProvider,
  overrides: Record<string, string> = {},
): AuthorizationRequest {
  const verifier = randomBytes(48).toString('base64url')
  const params = new URLSearchParams({
    client_id: webClientId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: 'openid profile email organization',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...overrides,
  })
  return { url: `${provider.issuer}/auth?${params}`, verifier }
}

const isCallback = (url: string) => url.startsWith(callbackUrl)

/** Opens an authorization request; returns at a page of the provider or at the callback. */
export async function open(browser: TestBrowser, url: string) {
  return browser.follow(await browser.request(url), { from: url, stop: isCallback })
}

/** Enters a login and a password on the login page at `url`. */
export async function enterPassword(
  browser: TestBrowser,
  url: string,
  credentials: { login: string; password: string },
) {
  return browser.follow(await browser.submit(`${url}/login`, { fields: credentials }), { from: url, stop: isCallback })
}

/** Calls the token endpoint like a browser. */
export function requestTokens(
  provider: TestProvider,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${provider.issuer}/token`, { method: 'POST', body: new URLSearchParams(fields), headers })
}

export function refresh(provider: TestProvider, refreshToken: string): Promise<Response> {
  return requestTokens(provider, { grant_type: 'refresh_token', client_id: webClientId, refresh_token: refreshToken })
}

export interface ObtainedCode {
  code: string
  verifier: string
}

/** A sign-in, by default of Ada, from the app's redirect to the code. */
export async function obtainCode(
  provider: TestProvider,
  browser = new TestBrowser(),
  { login, password }: { login: string; password: string } = ada,
): Promise<ObtainedCode> {
  const request = createAuthorizationRequest(provider)
  const first = await open(browser, request.url)
  const callback = first.page ? await enterPassword(browser, first.url, { login, password }) : first
  return { code: new URL(callback.url).searchParams.get('code') ?? '', verifier: request.verifier }
}

export function exchangeCode(provider: TestProvider, { code, verifier }: ObtainedCode): Promise<Response> {
  return requestTokens(provider, {
    grant_type: 'authorization_code',
    client_id: webClientId,
    redirect_uri: callbackUrl,
    code,
    code_verifier: verifier,
  })
}

/** An entire sign-in, from the app's redirect to the tokens. */
export async function signIn(
  provider: TestProvider,
  browser?: TestBrowser,
  person?: { login: string; password: string },
): Promise<Tokens> {
  const response = await exchangeCode(provider, await obtainCode(provider, browser, person))
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  // By the contract of the token endpoint (RFC 6749 §5.1).
  return (await response.json()) as Tokens
}
