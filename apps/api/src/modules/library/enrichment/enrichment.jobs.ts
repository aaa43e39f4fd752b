import { setTimeout as wait } from 'node:timers/promises'
import { createJob, type Job, type Jobs, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { DatabaseLog } from '../../../adapters/database/database.port.ts'
import { runInBackground } from '../../../kernel/work.ts'

/** Storing usually requests a job; the schedule catches what was stored in the last moments of the previous one. */
const queue: Queue = {
  name: 'enrichment',
  isExclusive: true,
  schedule: '*/5 * * * *',
  maxRunSeconds: 4 * 3_600,
  retry: { limit: 5, delaySeconds: 15, maxDelaySeconds: 600 },
}

const restMs = 10
const idleMs = 2_000
/** A library of millions takes hours; the next job continues where this one ended. */
const maxRunMs = 3_600_000

export interface EnrichmentJobOptions {
  /** Does one unit of work; false when there is nothing to do. */
  step: () => Promise<boolean>
  /** Cleans up once nothing has been stored for a while; false while something is. */
  settle: () => Promise<boolean>
  /** Resolves when no search or import is running. */
  whenIdle: () => Promise<void>
}

/** Works through what is pending in one process, yielding to searches. */
export function createEnrichmentJob({ step, settle, whenIdle }: EnrichmentJobOptions): Job {
  return createJob({
    queue,
    async run(_, { signal, reportProgress }) {
      const began = performance.now()
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      let steps = 0
      while (performance.now() - began < maxRunMs) {
        await Promise.race([whenIdle(), aborted])
        signal.throwIfAborted()
        if (await runInBackground(step)) {
          steps += 1
          if (steps % 100 === 0) await reportProgress({ steps })
          await wait(restMs, undefined, { signal })
          continue
        }
        if (await runInBackground(settle)) return
        await wait(idleMs, undefined, { signal })
      }
    },
  })
}

/** Documents arrive in bursts: the first requests a job, which then finds the others. */
const gatherMs = 2_000

/** Requests enrichment soon after documents were stored. */
export function createEnrichmentRequests(log: DatabaseLog) {
  let jobs: Jobs | null = null
  let timer: NodeJS.Timeout | undefined

  function request(): void {
    const target = jobs
    if (target === null || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      target
        .enqueue(queue, {})
        .catch((error: unknown) => log.warn({ error: String(error) }, 'enrichment waits for its schedule'))
    }, gatherMs).unref()
  }

  return {
    request,
    /** Starts requesting, with one request for what was stored before; without this call, as in programs without jobs, nothing is requested. */
    begin: (target: Jobs): void => {
      jobs = target
      request()
    },
    end: (): void => {
      jobs = null
      clearTimeout(timer)
      timer = undefined
    },
  }
}
