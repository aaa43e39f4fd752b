import type { AssistantEvent } from '@auspex/sdk/types'

/** Why a run ends before its answer is complete. */
export type StopReason = 'stopped' | 'left' | 'time' | 'closing'

/** A run of this process. */
export interface LiveRun {
  readonly id: string
  readonly events: readonly AssistantEvent[]
  readonly isEnded: boolean
  readonly readers: number
  /** Resolves when the run has ended and its answer is stored. */
  readonly ended: Promise<void>
  /** Aborted with a `StopReason`. */
  readonly signal: AbortSignal
  stop(reason: StopReason): void
  publish(events: readonly AssistantEvent[]): void
  end(): void
  /** Resolves when there is more to read, the run has ended, or the signal aborts. */
  more(signal: AbortSignal): Promise<void>
  /** Counts a reader until the returned function is called. */
  attach(): () => void
}

export interface LiveRuns {
  open(id: string): LiveRun
  find(id: string): LiveRun | undefined
  list(): readonly LiveRun[]
}

/** The runs of this process. Calls `whenLeft` when an unfinished run loses its last reader. */
export function createLiveRuns(whenLeft: (run: LiveRun) => void): LiveRuns {
  const runs = new Map<string, LiveRun>()
  return {
    find: (id) => runs.get(id),
    list: () => [...runs.values()],
    open(id) {
      const run = createLiveRun(id, whenLeft)
      runs.set(id, run)
      void run.ended.then(() => runs.delete(id))
      return run
    },
  }
}

function createLiveRun(id: string, whenLeft: (run: LiveRun) => void): LiveRun {
  const controller = new AbortController()
  const endOfRun = Promise.withResolvers<void>()
  const events: AssistantEvent[] = []
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const each of waiters) each()
  }
  let readers = 0
  let isEnded = false
  const run: LiveRun = {
    id,
    events,
    ended: endOfRun.promise,
    signal: controller.signal,
    get isEnded() {
      return isEnded
    },
    get readers() {
      return readers
    },
    stop: (reason) => controller.abort(reason),
    publish(more) {
      events.push(...more)
      wake()
    },
    end() {
      isEnded = true
      wake()
      endOfRun.resolve()
    },
    async more(signal) {
      if (isEnded || signal.aborted) return
      await new Promise<void>((resolve) => {
        const done = () => {
          waiters.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiters.add(done)
        signal.addEventListener('abort', done)
      })
    },
    attach() {
      readers += 1
      let isAttached = true
      return () => {
        if (!isAttached) return
        isAttached = false
        readers -= 1
        if (readers === 0 && !isEnded) whenLeft(run)
      }
    },
  }
  return run
}
