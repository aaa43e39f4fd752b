import type { Database } from '../../../adapters/database/database.port.ts'
import type { AccessReader, People } from '../../people/index.ts'
import { createShareSources, type SourceDependencies } from './share-sources.ts'
import { createSharingOperations, type SharingOperations } from './sharing.operations.ts'
import { createSharingRepository } from './sharing.repository.ts'
import type { SharingDependencies } from './sharing.usecases.ts'

/** Links that let others read one item. */
export function createSharingModule({
  things,
  users: { people, access },
  ...deps
}: Omit<SharingDependencies, 'sources' | 'people' | 'access'> & {
  /** The modules whose items can be shared. */
  things: SourceDependencies
  users: { people: People; access: AccessReader }
}): { operations: SharingOperations } {
  return { operations: createSharingOperations({ ...deps, people, access, sources: createShareSources(things) }) }
}

/** Revokes the links to something that was deleted. */
export function endShareLinks(itemId: string, database: Database): Promise<void> {
  return createSharingRepository(database).removeOf(itemId)
}
