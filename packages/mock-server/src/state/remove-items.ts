import { baseBody, compose, itemCheck } from './compose.ts'
import { applyOverlay, toOverlay } from './overlay.ts'
import { itemsOf } from './make-item.ts'
import { isFields } from './request-fields.ts'
import { namedItems, type Task } from './task.ts'

/** Removes the items that a request names, and answers what was removed. */
export function deleteItems(task: Task): unknown {
  const { operation, repository, collection } = task
  const removed = namedItems(task)
  for (const { id } of removed) repository.remove(id)
  const [example = {}] = itemsOf(baseBody(operation), operation.pointer)
  const check = itemCheck(operation)
  return compose(
    operation,
    removed.map(({ id }) => applyOverlay(example, toOverlay(pickKnown(example, { id, [collection.key]: id })), check)),
  )
}

/** Removes everything of the collection that the caller has, and answers how much that was. */
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
