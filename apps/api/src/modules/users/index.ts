import type { Handlers } from '../../http/handlers.ts'
import { createFindActor } from './find-actor.ts'
import { createUsersOperations } from './users.operations.ts'
import { createUsersRepository, type UsersRepositoryOptions } from './users.repository.ts'

export interface UsersModule {
  /** Gives the owner of a verified token our own id. */
  findActor: ReturnType<typeof createFindActor>
  operations: Pick<Handlers, 'getMe'>
}

/** The people who use this installation, known from their access tokens. */
export function createUsersModule(options: UsersRepositoryOptions): UsersModule {
  const users = createUsersRepository(options)
  return { findActor: createFindActor({ users, clock: options.clock }), operations: createUsersOperations(users) }
}
