import type { IdentityManager } from './identity-manager.ts';
import { SessionError } from './session-errors.ts';
import { logSession } from './session-log.ts';
import { signIn } from './sign-in.ts';

/** Renews tokens before they expire, for as long as the page lives. A renewal that fails leads to sign-in. */
export function startRenewal(manager: IdentityManager): void {
  let leaving = false;
  const expireSession = async (error: unknown) => {
    if (leaving) return;
    leaving = true;
    logSession('expired session', error);
    manager.stopSilentRenew();
    await manager.removeUser();
    // Without the provider there is nowhere to go; a reload shows the error view with its buttons.
    await signIn(manager).catch(() => location.reload());
  };

  manager.events.addSilentRenewError((error) => {
    // Throttled: the token is still valid, and the next renewal may be admitted.
    if (error instanceof SessionError && error.code === 'throttle') logSession(error.message);
    else void expireSession(error);
  });
  // After a computer slept, both timers fire together; the renewal of the first one may be under way.
  manager.events.addAccessTokenExpired(() => {
    manager.signinSilent().then((user) => (user ? undefined : expireSession('signed out')), expireSession);
  });
  manager.startSilentRenew();
}
