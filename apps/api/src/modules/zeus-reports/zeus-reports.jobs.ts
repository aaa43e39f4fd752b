import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ZeusReportsRepository } from './zeus-reports.repository.ts'
import { restorableMs } from './zeus-reports.types.ts'

const purgeQueue: Queue = { name: 'zeus-reports-purge', isExclusive: true, schedule: '23 * * * *', pollSeconds: 60 }

/** Ends reports that were deleted so long ago that nobody can bring them back, with their share links. */
export function createZeusReportsJobs({
  repository,
  whenGone,
  clock,
}: {
  repository: Pick<ZeusReportsRepository, 'purge'>
  whenGone: (reportId: string) => Promise<void>
  clock: Clock
}): Job[] {
  return [
    createJob({
      queue: purgeQueue,
      async run() {
        for (const id of await repository.purge(new Date(clock.now().getTime() - restorableMs))) await whenGone(id)
      },
    }),
  ]
}
