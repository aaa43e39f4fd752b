import { AbortedError, AuspexError, type CallInfo, HookError, TimeoutError } from './errors.ts'

/** What ends the wait for an app's callback. */
export interface CallbackLimits {
  readonly call: CallInfo
  /** The caller's signal */
  readonly callerSignal: AbortSignal | null | undefined
  /** Aborts with it, or after the timeout */
  readonly signal: AbortSignal
}

export const stoppedMessage = 'The call was stopped'

/**
 * Runs an app's callback that a call waits for, a token or a hook, with the same time limit as the server. Whatever it
 * throws becomes an SDK error that names it.
 */
export const runCallback = async <T>(
  name: string,
  work: () => T | Promise<T>,
  { call, callerSignal, signal }: CallbackLimits,
  Failure: typeof HookError = HookError,
): Promise<T> => {
  try {
    return await new Promise<T>((resolve, reject) => {
      const end = (): void =>
        reject(
          callerSignal?.aborted
            ? new AbortedError(stoppedMessage, call, { cause: callerSignal.reason })
            : new TimeoutError(`${name} did not end in time`, call),
        )
      if (signal.aborted) end()
      // The signal belongs to one call or one attempt, and so does the listener.
      signal.addEventListener('abort', end)
      // In a promise, because a function that is not async may throw synchronously.
      Promise.resolve().then(work).then(resolve, reject)
    })
  } catch (cause) {
    if (cause instanceof AuspexError) throw cause
    throw new Failure(`${name} failed: ${cause instanceof Error ? cause.message : 'see the cause'}`, call, { cause })
  }
}

const maxTimerMs = 2 ** 31 - 1

/** A signal that aborts with the caller's, or after this many milliseconds unless the timer is cleared. */
export const startTimer = (
  ms: number,
  stop: CallbackLimits['callerSignal'],
): { readonly signal: AbortSignal; clear(): void } => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(ms, maxTimerMs))
  return {
    signal: stop ? AbortSignal.any([stop, late.signal]) : late.signal,
    clear: () => clearTimeout(timer),
  }
}
