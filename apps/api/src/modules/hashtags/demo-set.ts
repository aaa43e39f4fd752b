import type { Provenance } from '@auspex/sdk/types'
import { generateDemoVideos } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { VideoSet } from './hashtags.types.ts'
import { createSetsRepository } from './sets.repository.ts'
import { createVideosRepository } from './videos.repository.ts'

const key = { owner: '', origin: 'demo', tag: '', geo: '', period: 0 } as const
/** Any fixed number: the videos are the same in every installation on the same day. */
const seed = 20_261_123
const batchSize = 500
/** The screens show the last days, so older demo videos are regenerated. */
const maxAgeMs = 7 * 86_400_000
const notice = 'These videos are made up for the demo.'

/** Finds the demo videos, and generates them when they are missing or too old; null when real videos are used. */
export function createDemoSet({
  database,
  provenance,
  clock,
}: {
  database: Database
  provenance: () => Promise<Provenance>
  clock: Clock
}): () => Promise<VideoSet | null> {
  const sets = createSetsRepository(database.kysely)
  let making: Promise<void> | null = null

  async function make(): Promise<void> {
    const asOf = clock.now()
    await sets.delete(key)
    const videos = generateDemoVideos({ seed, until: asOf })
    // The set is completed last: an interrupted one does not count and is generated again
    const setNo = await sets.save(key, { asOf: new Date(0), isComplete: false, countedFrom: null, notice })
    for (let first = 0; first < videos.length; first += batchSize) {
      const batch = videos.slice(first, first + batchSize)
      await database.kysely.transaction().execute((trx) => createVideosRepository(trx).store(setNo, batch))
    }
    await sets.save(key, { asOf, isComplete: true, countedFrom: null, notice })
  }

  return async () => {
    if ((await provenance()) !== 'demo') return null
    const storedSet = await sets.find(key)
    if (storedSet !== null && clock.now().getTime() - storedSet.asOf.getTime() < maxAgeMs) return storedSet
    making ??= runAs(serverWork, make).finally(() => {
      making = null
    })
    await making
    return sets.find(key)
  }
}
