import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../kernel/logger.ts'

/** How old the progress may be that is told by a process which does not run the search. */
const everyMs = 1_000

/** Writes how far a fan-out is until the returned function is called; that resolves when the last writing is done. */
export function recordProgress(record: () => Promise<void>, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const ended = new AbortController()
  const recording = (async () => {
    while (!ended.signal.aborted) {
      await record().catch((error: unknown) => log.warn({ err: error }, 'the progress of a search could not be stored'))
      await pause(everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return async () => {
    ended.abort()
    await recording
  }
}
