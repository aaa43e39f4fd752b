import type { Kysely } from 'kysely'
import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { ImagesRepository } from './images.repository.ts'

const queue: Queue = { name: 'images-unnamed', isExclusive: true, schedule: '23 3 * * *', pollSeconds: 60 }

/** A picture that was stored just now may be named in a moment, such as one for a card that somebody still writes. */
const leastAgeMs = 86_400_000
const batch = 200

/** Which of the pictures the rows of a module name. */
export type ListNamed = (ids: readonly string[], kysely: Kysely<object>) => Promise<string[]>

export interface ImageSweepOptions {
  images: Pick<ImagesRepository, 'listStoredBefore' | 'delete'>
  withoutNamed(ids: readonly string[]): Promise<string[]>
  clock: Clock
  log: Pick<Logger, 'info'>
}

/** Deletes once a day the pictures that no row names. Resolves with how many there were. */
export async function sweepImages({ images, withoutNamed, clock, log }: ImageSweepOptions): Promise<number> {
  const before = new Date(clock.now().getTime() - leastAgeMs)
  let deleted = 0
  let last: { id: string; at: Date } | null = null
  for (;;) {
    const rows: { id: string; at: Date }[] = await images.listStoredBefore(before, last, batch)
    deleted += await images.delete(await withoutNamed(rows.map(({ id }) => id)))
    last = rows.at(-1) ?? null
    if (last === null || rows.length < batch) break
  }
  if (deleted > 0) log.info({ deleted }, 'pictures that nothing named were deleted')
  return deleted
}

export function createImageJobs(options: ImageSweepOptions): Job[] {
  return [createJob({ queue, run: async () => void (await sweepImages(options)) })]
}
