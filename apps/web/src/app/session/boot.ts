import type { User } from 'oidc-client-ts'
import type { IdentityManager } from './identity-manager.ts'
import { watchOtherTabs } from './other-tabs.ts'
import { startRenewal } from './renewal.ts'
import { CALLBACK_PATH } from './session-config.ts'
import { SessionError, translateError } from './session-errors.ts'
import { logSession } from './session-log.ts'
import { REFUSED_TOKEN_KEY } from './session-storage.ts'
import { isSharedPath } from './shared-path.ts'
import { signIn, takeReturnUrl } from './sign-in.ts'
import { finishSignOut } from './sign-out.ts'
import { wasRefused } from './token-refusals.ts'

/** What the page has to do once boot is over. */
export type Boot =
  /** Render the app for this person. */
  | { kind: 'ready'; user: User }
  /** Render the page of a share link for a reader who is not signed in. */
  | { kind: 'anonymous' }
  /** Render nothing or the loading screen: the browser is on its way to the provider. */
  | { kind: 'leaving' }
  /** Render the loading screen: the session is closed, and the page is about to load anew. */
  | { kind: 'signed-out' }
  /** Render nothing: this is the hidden frame of a silent renewal. */
  | { kind: 'iframe' }
  /** Render the authentication error view. */
  | { kind: 'error'; error: SessionError }

/**
 * Settles who is signed in. Runs once for each page load, before React renders, so that rendering twice cannot spend
 * a code or a refresh token twice.
 */
export async function boot(manager: IdentityManager): Promise<Boot> {
  try {
    // a link for anyone can be read where nobody could sign in
    if (!window.isSecureContext && isSharedPath(location.pathname)) return { kind: 'anonymous' }
    if (!window.isSecureContext) throw new SessionError('config', 'Signing in needs https, or http on localhost')
    if (window.self !== window.top) {
      if (location.pathname === CALLBACK_PATH) await manager.signinSilentCallback()
      return { kind: 'iframe' }
    }
    if (finishSignOut()) return { kind: 'signed-out' }
    watchOtherTabs(manager)
    const user = location.pathname === CALLBACK_PATH ? await finishSignIn(manager) : await resumeSession(manager)
    if (!user && isSharedPath(location.pathname)) return { kind: 'anonymous' }
    if (!user) {
      await signIn(manager)
      return { kind: 'leaving' }
    }
    startRenewal(manager)
    return { kind: 'ready', user }
  } catch (error) {
    logSession('sign-in failed', error)
    return { kind: 'error', error: translateError(error) }
  }
}

/** Exchanges the code and puts the address back that the person wanted. */
async function finishSignIn(manager: IdentityManager): Promise<User | undefined> {
  const user = await manager.signinCallback()
  history.replaceState(null, '', takeReturnUrl())
  sessionStorage.removeItem(REFUSED_TOKEN_KEY)
  return user
}

/** The stored session, renewed if need be. The library itself does not renew a token that is expired already. */
async function resumeSession(manager: IdentityManager): Promise<User | null> {
  const user = await manager.getUser()
  if (!user || (!manager.isExpiring(user) && !wasRefused(user))) return user
  try {
    return await manager.signinSilent()
  } catch (error) {
    logSession('expired session', error)
    await manager.removeUser()
    return null
  }
}
