import type { Handlers } from '../../../http/handlers.ts'
import type { AdministrationDependencies } from '../administration/change.ts'
import {
  type AccessTokenDependencies,
  createAccessToken,
  listAccessTokens,
  listIssuedAccessTokens,
  revokeAccessToken,
  revokeIssuedAccessToken,
} from './access-tokens.usecases.ts'

/** Personal access tokens: a person's own, and everybody's for administrators. */
export function createAccessTokenOperations(deps: AccessTokenDependencies & AdministrationDependencies) {
  return {
    listPersonalAccessTokens: async (_input, { actor }) => ({ status: 200, body: await listAccessTokens(actor, deps) }),

    createPersonalAccessToken: async ({ body }, context) => ({
      status: 200,
      body: await createAccessToken(body, context, deps),
    }),

    revokePersonalAccessToken: async ({ path: { id } }, context) => {
      await revokeAccessToken(id, context, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    listIssuedAccessTokens: async ({ query }) => ({ status: 200, body: await listIssuedAccessTokens(query, deps) }),

    revokeIssuedAccessToken: async ({ path: { id } }, context) => {
      await revokeIssuedAccessToken(id, context, deps)
      return { status: 200, body: { id, deleted: true } }
    },
  } satisfies Partial<Handlers>
}
