import type { Account } from '../accounts/account.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import type { RequestLimiter } from '../limits/request-limits.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Clock, Database } from '../storage/database.ts'

/** Tells whether the person of an account is in one of the groups, by the ids with which an app was registered. */
export type MayUseClient = (account: Account, groupIds: readonly string[]) => Promise<boolean>

/** Settings that the parts of a provider share. */
export interface ProviderSettings {
  issuer: URL
  database: Database
  clients: readonly FirstPartyClient[]
  /** The `aud` of access tokens, for example `api://default`. */
  apiAudience: string
  cookieKeys: string[]
  clock: Clock
  accessTokenSeconds: number
  /** Age at which a session ends, however much it was used. */
  sessionSeconds: number
  /** Whether a person belongs to one of the groups whose people may use a client. */
  mayUseClient: MayUseClient
  report: ReportSecurity
  limiter: RequestLimiter
}
