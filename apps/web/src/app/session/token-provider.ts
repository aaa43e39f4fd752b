import type { IdentityManager } from './identity-manager.ts'
import { logSession } from './session-log.ts'
import { handleUnauthorized } from './token-refusals.ts'

/** The interface that `createClient({ auth })` of @auspex/sdk expects. No `refresh`: the product reloads on a 401. */
export interface TokenProvider {
  /** The access token, renewed first if it expired while the computer was asleep; undefined when signed out. */
  getToken(): Promise<string | undefined>
  onUnauthorized(): void
}

/** Provides the API client with tokens. */
export function createTokenProvider(manager: IdentityManager): TokenProvider {
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
