import type { Provenance } from '@auspex/sdk/types'
import type { HashtagSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Outages } from '../library/index.ts'
import { createDemoSet } from './demo-set.ts'
import { createFiguresRepository } from './figures.repository.ts'
import { createFindVideos } from './hashtag-question.ts'
import { createHashtagsOperations, type HashtagsOperations } from './hashtags.operations.ts'
import { createImportsUsecases } from './imports.usecases.ts'
import { createListsRepository } from './lists.repository.ts'
import { createReadSource } from './read-source.ts'
import { createSetsRepository } from './sets.repository.ts'

export interface HashtagsDependencies {
  database: Database
  /** The sources, in the order in which they are queried. */
  sources: readonly HashtagSource[]
  outages: Pick<Outages, 'since' | 'record'>
  provenance: () => Promise<Provenance>
  clock: Clock
  createId: CreateId
}

/** Hashtags of social video: imported, read from sources, or demo data, never mixed. */
export function createHashtagsModule({
  database,
  sources,
  outages,
  provenance,
  clock,
  createId,
}: HashtagsDependencies): { operations: HashtagsOperations } {
  const sets = createSetsRepository(database.kysely)
  const figures = createFiguresRepository(database.analysis)
  const demoSet = createDemoSet({ database, provenance, clock })
  return {
    operations: createHashtagsOperations({
      findVideos: createFindVideos({
        sets,
        figures,
        sources,
        readSource: createReadSource({ database, outages, clock }),
        demoSet,
        clock,
      }),
      figures,
      lists: createListsRepository(database.analysis),
      sets,
      imports: createImportsUsecases({ database, clock, createId }),
      demoSet,
      clock,
    }),
  }
}
