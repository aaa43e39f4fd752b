import { RETURN_TO_KEY, TRIED_AGAIN_KEY } from './session-storage.ts'
import type { SessionErrorCode } from './session-errors.ts'

/**
 * Whether the page retries automatically: only once, or a sign-in that always fails would loop between provider and app
 * forever. A wrong configuration is not retried.
 */
export const triesAgainByItself = (code: SessionErrorCode): boolean =>
  code !== 'config' && sessionStorage.getItem(TRIED_AGAIN_KEY) === null

/** Records that the page has retried automatically. */
export const noteTriedAgain = (): void => sessionStorage.setItem(TRIED_AGAIN_KEY, 'yes')

/** Cancels a sign-in: forgets its return address and goes to the start page. */
export function cancelSignIn({ replace }: { replace: (address: string) => void } = browser): void {
  sessionStorage.removeItem(RETURN_TO_KEY)
  replace('/')
}

const browser = { replace: (address: string) => location.replace(address) }
