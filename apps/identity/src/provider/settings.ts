import type { FirstPartyClient } from '../clients/first-party-client.ts'
import type { RequestLimiter } from '../limits/request-limits.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Clock, Database } from '../storage/database.ts'

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
  report: ReportSecurity
  limiter: RequestLimiter
}
