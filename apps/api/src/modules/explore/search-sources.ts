import type { SignalQuery, SourceRun } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import type { CanonicalQuery } from '../signals/index.ts'
import { beginSearch } from './begin-search.ts'
import { type CancelDependencies, cancelSearch } from './cancel-search.ts'
import type { StartDependencies } from './start-search.ts'
import { withinBudget } from './within-budget.ts'

export type SearchSourcesDependencies = Omit<StartDependencies, 'freshMs'> & CancelDependencies

/** Asks the sources now and waits for them; after `waitMs`, or when the caller hangs up, answers with what there is. */
export async function searchSources(
  input: Pick<SignalQuery, 'feeds'>,
  query: CanonicalQuery,
  caller: { actor: Actor; signal: AbortSignal; waitMs: number },
  deps: SearchSourcesDependencies,
): Promise<SourceRun[]> {
  const { actor, signal, waitMs } = caller
  const provenance = await deps.provenance()
  await deps.signals.save(query)
  const request = { query, feeds: input.feeds ?? [], provenance, userId: actor.userId }
  const started = await beginSearch(request, { follow: false }, deps)
  const running = deps.running.findSearch(started.request_id)
  if (running === null) return started.sources
  await withinBudget(() => running.job.done, { budgetMs: waitMs, signal })
  const { sources } = await cancelSearch(started.request_id, actor, deps)
  return sources
}
