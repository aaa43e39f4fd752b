import type { Handlers } from '../../../http/handlers.ts'
import type { AdministrationDependencies } from './change.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  previewUserDeletion,
  setModuleAccess,
  updateUser,
} from './people.usecases.ts'

/** People of all organizations, and their permissions. */
export function createPeopleOperations(deps: AdministrationDependencies) {
  return {
    listUsers: async ({ query }) => ({ status: 200, body: await listUsers(query, deps) }),

    createUser: async ({ body }, context) => ({ status: 200, body: await createUser(body, context, deps) }),

    updateUser: async ({ path: { userId }, body }, context) => ({
      status: 200,
      body: await updateUser({ ...body, userId }, context, deps),
    }),

    previewUserDeletion: async ({ path: { userId } }) => ({
      status: 200,
      body: await previewUserDeletion(userId, deps),
    }),

    deleteUser: async ({ path: { userId } }, context) => ({
      status: 200,
      body: await deleteUser(userId, context, deps),
    }),

    setModuleAccess: async ({ path: { userId }, body }, context) => ({
      status: 200,
      body: await setModuleAccess({ ...body, userId }, context, deps),
    }),
  } satisfies Partial<Handlers>
}
