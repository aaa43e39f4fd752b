import type { CheckedInput, Permission } from '@auspex/contract'
import type { MockClock } from '../clock.ts'
import type { Random } from '../generate/random.ts'
import { notFound } from '../http/not-found.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedContract } from '../serve/served-contract.ts'
import type { Collection, ResourceOperation } from './collections.ts'
import { baseBody } from './compose.ts'
import { itemsOf } from './make-item.ts'
import { type Fields, valueAtPlace } from './request-fields.ts'
import type { Shelf } from './shelf.ts'
import type { Store } from './store.ts'

/** What all verbs share. */
export interface Desk {
  contract: ServedContract
  collections: ReadonlyMap<string, Collection>
  store: Store
  clock: MockClock
  /** Draws for the next item that is made in a collection. */
  nextRandom: (collection: string) => Random
  /** The rows of a collection as a caller has them. */
  shelfOf: (collection: Collection, caller: Caller, tenancy: Permission['tenancy']) => Shelf
}

/** What a verb works with. */
export interface Task {
  operation: ResourceOperation
  collection: Collection
  /** The operation whose schema the stored items have; undefined inside other items. */
  shown: ResourceOperation | undefined
  shelf: Shelf
  input: CheckedInput
  caller: Caller
  desk: Desk
}

/** An item that a request names, with its id. */
export interface Named {
  id: string
  item: Fields
}

/**
 * The items that a request names, or the one that every caller has when it names none.
 * Throws a `Refusal` (404) when one of them is not there, unless the operation documents no such failure.
 */
export function namedItems(task: Task, isPoll = false): Named[] {
  const { operation, shelf } = task
  const { resource, served } = operation
  if (resource.id === undefined) return [ownItem(task)]
  return [valueAtPlace(resource.id, task.input)].flat().flatMap((value): Named[] => {
    const id = String(value)
    const item = shelf.find(id, isPoll)
    if (item !== undefined) return [{ id, item }]
    if (served.operation.responses.has(404)) throw notFound(task.collection.name)
    return []
  })
}

/** Whose rows an operation works on. */
export function tenancyOf({ operation }: Pick<Task, 'operation'>): Permission['tenancy'] {
  return operation.served.operation.permission?.tenancy ?? 'none'
}

/** The one item that every caller has. It begins as the contract's example. */
function ownItem({ operation, shelf, caller }: Task): Named {
  const id = `own:${caller.organizationId}:${caller.userId}`
  const stored = shelf.find(id)
  if (stored !== undefined) return { id, item: stored }
  const item = itemsOf(baseBody(operation), operation.pointer)[0] ?? {}
  shelf.add(id, item)
  return { id, item }
}
