import { isReady, makeFile } from '../files/made-files.ts'
import { madeRules } from '../files/uploads.ts'
import { listDocuments } from '../world/answers.ts'
import { documentsCollection } from '../world/signals.ts'
import { baseBody, compose, conform } from './collections.ts'
import { type Fields, fieldsOfInput, isFields, splitPlace, valueAtPlace, withValueAt } from './fields.ts'
import { countItems, createListTest, shortenLists, sortItems } from './list-rules.ts'
import { namedItems, type Task } from './task.ts'

/** Returns a stored item. An item with progress advances by a step, and one with a finished file has its size. */
export function readItem(task: Task): unknown {
  const { operation, readOperation, context, collection, caller } = task
  const [found] = namedItems(task, true)
  if (found === undefined) return baseBody(operation)
  const { item } = found
  const rules = madeRules(context.contract, collection.name)
  const hasFile = rules !== null && isReady(rules, item)
  const size = hasFile ? { [rules.size]: makeFile({ context, caller, rules }, item).bytes.byteLength } : {}
  return compose(operation, [conform(operation, readOperation, { ...item, ...size })])
}

/** Returns the matching items in order, and one page of them when the operation has pages. */
export function listItems(task: Task): unknown {
  const { operation, readOperation, repository, collection, input } = task
  const rules = operation.served.source['x-list'] ?? {}
  const criteria = fieldsOfInput(input)
  const isMatching = createListTest(rules, criteria, namingFields(task))
  const matching = sortItems((documentsOfSignal(task) ?? repository.list()).filter(isMatching), rules, criteria)
  const base = baseBody(operation)
  const isPaged = isFields(base) && isFields(base['page'])
  const requested = rules.limit === undefined ? undefined : criteria[rules.limit]
  const limit = Math.min(operation.maxItems, typeof requested === 'number' ? requested : Infinity)
  const { takesCursor } = operation
  const { items, page } = isPaged
    ? takePage(matching, criteria, { collection: collection.name, key: collection.key, takesCursor })
    : { items: matching.slice(0, limit), page: null }
  const shown = items.map((item) => conform(operation, readOperation, shortenLists(item, rules, criteria)))
  const counts = countItems(matching, rules)
  const counted = counts.reduce<unknown>((body, [place, count]) => withValueAt(body, place, count), base)
  const body = withValueAt(counted, operation.pointer, shown)
  return page === null ? body : withValueAt(body, '/page', page)
}

/** The documents of the signal that the request names; null for other lists, and for signals that nothing describes. */
function documentsOfSignal({ operation, collection, context, input }: Task): Fields[] | null {
  const place = operation.served.source['x-topic']?.place
  const id = place === undefined || collection.name !== documentsCollection ? null : valueAtPlace(place, input)
  const found = typeof id === 'string' ? listDocuments(id, fieldsOfInput(input), context.signals) : null
  return found?.map((document) => ({ ...document })) ?? null
}

/** Fields that identify the parent of the list, such as the signal of documents, and so do not filter. */
function namingFields({ operation: { resource, served } }: Task): Set<string> {
  const places = [served.operation.requires, resource.within?.id, served.source['x-topic']?.place]
  return new Set(places.flatMap((place) => (place == null ? [] : [splitPlace(place)[1].replace(/^\//, '')])))
}

/** A page of a list. A cursor names the last item of the previous page, so that new items do not move it; an unknown one gives nothing. */
export function takePage(
  items: readonly Fields[],
  { page: number, perPage: size, cursor }: Fields,
  { collection, key, takesCursor }: { collection: string; key: string; takesCursor: boolean },
): { items: Fields[]; page: Fields } {
  const [page, perPage] = [typeof number === 'number' ? number : 1, typeof size === 'number' ? size : 20]
  const last = typeof cursor === 'string' ? readCursor(collection, cursor) : undefined
  const before = last === undefined ? -1 : items.findIndex((item) => String(item[key]) === last)
  const start = last === undefined ? (page - 1) * perPage : before === -1 ? items.length : before + 1
  const part = items.slice(start, start + perPage)
  const end = part.at(-1)
  const hasMore = takesCursor && start + perPage < items.length && end !== undefined
  return {
    items: part,
    page: {
      page: last === undefined ? page : Math.floor(start / perPage) + 1,
      perPage,
      total: items.length,
      totalPages: Math.ceil(items.length / perPage),
      nextCursor: hasMore ? writeCursor(collection, String(end[key])) : null,
    },
  }
}

/** Encodes the position after an item as a cursor. Opaque to clients, like those of the server. */
function writeCursor(collection: string, id: string): string {
  return encodeURIComponent(`${collection} ${id}`).replaceAll('.', '%2E').replaceAll('%', '.')
}

/** The id of the item before the cursor; null for a cursor that no list of this collection returned. */
export function readCursor(collection: string, cursor: string): string | null {
  try {
    const text = decodeURIComponent(cursor.replaceAll('.', '%'))
    return text.startsWith(`${collection} `) ? text.slice(collection.length + 1) : null
  } catch {
    return null // an invalid percent-encoding
  }
}
