import { AbortedError, AuspexError, type CallInfo, HookError, TimeoutError } from './errors.ts'

/** What ends the wait for code of the app. */
export interface Patience {
  readonly call: CallInfo
  /** The caller's signal */
  readonly stop: AbortSignal | null | undefined
  /** Aborts with it, or once the time is over */
  readonly signal: AbortSignal
}

export const stoppedMessage = 'The call was stopped'

/**
 * Runs code of the app that a call waits for, a token or a hook, and waits no longer than for the server. Whatever it
 * throws leaves as an error of the SDK that names it.
 */
export const runAppCode = async <T>(
  name: string,
  work: () => T | Promise<T>,
  { call, stop, signal }: Patience,
  Failure: typeof HookError = HookError,
): Promise<T> => {
  try {
    return await new Promise<T>((resolve, reject) => {
      const end = (): void =>
        reject(
          stop?.aborted
            ? new AbortedError(stoppedMessage, call, { cause: stop.reason })
            : new TimeoutError(`${name} did not end in time`, call),
        )
      if (signal.aborted) end()
      // The signal is one call's or one attempt's, and goes with it.
      signal.addEventListener('abort', end)
      // In a promise, because what is no async function may throw at once.
      Promise.resolve().then(work).then(resolve, reject)
    })
  } catch (cause) {
    if (cause instanceof AuspexError) throw cause
    throw new Failure(`${name} failed: ${cause instanceof Error ? cause.message : 'see the cause'}`, call, { cause })
  }
}

const longestTimerMs = 2 ** 31 - 1

/** A signal that aborts with the caller's, or after so many milliseconds unless the timer is cleared. */
export const startTimer = (ms: number, stop: Patience['stop']): { readonly signal: AbortSignal; clear(): void } => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(ms, longestTimerMs))
  return {
    signal: stop ? AbortSignal.any([stop, late.signal]) : late.signal,
    clear: () => clearTimeout(timer),
  }
}
