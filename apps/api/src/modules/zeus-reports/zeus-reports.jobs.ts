import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { ZeusReportsRepository } from './zeus-reports.repository.ts'
import { restorableMs } from './zeus-reports.types.ts'

const purgeQueue: Queue = { name: 'zeus-reports-purge', isExclusive: true, schedule: '23 * * * *', pollSeconds: 60 }

/** Ends reports that were deleted so long ago that nobody can bring them back, with their share links. */
export function createZeusReportsJobs({
  repository,
  whenGone,
  clock,
  log,
}: {
  repository: Pick<ZeusReportsRepository, 'listDeleted' | 'purge'>
  whenGone: (reportId: string) => Promise<void>
  clock: Clock
  log: Pick<Logger, 'warn'>
}): Job[] {
  return [
    createJob({
      queue: purgeQueue,
      async run() {
        const until = new Date(clock.now().getTime() - restorableMs)
        for (const id of await repository.listDeleted(until))
          try {
            // first what hangs on it: while the report is there, the next job finds what could not be ended
            await whenGone(id)
            await repository.purge(id, until)
          } catch (error) {
            log.warn({ err: error, reportId: id }, 'a deleted report could not be removed and will be tried again')
          }
      },
    }),
  ]
}
