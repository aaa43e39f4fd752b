import type { UploadedFile } from '@auspex/contract'
import type { Handlers } from '../../../http/handlers.ts'
import type { AdministrationDependencies } from './change.ts'
import { createOrganization, listOrganizations, updateOrganization } from './organizations.usecases.ts'

/** Organizations of this installation. */
export function createOrganizationOperations(deps: AdministrationDependencies) {
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
