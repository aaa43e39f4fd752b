/** Runs work of one import after the other, in the order in which it was asked for; work of other imports does not wait for it. */
export type InOrder = <T>(importId: string, work: () => Promise<T>) => Promise<T>

/** Begins an order. Work whose predecessor failed is done all the same, and finds out itself that lines are missing. */
export function createImportOrder(): InOrder {
  const lastOf = new Map<string, Promise<void>>()
  return async (importId, work) => {
    const before = lastOf.get(importId)
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    lastOf.set(importId, done)
    try {
      await before
      return await work()
    } finally {
      end()
      if (lastOf.get(importId) === done) lastOf.delete(importId)
    }
  }
}
