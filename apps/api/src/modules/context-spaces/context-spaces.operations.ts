import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { ContextSpacesUsecases } from './context-spaces.usecases.ts'

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
export function createContextSpacesOperations(spaces: ContextSpacesUsecases): ContextSpacesOperations {
  return {
    generateContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await spaces.generate(actor.userId, body),
    }),
    addNewContextsToContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await spaces.add(actor.userId, body),
    }),
    removeContext: async ({ path }, { actor }) => ({
      status: 200,
      body: await spaces.removeContext(actor.userId, path),
    }),
    getContextSpace: async ({ path }, { actor }) => ({ status: 200, body: await spaces.get(actor.userId, path.id) }),
    listContextSpaces: async ({ query }, { actor }) => ({
      status: 200,
      body: await spaces.list(actor.userId, { signalId: query.signalId ?? null, page: toPageRequest(query) }),
    }),
    deleteContextSpaceData: async ({ body }, { actor }) => ({
      status: 200,
      body: await spaces.delete(actor.userId, body.id),
    }),
  }
}
