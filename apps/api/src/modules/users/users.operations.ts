import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import { presentProfile } from './present-profile.ts'
import type { UsersRepository } from './users.repository.ts'

/** The operations about the signed-in person. */
export function createUsersOperations(users: UsersRepository): Pick<Handlers, 'getMe'> {
  return {
    getMe: async (_input, { actor }) => ({ status: 200, body: await readProfile(users, actor) }),
  }
}

async function readProfile(users: UsersRepository, { userId, organizationId }: Actor) {
  const user = await users.findUser(userId)
  if (user === undefined) throw new Error(`User ${userId} was stored when the token was read, and is gone`)
  if (organizationId === null) return presentProfile({ user, organization: null, groups: [], contacts: [] })
  const organization = (await users.findOrganization(organizationId)) ?? null
  const [groups, contacts] = await Promise.all([
    users.listGroups({ organizationId, userId }),
    users.listContacts({ organizationId, userId }),
  ])
  return presentProfile({ user, organization, groups, contacts })
}
