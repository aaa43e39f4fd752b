import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { NarrativesModule } from '../narratives/narratives.module.ts'
import type { Signals } from '../signals.module.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'

/** What maps of contexts are drawn and stored with. */
export interface ContextSpaceDependencies {
  spaces: ContextSpacesRepository
  signals: Signals
  narratives: Pick<NarrativesModule, 'map'>
  documents: DocumentsModule
  clock: Clock
  createId: CreateId
}
