import type { Handlers } from '../../http/handlers.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import { createFindActor } from './find-actor.ts'
import { createPeople, type People } from './people.repository.ts'
import { createUsersOperations } from './users.operations.ts'
import { createUsersRepository, type UsersRepositoryOptions } from './users.repository.ts'

export { findSubject, type People } from './people.repository.ts'

export interface UsersModule {
  /** Gives the owner of a verified token our own id. */
  findActor: ReturnType<typeof createFindActor>
  operations: Pick<Handlers, 'getMe'>
  people: People
}

/** The people who use this installation, known from their access tokens. */
export function createUsersModule(
  options: UsersRepositoryOptions & { recordSecurityEvent: RecordSecurityEvent },
): UsersModule {
  const users = createUsersRepository(options)
  const { clock, recordSecurityEvent } = options
  return {
    findActor: createFindActor({ users, clock, recordSecurityEvent }),
    operations: createUsersOperations(users),
    people: createPeople(options.database),
  }
}
