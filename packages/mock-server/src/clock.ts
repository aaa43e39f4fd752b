/** Waits in real time; rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(toError(signal.reason))
      return
    }
    const stop = () => {
      clearTimeout(timer)
      reject(toError(signal.reason))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Waits; ends early, without an error, when the caller disconnects: the exchange is still answered and logged. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, signal).catch(() => undefined)
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** The mock's own time, which determines timestamps in bodies and the progress of searches. */
export interface MockClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Sets the time, in milliseconds since the epoch. */
  set(ms: number): void
  /** Advances the time by this many milliseconds. */
  advance(ms: number): void
  /** Called before each write. */
  tick(): void
}

/** The time of the contract's examples. */
const exampleInstant = Date.parse('2026-11-21T08:00:00Z')

const writeMs = 1000

/** A clock that advances only on request and by a second with every write, so that equal requests give equal bytes. */
export function createMockClock(): MockClock {
  let ms = exampleInstant
  return {
    now: () => ms,
    set: (next) => {
      ms = next
    },
    advance: (by) => {
      ms += by
    },
    tick: () => {
      ms += writeMs
    },
  }
}
