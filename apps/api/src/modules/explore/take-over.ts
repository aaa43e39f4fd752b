import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { Signals } from '../signals/index.ts'
import { cancelJob, createSearchJob, jobKey, type SearchJob } from './search-job.ts'
import { planSearch } from './search-plan.ts'
import type { SearchRepository } from './search.repository.ts'
import type { Search, SearchOutcome } from './search.ts'

/** Sentence of searches that were running when their server stopped. */
export const stoppedMessage = 'The server stopped while this search ran. Search again.'
/** Milliseconds after which whoever began a search has given it up. */
const awaitedMs = 600_000

export interface TakeOverDependencies {
  repository: SearchRepository
  signals: Pick<Signals, 'find' | 'endRuns'>
  connectors: readonly (DocumentSource | SeriesSource)[]
  clock: Clock
  /** The running job of the same question in this process. */
  findRunning: (key: string) => SearchJob | undefined
  /** Begins a job that people wait for already. */
  launch: (created: Omit<SearchJob, 'done'>, searches: readonly Search[]) => SearchJob
}

/** What becomes of searches whose process died. */
export function createTakeOver({ repository, signals, connectors, clock, findRunning, launch }: TakeOverDependencies) {
  /** Ends the searches of a job that nobody goes on with. */
  async function abandon(jobId: string): Promise<void> {
    const outcome: SearchOutcome = {
      status: 'failed',
      message: stoppedMessage,
      matched: null,
      suggestions: [],
      finishedAt: clock.now(),
    }
    for (const search of await repository.findWaiting(jobId)) await repository.save({ ...search, outcome })
    await signals.endRuns({ jobIds: [jobId], reason: stoppedMessage })
  }

  return {
    abandon,

    /**
     * Asks the sources anew, under the ids that people wait for. What nobody can be waiting for any more is ended instead.
     * Resolves when it ended.
     */
    async resume(jobId: string, signal: AbortSignal): Promise<void> {
      const waiting = await repository.findWaiting(jobId)
      const [first] = waiting
      if (first === undefined) return
      if (clock.now().getTime() - first.startedAt.getTime() > awaitedMs) return abandon(jobId)
      const { provenance, feeds } = first
      const query = await signals.find(first.signalId)
      // joining it would give these searches the source runs of another job
      await findRunning(jobKey({ query, provenance, feeds }))?.done
      const plans = planSearch({ sources: query.echo.sources, provenance, connectors, feeds })
      const created = createSearchJob({ id: jobId, query, provenance, feeds, plans })
      // the queue that gave the job away holds it
      const job = launch({ ...created, hold: Promise.resolve(null) }, waiting)
      const stop = () => cancelJob(job, clock.now())
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      await job.done
    },

    /** Ends what a stopped process left and no other took over. */
    async endForgotten(): Promise<void> {
      const at = clock.now()
      const before = new Date(at.getTime() - awaitedMs)
      const stopped = await repository.failUnfinished({ message: stoppedMessage, at, before })
      await signals.endRuns({ jobIds: stopped, reason: stoppedMessage })
    },
  }
}
