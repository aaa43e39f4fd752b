import type { Database } from '../../adapters/database/database.port.ts'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Person, Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import type { GroupRow } from './organization-groups.repository.ts'
import type { UserTables } from './users.tables.ts'
import type { AccessScope } from '@auspex/contract'
import type { UserModule, UserProfile } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import { createAdministered } from './administration/administration-store.ts'
import { findCurrentTask } from './checklist.ts'
import { type DeleteMeDependencies, type ProviderAccounts, deleteMe, previewMyDeletion } from './delete-me.ts'
import { type Groups, createGroups } from './groups.ts'
import { type AccessReader, createAccessReader, moduleNames } from './module-access.ts'
import { type People, createPeople } from './people.repository.ts'
import {
  type ContactRow,
  type OrganizationRow,
  type UserRow,
  type UsersRepository,
  type UsersRepositoryOptions,
  createUsersRepository,
} from './users.repository.ts'

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
    find: (userId) => readPerson(kysely, userId, { locked: false }),

    change: (userId, change) =>
      kysely.transaction().execute(async (trx) => {
        const changed = change(await readPerson(trx, userId, { locked: true }))
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

async function readPerson(
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

/** How long the content of a token is assumed to be stored already. */
const rememberMs = 60_000

const accessScopes = ['read', 'write', 'administer'] as const satisfies AccessScope[]

/** Beyond this many cached people the oldest are evicted. */
const maxRemembered = 10_000

interface FindActorOptions {
  users: UsersRepository
  clock: Clock
  recordSecurityEvent: RecordSecurityEvent
  /** The web app, whose tokens are limited by nothing but roles. */
  webClientId: string
  /** The issuer of the embedded provider; null when accounts are another provider's. */
  embeddedIssuer: string | null
}

/**
 * Maps the owner of a verified token to our own id. A new person, and every change of their data at the provider, is stored; otherwise nothing is
 * read or written for a minute.
 */
export function createFindActor({
  users,
  clock,
  recordSecurityEvent,
  ...apps
}: FindActorOptions): (token: AccessToken) => Promise<Actor> {
  async function save(token: AccessToken): Promise<string> {
    const { userId, rolesBefore } = await users.saveTokenOwner(token)
    const { subject: accountId, organizationId, clientId, kind, roles } = token
    const owner = { userId, accountId, organizationId, clientId }
    if (rolesBefore === null) recordSecurityEvent({ name: 'user.created', ...owner, facts: { kind, roles } })
    else if (rolesBefore.toSorted().join() !== roles.toSorted().join())
      recordSecurityEvent({ name: 'user-roles.changed', ...owner, facts: { roles, rolesBefore } })
    return userId
  }

  const remembered = new Map<string, { facts: string; userId: Promise<string>; until: number }>()
  return async (token) => {
    const key = JSON.stringify([token.issuer, token.subject])
    const facts = factsOf(token)
    const now = clock.now().getTime()
    let entry = remembered.get(key)
    if (entry === undefined || entry.facts !== facts || entry.until <= now) {
      entry = { facts, userId: save(token), until: now + rememberMs }
      remembered.delete(key) // moves it to the newest position
      remembered.set(key, entry)
      entry.userId.catch(() => remembered.delete(key))
      const [oldest] = remembered.keys()
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
    }
    const { subject, organizationId, roles, scopes, kind, clientId } = token
    const limits = readAccessScopes(token, apps)
    return {
      userId: await entry.userId,
      subject,
      organizationId,
      roles,
      scopes,
      kind,
      accessScopes: limits,
      credentialId: limits === null ? null : clientId,
    }
  }
}

/**
 * What the app of a token may do for the person. Each app but our own asks the embedded provider for what it needs. Providers of an operator know these
 * scopes only if they were defined there: without one, the operator decided by giving the app an audience.
 */
function readAccessScopes(
  { kind, scopes, clientId }: AccessToken,
  { webClientId, embeddedIssuer }: Pick<FindActorOptions, 'webClientId' | 'embeddedIssuer'>,
): Actor['accessScopes'] {
  if (kind === 'service' || clientId === webClientId) return null
  const granted = accessScopes.filter((scope) => scopes.includes(scope))
  return embeddedIssuer === null && granted.length === 0 ? null : granted
}

/** All data of a token that is stored about a person: if it differs, something changed. */
function factsOf(token: AccessToken): string {
  const { kind, organizationId, organizationName, groups, roles, email, isEmailVerified, name } = token
  return JSON.stringify([kind, organizationId, organizationName, groups, roles, email, isEmailVerified, name])
}
