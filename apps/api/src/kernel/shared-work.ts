import { currentWork, runAs } from './work.ts'

interface SharedRun<T> {
  result: Promise<T>
  /** Callers still waiting. */
  waiting: number
  abort: AbortController
}

/**
 * Runs a task once for all callers that request it while it runs. A caller that disconnects stops waiting; the task itself is aborted only when no
 * caller is left.
 */
export function createSharedWork<T>(): (key: string, task: () => Promise<T>) => Promise<T> {
  const runs = new Map<string, SharedRun<T>>()

  function start(key: string, task: () => Promise<T>): SharedRun<T> {
    const abort = new AbortController()
    const result = runAs({ owner: currentWork().owner, signal: abort.signal, tenant: null }, task)
    const run = { result, waiting: 0, abort }
    const forget = () => {
      if (runs.get(key) === run) runs.delete(key)
    }
    result.then(forget, forget)
    runs.set(key, run)
    return run
  }

  return async (key, task) => {
    const { signal } = currentWork()
    signal?.throwIfAborted()
    const run = runs.get(key) ?? start(key, task)
    run.waiting += 1
    const stopWaiting = () => {
      run.waiting -= 1
      if (run.waiting > 0) return
      runs.delete(key) // a new caller starts again and does not join a task that is being aborted
      run.abort.abort(signal?.reason)
    }
    signal?.addEventListener('abort', stopWaiting, { once: true })
    try {
      return await run.result
    } finally {
      signal?.removeEventListener('abort', stopWaiting)
    }
  }
}
