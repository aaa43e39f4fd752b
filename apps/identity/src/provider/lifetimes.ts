import type { Configuration } from 'oidc-provider'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** How long a session, and with it a refresh token, lasts without being used. */
export const sessionSeconds = 14 * daySeconds

/** The lifetimes of everything the provider issues, in seconds. */
export function createLifetimes(accessTokenSeconds: number): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    IdToken: accessTokenSeconds,
    AuthorizationCode: 60,
    DeviceCode: 600,
    Interaction: hourSeconds,
    RefreshToken: sessionSeconds,
    // A session without a person only stores the question whether to sign out.
    Session: (_ctx, session) => (session.accountId ? sessionSeconds : hourSeconds),
    Grant: sessionSeconds,
  }
}
