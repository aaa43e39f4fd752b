import type { Handlers } from '../../../http/handlers.ts'
import {
  type ClientDependencies,
  listClients,
  registerClient,
  removeClient,
  renewClientSecret,
  updateClient,
} from './clients.usecases.ts'

/** Apps of other teams, which administrators register at the embedded provider. */
export function createClientOperations(deps: ClientDependencies) {
  return {
    listRegisteredClients: async () => ({ status: 200, body: await listClients(deps) }),

    registerClient: async ({ body }, context) => ({ status: 200, body: await registerClient(body, context, deps) }),

    updateRegisteredClient: async ({ path: { id }, body }, context) => ({
      status: 200,
      body: await updateClient(id, { input: body, context }, deps),
    }),

    removeRegisteredClient: async ({ path: { id } }, context) => {
      await removeClient(id, context, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    renewClientSecret: async ({ path: { id } }, context) => ({
      status: 200,
      body: await renewClientSecret(id, context, deps),
    }),
  } satisfies Partial<Handlers>
}
