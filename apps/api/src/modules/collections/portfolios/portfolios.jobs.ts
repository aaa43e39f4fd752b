import { takeReading } from '@auspex/analytics'
import type { Kysely } from 'kysely'
import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createJob, type Job, type Jobs, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Signals } from '../../reports/index.ts'
import { forgetReadings, saveReading } from './readings.repository.ts'
import { createRefreshesRepository, type TrendResult } from './refreshes.repository.ts'

const forgetQueue: Queue = { name: 'trend-stages-expired', isExclusive: true, schedule: '41 4 * * *', pollSeconds: 60 }

/** After this many the refresh is queued behind those of others, so that a person who saves one signal does not wait for 500. */
const maxPerRun = 20
const retentionMs = 120 * 86_400_000
const broken = { code: 'portfolios.measuring_failed', reason: 'Something went wrong on the server; refresh it again.' }

export interface PortfolioJobsOptions {
  database: Database
  signals: Signals
  queue: Jobs
  clock: Clock
  log: Logger
}

/** Measures the trends of portfolios one after the other, and deletes readings that no dashboard compares with any more. */
export function createPortfolioJobs(options: PortfolioJobsOptions): Job[] {
  const { database, queue, clock } = options
  const refreshes = createRefreshesRepository(database.kysely)
  return [
    createJob({
      queue: refreshQueue,
      async run(refresh, { signal }) {
        const { portfolioId, refreshId } = refresh
        for (let count = 0; count < maxPerRun; count += 1) {
          signal.throwIfAborted()
          const next = await refreshes.next(portfolioId, refreshId)
          if (next === null) break
          const result = await measureTrend(next, options)
          signal.throwIfAborted() // an interrupted measurement is not a failed one
          await refreshes.saveResult(portfolioId, refreshId, result)
          await yieldTurn()
        }
        if (!(await completeRefresh(refresh, options))) await queue.enqueue(refreshQueue, refresh)
      },
      // the process died each time, so no attempt could record a failure
      giveUp: ({ portfolioId, refreshId }) =>
        refreshes.fail(portfolioId, refreshId, { at: clock.now(), failure: broken }),
    }),
    createJob({
      queue: forgetQueue,
      run: () => forgetReadings(new Date(clock.now().getTime() - retentionMs), database.kysely),
    }),
  ]
}

/** A trend that cannot be measured stores the reason, and does not stop the others. */
async function measureTrend(
  { trendId, signalId }: { trendId: string; signalId: string },
  { database, signals, clock, log }: PortfolioJobsOptions,
): Promise<TrendResult> {
  try {
    const report = await signals.readReport(signalId)
    const reading = {
      signalId,
      computedAt: new Date(report.computedAt),
      stage: report.stage.stage,
      documents: report.counts.documents,
      numbers: takeReading(report),
    }
    await saveReading(reading, database.kysely)
    return { trendId, at: clock.now(), failure: null }
  } catch (error) {
    if (error instanceof CodedError)
      return { trendId, at: clock.now(), failure: { code: error.code, reason: error.message.slice(0, 500) } }
    log.warn({ err: error, signalId }, 'a trend could not be measured')
    return { trendId, at: clock.now(), failure: broken }
  }
}

/** Ends a refresh that has nothing left to measure; returns whether it is over. */
function completeRefresh({ portfolioId, refreshId }: Refresh, { database, clock }: PortfolioJobsOptions) {
  return database.kysely.transaction().execute(async (trx) => {
    const refreshes = createRefreshesRepository(trx)
    await refreshes.lock(portfolioId)
    return refreshes.complete(portfolioId, refreshId, clock.now())
  })
}

/** A refresh to be run. */
export interface Refresh {
  portfolioId: string
  refreshId: string
}

export const refreshQueue: Queue<Refresh> = {
  name: 'portfolio-refreshes',
  retry: { limit: 3, delaySeconds: 2, maxDelaySeconds: 60 },
}

/** Stores a change and, if that begins the refresh, queues its job in the same transaction. */
export async function storeAndQueue<T>(
  refresh: Refresh,
  write: (transaction: Kysely<object>) => Promise<{ result: T; isBegun: boolean }>,
  { jobs }: { jobs: Jobs },
): Promise<T> {
  const results: T[] = []
  await jobs.enqueueWith(refreshQueue, refresh, async (transaction) => {
    const { result, isBegun } = await write(transaction)
    results.push(result)
    return isBegun
  })
  return results[0] as T // assigned exactly once: a failure throws
}
