import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Images } from '../images/index.ts'
import type { AccessReader, People } from '../users/index.ts'
import { createShareSources, type SourceDependencies } from './share-sources.ts'
import { createShareToken } from './share-token.ts'
import { createSharingOperations, type SharingOperations } from './sharing.operations.ts'
import { createSharingRepository } from './sharing.repository.ts'
import { createSharingUsecases } from './sharing.usecases.ts'

export type { SharingOperations } from './sharing.operations.ts'

/** Links with which others read one thing. */
export function createSharingModule({
  database,
  things,
  images,
  users,
  clock,
  createId,
}: {
  database: Database
  /** The modules whose things are shared. */
  things: SourceDependencies
  images: Pick<Images, 'read'>
  users: { people: People; access: AccessReader }
  clock: Clock
  createId: CreateId
}): {
  operations: SharingOperations
  /** Ends the links to something that was deleted. */
  endLinksOf(itemId: string): Promise<void>
} {
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
  return { operations: createSharingOperations(sharing), endLinksOf: sharing.endOf }
}
