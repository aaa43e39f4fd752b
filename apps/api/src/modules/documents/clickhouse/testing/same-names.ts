import type { Names } from '../names.ts'

/** One outlet, no author and no entity: for tests that are not about names. */
export const sameNames: Names = {
  number: async () => ({ outlet: () => 1, author: () => 0 }),
  findEntity: async () => null,
}
