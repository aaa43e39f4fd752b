import type { UserModule, UserProfile } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../http/handlers.ts'
import type { Person } from '../../kernel/actor.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { findCurrentTask } from './checklist.ts'
import type { GroupRow } from './organization-groups.repository.ts'
import {
  type ContactRow,
  type OrganizationRow,
  type UserRow,
  type UsersRepository,
  type UsersRepositoryOptions,
  createUsersRepository,
} from './users.repository.ts'
import { createAdministered } from './administration/administration-store.ts'
import { type DeleteMeDependencies, type ProviderAccounts, deleteMe, previewMyDeletion } from './delete-me.ts'
import { createFindActor } from './find-actor.ts'
import { type AccessReader, createAccessReader, moduleNames } from './module-access.ts'
import { type Groups, createGroups } from './groups.ts'
import { type People, createPeople } from './people.repository.ts'
import type { UserTables } from './users.tables.ts'

/** The stored onboarding state of a person. */
interface StoredChecklist {
  preferences: UserTables['app_user']['preferences']['__select__']
  completedTasks: Record<string, true>
  currentTask: string | null
}

/** Onboarding state, for the module that implements its rules. */
interface Checklists {
  find(userId: string): Promise<StoredChecklist>
  /** Replaces the stored state by the result of `change`; concurrent changes of one person are serialized. If it throws, nothing changes. */
  change(userId: string, change: (stored: StoredChecklist) => StoredChecklist): Promise<StoredChecklist>
}

function createChecklists(database: Database): Checklists {
  const kysely = database.kysely.withTables<UserTables>()
  return {
    find: (userId) => read(kysely, userId, { locked: false }),

    change: (userId, change) =>
      kysely.transaction().execute(async (trx) => {
        const changed = change(await read(trx, userId, { locked: true }))
        await trx
          .updateTable('app_user')
          .set({
            preferences: changed.preferences,
            completed_tasks: changed.completedTasks,
            current_task: changed.currentTask,
          })
          .where('id', '=', userId)
          .execute()
        return changed
      }),
  }
}

async function read(
  kysely: Kysely<UserTables>,
  userId: string,
  { locked }: { locked: boolean },
): Promise<StoredChecklist> {
  const query = kysely
    .selectFrom('app_user')
    .select(['preferences', 'completed_tasks as completedTasks', 'current_task as currentTask'])
    .where('id', '=', userId)
  return (locked ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

/** Everything that the app's shell needs about a person, mapped to the contract. */
function presentProfile({
  user,
  organization,
  groups,
  contacts,
  modules,
  isActivityRecorded,
}: {
  user: UserRow
  organization: OrganizationRow | null
  groups: GroupRow[]
  contacts: ContactRow[]
  modules: UserModule[]
  isActivityRecorded: boolean
}): UserProfile {
  const { archetype, industry, goal, industry_id } = user.preferences
  const { completed_tasks: completedTasks, current_task: currentTask } = user
  return {
    profile: {
      id: user.id,
      email: user.email,
      name: user.name,
      preferences: {
        params: {
          archetype: archetype ?? null,
          industry: industry ?? null,
          goal: goal ?? null,
          industry_id: industry_id ?? null,
        },
      },
    },
    organization: organization === null ? null : { id: organization.id, name: organization.name },
    groups,
    contacts,
    roles: user.roles,
    modules,
    isActivityRecorded,
    onboarding: {
      completedTasks,
      currentTask: findCurrentTask({ completedTasks, currentTask, contacts: contacts.length }),
    },
  }
}

export type CreateAdministered = typeof createAdministered

export interface UsersModule {
  /** Maps the owner of a verified token to our own id. */
  findActor: ReturnType<typeof createFindActor>
  operations: ReturnType<typeof createUsersOperations>
  /** Permissions of people, cached for two seconds. */
  access: AccessReader
  createAdministered: CreateAdministered
  people: People
  groups: Groups
  checklists: Checklists
  /** Number of entries in the contacts list of a person's profile. */
  countContacts(actor: Person): Promise<number>
}

/** The people who use this installation, known from their access tokens. */
export function createUsersModule(
  options: UsersRepositoryOptions & {
    recordSecurityEvent: RecordSecurityEvent
    /** Whether this installation records people's activity in the app. */
    isActivityRecorded: boolean
    providerAccounts: ProviderAccounts
    /** The client id of the web app, whose tokens are limited by nothing but roles. */
    webClientId: string
  },
): UsersModule {
  const users = createUsersRepository(options)
  const { isActivityRecorded } = options
  const access = createAccessReader(options)
  return {
    findActor: createFindActor({ ...options, users }),
    operations: createUsersOperations({ ...options, users, access, isActivityRecorded }),
    access,
    createAdministered,
    people: createPeople(options.database),
    groups: createGroups(options.database),
    checklists: createChecklists(options.database),
    countContacts: async ({ userId, organizationId }) =>
      organizationId === null ? 0 : (await users.listContacts({ organizationId, userId })).length,
  }
}

interface OwnAccountDependencies extends DeleteMeDependencies {
  users: UsersRepository
  isActivityRecorded: boolean
}

/** The operations about the signed-in person. */
function createUsersOperations(deps: OwnAccountDependencies) {
  return {
    getMe: async (_input, { actor }) => ({ status: 200, body: await readProfile(actor, deps) }),

    previewMyDeletion: async (_input, { actor }) => ({ status: 200, body: await previewMyDeletion(actor, deps) }),

    deleteMe: async ({ body }, context) => ({ status: 200, body: await deleteMe(body, context, deps) }),
  } satisfies Partial<Handlers>
}

async function readProfile(
  { userId, organizationId }: Person,
  { users, access, isActivityRecorded }: OwnAccountDependencies,
) {
  const user = await users.findUser(userId)
  if (user === undefined) throw new Error(`User ${userId} was stored when the token was read, and no longer exists`)
  const { off } = await access.find(userId)
  const rest = { modules: moduleNames.map((module) => ({ module, access: !off.has(module) })), isActivityRecorded }
  if (organizationId === null) return presentProfile({ user, organization: null, groups: [], contacts: [], ...rest })
  const organization = (await users.findOrganization(organizationId)) ?? null
  const [groups, contacts] = await Promise.all([
    users.listGroups({ organizationId, userId }),
    users.listContacts({ organizationId, userId }),
  ])
  return presentProfile({ user, organization, groups, contacts, ...rest })
}
