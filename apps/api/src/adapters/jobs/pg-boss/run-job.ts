import type { Kysely } from 'kysely'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { runAs, serverWork } from '../../../kernel/work.ts'
import { type JobFacts, tell } from '../../../kernel/telemetry.ts'
import type { Tables } from '../../database/database.port.ts'
import type { Job } from '../jobs.port.ts'
import type { JobRecords } from './job-records.ts'

/** The log that the queue writes to: a plain object of facts and a sentence. */
export interface JobsLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface RunnerOptions {
  boss: PgBoss
  kysely: Kysely<Tables>
  records: JobRecords
  /** Aborted when the process stops. */
  stopping: AbortSignal
  log: JobsLog
}

/** Runs single jobs with their handlers, and records the outcome. */
export function createRunner({ boss, kysely, records, stopping, log }: RunnerOptions) {
  /** Requeues a job as if it had not begun: a deployment must not use up its attempts. */
  async function putBack({ name, id, retryCount, data, singletonKey }: JobWithMetadata): Promise<void> {
    await kysely.transaction().execute(async (transaction) => {
      const db = fromKysely(transaction)
      const completion = await boss.complete(name, { id, retryCount }, undefined, { db })
      // pg-boss returns the count but omits it from its types; 0 means that another process has taken the job over
      if ('affected' in completion && completion.affected === 0) return
      await boss.send(name, data, { db, ...(singletonKey === null ? {} : { singletonKey }) })
    })
  }

  return {
    async run(record: JobWithMetadata, job: Job): Promise<void> {
      const { name: queue, id, data, retryCount, retryLimit } = record
      const began = performance.now()
      const reportEnd = (outcome: JobFacts['outcome']) =>
        tell('job', () => ({ queue, outcome, milliseconds: performance.now() - began }))
      try {
        await runAs(serverWork, () =>
          job.run(data, {
            id,
            attempt: retryCount + 1,
            isLastAttempt: retryCount >= retryLimit,
            signal: AbortSignal.any([record.signal, stopping]),
            reportProgress: (progress) =>
              records
                .reportProgress({ queue, id, progress })
                .catch((error: unknown) => log.warn({ err: error, queue, jobId: id }, 'progress was not stored')),
          }),
        )
        reportEnd('done')
      } catch (error) {
        reportEnd(stopping.aborted ? 'put-back' : 'failed')
        if (stopping.aborted) return putBack(record)
        if (retryCount < retryLimit) log.warn({ err: error, queue, jobId: id }, 'a job failed and will be tried again')
        throw error
      }
    },

    /** Called from the dead letter queue, so that it runs once, whether the last attempt failed or its process died. */
    async giveUp(record: JobWithMetadata, job?: Job) {
      const { data, retryCount, sourceId, sourceName, sourceRetryCount, sourceOutput } = record
      const facts = { queue: sourceName, jobId: sourceId, attempts: (sourceRetryCount ?? 0) + 1, reason: sourceOutput }
      // the module's handler may itself need several attempts
      if (retryCount === 0) log.error(facts, 'a job gave up')
      await runAs(serverWork, async () => job?.giveUp?.(data))
    },
  }
}
