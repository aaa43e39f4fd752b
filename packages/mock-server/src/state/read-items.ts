import type { ListRules } from '@auspex/contract'
import { madeRules } from '../files/uploads.ts'
import { isReady, makeFile } from '../files/made-files.ts'
import { baseBody, compose, conform } from './compose.ts'
import { countItems, createListTest, shortenLists, sortItems } from './list-rules.ts'
import { slice } from './paging.ts'
import { withValueAt } from './pointer.ts'
import { type Fields, isFields, valueAtPlace } from './request-fields.ts'
import { fieldsOfInput, listDocuments } from '../world/answers.ts'
import { documentsCollection } from '../world/signals.ts'
import { namedItems, type Task } from './task.ts'

/** Returns a stored item. An item with progress advances by a step. */
export function readItem(task: Task): unknown {
  const { operation, readOperation } = task
  const [found] = namedItems(task, true)
  return found === undefined
    ? baseBody(operation)
    : compose(operation, [conform(operation, readOperation, withFileSize(task, found.item))])
}

/** An item with a finished file has the size of the file. */
function withFileSize({ context, collection, caller }: Task, item: Fields): Fields {
  const rules = madeRules(context.contract, collection.name)
  if (rules === null || !isReady(rules, item)) return item
  return { ...item, [rules.size]: makeFile({ context, caller, rules }, item).bytes.byteLength }
}

/** Returns the matching items in order, and one page of them when the operation has pages. */
export function listItems(task: Task): unknown {
  const { operation, readOperation, repository, collection } = task
  const rules = operation.served.source['x-list'] ?? {}
  const criteria = fieldsOf(task)
  const isMatching = createListTest(rules, criteria, namingFields(task))
  const matching = sortItems((documentsOfSignal(task) ?? repository.list()).filter(isMatching), rules, criteria)
  const base = baseBody(operation)
  const sliced = slice(
    matching,
    { ...pageOf(criteria), takesCursor: operation.takesCursor, collection: collection.name },
    (item) => String(item[collection.key]),
  )
  const isPaged = isFields(base) && isFields(base['page'])
  const items = (isPaged ? sliced.items : matching.slice(0, limitOf(rules, criteria, operation.maxItems))).map((item) =>
    conform(operation, readOperation, shortenLists(item, rules, criteria)),
  )
  const counted = countItems(matching, rules).reduce<unknown>(
    (body, [place, count]) => withValueAt(body, place, count),
    base,
  )
  const body = withValueAt(counted, operation.pointer, items)
  return isPaged ? withValueAt(body, '/page', sliced.page) : body
}

/** The documents of the signal that the request names; null for other lists, and for signals that nothing describes. */
function documentsOfSignal({ operation, collection, context, input }: Task): Fields[] | null {
  const place = operation.served.source['x-topic']?.place
  const id = place === undefined || collection.name !== documentsCollection ? null : valueAtPlace(place, input)
  const found = typeof id === 'string' ? listDocuments(id, fieldsOfInput(input), context.signals) : null
  return found?.map((document) => ({ ...document })) ?? null
}

/** The criteria of the request from all its parts: lists with long queries are requested with a body. */
function fieldsOf({ input }: Task): Fields {
  return {
    ...(input.path as Fields), // objects of parameters, checked by checkRequest
    ...(input.query as Fields),
    ...(isFields(input.body) ? input.body : {}),
  }
}

/** Fields that identify the parent of the list, such as the signal of documents, and so do not filter. */
function namingFields({ operation: { resource, served } }: Task): Set<string> {
  const places = [served.operation.requires, resource.within?.id, served.source['x-topic']?.place]
  return new Set(places.flatMap((place) => (place === null || place === undefined ? [] : [nameOf(place)])))
}

function nameOf(place: string): string {
  return place.slice(place.indexOf('.') + 1).replace(/^\//, '')
}

function limitOf({ limit }: ListRules, criteria: Fields, maximum: number): number {
  const requested = limit === undefined ? undefined : criteria[limit]
  return typeof requested === 'number' ? Math.min(requested, maximum) : maximum
}

function pageOf({ page, perPage, cursor }: Fields) {
  return {
    page: typeof page === 'number' ? page : 1,
    perPage: typeof perPage === 'number' ? perPage : 20,
    cursor: typeof cursor === 'string' ? cursor : null,
  }
}
