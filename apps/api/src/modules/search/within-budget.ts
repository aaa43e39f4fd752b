/** How an attempt ended: with a value, because no caller waits for it any more, or because its time was up. */
export type BudgetOutcome<T> = { kind: 'answered'; value: T } | { kind: 'cancelled' } | { kind: 'timed_out' }

/**
 * Runs an attempt that must end within `budgetMs`. The attempt's own signal aborts in either case, and an attempt that ignores it is abandoned: a
 * hanging connector never blocks a search. Rejects with the attempt's error.
 */
export async function withinBudget<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { budgetMs, signal }: { budgetMs: number; signal: AbortSignal },
): Promise<BudgetOutcome<T>> {
  const timeout = AbortSignal.timeout(budgetMs)
  const either = AbortSignal.any([signal, timeout])
  const why = (): BudgetOutcome<T> => (signal.aborted ? { kind: 'cancelled' } : { kind: 'timed_out' })
  if (either.aborted) return why()

  const outcome = Promise.withResolvers<BudgetOutcome<T>>()
  const giveUp = () => outcome.resolve(why())
  either.addEventListener('abort', giveUp, { once: true })
  const answered = attempt(either).then(
    (value): BudgetOutcome<T> => ({ kind: 'answered', value }),
    (error: unknown) => {
      if (either.aborted) return why()
      throw error
    },
  )
  try {
    return await Promise.race([answered, outcome.promise])
  } finally {
    either.removeEventListener('abort', giveUp)
  }
}
