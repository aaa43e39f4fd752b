import type { Kysely } from 'kysely'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { ImagesRepository } from './images.repository.ts'

const queue: Queue = { name: 'images-unnamed', isExclusive: true, schedule: '23 3 * * *', pollSeconds: 60 }

/** A recently stored picture may not be in use yet, for example one for a card that is still being written. */
const minAgeMs = 86_400_000
const batch = 200

/** Returns the pictures used by the rows of a module. */
export type ListNamed = (ids: readonly string[], kysely: Kysely<object>) => Promise<string[]>

export interface ImageSweepOptions {
  images: ImagesRepository
  withoutNamed(ids: readonly string[]): Promise<string[]>
  clock: Clock
  log: Logger
}

/** Deletes unused pictures once a day. Resolves with their number. */
export async function sweepImages({ images, withoutNamed, clock, log }: ImageSweepOptions): Promise<number> {
  const before = new Date(clock.now().getTime() - minAgeMs)
  let deleted = 0
  let last: { id: string; at: Date } | null = null
  for (;;) {
    const rows: { id: string; at: Date }[] = await images.listStoredBefore(before, last, batch)
    deleted += await images.delete(await withoutNamed(rows.map(({ id }) => id)))
    last = rows.at(-1) ?? null
    if (last === null || rows.length < batch) break
  }
  if (deleted > 0) log.info({ deleted }, 'unused pictures were deleted')
  return deleted
}

export function createImageJobs(options: ImageSweepOptions): Job[] {
  return [createJob({ queue, run: async () => void (await sweepImages(options)) })]
}
