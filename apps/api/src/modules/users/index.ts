import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import { type Checklists, createChecklists } from './checklist.repository.ts'
import { createAdministered } from './administration/index.ts'
import { createDeleteMe, type ProviderAccounts } from './delete-me.ts'
import { createFindActor } from './find-actor.ts'
import { type AccessReader, createAccessReader } from './module-access.ts'
import { createGroups, type Groups } from './groups.ts'
import { createPeople, type People } from './people.repository.ts'
import { createUsersOperations } from './users.operations.ts'
import { createUsersRepository, type UsersRepositoryOptions } from './users.repository.ts'

export type {
  AdministrationStore,
  AdministeredGroup,
  AdministeredOrganization,
  AdministeredPerson,
  GroupMember,
  Sorting,
} from './administration/index.ts'
export { groupColumns, maxMembers, organizationColumns, peopleColumns } from './administration/index.ts'
export { type Access, type AccessReader, hasModules, moduleNames, requireModules } from './module-access.ts'
export { type ChecklistState, chooseTask, completeTask, findCurrentTask } from './checklist.ts'
export type { ProviderAccount, ProviderAccounts } from './delete-me.ts'
export { createDeletion } from './deletion.repository.ts'
export type { Groups } from './groups.ts'
export { findAccountOwners, findSubject, type People } from './people.repository.ts'

export type CreateAdministered = typeof createAdministered

export interface UsersModule {
  /** Gives the owner of a verified token our own id. */
  findActor: ReturnType<typeof createFindActor>
  operations: Pick<Handlers, 'getMe' | 'previewMyDeletion' | 'deleteMe'>
  /** What people may do, remembered for two seconds. */
  access: AccessReader
  createAdministered: CreateAdministered
  people: People
  groups: Groups
  checklists: Checklists
  /** Entries of the contacts list that a person's profile shows. */
  countContacts(actor: Pick<Actor, 'userId' | 'organizationId'>): Promise<number>
}

/** The people who use this installation, known from their access tokens. */
export function createUsersModule(
  options: UsersRepositoryOptions & {
    recordSecurityEvent: RecordSecurityEvent
    /** Whether this installation keeps what people do in the app. */
    isActivityRecorded: boolean
    providerAccounts: ProviderAccounts
  },
): UsersModule {
  const users = createUsersRepository(options)
  const { clock, recordSecurityEvent, isActivityRecorded } = options
  const access = createAccessReader(options)
  return {
    findActor: createFindActor({ users, clock, recordSecurityEvent }),
    operations: {
      ...createUsersOperations({ users, access, isActivityRecorded }),
      ...createDeleteMe({ ...options, access }),
    },
    access,
    createAdministered,
    people: createPeople(options.database),
    groups: createGroups(options.database),
    checklists: createChecklists(options.database),
    countContacts: async ({ userId, organizationId }) =>
      organizationId === null ? 0 : (await users.listContacts({ organizationId, userId })).length,
  }
}
