import type { User } from 'oidc-client-ts'
import type { IdentityManager } from './identity-manager.ts'
import { logSession, signedOutAtKey, signingOutKey } from './session-storage.ts'

/** The product's delay before it goes to the root after the session is closed. */
const rootDelayMs = 500

/** Limits how long a slow token revocation may delay the sign-out. */
const revocationLimitMs = 5000

interface SignOutDependencies {
  /** Replaces the page with an address. */
  replace: (address: string) => void
}

const browser: SignOutDependencies = { replace: (address) => location.replace(address) }

/**
 * Signs out: revokes the tokens, deletes them, closes the provider's session and ends at the root of the app. Each step is
 * tried even if the previous one failed; the other tabs notice by themselves. The page unloads during this call.
 */
export const signOut = async (manager: IdentityManager, { replace } = browser): Promise<void> => {
  manager.stopSilentRenew()
  localStorage.setItem(signedOutAtKey, String(Date.now()))
  sessionStorage.setItem(signingOutKey, 'closing')
  const user = await manager.getUser()
  if (user) await revokeTokens(manager, user)
  await manager.removeUser()
  try {
    const hasEndpoint = Boolean(await manager.metadataService.getEndSessionEndpoint())
    if (!hasEndpoint) goToRoot(replace)
    else await manager.signoutRedirect(user?.id_token ? { id_token_hint: user.id_token } : {})
  } catch (error) {
    logSession('could not close the session', error)
    goToRoot(replace)
  }
}

/**
 * Completes the sign-out after the provider has closed its session and redirected back.
 *
 * @returns whether there is a sign-out to complete; the page unloads during this call
 */
export const finishSignOut = ({ replace } = browser): boolean => {
  // Any other address was opened by a person who did not wait for the provider.
  if (location.pathname !== '/' || sessionStorage.getItem(signingOutKey) !== 'closing') return false
  goToRoot(replace)
  return true
}

const goToRoot = (replace: SignOutDependencies['replace']): void => {
  sessionStorage.setItem(signingOutKey, 'closed')
  // replace() loads a new document by itself; a reload() after it would cancel it.
  setTimeout(() => replace('/'), rootDelayMs)
}

const revokeTokens = async (manager: IdentityManager, user: User): Promise<void> => {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, revocationLimitMs))
  const types = ['access_token', 'refresh_token'] as const
  const revocations = types.map((type) =>
    manager.revokeToken(user, type).catch((error: unknown) => logSession(`could not revoke the ${type}`, error)),
  )
  await Promise.race([Promise.all(revocations), limit])
}
