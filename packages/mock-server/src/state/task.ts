import type { CheckedInput, Permission } from '@auspex/contract'
import type { MockClock } from '../clock.ts'
import type { Random } from '@auspex/contract/random'
import { notFound } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'
import type { ServedContract } from '../replies/served-contract.ts'
import { type Collection, type ResourceOperation, baseBody, itemsOf } from './collections.ts'
import type { Signals } from '../world/signals.ts'
import { type Fields, valueAtPlace } from './fields.ts'
import type { ItemRepository, Store } from './store.ts'

/** What all operations on items share. */
export interface ResourceContext {
  contract: ServedContract
  collections: ReadonlyMap<string, Collection>
  store: Store
  directory: Directory
  signals: Signals
  clock: MockClock
  /** The random generator of the next item in a collection. */
  nextRandom: (collection: string) => Random
  /** The rows of a collection that a caller may see. */
  repositoryOf: (collection: Collection, caller: Caller, tenancy: Permission['tenancy']) => ItemRepository
}

/** The input of an operation on items. */
export interface Task {
  operation: ResourceOperation
  collection: Collection
  /** The operation whose schema the stored items have; undefined inside other items. */
  readOperation: ResourceOperation | undefined
  repository: ItemRepository
  input: CheckedInput
  caller: Caller
  context: ResourceContext
}

/** An item that a request names, with its id. */
export interface NamedItem {
  id: string
  item: Fields
}

/**
 * The items that a request names, or the personal item of the caller when it names none.
 * Throws a `RefusalError` (404) when one of them is missing, unless the operation documents no such failure and the address does not name it.
 */
export function namedItems(task: Task, isPoll = false): NamedItem[] {
  const { operation, repository } = task
  const { resource, served } = operation
  if (resource.id === undefined) return [ownItem(task)]
  return [valueAtPlace(resource.id, task.input)].flat().flatMap((value): NamedItem[] => {
    const id = String(value)
    const item = repository.find(id, isPoll)
    if (item !== undefined) return [{ id, item }]
    if (served.operation.responses.has(404) || resource.id?.startsWith('path.'))
      throw notFound(task.collection.name, served.source['x-not-found'])
    return []
  })
}

/** The owners whose rows an operation may use. */
export function tenancyOf({ operation }: { operation: Task['operation'] }): Permission['tenancy'] {
  return operation.served.operation.permission?.tenancy ?? 'none'
}

/** The id of the personal item of a caller in a collection. */
export function ownItemId({ organizationId, userId }: Caller): string {
  return `own:${organizationId}:${userId}`
}

/** The personal item of a caller. Initially the contract's example. */
function ownItem({ operation, repository, caller }: Task): NamedItem {
  const id = ownItemId(caller)
  const stored = repository.find(id)
  if (stored !== undefined) return { id, item: stored }
  const item = itemsOf(baseBody(operation), operation.pointer)[0] ?? {}
  repository.add(id, item)
  return { id, item }
}
