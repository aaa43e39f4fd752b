import type { Database } from '../adapters/database/database.port.ts'
import type { Jobs } from '../adapters/jobs/jobs.port.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CreateId } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'

/** What every module is built on. */
export interface Foundation {
  database: Database
  jobs: Jobs
  clock: Clock
  createId: CreateId
  log: Logger
}
