import type { IdentityManager } from './identity-manager.ts'
import { logSession, refusedTokenKey, signingOutKey } from './session-storage.ts'

/** An API that refuses even fresh tokens must not make the page reload forever. */
const minReloadIntervalMs = 30_000

/** Enough to recognize a token without storing it a second time. */
const endOf = (token: string) => token.slice(-16)

interface Tokens {
  readonly access_token: string
}

interface UnauthorizedDependencies {
  /** Milliseconds, like `Date.now`. */
  now: () => number
  reload: () => void
}

const browserDependencies: UnauthorizedDependencies = { now: Date.now, reload: () => location.reload() }

/**
 * Reacts to a 401 of the API: the page reloads and boot renews the refused token. At most one reload in 30 seconds; further
 * ones are only logged. During a sign-out the tokens are revoked on purpose: requests still in flight (the last events of the
 * page, a poll) are refused, and a reload would cancel the redirect to the provider.
 */
export const handleUnauthorized = async (
  manager: { readonly getUser: () => Promise<Tokens | null> },
  { now, reload } = browserDependencies,
): Promise<void> => {
  if (sessionStorage.getItem(signingOutKey) !== null) return
  const user = await manager.getUser()
  const [lastReloadAt = '0'] = (sessionStorage.getItem(refusedTokenKey) ?? '').split(':')
  if (now() - Number(lastReloadAt) < minReloadIntervalMs) {
    logSession('the API refuses a fresh token; not reloading again')
    return
  }
  sessionStorage.setItem(refusedTokenKey, `${now()}:${user ? endOf(user.access_token) : ''}`)
  reload()
}

/** Whether the API refused this exact token before the last reload. */
export const wasRefused = (user: Tokens): boolean => {
  const [, end] = (sessionStorage.getItem(refusedTokenKey) ?? '').split(':')
  return end === endOf(user.access_token)
}

/** The interface that `createClient({ auth })` of @auspex/sdk expects. No `refresh`: the product reloads on a 401. */
export interface TokenProvider {
  /** The access token, renewed first if it expired while the computer was asleep; undefined when signed out. */
  getToken(): Promise<string | undefined>
  onUnauthorized(): void
}

/** Provides the API client with tokens. */
export const createTokenProvider = (manager: IdentityManager): TokenProvider => {
  return {
    async getToken() {
      const user = await manager.getUser()
      if (!user?.expired) return user?.access_token
      try {
        return (await manager.signinSilent())?.access_token
      } catch (error) {
        logSession('could not renew an expired token', error)
        return undefined
      }
    },
    onUnauthorized: () => void handleUnauthorized(manager),
  }
}
