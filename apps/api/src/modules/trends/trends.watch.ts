import type { Logger } from '../../kernel/logger.ts'
import type { TrendsUsecases } from './trends.usecases.ts'

/** How often the library is looked at. */
const everyMs = 30_000

/** Recomputes trends in the background once the library has changed and come to rest for one look. */
export function createTrendsWatch({
  trends,
  log,
}: {
  trends: Pick<TrendsUsecases, 'isOld' | 'refresh'>
  log: Pick<Logger, 'warn'>
}) {
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let seen: number | null = null

  async function look(): Promise<void> {
    try {
      const { isOld, revision } = await trends.isOld()
      const isAtRest = seen === revision
      seen = revision
      if (isOld && isAtRest) await trends.refresh()
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
