import { runSearchJob } from './run-search-job.ts'
import { cancelJob, handOverJob, createSearchJob } from './search-job.ts'
import { planSearch } from './search-plan.ts'
import { maxWaitMs, type SearchOutcome } from './search.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** Message of searches that were running when their server stopped. */
export const stoppedMessage = 'The server stopped while this search ran. Search again.'

/**
 * Queries the sources again in place of a dead process, under the ids that people wait for. A search too old for anyone to be waiting is ended
 * instead. Resolves when it has ended.
 */
export async function resumeSearches(jobId: string, signal: AbortSignal, deps: SearchDependencies): Promise<void> {
  const { waiting, signals, connectors, running, clock } = deps
  const orphans = await waiting.listOf(jobId)
  const [first] = orphans
  if (first === undefined) return
  if (clock.now().getTime() - first.startedAt.getTime() > maxWaitMs) return abandonSearches(jobId, deps)
  const { provenance, feeds } = first
  const query = await signals.find(first.signalId)
  // joining it would give these searches the source runs of another job
  await running.findJob({ query, provenance, feeds })?.done
  const plans = planSearch({ sources: query.echo.sources, provenance, connectors, feeds })
  const created = createSearchJob({ id: jobId, query, provenance, feeds, plans })
  // the queue that delivered the job holds it
  const job = runSearchJob({ ...created, lease: Promise.resolve(null) }, first.userId, deps)
  for (const search of orphans) running.addSearch(job, search)
  const stop = () => (deps.isShared ? handOverJob(job) : cancelJob(job, clock.now()))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await job.done
  // rejecting returns a handed-over job to its queue
  if (job.isHandedOver) signal.throwIfAborted()
}

/** Ends the searches of a job that no process continues. */
export async function abandonSearches(
  jobId: string,
  { searches, waiting, signals, clock }: SearchDependencies,
): Promise<void> {
  const outcome: SearchOutcome = {
    status: 'failed',
    message: stoppedMessage,
    matched: null,
    suggestions: [],
    finishedAt: clock.now(),
  }
  for (const search of await waiting.listOf(jobId)) await searches.save({ ...search, outcome })
  await signals.endRuns({ jobIds: [jobId], reason: stoppedMessage })
}

/** Ends searches that a stopped process left and no other took over. */
export async function endForgottenSearches({ waiting, signals, clock }: SearchDependencies): Promise<void> {
  const at = clock.now()
  const abandonedBefore = new Date(at.getTime() - maxWaitMs)
  const stopped = await waiting.failBefore(abandonedBefore, { message: stoppedMessage, at })
  await signals.endRuns({ jobIds: stopped, reason: stoppedMessage })
}
