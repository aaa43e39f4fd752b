import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import { presentProfile } from './present-profile.ts'
import { type AccessReader, moduleNames } from './module-access.ts'
import type { UsersRepository } from './users.repository.ts'

interface ProfileDependencies {
  users: UsersRepository
  access: Pick<AccessReader, 'find'>
  isActivityRecorded: boolean
}

/** The operations about the signed-in person. */
export function createUsersOperations(deps: ProfileDependencies): Pick<Handlers, 'getMe'> {
  return {
    getMe: async (_input, { actor }) => ({ status: 200, body: await readProfile(deps, actor) }),
  }
}

async function readProfile(
  { users, access, isActivityRecorded }: ProfileDependencies,
  { userId, organizationId }: Actor,
) {
  const user = await users.findUser(userId)
  if (user === undefined) throw new Error(`User ${userId} was stored when the token was read, and is gone`)
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
