import type { ZeusReport } from '@auspex/sdk/types'
import { type Job, createJob, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type AccessReader, requireModules } from '../../people/index.ts'
import { presentReport } from './present-report.ts'
import { createZeusReportsOperations, type ZeusReportsOperations } from './zeus-reports.operations.ts'
import { createZeusReportsRepository, type ZeusReportsRepository } from './zeus-reports.repository.ts'
import { type ReportDependencies, restorableMs } from './zeus-reports.types.ts'
import { findReport } from './zeus-reports.usecases.ts'

const purgeQueue: Queue = { name: 'zeus-reports-purge', isExclusive: true, schedule: '23 * * * *', pollSeconds: 60 }

/** The public interface of this module, for persons who have the module. */
export interface ZeusReports {
  /** Throws `zeus_reports.not_found`, and `module.off` if the person does not have the module. */
  find(person: Person, id: string): Promise<ZeusReport>
  /** The given reports that the person wrote. */
  listOwn(person: Person, ids: readonly string[]): Promise<string[]>
  /** Unlinks a deleted thread; reports written from it stay. */
  forgetThread(threadId: string): Promise<void>
}

/** Texts that people write with the assistant and save. */
export function createZeusReportsModule({
  access,
  beforePurge,
  log,
  ...deps
}: ReportDependencies & {
  access: AccessReader
  /** Deletes what belongs to a report that can no longer be restored. */
  beforePurge: (reportId: string) => Promise<void>
  log: Logger
}): { operations: ZeusReportsOperations; reports: ZeusReports; jobs: readonly Job[] } {
  const repository = createZeusReportsRepository(deps.database)
  return {
    operations: createZeusReportsOperations(deps),
    reports: {
      find: async (person, id) => {
        await requireModules(access, person.userId, ['zeus'])
        return presentReport(await findReport(id, person, deps))
      },
      listOwn: repository.listOwn,
      forgetThread: repository.forgetThread,
    },
    jobs: createZeusReportsJobs({ repository, beforePurge, clock: deps.clock, log }),
  }
}

/** Deletes for good, with their share links, reports that were deleted too long ago to be restored. */
export function createZeusReportsJobs({
  repository,
  beforePurge,
  clock,
  log,
}: {
  repository: ZeusReportsRepository
  beforePurge: (reportId: string) => Promise<void>
  clock: Clock
  log: Logger
}): Job[] {
  return [
    createJob({
      queue: purgeQueue,
      async run() {
        const until = new Date(clock.now().getTime() - restorableMs)
        for (const id of await repository.listDeleted(until))
          try {
            // dependents first: while the report exists, the next job retries what could not be deleted
            await beforePurge(id)
            await repository.purge(id, until)
          } catch (error) {
            log.warn({ err: error, reportId: id }, 'a deleted report could not be removed and will be retried')
          }
      },
    }),
  ]
}
