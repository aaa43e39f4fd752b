import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import { type Checklists, createChecklists } from './checklist.repository.ts'
import { createFindActor } from './find-actor.ts'
import { createGroups, type Groups } from './groups.ts'
import { createPeople, type People } from './people.repository.ts'
import { createUsersOperations } from './users.operations.ts'
import { createUsersRepository, type UsersRepositoryOptions } from './users.repository.ts'

export { type ChecklistState, chooseTask, completeTask, findCurrentTask } from './checklist.ts'
export type { Groups } from './groups.ts'
export { findSubject, type People } from './people.repository.ts'

export interface UsersModule {
  /** Gives the owner of a verified token our own id. */
  findActor: ReturnType<typeof createFindActor>
  operations: Pick<Handlers, 'getMe'>
  people: People
  groups: Groups
  checklists: Checklists
  /** Entries of the contacts list that a person's profile shows. */
  countContacts(actor: Pick<Actor, 'userId' | 'organizationId'>): Promise<number>
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
    groups: createGroups(options.database),
    checklists: createChecklists(options.database),
    countContacts: async ({ userId, organizationId }) =>
      organizationId === null ? 0 : (await users.listContacts({ organizationId, userId })).length,
  }
}
