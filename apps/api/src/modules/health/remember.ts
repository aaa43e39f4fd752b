import type { Clock } from '../../kernel/clock.ts'

/** Runs the work at most once in the given time; callers in between share its answer. A failure is not remembered. */
export function remember<T>(clock: Clock, forMs: number, work: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined
  return () => {
    const now = clock.now().getTime()
    if (last === undefined || last.until <= now) {
      const entry = { answer: work(), until: now + forMs }
      last = entry
      entry.answer.catch(() => {
        if (last === entry) last = undefined
      })
    }
    return last.answer
  }
}
