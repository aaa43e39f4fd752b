import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { NarrativesModule } from '../narratives/narratives.module.ts'
import type { Signals } from '../signals.module.ts'
import { type ContextSpacesOperations, createContextSpacesOperations } from './context-spaces.operations.ts'
import { createContextSpacesRepository } from './context-spaces.repository.ts'

/** Maps of what a signal is mentioned together with. */
export function createContextSpacesModule({
  database,
  ...rest
}: {
  database: Database
  documents: DocumentsModule
  signals: Signals
  narratives: Pick<NarrativesModule, 'map'>
  clock: Clock
  createId: CreateId
}): { operations: ContextSpacesOperations } {
  return { operations: createContextSpacesOperations({ ...rest, spaces: createContextSpacesRepository(database) }) }
}
