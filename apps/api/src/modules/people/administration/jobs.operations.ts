import type { QueuedJob } from '@auspex/sdk/types'
import type { Jobs, ListedJob, Retry } from '../../../adapters/jobs/jobs.port.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import type { WriteAudit } from '../audit/audit.module.ts'
import { createAdministered } from './administration-store.ts'

export type QueueOfJobs = Jobs

export interface JobOperationsDependencies {
  jobs: QueueOfJobs
  database: Database
  clock: Clock
  writeAudit: WriteAudit
}

/** Background jobs of the server, and retries of failed ones. */
export function createJobOperations({ jobs, database, clock, writeAudit }: JobOperationsDependencies) {
  return {
    listJobs: async ({ query }) => {
      const page = toPageRequest(query)
      const filter = {
        state: query.state ?? null,
        queue: query.queue ?? null,
        searchTerm: query.searchTerm?.trim() ?? null,
      }
      const result = await jobs.list(filter, { limit: page.perPage, offset: pageOffset(page) })
      return {
        status: 200,
        body: { items: result.jobs.map(present), queues: jobs.queueNames(), page: toPageInfo(page, result.total) },
      }
    },

    retryJob: async ({ path: { id } }, { actor, requestId }) => {
      // read before, because the transaction has no second connection
      const administrator = await createAdministered(database.kysely).people.find(actor.userId)
      const retry = await jobs.retry(id, clock.now(), (transaction, job) =>
        writeAudit(transaction, {
          userId: actor.userId,
          userName: administrator?.name ?? administrator?.email ?? null,
          operation: 'retryJob',
          targetKind: 'job',
          targetId: id,
          targetName: job.queue,
          organizationId: null,
          changes: [{ field: 'state', before: 'failed', after: 'waiting' }],
          requestId,
        }),
      )
      if (retry.outcome !== 'queued') throw refuse(retry.outcome)
      return { status: 200, body: present(retry.job) }
    },
  } satisfies Partial<Handlers>
}

function refuse(outcome: Exclude<Retry['outcome'], 'queued'>): CodedError {
  if (outcome === 'unknown')
    return new CodedError({
      kind: 'not_found',
      code: 'jobs.not_found',
      title: 'Job not found',
      detail: 'Failed jobs are kept for 30 days, completed ones for an hour. Reload the list.',
    })
  const [title, detail] = {
    not_failed: ['The job did not give up', 'Only failed jobs can be retried.'],
    retried: ['The job was already queued again', 'Reload the list; the requeued job is a separate one.'],
    unserved: ['No part of this version does such jobs', 'The queue belongs to another version of the program.'],
    occupied: ['The queue has a job that waits or runs', 'Try again when that one is done.'],
  }[outcome] as [string, string] // each has both
  return new CodedError({ kind: 'conflict', code: `jobs.${outcome}`, title, detail })
}

function present(job: ListedJob): QueuedJob {
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...job,
    attempts: Math.min(job.attempts, 1000),
    maxAttempts: Math.min(job.maxAttempts, 1000),
    subject: truncate(job.subject, 500),
    error: truncate(job.error, 1000),
    queuedAt: job.queuedAt.toISOString(),
    startsAt: time(job.startsAt),
    startedAt: time(job.startedAt),
    finishedAt: time(job.finishedAt),
    retriedAt: time(job.retriedAt),
  }
}

function truncate(text: string | null, maxLength: number): string | null {
  return text === null ? null : Array.from(text).slice(0, maxLength).join('')
}
