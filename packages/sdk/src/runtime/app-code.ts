import { AbortedError, AuspexError, type CallInfo, HookError, TimeoutError } from './errors.ts'

/** What ends the wait for code of the app. */
export interface Patience {
  readonly call: CallInfo
  /** The caller's signal */
  readonly stop: AbortSignal | null | undefined
  /** Aborts once the time is over */
  readonly late: AbortSignal
}

export const stoppedMessage = 'The call was stopped'

/**
 * Runs code of the app that a call waits for, a token or a hook, and waits no longer than for the server. Whatever it
 * throws leaves as an error of the SDK that names it.
 */
export const runAppCode = async <T>(
  name: string,
  work: () => T | Promise<T>,
  { call, stop, late }: Patience,
  Failure: typeof HookError = HookError,
): Promise<T> => {
  const ended = new AbortController()
  try {
    return await new Promise<T>((resolve, reject) => {
      const onAbort = (signal: AbortSignal, toError: () => AuspexError): void => {
        if (signal.aborted) reject(toError())
        signal.addEventListener('abort', () => reject(toError()), { signal: ended.signal })
      }
      if (stop) onAbort(stop, () => new AbortedError(stoppedMessage, call, { cause: stop.reason }))
      onAbort(late, () => new TimeoutError(`${name} did not end in time`, call))
      // In a promise, because what is no async function may throw at once.
      Promise.resolve().then(work).then(resolve, reject)
    })
  } catch (cause) {
    if (cause instanceof AuspexError) throw cause
    throw new Failure(`${name} failed: ${cause instanceof Error ? cause.message : 'see the cause'}`, call, { cause })
  } finally {
    ended.abort()
  }
}

const longestTimerMs = 2 ** 31 - 1

/** A signal that aborts after so many milliseconds, unless it is cleared. */
export const startTimer = (ms: number): { readonly late: AbortSignal; clear(): void } => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), Math.min(ms, longestTimerMs))
  return { late: controller.signal, clear: () => clearTimeout(timer) }
}
