import { severities } from '../../kernel/security-event.ts'
import type { SecurityEventsRepository } from './security-events.repository.ts'

const dayMs = 86_400_000
/** Long enough to look back at an attack that is noticed late. */
const keptMs = 180 * dayMs
/** By name, so that a flood of one kind pushes out only its own. */
const newestOfName = 100_000
/** One statement holds the embedded engine: about a tenth of a second for so many. */
const batchSize = 1_000

export interface RetentionOptions {
  repository: Pick<SecurityEventsRepository, 'deleteBefore' | 'deleteBeyond'>
  now: Date
  isStopping: () => boolean
  /** Default: 100,000. */
  newest?: number
}

/** Deletes what is too old, and what is too much; a little at a time, so that others get their turns. */
export async function sweepSecurityEvents({
  repository,
  now,
  isStopping,
  newest = newestOfName,
}: RetentionOptions): Promise<void> {
  const repeat = async (deleteSome: () => Promise<number>) => {
    while (!isStopping() && (await deleteSome()) === batchSize);
  }
  await repeat(() => repository.deleteBefore(new Date(now.getTime() - keptMs), batchSize))
  for (const name of Object.keys(severities))
    await repeat(() => repository.deleteBeyond({ name, newest, most: batchSize }))
}
