import type { LoginThrottle } from './login-throttle.ts'
import { isKnownTo, type KnownBrowser } from './known-browser.ts'
import type { SecondFactor } from './second-factor.ts'

export interface CodeAttempt {
  accountId: string
  code: string
  address: string
  browser: KnownBrowser | null
}

export type CodeCheck =
  | { kind: 'accepted'; method: 'code' | 'recovery-code' }
  | { kind: 'refused' }
  | { kind: 'throttled'; retryAfterSeconds: number }

/** Checks a code of the second factor. Guesses are throttled like those of passwords, but counted separately. */
export function createCodeCheck({
  secondFactor,
  throttle,
}: {
  secondFactor: SecondFactor
  throttle: LoginThrottle
}): (attempt: CodeAttempt) => Promise<CodeCheck> {
  return async ({ accountId, code, address, browser }) => {
    // an id contains no space, so this key cannot be an account's password counter
    const attempt = {
      account: `code ${accountId}`,
      address,
      browserId: isKnownTo(browser, accountId) ? browser.id : null,
    }
    const permission = await throttle.admit(attempt)
    if (!permission.allowed) return { kind: 'throttled', retryAfterSeconds: permission.retryAfterSeconds }
    const method = await secondFactor.use(accountId, code)
    if (method === null) return { kind: 'refused' }
    await throttle.clear(attempt)
    return { kind: 'accepted', method }
  }
}

export type CheckCode = ReturnType<typeof createCodeCheck>

export function formatWait(seconds: number): string {
  return `Too many attempts. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
}
