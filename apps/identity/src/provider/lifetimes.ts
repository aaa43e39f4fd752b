import type { Configuration } from 'oidc-provider'

const HOUR = 3600
const DAY = 24 * HOUR

/** How long a session, and with it a refresh token, lives without being used. */
const SESSION_SECONDS = 14 * DAY

/** The lifetimes of everything the provider issues, in seconds. */
export function createLifetimes(accessTokenSeconds: number): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    IdToken: accessTokenSeconds,
    AuthorizationCode: 60,
    Interaction: HOUR,
    RefreshToken: SESSION_SECONDS,
    // A session without a person only carries the question whether to sign out.
    Session: (_ctx, session) => (session.accountId ? SESSION_SECONDS : HOUR),
    Grant: SESSION_SECONDS,
  }
}
