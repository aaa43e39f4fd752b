import type { NewAccount } from '../accounts/account.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import type { SecurityEvent } from '../security/security-event.ts'
import type { MayUseClient } from './settings.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { insertAccounts } from '../accounts/accounts.repository.ts'
import { createAuthenticator } from '../accounts/authenticate.ts'
import { createCodeCheck } from '../accounts/check-code.ts'
import { createLoginThrottle } from '../accounts/login-throttle.ts'
import { createSecondFactor } from '../accounts/second-factor.ts'
import {
  type NewServiceClient,
  type ServiceClientCredentials,
  saveServiceClient,
} from '../clients/clients.repository.ts'
import { createSeal, isSealed, type Seal } from '../keys/seal.ts'
import { loadSigningKeys, rotateSigningKeys } from '../keys/signing-keys.ts'
import { createRequestLimiter, defaultLimits, type RequestLimits } from '../limits/request-limits.ts'
import { createAddressReader, type ProxyTrust } from '../network/caller-address.ts'
import { protectAnswer } from '../pages/security-headers.ts'
import { createSecurityReporter } from '../security/security-reporter.ts'
import { type Clock, type Database, timestamp } from '../storage/database.ts'
import { migrate } from '../storage/migrate.ts'
import { isTokenRevoked } from '../tokens/revoked-tokens.ts'
import { createProvider } from './create-provider.ts'
import { toOrigins } from './origins.ts'
import { pinRequest, toMount } from './pin-request.ts'

const sealContext = 'cookie-key'

export interface IdentityProviderOptions {
  /** Public address of the provider, for example `http://127.0.0.1:4173/oidc`. It is mounted at this path. */
  issuer: string
  database: Database
  clients: readonly FirstPartyClient[]
  /** The `aud` of access tokens, an absolute URI such as `api://default`. */
  apiAudience: string
  /** Determines lifetimes of stored items, the reuse grace, throttling and key ages. Default: `Date.now`. */
  clock?: Clock
  /** Lifetime of access and ID tokens in seconds. Default: 300. */
  accessTokenSeconds?: number
  /** Days after which people have to sign in again, however active they were. Default: 90. */
  sessionDays?: number
  /** 256 bits that encrypt keys and secrets of second factors in the database. Default: stored in plain text. */
  encryptionKey?: Uint8Array | null
  /** Proxies that are trusted to report a caller's address: a number of hops, or addresses and ranges. Default: none. */
  trustProxy?: ProxyTrust
  /** Requests answered per minute; omitted ones have their default. */
  limits?: Partial<RequestLimits>
  /** Called on every unexpected failure. Default: `console.error`. */
  onError?: (error: unknown) => void
  /** Whether a person may use an app that is registered for groups. Default: nobody may. */
  mayUseClient?: MayUseClient
  /** Receives security events for the operator. Default: they are dropped. */
  onSecurityEvent?: ((event: SecurityEvent) => void) | undefined
}

export interface IdentityProvider {
  /** Answers a raw request whose path is below the issuer's; any other path gets 404. */
  handler(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Whether the access token with this `jti` was revoked. Verifiers call it after checking the signature. */
  isRevoked(jti: string): Promise<boolean>
  /** Creates the accounts that do not exist yet and returns their ids; never changes an existing one. */
  seedAccounts(accounts: readonly NewAccount[]): Promise<string[]>
  /** Registers a service client, or renews the secret of an existing one. The secret is only returned here. */
  saveServiceClient(client: NewServiceClient): Promise<ServiceClientCredentials>
  /**
   * Deletes expired data, rotates signing keys that are due and adopts keys created by other processes. Call it
   * about every five minutes. Returns the number of rows deleted.
   */
  sweep(): Promise<number>
  /** Refuses new requests with 503 and waits for running ones. The database stays open, because it belongs to the caller. */
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
  const cookieKeys = await loadCookieKeys(database, seal)
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
    const { mayUseClient = async () => false } = options
    const sharedSettings = { issuer, database, clients, apiAudience, cookieKeys, clock, report, limiter, mayUseClient }
    const lifetimes = { accessTokenSeconds, sessionSeconds: sessionDays * 86_400 }
    const provider = createProvider({ ...sharedSettings, ...lifetimes, ...people, signingKeys, onError })
    return { handle: provider.callback(), keyIds: signingKeys.map((key) => key.kid).join() }
  }
  let current = await build()
  const origins = [...new Set(clients.flatMap((client) => toOrigins(client.redirectUris)))]
  let isClosed = false
  const running = new Set<Promise<void>>()

  return {
    async handler(request, response) {
      protectAnswer(response, { path: (request.url ?? '').slice(toMount(issuer).length), origins })
      if (isClosed || !pinRequest(request, { issuer, readAddress })) {
        response.writeHead(isClosed ? 503 : 404).end()
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
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}

/** Deletes what has expired: payloads, token ids and revoked sign-ins, and login counters. Returns the number of rows deleted. */
async function sweepExpired({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = timestamp(clock())
  const { rows } = await database.query(
    `with payloads as (delete from oidc_payload where expires_at <= $1 returning 1),
          tokens as (delete from oidc_revoked_jti where expires_at <= $1 returning 1),
          issued as (delete from oidc_issued_token where expires_at <= $1 returning 1),
          grants as (delete from oidc_revoked_grant where expires_at <= $1 returning 1),
          attempts as (delete from oidc_login_attempt where window_ends_at <= $1 returning 1)
     select (select count(*) from payloads) + (select count(*) from tokens) + (select count(*) from issued)
          + (select count(*) from grants) + (select count(*) from attempts) as deleted`,
    [now],
  )
  return Number(rows[0]?.deleted ?? 0)
}

/**
 * Returns the secrets that sign cookies, and creates one for a new database. They are stored next to the sessions, so that a restart or a
 * second process does not sign everybody out. Secrets stored before an encryption key was set are sealed now.
 */
async function loadCookieKeys(database: Database, seal: Seal): Promise<string[]> {
  await database.query('insert into oidc_cookie_key (id, secret) values (1, $1) on conflict do nothing', [
    seal.seal(randomBytes(32).toString('base64url'), sealContext),
  ])
  const { rows } = await database.query('select id, secret from oidc_cookie_key order by id desc')
  for (const { id, secret } of rows)
    if (seal.hasKey && !isSealed(String(secret)))
      await database.query('update oidc_cookie_key set secret = $2 where id = $1 and secret = $3', [
        id,
        seal.seal(String(secret), sealContext),
        secret,
      ])
  return rows.map((row) => seal.open(String(row.secret), sealContext))
}
