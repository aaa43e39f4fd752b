import type { ConstructorOptions, QueueOptions } from 'pg-boss'
import type { Database } from '../../database/database.port.ts'
import type { Queue } from '../jobs.port.ts'
import { failedQueue } from './job-records.ts'

const daySeconds = 86_400

/** How often pg-boss looks after its own tables, in seconds. */
export interface Pace {
  /** Looks for jobs whose process died. */
  supervise: number
  /** Looks whether a schedule asks for a job, and forwards it. */
  schedule: number
  /** Looks for jobs that gave up. */
  giveUp: number
  /** How long held work may go without a sign of life before another process takes it over. */
  hold: number
}

/**
 * An embedded database has one process, which takes back at its start what the one before left: nobody can die meanwhile
 * and be noticed. Each look writes a row, and each written row costs the idle engine a checkpoint a minute.
 */
export function paceOf(engine: Database['engine']): Pace {
  return engine === 'embedded'
    ? { supervise: 600, schedule: 30, giveUp: 30, hold: 60 }
    : { supervise: 15, schedule: 20, giveUp: 15, hold: 60 }
}

/** What pg-boss needs to know beside its connection. */
export function toBossOptions(
  engine: Database['engine'],
  { supervise, schedule }: Pick<Pace, 'supervise' | 'schedule'>,
): ConstructorOptions {
  return {
    backend: engine === 'embedded' ? 'pglite' : 'postgres',
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    queueCacheIntervalSeconds: 600,
    cronMonitorIntervalSeconds: schedule,
    cronWorkerIntervalSeconds: schedule,
    maintenanceIntervalSeconds: 3_600,
    // jobs that wait for other jobs, and indexes that an upgrade builds later: nothing here is in a hurry for them
    flowIntervalSeconds: daySeconds,
    bamIntervalSeconds: 3_600,
    // the embedded engine has no autovacuum that could lag, and rebuilds nothing beside its work
    ...(engine === 'embedded' ? { reindex: false, monitorVacuum: false } : {}),
  }
}

export const defaultRetry = { limit: 3, delaySeconds: 5, longestSeconds: 600 }

/** The promises of a queue in pg-boss's words. */
export function toQueueOptions({
  retry = defaultRetry,
  longestRunSeconds = 900,
  leaseSeconds = 30,
}: Queue): QueueOptions & {
  deadLetter: string
} {
  return {
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.longestSeconds,
    expireInSeconds: longestRunSeconds,
    heartbeatSeconds: leaseSeconds,
    retentionSeconds: 30 * daySeconds,
    deleteAfterSeconds: 3_600,
    deadLetter: failedQueue,
  }
}
