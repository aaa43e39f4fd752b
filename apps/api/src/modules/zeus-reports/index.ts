import type { ZeusReport } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Signals } from '../signals/index.ts'
import { type AccessReader, requireModules } from '../users/index.ts'
import { presentReport } from './present-report.ts'
import { createVersionsRepository } from './versions.repository.ts'
import { createVersionsUsecases } from './versions.usecases.ts'
import { createZeusReportsJobs } from './zeus-reports.jobs.ts'
import {
  createZeusReportsOperations,
  type MeasureBlock,
  type ZeusReportsOperations,
} from './zeus-reports.operations.ts'
import { createZeusReportsRepository } from './zeus-reports.repository.ts'
import type { Person } from './zeus-reports.types.ts'
import { createZeusReportsUsecases, type IsOwnThread } from './zeus-reports.usecases.ts'

export type { ZeusReportsOperations } from './zeus-reports.operations.ts'

/** What other modules may do with reports, for somebody who has the module. */
export interface ZeusReports {
  /** Throws `zeus_reports.not_found`, and `module.off` for who has not the module. */
  find(person: Person, id: string): Promise<ZeusReport>
  /** Those of the reports that the person wrote. */
  listOwn(person: Person, ids: readonly string[]): Promise<string[]>
  /** Lets go of a thread that was deleted: what was written from it stays. */
  forgetThread(threadId: string): Promise<void>
}

/** Texts that people write with the assistant and keep. */
export function createZeusReportsModule({
  database,
  signals,
  access,
  isOwnThread,
  measureBlock,
  whenGone,
  clock,
  createId,
  log,
}: {
  database: Database
  signals: Pick<Signals, 'findTitle'>
  access: Pick<AccessReader, 'find'>
  isOwnThread: IsOwnThread
  measureBlock: MeasureBlock
  /** What else ends with a report that cannot be brought back any more. */
  whenGone: (reportId: string) => Promise<void>
  clock: Clock
  createId: CreateId
  log: Pick<Logger, 'warn'>
}): { operations: ZeusReportsOperations; reports: ZeusReports; jobs: readonly Job[] } {
  const repository = createZeusReportsRepository(database)
  const reports = createZeusReportsUsecases({ repository, signals, isOwnThread, clock, createId })
  const versions = createVersionsUsecases({ repository, versions: createVersionsRepository(database), reports, clock })
  return {
    operations: createZeusReportsOperations({ reports, versions, measureBlock, clock }),
    reports: {
      find: async (person, id) => {
        await requireModules(access, person.userId, ['zeus'])
        return presentReport(await reports.find(person, id))
      },
      listOwn: repository.listOwn,
      forgetThread: repository.forgetThread,
    },
    jobs: createZeusReportsJobs({ repository, whenGone, clock, log }),
  }
}
