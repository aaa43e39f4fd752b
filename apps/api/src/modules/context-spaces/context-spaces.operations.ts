import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { addContexts, type AddContextsDependencies } from './add-contexts.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { deleteContextSpace, getContextSpace, listContextSpaces, removeContext } from './context-spaces.usecases.ts'
import { generateContextSpace, type GenerateDependencies } from './generate-context-space.ts'

export type ContextSpacesOperations = Pick<
  Handlers,
  | 'generateContextSpace'
  | 'addNewContextsToContextSpace'
  | 'removeContext'
  | 'getContextSpace'
  | 'listContextSpaces'
  | 'deleteContextSpaceData'
>

/** The operations of context spaces; each reaches only what the caller made. */
export function createContextSpacesOperations(
  deps: GenerateDependencies & AddContextsDependencies & { spaces: ContextSpacesRepository },
): ContextSpacesOperations {
  return {
    generateContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await generateContextSpace(actor.userId, body, deps),
    }),
    addNewContextsToContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await addContexts(actor.userId, body, deps),
    }),
    removeContext: async ({ path }, { actor }) => ({
      status: 200,
      body: await removeContext(actor.userId, path, deps),
    }),
    getContextSpace: async ({ path }, { actor }) => ({
      status: 200,
      body: await getContextSpace(actor.userId, path.id, deps),
    }),
    listContextSpaces: async ({ query }, { actor }) => ({
      status: 200,
      body: await listContextSpaces(
        actor.userId,
        { signalId: query.signalId ?? null, page: toPageRequest(query) },
        deps,
      ),
    }),
    deleteContextSpaceData: async ({ body }, { actor }) => ({
      status: 200,
      body: await deleteContextSpace(actor.userId, body.id, deps),
    }),
  }
}
