import type { IdentityManager } from './identity-manager.ts';
import { CALLBACK_PATH } from './session-config.ts';
import { RETURN_TO_KEY, SIGNED_OUT_AT_KEY } from './session-storage.ts';

/** After a sign-out the provider must ask for the password, though its session may still be closing. */
const ASK_AGAIN_MS = 10_000;

/**
 * Remembers where the person is and goes to the provider. The page is left while this runs.
 *
 * @throws when the provider cannot be reached
 */
export async function signIn(manager: IdentityManager): Promise<void> {
  if (location.pathname !== CALLBACK_PATH) sessionStorage.setItem(RETURN_TO_KEY, location.href);
  // Back from the provider may revive this page as it was, signed out and empty.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload());
  const sinceSignOut = Date.now() - Number(localStorage.getItem(SIGNED_OUT_AT_KEY) ?? 0);
  await manager.signinRedirect(sinceSignOut < ASK_AGAIN_MS ? { prompt: 'login' } : {});
}

/** Takes the remembered address, once. Only an address of this site counts; the root is the fallback. */
export function takeReturnUrl(): string {
  const saved = sessionStorage.getItem(RETURN_TO_KEY);
  sessionStorage.removeItem(RETURN_TO_KEY);
  const url = saved ? URL.parse(saved) : null;
  return url?.origin === location.origin ? url.href : '/';
}
