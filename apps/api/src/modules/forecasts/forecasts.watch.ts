import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { forecastSignal, type IssueDependencies } from './issue-forecasts.ts'
import { scoreDue } from './score-forecasts.ts'

/** How often is looked; days are the unit, so this only bounds how late a day is noticed. */
const everyMs = 10 * 60_000
/** Signals whose forecast was looked at so lately keep getting one a day. */
const watchedForMs = 30 * 86_400_000
const batch = 20

export interface ForecastsWatchOptions extends IssueDependencies {
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Scores what is due and issues the day's forecasts, in the background. */
export function createForecastsWatch(options: ForecastsWatchOptions) {
  const { repository, clock, log } = options
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    await scoreDue(options)
    const now = clock.now()
    const day = now.toISOString().slice(0, 10)
    const since = new Date(now.getTime() - watchedForMs)
    for (const signalId of await repository.findUnissued({ since, day, limit: batch }))
      await forecastSignal(signalId, options).catch((error: unknown) =>
        log.warn({ err: error, signalId }, 'a signal could not be forecast and will be tried again'),
      )
  }

  return {
    /** One look, for tests and for the timer; never two at once. */
    look: () =>
      (looking ??= look()
        .catch((error: unknown) => log.warn({ err: error }, 'forecasts could not be looked after'))
        .finally(() => {
          looking = null
        })),
    start(): void {
      void this.look()
      timer ??= setInterval(() => void this.look(), everyMs).unref()
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      timer = null
      await looking
    },
  }
}
