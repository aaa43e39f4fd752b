import type { Transaction } from 'kysely'
import type { Tables } from '../database/database.port.ts'

/** A kind of work and its guarantees. The name is its identity in the database: a renamed queue is a new one. */
export interface Queue<Payload extends object = object> {
  readonly name: string
  /** Concurrent jobs in one process. Default: 1. */
  readonly concurrency?: number
  /** With `true`, only one job across all processes, waiting or running: no other is accepted while it exists. Default: false. */
  readonly isExclusive?: boolean
  /** When a failed job is retried; the delay doubles each time, up to `maxDelaySeconds`. Default: 3 times, 5 s, 10 minutes. */
  readonly retry?: { readonly limit: number; readonly delaySeconds: number; readonly maxDelaySeconds: number }
  /** A job that runs longer is aborted and counts as failed. Default: 15 minutes; at most a day. */
  readonly maxRunSeconds?: number
  /** How long the process that runs a job may be silent before another takes the job over, at least 10. Default: 30. */
  readonly leaseSeconds?: number
  /** The interval for polling jobs that this process was not notified of. Default: 10. */
  readonly pollSeconds?: number
  /** A cron expression in UTC: at these times a job with an empty payload is queued, in one process. */
  readonly schedule?: string
  /** Carries the payload's type, and is never set. */
  readonly payload?: Payload
}

/** The context that a job gets while it runs. */
export interface JobContext {
  readonly id: string
  /** Starts at 1. */
  readonly attempt: number
  /** Whether this is the last attempt: if it fails, the job becomes a dead letter. */
  readonly isLastAttempt: boolean
  /** Aborted when the process stops, the job runs too long or another process has taken it over. */
  readonly signal: AbortSignal
  /** Stores the job's progress for `overview`. Never rejects: a job must not fail because its progress could not be stored. */
  reportProgress(progress: object): Promise<void>
}

/** A queue and the handler of its jobs. A job may run twice, after a crash, so every effect must be idempotent. */
export interface Job<Payload extends object = object> {
  readonly queue: Queue<Payload>
  /**
   * Resolves when the job is done. A rejection is a failed attempt, except after `signal` was aborted because the process stops: then the job goes
   * back to the queue as if it had not begun.
   */
  run(payload: Payload, context: JobContext): Promise<void>
  /** Called once when no attempt is left, even when every attempt ended with its process. */
  giveUp?(payload: Payload): Promise<void>
}

/** The lease of a job that this process runs at once: another process takes the job over if this one dies. */
export interface Lease {
  /** Call when the work is done or abandoned: no other process takes it over. Never rejects. */
  release(): Promise<void>
  /** Call when this process stops: another takes the work over at once. Never rejects. */
  handOver(): Promise<void>
}

export interface RunningJob {
  id: string
  queue: string
  startedAt: Date
  /** The progress that it last reported; null before. */
  progress: object | null
}

export interface JobsOverview {
  /** Waiting jobs by queue; queues without any are omitted. */
  waiting: Record<string, number>
  running: RunningJob[]
}

/** A job that used all its attempts. */
export interface FailedJob {
  id: string
  queue: string
  payload: object
  attempts: number
  /** The message of the last failure. */
  reason: string
  failedAt: Date
}

/** A job as administrators see it. */
export interface ListedJob {
  id: string
  queue: string
  state: 'waiting' | 'running' | 'completed' | 'failed'
  attempts: number
  maxAttempts: number
  /** Its payload as JSON; null for an empty one. */
  subject: string | null
  /** The message of its last failure. */
  error: string | null
  queuedAt: Date
  startsAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  /** When somebody requeued it after its last attempt failed. */
  retriedAt: Date | null
}

/** A filter over jobs; null matches any. */
export interface JobFilter {
  state: ListedJob['state'] | null
  queue: string | null
  searchTerm: string | null
}

/** The outcome of retrying a job. */
export type Retry =
  | { outcome: 'queued'; job: ListedJob }
  /** The job does not exist, has not used all its attempts, was already retried, has an unknown queue, or its queue accepts no other job now. */
  | { outcome: 'unknown' | 'not_failed' | 'retried' | 'unserved' | 'occupied' }

/** Work that outlives a request, stored in the database and shared by all processes that use it. */
export interface Jobs {
  /** Declares all queues and their handlers. Call once, before anything else. */
  register(jobs: readonly Job[]): void
  /** Starts to process jobs of these queues, by default all. Jobs of other queues wait. */
  start(jobs?: readonly Job[]): Promise<void>
  /** Stops taking jobs, aborts running ones and requeues them; resolves within seconds, whatever a job does. */
  stop(): Promise<void>
  /** Queues a job; it starts at once when this process has capacity. An exclusive queue that has one accepts no other. */
  enqueue<Payload extends object>(queue: Queue<Payload>, payload: Payload): Promise<void>
  /**
   * Queues a job together with what `write` stores: both or neither. Resolves with the result of `write`; if false, no job is queued. `write` may use
   * only its transaction.
   */
  enqueueWith<Payload extends object>(
    queue: Queue<Payload>,
    payload: Payload,
    write: (transaction: Transaction<Tables>) => Promise<boolean>,
  ): Promise<boolean>
  /** Records work that the caller begins now. Resolves when the record is stored. */
  lease<Payload extends object>(queue: Queue<Payload>, payload: Payload): Promise<Lease>
  /** What is waiting and running now. */
  overview(): Promise<JobsOverview>
  /** The newest dead letters, at most `limit`; they are stored for 30 days. */
  listFailed(limit: number): Promise<FailedJob[]>
  /** Jobs that are waiting, running, were done in the last hour or failed for good in the last 30 days, newest first. */
  list(filter: JobFilter, page: { limit: number; offset: number }): Promise<{ jobs: ListedJob[]; total: number }>
  queueNames(): string[]
  /** Requeues a dead letter together with what `write` stores: both or neither. */
  retry(
    id: string,
    now: Date,
    write: (transaction: Transaction<Tables>, job: ListedJob) => Promise<void>,
  ): Promise<Retry>
}

/** Ties payload and handler to one type; a list of jobs knows only that payloads are objects. */
export function createJob<Payload extends object>(job: Job<Payload>): Job {
  return job // the queue gives each handler what `enqueue` accepted for it
}
