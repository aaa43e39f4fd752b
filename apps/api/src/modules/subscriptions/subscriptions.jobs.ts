import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Logger } from '../../kernel/logger.ts'

/** The schedule bounds how late a webhook is tried again and 06:00 is noticed. */
const queue: Queue = { name: 'subscriptions', isExclusive: true, schedule: '* * * * *' }

export interface SubscriptionJobsOptions {
  /** What one job does, one after the other; each picks up what is due and no more. */
  steps: readonly ((signal: AbortSignal) => Promise<void>)[]
  log: Pick<Logger, 'warn'>
}

/** Judges monitors, sends trends and posts alerts. One queue, because a post follows what was judged a moment before. */
export function createSubscriptionJobs({ steps, log }: SubscriptionJobsOptions): Job[] {
  return [
    createJob({
      queue,
      async run(_, { signal }) {
        const failures: unknown[] = []
        for (const step of steps) {
          if (signal.aborted) break
          await step(signal).catch((error: unknown) => failures.push(error))
        }
        signal.throwIfAborted()
        // the first is what the job failed of; a step that failed beside it must not be silent
        for (const error of failures.slice(1)) log.warn({ err: error }, 'another step of subscriptions failed')
        if (failures.length > 0) throw failures[0]
      },
    }),
  ]
}
