/** How an attempt ended: with a value, because nobody waits for it any more, or because its time was up. */
export type Budgeted<T> = { kind: 'answered'; value: T } | { kind: 'cancelled' } | { kind: 'timed_out' }

/**
 * Runs an attempt that must end within `budgetMs`. The attempt's own signal aborts at either end, and an attempt that
 * ignores it is left behind: a connector that hangs never holds a search. Rejects with what the attempt rejects with.
 */
export async function withinBudget<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { budgetMs, signal }: { budgetMs: number; signal: AbortSignal },
): Promise<Budgeted<T>> {
  const timeout = AbortSignal.timeout(budgetMs)
  const either = AbortSignal.any([signal, timeout])
  const why = (): Budgeted<T> => (signal.aborted ? { kind: 'cancelled' } : { kind: 'timed_out' })
  if (either.aborted) return why()

  const given = Promise.withResolvers<Budgeted<T>>()
  const giveUp = () => given.resolve(why())
  either.addEventListener('abort', giveUp, { once: true })
  const answered = attempt(either).then(
    (value): Budgeted<T> => ({ kind: 'answered', value }),
    (error: unknown) => {
      if (either.aborted) return why()
      throw error
    },
  )
  try {
    return await Promise.race([answered, given.promise])
  } finally {
    either.removeEventListener('abort', giveUp)
  }
}
