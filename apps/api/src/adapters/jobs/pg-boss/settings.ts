import type { ConstructorOptions, QueueOptions } from 'pg-boss'
import type { Database } from '../../database/database.port.ts'
import type { Queue } from '../jobs.port.ts'
import { failedQueue } from './job-records.ts'

const daySeconds = 86_400

/** Intervals of pg-boss's own maintenance, in seconds. */
export interface MaintenanceIntervals {
  /** Looks for jobs whose process died. */
  supervise: number
  /** Looks for due schedules and queues their jobs. */
  schedule: number
  /** Looks for dead letters. */
  giveUp: number
  /** How long leased work may go without a heartbeat before another process takes it over. */
  lease: number
}

/**
 * An embedded database has one process, which at its start reclaims the jobs of the one before: no other process can die meanwhile. Each check writes
 * a row, and each written row costs the idle engine a checkpoint a minute.
 */
export function maintenanceIntervals(engine: Database['engine']): MaintenanceIntervals {
  return engine === 'embedded'
    ? { supervise: 600, schedule: 30, giveUp: 30, lease: 60 }
    : { supervise: 15, schedule: 20, giveUp: 15, lease: 60 }
}

/** pg-boss's options, without its connection. */
export function toBossOptions(
  engine: Database['engine'],
  { supervise, schedule }: MaintenanceIntervals,
): ConstructorOptions {
  return {
    backend: engine === 'embedded' ? 'pglite' : 'postgres',
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    queueCacheIntervalSeconds: 600,
    cronMonitorIntervalSeconds: schedule,
    cronWorkerIntervalSeconds: schedule,
    maintenanceIntervalSeconds: 3_600,
    // job dependencies, and indexes that an upgrade builds later: neither is urgent here
    flowIntervalSeconds: daySeconds,
    bamIntervalSeconds: 3_600,
    // the embedded engine has no autovacuum that could lag, and cannot rebuild indexes concurrently
    ...(engine === 'embedded' ? { reindex: false, monitorVacuum: false } : {}),
  }
}

export const defaultRetry = { limit: 3, delaySeconds: 5, maxDelaySeconds: 600 }

/** Translates a queue's guarantees to pg-boss's options. */
export function toQueueOptions({
  retry = defaultRetry,
  maxRunSeconds = 900,
  leaseSeconds = 30,
}: Queue): QueueOptions & {
  deadLetter: string
} {
  return {
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.maxDelaySeconds,
    expireInSeconds: maxRunSeconds,
    heartbeatSeconds: leaseSeconds,
    retentionSeconds: 30 * daySeconds,
    deleteAfterSeconds: 3_600,
    deadLetter: failedQueue,
  }
}
