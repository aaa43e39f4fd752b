import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NewAccount } from '../accounts/account.ts'
import { insertAccounts } from '../accounts/accounts.repository.ts'
import { createAuthenticator } from '../accounts/authenticate.ts'
import { createCodeCheck } from '../accounts/check-code.ts'
import { createLoginThrottle } from '../accounts/login-throttle.ts'
import { createSecondFactor } from '../accounts/second-factor.ts'
import type { NewServiceClient, ServiceClientCredentials } from '../clients/clients.repository.ts'
import { saveServiceClient } from '../clients/clients.repository.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import { loadCookieKeys } from '../keys/cookie-keys.ts'
import { createSeal } from '../keys/seal.ts'
import { loadSigningKeys, rotateSigningKeys } from '../keys/signing-keys.ts'
import { createAddressReader, type ProxyTrust } from '../network/caller-address.ts'
import type { SecurityEvent } from '../security/security-event.ts'
import { createSecurityReporter } from '../security/security-reporter.ts'
import { createRequestLimiter, defaultLimits, type RequestLimits } from '../limits/request-limits.ts'
import type { Clock, Database } from '../storage/database.ts'
import { migrate } from '../storage/migrate.ts'
import { sweepExpired } from '../storage/sweep.ts'
import { isTokenRevoked } from '../tokens/revoked-tokens.ts'
import { createProvider } from './create-provider.ts'
import { protectAnswer } from '../pages/security-headers.ts'
import { toOrigins } from './origins.ts'
import { pinRequest, toMount } from './pin-request.ts'

export interface IdentityProviderOptions {
  /** Public address of the provider, for example `http://127.0.0.1:4173/oidc`. Its path is where it is mounted. */
  issuer: string
  database: Database
  clients: readonly FirstPartyClient[]
  /** The `aud` of access tokens, an absolute URI such as `api://default`. */
  apiAudience: string
  /** Secrets that sign cookies, newest first. By default one is generated and kept in the database. */
  cookieKeys?: readonly string[]
  /** Decides lifetimes of stored things, the reuse grace, throttling and key ages. Default: `Date.now`. */
  clock?: Clock
  /** Lifetime of access and ID tokens in seconds. Default: 300. */
  accessTokenSeconds?: number
  /** Days after which somebody signs in again, however much they were there. Default: 90. */
  sessionDays?: number
  /** 256 bits that encrypt keys and secrets of second factors in the database. Default: they are stored as they are. */
  encryptionKey?: Uint8Array | null
  /** Proxies that are believed about a caller's address: a number of hops, or addresses and ranges. Default: none. */
  trustProxy?: ProxyTrust
  /** Requests a minute that are answered; what is left out keeps its default. */
  limits?: Partial<RequestLimits>
  /** Told about every unexpected failure. Default: `console.error`. */
  onError?: (error: unknown) => void
  /** Told what an operator wants to know of the front door. Default: nobody is. */
  onSecurityEvent?: ((event: SecurityEvent) => void) | undefined
}

export interface IdentityProvider {
  /** Answers a raw request whose path lies under the issuer; any other path gets 404. */
  handler(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Whether the access token with this `jti` was revoked. Verifiers ask after checking the signature. */
  isRevoked(jti: string): Promise<boolean>
  /** Creates the accounts that do not exist yet and returns their ids; never changes an existing one. */
  seedAccounts(accounts: readonly NewAccount[]): Promise<string[]>
  /** Registers a service client, or renews the secret of an existing one. The secret is shown only here. */
  saveServiceClient(client: NewServiceClient): Promise<ServiceClientCredentials>
  /**
   * Deletes what expired, rotates signing keys that are due and adopts keys that other processes made. Call it
   * about every five minutes. Returns the number of rows deleted.
   */
  sweep(): Promise<number>
  /** Refuses new requests with 503 and waits for running ones. The database stays open; it is the caller's. */
  close(): Promise<void>
}

/** Starts the embedded OpenID provider: migrates its tables, and loads or creates its keys. */
export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { database, clients, apiAudience, clock = Date.now, accessTokenSeconds = 300 } = options
  const { sessionDays = 90, encryptionKey = null } = options
  const issuer = new URL(options.issuer)
  const readAddress = createAddressReader(options.trustProxy ?? 0)
  await migrate(database)
  const seal = createSeal(encryptionKey)
  const cookieKeys = [...(options.cookieKeys ?? (await loadCookieKeys(database, seal)))]
  const throttle = createLoginThrottle({ database, clock })
  const secondFactor = createSecondFactor({ database, clock, seal })
  const people = {
    authenticate: createAuthenticator({ database, throttle }),
    secondFactor,
    checkCode: createCodeCheck({ secondFactor, throttle }),
  }
  const onError = options.onError ?? ((error) => console.error('identity provider:', error))

  const report = createSecurityReporter({ onSecurityEvent: options.onSecurityEvent, clock, onError })

  const limiter = createRequestLimiter({ ...defaultLimits, ...options.limits })

  const build = async () => {
    const signingKeys = await loadSigningKeys({ database, clock, seal })
    const shared = { issuer, database, clients, apiAudience, cookieKeys, clock, report, limiter }
    const lifetimes = { accessTokenSeconds, sessionSeconds: sessionDays * 86_400 }
    const provider = createProvider({ ...shared, ...lifetimes, ...people, signingKeys, onError })
    return { handle: provider.callback(), keyIds: signingKeys.map((key) => key.kid).join() }
  }
  let current = await build()
  const origins = [...new Set(clients.flatMap((client) => toOrigins(client.redirectUris)))]
  let closed = false
  const running = new Set<Promise<void>>()

  return {
    async handler(request, response) {
      protectAnswer(response, { path: (request.url ?? '').slice(toMount(issuer).length), origins })
      if (closed || !pinRequest(request, { issuer, readAddress })) {
        response.writeHead(closed ? 503 : 404).end()
        return
      }
      const answer = Promise.resolve(current.handle(request, response))
      running.add(answer)
      await answer.finally(() => running.delete(answer))
    },
    isRevoked: (jti) => isTokenRevoked({ database, clock, jti }),
    seedAccounts: (accounts) => insertAccounts(database, accounts),
    saveServiceClient: (client) => saveServiceClient(database, client),
    async sweep() {
      await rotateSigningKeys({ database, clock, seal })
      const keyIds = (await loadSigningKeys({ database, clock, seal })).map((key) => key.kid).join()
      if (keyIds !== current.keyIds) current = await build()
      return sweepExpired({ database, clock })
    },
    async close() {
      closed = true
      await Promise.allSettled(running)
    },
  }
}
