import type { IdentityManager } from './identity-manager.ts'
import { logSession } from './session-log.ts'
import { handleUnauthorized } from './token-refusals.ts'

/** What `createClient({ auth })` of @auspex/sdk asks for. No `refresh`: the product reloads on a 401. */
export interface TokenProvider {
  /** The access token, renewed first if it expired while the computer slept; undefined when signed out. */
  getToken(): Promise<string | undefined>
  onUnauthorized(): void
}

/** Gives the API client its tokens. */
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
