import type { Clock } from '../source.types.ts'

/** The rate limit of a host. */
export interface HostPolicy {
  /** Milliseconds between two requests, on average. */
  intervalMs: number
  /** Requests that may be sent at once after a pause. */
  burst: number
  /** Requests that may be open at the same time. */
  concurrency: number
}

/** Waits, or rejects with the signal's reason when it is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export interface HostGate {
  /** Waits for this request's turn. Call the returned function when the request has finished. */
  enter: (signal: AbortSignal) => Promise<() => void>
  /** Returns a turn that never reached the host: the limit counts only what a host had to answer. */
  giveBack: () => void
  /** Milliseconds that a request entering now would wait for its turn, not counting the queue before it. */
  turnInMs: () => number
  /** Records that the host requested a pause. */
  pause: (ms: number) => void
  /** Remaining milliseconds of a pause; 0 when there is none. */
  pausedMs: () => number
}

/** A token bucket (as GCRA: one number, the theoretical arrival time) and a queue for one host. */
export function createHostGate({ policy, clock, wait }: { policy: HostPolicy; clock: Clock; wait: Wait }): HostGate {
  let nextMs = 0
  let pausedUntilMs = 0
  let open = 0
  const queue: (() => void)[] = []

  const release = () => {
    open -= 1
    queue.shift()?.()
  }
  const queued = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', stop)
        open += 1
        resolve()
      }
      const stop = () => {
        queue.splice(queue.indexOf(start), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop, { once: true })
      queue.push(start)
    })
  const turnInMs = (): number => Math.max(0, nextMs - (policy.burst - 1) * policy.intervalMs - clock().getTime())
  const reserve = (): number => {
    const delayMs = turnInMs()
    nextMs = Math.max(clock().getTime(), nextMs) + policy.intervalMs
    return delayMs
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (open < policy.concurrency) open += 1
      else await queued(signal)
      try {
        const delayMs = reserve()
        if (delayMs > 0) await wait(delayMs, signal)
      } catch (error) {
        release()
        throw error
      }
      let hasLeft = false
      return () => {
        if (!hasLeft) release()
        hasLeft = true
      }
    },
    giveBack() {
      nextMs -= policy.intervalMs
    },
    turnInMs,
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, clock().getTime() + ms)
    },
    pausedMs: () => Math.max(0, pausedUntilMs - clock().getTime()),
  }
}
