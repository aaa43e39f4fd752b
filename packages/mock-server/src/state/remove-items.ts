import { isFields, valueAtPlace } from './request-fields.ts'
import { namedItems, type Task, tenancyOf } from './task.ts'
import { baseBody, compose, conform, itemCheck } from './compose.ts'
import { applyOverlay, toOverlay } from './pointer.ts'
import { itemsOf } from './make-item.ts'

/** Removes a deleted item from the lists of other items in its organization, and updates their counts. */
function forgetId({ context, caller }: Task, id: string): void {
  for (const { operations } of context.collections.values()) {
    const { within, key = 'id' } = operations.find(({ resource }) => resource.within !== undefined)?.resource ?? {}
    if (within === undefined) continue
    for (const row of context.store.rows(within.collection)) {
      const list = row.item[within.property]
      if (row.organizationId !== caller.organizationId || !Array.isArray(list)) continue
      const left: unknown[] = list.filter((entry) => !isFields(entry) || entry[key] !== id)
      if (left.length === list.length) continue
      const { count } = within
      row.item = { ...row.item, [within.property]: left, ...(count !== undefined && { [count]: left.length }) }
    }
  }
}

/** Deletes the items that a request names, and returns what was deleted. */
export function deleteItems(task: Task): unknown {
  const { operation, repository, collection } = task
  const removed = namedItems(task)
  for (const { id, item } of removed) {
    repository.remove(id)
    forgetId(task, id)
    if (isRestorable(collection)) deletedOf(task).add(id, item)
  }
  const [example = {}] = itemsOf(baseBody(operation), operation.pointer)
  const check = itemCheck(operation)
  return compose(
    operation,
    removed.map(({ id }) => applyOverlay(example, toOverlay(pickKnown(example, { id, [collection.key]: id })), check)),
  )
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
  return compose(
    operation,
    namedItems(task).map((named) => conform(operation, readOperation, named.item)),
  )
}

function isRestorable({ operations }: Task['collection']): boolean {
  return operations.some(({ resource }) => resource.verb === 'restore')
}

/** Where deleted items are stored until they are restored. */
function deletedOf(task: Task) {
  const { context, caller, collection } = task
  return context.repositoryOf(
    { ...collection, name: `deleted ${collection.name}`, progress: null },
    caller,
    tenancyOf(task),
  )
}

/** Deletes all items of the caller in the collection, and returns their number. */
export function clearItems({ operation, repository, collection }: Task): unknown {
  const items = repository.list()
  for (const item of items) repository.remove(String(item[collection.key]))
  const base = baseBody(operation)
  if (!isFields(base)) return base
  const counts = pickKnown(base, {
    removed: items.length,
    deleted: items.length,
    cleared: items.length,
    count: items.length,
  })
  return applyOverlay(base, toOverlay(counts), operation.served.success.check)
}

function pickKnown(known: object, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(known, name)))
}
