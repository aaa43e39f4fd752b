import type { Handlers } from '../../../http/handlers.ts'
import type { AdministrationDependencies } from './change.ts'
import type { UploadedFile } from '@auspex/contract'
import {
  addGroupMember,
  createGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  renameGroup,
} from './groups.usecases.ts'
import { type QueueOfJobs, createJobOperations } from './jobs.operations.ts'
import { createOrganization, listOrganizations, updateOrganization } from './organizations.usecases.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  previewUserDeletion,
  setModuleAccess,
  updateUser,
} from './people.usecases.ts'

/** What people with the role godmode see and change: organizations, groups, people, modules, and queued work. */
export function createAdministrationOperations({ jobs, ...deps }: AdministrationDependencies & { jobs: QueueOfJobs }) {
  return {
    ...createOrganizationOperations(deps),
    ...createGroupOperations(deps),
    ...createPeopleOperations(deps),
    ...createJobOperations({ jobs, ...deps }),
  }
}

/** Groups of organizations, and their members. */
function createGroupOperations(deps: AdministrationDependencies) {
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

/** Organizations of this installation. */
function createOrganizationOperations(deps: AdministrationDependencies) {
  return {
    listFilteredOrganizations: async ({ query }) => ({ status: 200, body: await listOrganizations(query, deps) }),

    listOrganizations: async ({ query }) => ({ status: 200, body: await listOrganizations(query, deps) }),

    createOrganization: async ({ body }, context) => ({
      status: 200,
      body: await createOrganization({ name: body.name, image: fileOf(body) }, context, deps),
    }),

    updateOrganization: async ({ path: { id }, body }, context) => ({
      status: 200,
      body: await updateOrganization({ ...body, id, image: fileOf(body) }, context, deps),
    }),
  } satisfies Partial<Handlers>
}

/** The picture of a form: its parser stores a file where the contract's type is binary text. */
function fileOf(body: object): UploadedFile | undefined {
  return 'image' in body ? (body.image as UploadedFile | undefined) : undefined
}

/** People of all organizations, and their permissions. */
function createPeopleOperations(deps: AdministrationDependencies) {
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
