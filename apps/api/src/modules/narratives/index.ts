import type { NarrativesSection } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createNarrativesRepository } from './narratives.repository.ts'
import type { DetachedQuestion } from '../signals/index.ts'
import { createNarrativesUsecases } from './narratives.usecases.ts'

export interface NarrativesModule {
  /** The narratives of a signal; measured when nothing good is stored. */
  narratives: (question: DetachedQuestion) => Promise<NarrativesSection>
}

/** Lines of telling inside a signal. */
export function createNarrativesModule(dependencies: {
  database: Database
  documents: DocumentsModule
  clock: Clock
}): NarrativesModule {
  const { database, ...rest } = dependencies
  return { narratives: createNarrativesUsecases({ repository: createNarrativesRepository(database), ...rest }) }
}
