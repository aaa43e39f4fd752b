import type { Logger } from '../../kernel/logger.ts'

/** How often is looked: it bounds how late a webhook is tried again and 06:00 is noticed. */
const everyMs = 60_000

export interface SubscriptionsWatchOptions {
  /** What one look does, one after the other; each picks up what is due and no more. */
  steps: readonly ((signal: AbortSignal) => Promise<void>)[]
  log: Pick<Logger, 'warn'>
}

/** Judges monitors, sends trends and posts alerts, in the background. */
export function createSubscriptionsWatch({ steps, log }: SubscriptionsWatchOptions) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    for (const step of steps) {
      if (stopping.signal.aborted) return
      try {
        await step(stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'subscriptions could not be looked after')
      }
    }
  }

  return {
    /** One look, for tests and for the timer; never two at once. */
    look: () =>
      (looking ??= look().finally(() => {
        looking = null
      })),
    start(): void {
      void this.look()
      timer ??= setInterval(() => void this.look(), everyMs).unref()
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      timer = null
      stopping.abort()
      await looking
    },
  }
}
