import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { shownBy } from '../state/collections.ts'
import { isVisible } from '../state/item-repository.ts'
import { isFields } from '../state/request-fields.ts'
import type { Row, Store } from '../state/store.ts'
import type { ResourceContext } from '../state/task.ts'

/** Whether the caller may know an id that a request names: one of a collection, or one that anything stored mentions. */
export function isKnownThing(
  context: ResourceContext,
  { id, collection, caller, served }: { id: string; collection: string | undefined; caller: Caller; served: ServedOperation },
): boolean {
  const own = served.operation.permission?.tenancy ?? 'none'
  if (collection === undefined) return isKnownId(context.store, id, (row) => isVisible(row, caller, own))
  const found = context.collections.get(collection)
  if (found === undefined) throw new Error(`The contract has no collection ${collection}`)
  const within = found.operations.find(({ resource }) => resource.within !== undefined)?.resource.within
  const tenancy = shownBy(found)?.served.operation.permission?.tenancy ?? 'none'
  if (within === undefined) {
    const row = context.store.find(collection, id)
    return row !== undefined && isVisible(row, caller, tenancy) && (own === 'all' || isOfCaller(row, caller))
  }
  return context.store.rows(within.collection).some((row) => {
    const entries = row.item[within.property]
    return Array.isArray(entries) && entries.filter(isFields).some((entry) => entry[found.key] === id)
  })
}

/** People and groups say themselves of which organization they are, whoever wrote them down. */
function isOfCaller({ id, item }: Row, { organizationId, otherGroups }: Caller): boolean {
  const { organizationId: of } = item
  return (typeof of !== 'string' || of === organizationId) && otherGroups?.has(id) !== true
}

/**
 * A thing of a collection is known to those who see it. Signals have no collection of their own: searches, portfolios and messages name
 * them, and an id that nothing names was never given out.
 */
export function isKnownId(store: Store, id: string, isSeen: (row: Row) => boolean): boolean {
  const named = store.names().flatMap((name) => store.find(name, id) ?? [])
  if (named.length > 0) return named.some(isSeen)
  return store.names().some((name) => store.rows(name).some((row) => isSeen(row) && mentions(row.item, id)))
}

function mentions(value: unknown, id: string): boolean {
  if (value === id) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => mentions(inner, id))
}
