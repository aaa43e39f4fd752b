import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SignalRepository } from './signal.repository.ts'

const queue: Queue = { name: 'signal-parts-unread', isExclusive: true, schedule: '27 * * * *', pollSeconds: 60 }

/** For so long the report of a part (some days, an entity) is kept after it was opened last. */
const keptMs = 86_400_000

/** Deletes once an hour the reports of parts that nobody opens any more. They are measured again when somebody does. */
export function createSignalJobs({
  signals,
  clock,
}: {
  signals: Pick<SignalRepository, 'forgetParts'>
  clock: Clock
}): Job[] {
  return [createJob({ queue, run: () => signals.forgetParts(new Date(clock.now().getTime() - keptMs)) })]
}
