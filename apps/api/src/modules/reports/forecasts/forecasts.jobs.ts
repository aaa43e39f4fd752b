import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { forecastSignal, type IssueDependencies } from './issue-forecasts.ts'
import { scoreDue } from './score-forecasts.ts'

/** The unit is a day, so the schedule only limits how late a new day is noticed. */
const queue: Queue = { name: 'forecasts', isExclusive: true, schedule: '*/10 * * * *' }
/** Signals whose forecast was viewed within this time continue to get one a day. */
const watchedForMs = 30 * 86_400_000
const batch = 20

export interface ForecastJobsOptions extends IssueDependencies {
  clock: Clock
  log: Logger
}

/** Scores forecasts that are due and issues the day's forecasts. */
export function createForecastJobs(options: ForecastJobsOptions): Job[] {
  const { repository, clock, log } = options
  return [
    createJob({
      queue,
      async run(_, { signal }) {
        await scoreDue(options)
        const now = clock.now()
        const day = now.toISOString().slice(0, 10)
        const since = new Date(now.getTime() - watchedForMs)
        for (const signalId of await repository.findUnissued({ since, day, limit: batch })) {
          if (signal.aborted) return // the next job continues with the rest
          // first, so that a signal that cannot be forecast, or crashes the process, is behind the others the next time
          await repository.noteTry(signalId, now)
          await forecastSignal(signalId, options).catch((error: unknown) =>
            log.warn({ err: error, signalId }, 'a signal could not be forecast and will be tried again'),
          )
        }
      },
    }),
  ]
}
