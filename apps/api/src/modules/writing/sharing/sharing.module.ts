import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { AccessReader, Images, People } from '../../people/index.ts'
import { createShareSources, type SourceDependencies } from './share-sources.ts'
import { createShareToken } from './share-token.ts'
import { createSharingOperations, type SharingOperations } from './sharing.operations.ts'
import { createSharingRepository } from './sharing.repository.ts'
import { createSharingUsecases } from './sharing.usecases.ts'

/** Links that let others read one thing. */
export function createSharingModule({
  database,
  things,
  images,
  users,
  clock,
  createId,
}: {
  database: Database
  /** The modules whose things can be shared. */
  things: SourceDependencies
  images: Images
  users: { people: People; access: AccessReader }
  clock: Clock
  createId: CreateId
}): { operations: SharingOperations } {
  const { people, access } = users
  const sharing = createSharingUsecases({
    repository: createSharingRepository(database),
    sources: createShareSources(things),
    people,
    access,
    images,
    clock,
    createId,
    createToken: createShareToken,
  })
  return { operations: createSharingOperations(sharing) }
}

/** Revokes the links to something that was deleted. */
export function endShareLinks(itemId: string, database: Database): Promise<void> {
  return createSharingRepository(database).removeOf(itemId)
}
