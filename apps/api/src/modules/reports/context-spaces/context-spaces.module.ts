import type { Database } from '../../../adapters/database/database.port.ts'
import { createContextSpacesRepository } from './context-spaces.repository.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import {
  addContexts,
  deleteContextSpace,
  generateContextSpace,
  getContextSpace,
  listContextSpaces,
  removeContext,
} from './context-spaces.usecases.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'

/** Maps of what a signal is mentioned together with. */
export function createContextSpacesModule({
  database,
  ...rest
}: Omit<ContextSpaceDependencies, 'spaces'> & { database: Database }): { operations: ContextSpacesOperations } {
  return { operations: createContextSpacesOperations({ ...rest, spaces: createContextSpacesRepository(database) }) }
}

type ContextSpacesOperations = ReturnType<typeof createContextSpacesOperations>

/** The operations of context spaces; each reaches only what the caller created. */
function createContextSpacesOperations(deps: ContextSpaceDependencies) {
  return {
    generateContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await generateContextSpace(body, actor, deps),
    }),
    addNewContextsToContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await addContexts(body, actor, deps),
    }),
    removeContext: async ({ path }, { actor }) => ({ status: 200, body: await removeContext(path, actor, deps) }),
    getContextSpace: async ({ path }, { actor }) => ({
      status: 200,
      body: await getContextSpace(path.id, actor, deps),
    }),
    listContextSpaces: async ({ query }, { actor }) => ({
      status: 200,
      body: await listContextSpaces({ signalId: query.signalId ?? null, page: toPageRequest(query) }, actor, deps),
    }),
    deleteContextSpaceData: async ({ body }, { actor }) => ({
      status: 200,
      body: await deleteContextSpace(body.id, actor, deps),
    }),
  } satisfies Partial<Handlers>
}
