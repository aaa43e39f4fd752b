import { createJob, type Job, type Jobs, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { DatabaseLog } from '../../adapters/database/database.port.ts'

/** Storing documents usually enqueues a job; the schedule catches what another process stored. */
const comparisonQueue: Queue = {
  name: 'newsfeed-comparison',
  isExclusive: true,
  schedule: '* * * * *',
  maxRunSeconds: 4 * 3_600,
  retry: { limit: 5, delaySeconds: 15, maxDelaySeconds: 600 },
}
const fetchQueue: Queue = { name: 'newsfeed-feeds', isExclusive: true, schedule: '*/5 * * * *' }

/** A library of millions takes an hour; the next job continues where this one ended. */
const maxDurationMs = 3_600_000
/** Articles arrive in bursts: the first one enqueues a job, which then finds the others. */
const gatherMs = 500

export interface NewsfeedJobsOptions {
  /** Places one batch of pending articles; false when none is pending. */
  compare: () => Promise<boolean>
  /** Fetches the feeds that are due. */
  fetch: (signal: AbortSignal) => Promise<void>
}

export function createNewsfeedJobs({ compare, fetch }: NewsfeedJobsOptions): Job[] {
  return [
    createJob({
      queue: comparisonQueue,
      async run(_, { signal }) {
        const began = performance.now()
        while (performance.now() - began < maxDurationMs && (await compare())) signal.throwIfAborted()
      },
    }),
    createJob({ queue: fetchQueue, run: (_, { signal }) => fetch(signal) }),
  ]
}

/** Enqueues jobs as soon as there is work; does nothing without a job runner, as in tests. */
export function createNewsfeedRequests(jobs: Jobs, log: DatabaseLog) {
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  const enqueue = (queue: Queue) => {
    jobs
      .enqueue(queue, {})
      .catch((error: unknown) => log.warn({ error: String(error) }, 'the news feed waits for its schedule'))
  }
  return {
    requestComparison(): void {
      if (!isOpen || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        enqueue(comparisonQueue)
      }, gatherMs).unref()
    },
    requestFetch(): void {
      if (isOpen) enqueue(fetchQueue)
    },
    begin(): void {
      isOpen = true
      this.requestComparison()
    },
    end(): void {
      isOpen = false
      clearTimeout(timer)
      timer = undefined
    },
  }
}
