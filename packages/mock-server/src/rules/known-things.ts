import type { Permission } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { type Collection, shownBy } from '../state/collections.ts'
import { isVisible, type Row } from '../state/store.ts'
import { isFields } from '../state/fields.ts'
import type { ResourceContext } from '../state/task.ts'
import { documentsCollection, signalsCollection } from '../world/signals.ts'

/** An id in a request. */
interface RequestedId {
  id: string
  /** Null for items without a collection, such as signals. */
  collection: string | null
  /** It has no owner: the first mention made it visible to all. */
  isPublic: boolean
  caller: Caller
  served: ServedOperation
}

/** Whether the caller may know an id: of a visible item, or mentioned in one. */
export function isKnownThing(context: ResourceContext, requested: RequestedId): boolean {
  const { id, collection, isPublic, caller, served } = requested
  const tenancy = served.operation.permission?.tenancy ?? 'none'
  if (collection === null) return isKnownId(context, id, (row) => isPublic || isVisible(row, caller, tenancy))
  const thingCollection = context.collections.get(collection)
  if (thingCollection === undefined) throw new Error(`The contract has no collection ${collection}`)
  const within = thingCollection.operations.find(({ resource }) => resource.within !== undefined)?.resource.within
  if (within === undefined) {
    const row = context.store.find(collection, id)
    if (row === undefined && collection === documentsCollection && context.signals.findDocument(id) !== null)
      return true
    return (
      row !== undefined &&
      (tenancy === 'all' || (isVisible(row, caller, tenancyOfItems(thingCollection)) && isOfCaller(row, caller)))
    )
  }
  return context.store.rows(within.collection).some((row) => {
    const entries = row.item[within.property]
    return Array.isArray(entries) && entries.filter(isFields).some((entry) => entry[thingCollection.key] === id)
  })
}

/** People and groups carry their own organization, whoever created them. */
function isOfCaller({ id, item }: Row, { organizationId, otherGroups }: Caller): boolean {
  const { organizationId: ownOrganizationId } = item
  return (
    (typeof ownOrganizationId !== 'string' || ownOrganizationId === organizationId) && otherGroups?.has(id) !== true
  )
}

function tenancyOfItems(collection: Collection): Permission['tenancy'] {
  return shownBy(collection)?.served.operation.permission?.tenancy ?? 'none'
}

/**
 * Whether an id is that of an item that `isSeen`, or mentioned in one. Signals have no collection of their own: searches, portfolios and messages
 * name them, and an id without any mention was never issued.
 */
export function isKnownId({ store, collections }: ResourceContext, id: string, isSeen: (row: Row) => boolean): boolean {
  if (store.find(signalsCollection, id) !== undefined) return true
  const names = store.names().filter((name) => collections.has(name))
  const ownedRows = names.flatMap((name) => {
    const row = store.find(name, id)
    const collection = collections.get(name)
    // an item without an owner does not hide mentions of it elsewhere
    return row === undefined || collection === undefined || tenancyOfItems(collection) === 'none' ? [] : [row]
  })
  if (ownedRows.length > 0) return ownedRows.some(isSeen)
  return names.some(
    (name) =>
      store.find(name, id) !== undefined || store.rows(name).some((row) => isSeen(row) && mentions(row.item, id)),
  )
}

function mentions(value: unknown, id: string): boolean {
  if (value === id) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => mentions(inner, id))
}
