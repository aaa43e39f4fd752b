import type { User } from 'oidc-client-ts'
import type { IdentityManager } from './identity-manager.ts'
import { SessionError, translateError } from './session-errors.ts'
import { logSession, refusedTokenKey, triedAgainKey } from './session-storage.ts'
import { signIn, takeReturnUrl } from './sign-in.ts'
import { finishSignOut } from './sign-out.ts'
import { wasRefused } from './token-provider.ts'

/** What the page has to do after boot. */
export type Boot =
  /** Render the app for this person. */
  | { kind: 'ready'; user: User }
  /** Render a public page for a reader who is not signed in. */
  | { kind: 'anonymous' }
  /** Render nothing or the loading screen: the browser is navigating to the provider. */
  | { kind: 'leaving' }
  /** Render the loading screen: the session is closed, and the page is about to reload. */
  | { kind: 'signed-out' }
  /** Render nothing: this is the hidden frame of a silent renewal. */
  | { kind: 'iframe' }
  /** Render the authentication error view. */
  | { kind: 'error'; error: SessionError }

/** Determines who is signed in. Runs once per page load, before React renders, so that rendering twice cannot use a code or a refresh token twice. */
export const boot = async (manager: IdentityManager): Promise<Boot> => {
  try {
    // a public page works even where signing in is impossible
    if (!window.isSecureContext && manager.isPublicPage()) return { kind: 'anonymous' }
    if (!window.isSecureContext) throw new SessionError('config', 'Signing in needs https, or http on localhost')
    if (window.self !== window.top) {
      if (location.pathname === manager.callbackPath) await manager.signinSilentCallback()
      return { kind: 'iframe' }
    }
    if (finishSignOut()) return { kind: 'signed-out' }
    watchOtherTabs(manager)
    const user = location.pathname === manager.callbackPath ? await finishSignIn(manager) : await resumeSession(manager)
    if (!user && manager.isPublicPage()) return { kind: 'anonymous' }
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

/** Exchanges the code and restores the address that the person requested. */
const finishSignIn = async (manager: IdentityManager): Promise<User | undefined> => {
  const user = await manager.signinCallback()
  manager.recordScopes()
  history.replaceState(null, '', takeReturnUrl())
  sessionStorage.removeItem(refusedTokenKey)
  sessionStorage.removeItem(triedAgainKey)
  return user
}

/** The stored session, renewed if necessary. The library itself does not renew a token that has already expired. */
const resumeSession = async (manager: IdentityManager): Promise<User | null> => {
  const user = await manager.getUser()
  if (user && manager.listNewScopes(user).length > 0) {
    logSession('the app requests more than at the last sign-in')
    await manager.removeUser()
    return null
  }
  if (!user || (!manager.isExpiring(user) && !wasRefused(user))) return user
  try {
    return await manager.signinSilent()
  } catch (error) {
    // Throttled: the token is still valid, and a later renewal may be allowed.
    if (error instanceof SessionError && error.code === 'throttle' && !user.expired) {
      logSession(error.message)
      return user
    }
    logSession('expired session', error)
    await manager.removeUser()
    // the provider could only refuse a new sign-in, too
    if (error instanceof SessionError && error.code === 'app_removed') throw error
    return null
  }
}

/** Reacts to changes of the tokens by other tabs: reloads if they were removed, adopts them if they were renewed. */
const watchOtherTabs = (manager: IdentityManager): void => {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return
    const cleared = event.key === null
    if (!cleared && event.key !== manager.storageKey) return
    if (cleared || event.newValue === null) {
      logSession('tokens removed in another tab')
      location.reload()
    } else {
      // Resets the timers and notifies React.
      void manager.getUser(true)
    }
  })
}

/** Renews tokens before they expire, for the lifetime of the page. A failed renewal leads to sign-in. */
const startRenewal = (manager: IdentityManager): void => {
  const expireSession = createExpiry(manager)
  manager.events.addSilentRenewError((error) => {
    // Throttled: the token is still valid, and the next renewal may be allowed.
    if (error instanceof SessionError && error.code === 'throttle') logSession(error.message)
    else void expireSession(error)
  })
  // After a computer was asleep, both timers fire together; the first one's renewal may be in progress.
  manager.events.addAccessTokenExpired(async () => {
    try {
      if (!(await manager.signinSilent())) await expireSession('signed out')
    } catch (error) {
      await expireSession(error)
    }
  })
  manager.startSilentRenew()
}

/** Ends the session once, even if several timers report the same failure. */
const createExpiry = (manager: IdentityManager): ((error: unknown) => Promise<void>) => {
  let isLeaving = false
  return async (error) => {
    if (isLeaving) return
    isLeaving = true
    logSession('expired session', error)
    manager.stopSilentRenew()
    // A page that loads again says so: it finds tokens that the provider does not renew.
    if (error instanceof SessionError && error.code === 'app_removed') return location.reload()
    await manager.removeUser()
    try {
      await signIn(manager)
    } catch {
      // Without the provider there is no page to redirect to; a reload shows the error view with its buttons.
      location.reload()
    }
  }
}
