import type { Provenance } from '@auspex/sdk/types'
import type { HashtagSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import { createDemoSet } from './demo-set.ts'
import { createFiguresRepository } from './figures.repository.ts'
import { createHashtagsOperations, type HashtagsOperations } from './hashtags.operations.ts'
import { createImportsRepository } from './imports.repository.ts'
import { createListsRepository } from './lists.repository.ts'
import { createSetsRepository } from './sets.repository.ts'

export interface HashtagsDependencies {
  database: Database
  /** The sources, in the order in which they are queried. */
  sources: readonly HashtagSource[]
  outages: Outages
  provenance: () => Promise<Provenance>
  clock: Clock
  createId: CreateId
}

/** Hashtags of social video: imported, read from sources, or demo data, never mixed. */
export function createHashtagsModule(dependencies: HashtagsDependencies): { operations: HashtagsOperations } {
  const { database } = dependencies
  return {
    operations: createHashtagsOperations({
      ...dependencies,
      sets: createSetsRepository(database.kysely),
      figures: createFiguresRepository(database.analysis),
      lists: createListsRepository(database.analysis),
      imports: createImportsRepository(database.kysely),
      shareReading: createSharedWork(),
      demoSet: createDemoSet(dependencies),
    }),
  }
}
