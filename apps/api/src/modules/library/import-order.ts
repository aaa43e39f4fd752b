/** Runs the work of one import in the order of the calls; other imports do not wait for it. */
export type InOrder = <T>(importId: string, work: () => Promise<T>) => Promise<T>

/** Creates an order. Work whose predecessor failed still runs, and detects the missing lines itself. */
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
