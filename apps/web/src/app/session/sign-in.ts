import type { IdentityManager } from './identity-manager.ts'
import { CALLBACK_PATH } from './session-config.ts'
import { RETURN_TO_KEY, SIGNED_OUT_AT_KEY, SIGNING_OUT_KEY, TRIED_AGAIN_KEY } from './session-storage.ts'
import type { SessionErrorCode } from './session-errors.ts'

/** After a sign-out the provider must ask for the password, although its session may still be closing. */
const ASK_AGAIN_MS = 10_000

/** How long other tabs wait for the tab that signs out to close the provider's session. */
const CLOSING_MS = 1500

/**
 * Remembers the current address and goes to the provider. The page unloads during this call.
 *
 * @throws if the provider cannot be reached
 */
export async function signIn(manager: IdentityManager): Promise<void> {
  if (location.pathname !== CALLBACK_PATH) sessionStorage.setItem(RETURN_TO_KEY, location.href)
  // The Back button on the provider's page may restore this page from the cache, signed out and empty.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload())
  const signedOutAt = Number(localStorage.getItem(SIGNED_OUT_AT_KEY) ?? 0)
  const isClosingHere = sessionStorage.getItem(SIGNING_OUT_KEY) !== null
  sessionStorage.removeItem(SIGNING_OUT_KEY)
  if (!isClosingHere) await waitUntil(signedOutAt + CLOSING_MS)
  const canAskAgain = Date.now() - signedOutAt < ASK_AGAIN_MS
  await manager.signinRedirect(canAskAgain ? { prompt: 'login' } : {})
}

async function waitUntil(time: number): Promise<void> {
  const rest = time - Date.now()
  // A clock that was set back must not extend the wait.
  if (rest > 0 && rest <= CLOSING_MS) await new Promise((resolve) => setTimeout(resolve, rest))
}

/** Returns and clears the remembered address. Only an address of this site is valid; the fallback is the root. */
export function takeReturnUrl(): string {
  const saved = sessionStorage.getItem(RETURN_TO_KEY)
  sessionStorage.removeItem(RETURN_TO_KEY)
  const url = saved ? URL.parse(saved) : null
  return url?.origin === location.origin ? url.href : '/'
}

/**
 * Whether the page retries automatically: only once, or a sign-in that always fails would loop between provider and app
 * forever. A wrong configuration is not retried.
 */
export const retriesAutomatically = (code: SessionErrorCode): boolean =>
  code !== 'config' && sessionStorage.getItem(TRIED_AGAIN_KEY) === null

/** Records that the page has retried automatically. */
export const recordAutomaticRetry = (): void => sessionStorage.setItem(TRIED_AGAIN_KEY, 'yes')

/** Cancels a sign-in: forgets its return address and goes to the start page. */
export function cancelSignIn({ replace }: { replace: (address: string) => void } = browser): void {
  sessionStorage.removeItem(RETURN_TO_KEY)
  replace('/')
}

const browser = { replace: (address: string) => location.replace(address) }
