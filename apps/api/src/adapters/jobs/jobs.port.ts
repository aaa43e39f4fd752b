import type { Transaction } from 'kysely'
import type { Tables } from '../database/database.port.ts'

/** A kind of work, and what is promised about it. The name is its identity in the database: a renamed queue is a new one. */
export interface Queue<Payload extends object = object> {
  readonly name: string
  /** Jobs at a time in one process. Default: 1. */
  readonly concurrency?: number
  /** With `true`, one job in all processes, waiting or running: another is not taken while it is there. Default: false. */
  readonly isExclusive?: boolean
  /** When a failed job is tried again; the wait doubles each time, up to `longestSeconds`. Default: 3 times, 5 s, 10 minutes. */
  readonly retry?: { readonly limit: number; readonly delaySeconds: number; readonly longestSeconds: number }
  /** A job that runs longer is aborted and counts as failed. Default: 15 minutes; at most a day. */
  readonly longestRunSeconds?: number
  /** How long the process that runs a job may be silent before another takes the job over, at least 10. Default: 30. */
  readonly leaseSeconds?: number
  /** How often is asked for jobs that this process was not told of. Default: 10. */
  readonly pollSeconds?: number
  /** A cron expression in UTC: a job with an empty payload is queued then, in one process. */
  readonly schedule?: string
  /** Names the type of the payload, and is never set. */
  readonly payload?: Payload
}

/** What a job is told while it runs. */
export interface JobContext {
  readonly id: string
  /** 1 at first. */
  readonly attempt: number
  /** Whether a failure now is the last: the job goes to those that gave up. */
  readonly isLastAttempt: boolean
  /** Aborted when the process stops, the job runs too long or another process has taken it over. */
  readonly signal: AbortSignal
  /** Keeps how far the job is where `overview` finds it. Never rejects: a job does not fail for want of telling. */
  reportProgress(progress: object): Promise<void>
}

/** A queue and what is done with its jobs. May be done twice, after a crash: every effect must bear that. */
export interface Job<Payload extends object = object> {
  readonly queue: Queue<Payload>
  /**
   * Resolves when the job is done. A rejection is a failed attempt, except after `signal` was aborted because the process
   * stops: then the job goes back to the queue as if it had not begun.
   */
  run(payload: Payload, context: JobContext): Promise<void>
  /** Told once when no attempt is left, also when every attempt ended with its process. */
  giveUp?(payload: Payload): Promise<void>
}

/** A job that runs in this process at once, and that another takes over when this process dies. */
export interface Hold {
  /** The work is done, or given up: nobody takes it over. Never rejects. */
  release(): Promise<void>
  /** This process stops, and another takes the work over at once. Never rejects. */
  handOver(): Promise<void>
}

export interface RunningJob {
  id: string
  queue: string
  startedAt: Date
  /** What it last reported; null before. */
  progress: object | null
}

export interface JobsOverview {
  /** Jobs that wait, by queue; queues without one are left out. */
  waiting: Record<string, number>
  running: RunningJob[]
}

/** A job that failed as often as it may. */
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
  /** When somebody put it back after it gave up. */
  retriedAt: Date | null
}

/** Which jobs are meant; null for any. */
export interface JobFilter {
  state: ListedJob['state'] | null
  queue: string | null
  searchTerm: string | null
}

/** What became of a job that should be done again. */
export type Retry =
  | { outcome: 'queued'; job: ListedJob }
  /** There is no such job, it did not give up, it was put back before, or its queue takes no other job now. */
  | { outcome: 'unknown' | 'not_failed' | 'retried' | 'unserved' | 'occupied' }

/** Work that outlives a request, kept in the database and shared by all processes that use it. */
export interface Jobs {
  /** Names all queues and what is done with their jobs. Call once, before anything else. */
  register(jobs: readonly Job[]): void
  /** Begins to take jobs of these queues, by default of all. Those of other queues wait. */
  start(jobs?: readonly Job[]): Promise<void>
  /** Takes no more jobs, aborts what runs and puts it back; resolves within seconds, whatever a job does. */
  stop(): Promise<void>
  /** Queues a job; it is begun at once when this process has room. An exclusive queue that has one takes no other. */
  enqueue<Payload extends object>(queue: Queue<Payload>, payload: Payload): Promise<void>
  /**
   * Queues a job together with what `write` stores: both or neither. Resolves with what `write` says; on false no job is
   * queued. `write` uses its transaction and nothing else of the database.
   */
  enqueueWith<Payload extends object>(
    queue: Queue<Payload>,
    payload: Payload,
    write: (transaction: Transaction<Tables>) => Promise<boolean>,
  ): Promise<boolean>
  /** Records work that the caller begins now. Resolves when the record is stored. */
  hold<Payload extends object>(queue: Queue<Payload>, payload: Payload): Promise<Hold>
  /** What waits and runs now. */
  overview(): Promise<JobsOverview>
  /** The newest jobs that gave up, at most `limit`; kept for 30 days. */
  listFailed(limit: number): Promise<FailedJob[]>
  /** What waits, runs, was done in the last hour or gave up in the last 30 days, the newest first. */
  list(filter: JobFilter, page: { limit: number; offset: number }): Promise<{ jobs: ListedJob[]; total: number }>
  /** Names of all queues. */
  queueNames(): string[]
  /** Puts a job that gave up back into its queue together with what `write` stores: both or neither. */
  retry(
    id: string,
    now: Date,
    write: (transaction: Transaction<Tables>, job: ListedJob) => Promise<void>,
  ): Promise<Retry>
}

/** Keeps payload and handler of one type together; a list of jobs knows only that payloads are objects. */
export function createJob<Payload extends object>(job: Job<Payload>): Job {
  return job // the queue gives each handler what `enqueue` took for it
}
