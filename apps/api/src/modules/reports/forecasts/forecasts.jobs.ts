import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import { forecastSignal } from './issue-forecasts.ts'
import { scoreDue } from './score-forecasts.ts'

/** The unit is a day, so the schedule only limits how late a new day is noticed. */
const queue: Queue = { name: 'forecasts', isExclusive: true, schedule: '*/10 * * * *' }
/** Signals whose forecast was viewed within this time continue to get one a day. */
const watchedForMs = 30 * 86_400_000
const forecastsPerPass = 20

/** Scores forecasts that are due and issues the day's forecasts. */
export function createForecastJobs(deps: ForecastDependencies): Job[] {
  const { forecasts, clock, log } = deps
  return [
    createJob({
      queue,
      async run(_, { signal }) {
        await scoreDue(deps)
        const now = clock.now()
        const day = now.toISOString().slice(0, 10)
        const since = new Date(now.getTime() - watchedForMs)
        for (const signalId of await forecasts.findUnissued({ since, day, limit: forecastsPerPass })) {
          if (signal.aborted) return // the next job continues with the rest
          // first, so that a signal that cannot be forecast, or crashes the process, is behind the others the next time
          await forecasts.noteTry(signalId, now)
          await forecastSignal(signalId, deps).catch((error: unknown) =>
            log.warn({ err: error, signalId }, 'a signal could not be forecast and will be tried again'),
          )
        }
      },
    }),
  ]
}
