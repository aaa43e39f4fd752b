import type { Provenance, SourceKey } from '@auspex/sdk/types'
import { type DocumentSource, type SeriesSource, sourceLabel } from '@auspex/sources'

/** What a search does with one source. */
export type SourcePlan = { key: SourceKey; label: string } & (
  | { kind: 'count' }
  | { kind: 'fetch'; source: DocumentSource }
  | { kind: 'series'; source: SeriesSource }
  | { kind: 'refuse'; reason: string }
)

export interface PlanInput {
  /** Sources the person named; empty for all enabled ones. */
  sources: readonly SourceKey[]
  provenance: Provenance
  /** The enabled connectors. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  feeds: readonly string[]
}

/** Decides which sources a search queries. Documents already in the library are only counted; demo and real never mix. */
export function planSearch({ sources, provenance, connectors, feeds }: PlanInput): SourcePlan[] {
  const possible =
    provenance === 'demo' ? [demoPlan] : [importedPlan, ...connectors.filter(({ key }) => key !== 'demo').map(toPlan)]
  if (sources.length === 0) return possible.filter(({ key }) => key !== 'rss' || feeds.length > 0)
  return sources.map((key) => possible.find((plan) => plan.key === key) ?? refuse(key, provenance))
}

const importedPlan: SourcePlan = { key: 'imported', label: sourceLabel('imported'), kind: 'count' }
const demoPlan: SourcePlan = { key: 'demo', label: sourceLabel('demo'), kind: 'count' }

function toPlan(source: DocumentSource | SeriesSource): SourcePlan {
  const { key, label } = source
  return source.kind === 'documents' ? { key, label, kind: 'fetch', source } : { key, label, kind: 'series', source }
}

function refuse(key: SourceKey, provenance: Provenance): SourcePlan {
  const mixes = key === 'demo' || provenance === 'demo'
  return {
    key,
    label: sourceLabel(key),
    kind: 'refuse',
    reason: mixes ? 'Demo documents and real ones are never mixed.' : 'This source is not enabled here.',
  }
}

/** Whether an outside source is queried, which may take long; the others are counted in the library, or refused. */
export function queriesExternalSource({ kind }: SourcePlan): boolean {
  return kind === 'fetch' || kind === 'series'
}

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
