import type { IdentityManager } from './identity-manager.ts'
import { returnToKey, signedOutAtKey, signingOutKey, triedAgainKey } from './session-storage.ts'
import type { SessionErrorCode } from './session-errors.ts'

/** After a sign-out the provider must ask for the password, although its session may still be closing. */
const askAgainMs = 10_000

/** How long other tabs wait for the tab that signs out to close the provider's session. */
const closingMs = 1500

/**
 * Remembers the current address and goes to the provider. The page unloads during this call.
 *
 * @throws if the provider cannot be reached
 */
export const signIn = async (manager: IdentityManager): Promise<void> => {
  if (location.pathname !== manager.callbackPath) sessionStorage.setItem(returnToKey, location.href)
  // The Back button on the provider's page may restore this page from the cache, signed out and empty.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload())
  const signedOutAt = Number(localStorage.getItem(signedOutAtKey) ?? 0)
  const isClosingHere = sessionStorage.getItem(signingOutKey) !== null
  sessionStorage.removeItem(signingOutKey)
  if (!isClosingHere) await waitUntil(signedOutAt + closingMs)
  const canAskAgain = Date.now() - signedOutAt < askAgainMs
  await manager.signinRedirect(canAskAgain ? { prompt: 'login' } : {})
}

const waitUntil = async (time: number): Promise<void> => {
  const rest = time - Date.now()
  // A clock that was set back must not extend the wait.
  if (rest > 0 && rest <= closingMs) await new Promise((resolve) => setTimeout(resolve, rest))
}

/** Returns and clears the remembered address. Only an address of this site is valid; the fallback is the root. */
export const takeReturnUrl = (): string => {
  const saved = sessionStorage.getItem(returnToKey)
  sessionStorage.removeItem(returnToKey)
  const url = saved ? URL.parse(saved) : null
  return url?.origin === location.origin ? url.href : '/'
}

/**
 * Whether the page retries automatically: only once, or a sign-in that always fails would loop between provider and app
 * forever. A wrong configuration is not retried.
 */
export const retriesAutomatically = (code: SessionErrorCode): boolean =>
  code !== 'config' && code !== 'app_removed' && sessionStorage.getItem(triedAgainKey) === null

/** Records that the page has retried automatically. */
export const recordAutomaticRetry = (): void => sessionStorage.setItem(triedAgainKey, 'yes')

/** Cancels a sign-in: forgets its return address and goes to the start page. */
export const cancelSignIn = ({ replace }: { replace: (address: string) => void } = browser): void => {
  sessionStorage.removeItem(returnToKey)
  replace('/')
}

const browser = { replace: (address: string) => location.replace(address) }
