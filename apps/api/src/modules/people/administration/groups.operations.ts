import type { Handlers } from '../../../http/handlers.ts'
import type { AdministrationDependencies } from './change.ts'
import {
  addGroupMember,
  createGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  renameGroup,
} from './groups.usecases.ts'

/** Groups of organizations, and their members. */
export function createGroupOperations(deps: AdministrationDependencies) {
  return {
    listOrganizationGroups: async ({ query }) => ({ status: 200, body: await listGroups(query, deps) }),

    createOrganizationGroup: async ({ body }, context) => ({
      status: 200,
      body: await createGroup(body, context, deps),
    }),

    updateOrganizationGroup: async ({ path: { id }, body: { name } }, context) => ({
      status: 200,
      body: await renameGroup({ id, name }, context, deps),
    }),

    listOrganizationGroupUsers: async ({ path: { groupId }, query }) => ({
      status: 200,
      body: await listGroupMembers({ groupId, query }, deps),
    }),

    addOrganizationGroupUser: async ({ path: { groupId }, body }, context) => ({
      status: 200,
      body: await addGroupMember({ ...body, groupId }, context, deps),
    }),

    removeOrganizationGroupUser: async ({ path: { groupId, userId } }, context) => {
      await removeGroupMember({ groupId, userId }, context, deps)
      return { status: 200, body: { id: userId, deleted: true } }
    },
  } satisfies Partial<Handlers>
}
