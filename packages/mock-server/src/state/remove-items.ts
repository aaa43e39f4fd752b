import { baseBody, compose, conform, itemCheck, itemsOf, placeWithin } from './collections.ts'
import { applyOverlay, type Fields, isFields, toOverlay, valueAtPlace } from './fields.ts'
import { namedItems, type Task, tenancyOf } from './task.ts'

/** Deletes the items that a request names, and returns what was deleted. */
export function deleteItems(task: Task): unknown {
  const { operation, repository, collection } = task
  const isRestorable = collection.operations.some(({ resource }) => resource.verb === 'restore')
  const removed = namedItems(task)
  for (const { id, item } of removed) {
    repository.remove(id)
    forgetId(task, id)
    if (isRestorable) deletedOf(task).add(id, item)
  }
  const [example = {}] = itemsOf(baseBody(operation), operation.pointer)
  const check = itemCheck(operation)
  const shown = removed.map(({ id }) =>
    applyOverlay(example, toOverlay(pickKnown(example, { id, [collection.key]: id })), check),
  )
  return compose(operation, shown)
}

/** Removes a deleted item from the lists of other items in its organization, and updates their counts. */
function forgetId({ context, caller }: Task, id: string): void {
  for (const collection of context.collections.values()) {
    const within = placeWithin(collection)
    if (within === undefined) continue
    const { property, count } = within
    for (const row of context.store.rows(within.collection)) {
      const list = row.item[property]
      if (row.organizationId !== caller.organizationId || !Array.isArray(list)) continue
      const left: unknown[] = list.filter((entry) => !isFields(entry) || entry[collection.key] !== id)
      if (left.length === list.length) continue
      row.item = { ...row.item, [property]: left, ...(count !== undefined && { [count]: left.length }) }
    }
  }
}

/** Restores a deleted item; returns one that was not deleted unchanged. Throws a `Refusal` (404). */
export function restoreItem(task: Task): unknown {
  const { operation, repository, readOperation } = task
  const id = String(valueAtPlace(operation.resource.id ?? '', task.input))
  const deleted = deletedOf(task)
  const item = deleted.find(id)
  if (item !== undefined) {
    deleted.remove(id)
    repository.add(id, item)
  }
  const restored = namedItems(task).map((named) => conform(operation, readOperation, named.item))
  return compose(operation, restored)
}

/** Where deleted items are stored until they are restored. */
function deletedOf(task: Task) {
  const { context, caller, collection } = task
  const bin = { ...collection, name: `deleted ${collection.name}`, progress: null }
  return context.repositoryOf(bin, caller, tenancyOf(task))
}

/** Deletes all items of the caller in the collection, and returns their number. */
export function clearItems({ operation, repository, collection }: Task): unknown {
  const items = repository.list()
  for (const item of items) repository.remove(String(item[collection.key]))
  const base = baseBody(operation)
  if (!isFields(base)) return base
  const { length: count } = items
  const counts = pickKnown(base, { removed: count, deleted: count, cleared: count, count })
  return applyOverlay(base, toOverlay(counts), operation.served.success.check)
}

function pickKnown(known: object, values: Readonly<Fields>): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(known, name)))
}
