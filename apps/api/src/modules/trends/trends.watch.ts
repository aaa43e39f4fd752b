import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { TrendsUsecases } from './trends.usecases.ts'

/** How often the library is looked at. */
const everyMs = 30_000

/** Searches change the library all day; four-week windows need no more than this. */
const atMostEveryMs = 10 * 60_000

export interface TrendsWatchOptions {
  trends: Pick<TrendsUsecases, 'isOld' | 'refresh'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Recomputes trends in the background once the library has changed and come to rest for one look. */
export function createTrendsWatch({ trends, clock, log }: TrendsWatchOptions) {
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let seen: number | null = null
  let refreshedAt = -Infinity

  async function look(): Promise<void> {
    try {
      const { isOld, revision } = await trends.isOld()
      const isAtRest = seen === revision
      seen = revision
      const now = clock.now().getTime()
      if (!isOld || !isAtRest || now - refreshedAt < atMostEveryMs) return
      await trends.refresh()
      refreshedAt = now
    } catch (error) {
      log.warn({ err: error }, 'trends could not be computed and will be tried again')
    }
  }

  return {
    /** One look, for tests and for the timer; never two at once. */
    look: () =>
      (looking ??= look().finally(() => {
        looking = null
      })),
    start(): void {
      timer ??= setInterval(() => void this.look(), everyMs).unref()
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      timer = null
      await looking
    },
  }
}
