import { setTimeout as wait } from 'node:timers/promises'
import { createJob, type Job, type Jobs, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { DatabaseLog } from '../../../adapters/database/database.port.ts'

/** The schedule finds what was stored in the last moment of the job before; usually storing asks for a job. */
const queue: Queue = {
  name: 'enrichment',
  isExclusive: true,
  schedule: '*/5 * * * *',
  longestRunSeconds: 4 * 3_600,
  retry: { limit: 5, delaySeconds: 15, longestSeconds: 600 },
}

const restMs = 10
const idleMs = 2_000
/** A library of millions takes hours; the next job goes on where this one ended. */
const longestMs = 3_600_000

export interface EnrichmentJobOptions {
  /** Does one piece of work; false when there is nothing to do. */
  step: () => Promise<boolean>
  /** Tidies up once nothing was stored for a while; false while something is. */
  settle: () => Promise<boolean>
  /** Resolves when nobody searches or imports. */
  whenIdle: () => Promise<void>
}

/** Works through what is pending in one process, giving way to searches. */
export function createEnrichmentJob({ step, settle, whenIdle }: EnrichmentJobOptions): Job {
  return createJob({
    queue,
    async run(_, { signal, reportProgress }) {
      const began = performance.now()
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      let steps = 0
      while (performance.now() - began < longestMs) {
        await Promise.race([whenIdle(), aborted])
        signal.throwIfAborted()
        if (await step()) {
          steps += 1
          if (steps % 100 === 0) await reportProgress({ steps })
          await wait(restMs, undefined, { signal })
          continue
        }
        if (await settle()) return
        await wait(idleMs, undefined, { signal })
      }
    },
  })
}

/** Documents come in rows, of which the first asks for a job and the others find it. */
const gatherMs = 2_000

/** Asks for enrichment soon after documents were stored. */
export function createEnrichmentRequests(log: DatabaseLog) {
  let jobs: Pick<Jobs, 'enqueue'> | null = null
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
    /** From now on, and once for what was stored before; without it, as in programs that have no jobs, nothing is asked. */
    begin: (target: Pick<Jobs, 'enqueue'>): void => {
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
