import type { IdentityManager } from './identity-manager.ts'
import { SessionError } from './session-errors.ts'
import { logSession } from './session-log.ts'
import { signIn } from './sign-in.ts'

/** Renews tokens before they expire, for as long as the page lives. A renewal that fails leads to sign-in. */
export function startRenewal(manager: IdentityManager): void {
  const expireSession = createExpiry(manager)
  manager.events.addSilentRenewError((error) => {
    // Throttled: the token is still valid, and the next renewal may be admitted.
    if (error instanceof SessionError && error.code === 'throttle') logSession(error.message)
    else void expireSession(error)
  })
  // After a computer slept, both timers fire together; the renewal of the first one may be under way.
  manager.events.addAccessTokenExpired(async () => {
    try {
      if (!(await manager.signinSilent())) await expireSession('signed out')
    } catch (error) {
      await expireSession(error)
    }
  })
  manager.startSilentRenew()
}

/** Ends the session once, however many timers report the same failure. */
function createExpiry(manager: IdentityManager): (error: unknown) => Promise<void> {
  let isLeaving = false
  return async (error) => {
    if (isLeaving) return
    isLeaving = true
    logSession('expired session', error)
    manager.stopSilentRenew()
    await manager.removeUser()
    try {
      await signIn(manager)
    } catch {
      // Without the provider there is nowhere to go; a reload shows the error view with its buttons.
      location.reload()
    }
  }
}
