import { isReady, makeFile } from '../files/made-files.ts'
import { madeRules } from '../files/uploads.ts'
import { listDocuments } from '../world/answers.ts'
import { documentsCollection } from '../world/signals.ts'
import { baseBody, compose, conform } from './collections.ts'
import {
  type Fields,
  fieldsOfInput,
  isFields,
  splitPlace,
  valueAtPlace,
  withValueAt,
  valueAt,
  valuesAt,
} from './fields.ts'
import { countDeletion } from './imports.ts'
import { namedItems, type Task } from './task.ts'
import type { ListRules } from '@auspex/contract'

/** Returns a stored item. An item with progress advances by a step, and one with a finished file has its size. */
export function readItem(task: Task): unknown {
  const { operation, readOperation, context, collection, caller } = task
  const [found] = namedItems(task, true)
  if (found === undefined) return baseBody(operation)
  const item = countDeletion(task, found)
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
  const start = last === undefined ? (page - 1) * perPage : positionAfter(items, { key, last })
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

function positionAfter(items: readonly Fields[], { key, last }: { key: string; last: string | null }): number {
  const position = items.findIndex((item) => String(item[key]) === last)
  return position === -1 ? items.length : position + 1
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

/** Filter values that match everything. */
const everything: ReadonlySet<unknown> = new Set(['all', '-', '', null, undefined])

/** Fields for paging and sorting, which do not filter items. */
const paging: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor', 'sort', 'direction'])

type Test = (item: Fields) => boolean

/** Whether an item matches the filter fields of a list. `naming` are fields that identify the list's parent. */
function createListTest(rules: ListRules, criteria: Fields, naming: ReadonlySet<string>): Test {
  const { latest = {}, limit, only = {} } = rules
  const own = Object.entries(only).map(
    ([place, value]): Test =>
      (item) =>
        valueAt(item, place) === value,
  )
  const filters = Object.entries(criteria)
    .filter(([name, wanted]) => !everything.has(wanted) && !paging.has(name) && name !== limit && !(name in latest))
    .map(([name, wanted]) => testOf(rules, name, wanted) ?? (naming.has(name) ? () => true : sameTest(name, wanted)))
  return (item) => [...own, ...filters].every((test) => test(item))
}

/** Several ids in one parameter of an address. */
const listOfIds = /^[a-z]+_[a-z0-9]+(?:,[a-z]+_[a-z0-9]+)+$/

function testOf(rules: ListRules, name: string, wanted: unknown): Test | null {
  const { search = {}, begins = {}, present = {}, filters = {}, since = {}, until = {} } = rules
  const texts = [wanted].flat().map((each) => String(each).trim().toLowerCase())
  const places = search[name]
  if (places !== undefined)
    return (item) => texts.some((text) => places.some((each) => containsText(valuesAt(item, each), text)))
  const place = begins[name] ?? present[name] ?? filters[name] ?? since[name] ?? until[name]
  if (place === undefined) return null
  if (name in begins)
    return (item) =>
      textOf(valueAt(item, place))
        .toLowerCase()
        .startsWith(texts[0] ?? '')
  if (name in present) return (item) => ((valueAt(item, place) ?? null) !== null) === (String(wanted) === 'true')
  if (name in filters) {
    const options = typeof wanted === 'string' && listOfIds.test(wanted) ? wanted.split(',') : wanted
    return (item) => hasOneOf(valueAt(item, place), options)
  }
  // days and instants, or only years, are compared by the length of the shorter
  const bound = String(wanted)
  const isWithin = (end: string | undefined, fits: (value: string, limit: string) => boolean, item: Fields) => {
    const value = end === undefined ? null : valueAt(item, end)
    if (typeof value !== 'string') return end === undefined
    const head = value.slice(0, bound.length)
    return fits(head, bound.slice(0, head.length))
  }
  return (item) =>
    isWithin(since[name], (value, limit) => value >= limit, item) &&
    isWithin(until[name], (value, limit) => value <= limit, item)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sameTest(name: string, wanted: unknown): Test {
  return (item) => !Object.hasOwn(item, name) || hasOneOf(item[name], wanted)
}

/** The items in the requested order; unchanged without one. */
function sortItems(items: readonly Fields[], { sorts = {} }: ListRules, { sort, direction }: Fields): Fields[] {
  const rule = typeof sort === 'string' ? sorts[sort] : undefined
  if (rule === undefined) return [...items]
  const place = rule.replace(/^-/, '')
  const isDescending = direction === undefined || direction === null ? rule !== place : direction === 'desc'
  const ranked = items.map((item) => ({ item, rank: rankOf(item, place) }))
  const sorted = ranked
    .filter(({ rank }) => rank !== null)
    .toSorted((left, right) => (isDescending ? -1 : 1) * compare(left.rank, right.rank))
  return [...sorted, ...ranked.filter(({ rank }) => rank === null)].map(({ item }) => item) // items without the value come last
}

/** An item with its lists cut to the requested lengths. */
function shortenLists(item: Fields, { latest = {} }: ListRules, criteria: Fields): Fields {
  const short = Object.entries(latest).flatMap(([name, property]): [string, unknown][] => {
    const [count, entries] = [criteria[name], item[property]]
    if (typeof count !== 'number' || !Array.isArray(entries)) return []
    return [[property, entries.slice(Math.max(0, entries.length - count))]]
  })
  return short.length === 0 ? item : { ...item, ...Object.fromEntries(short) }
}

/** Aggregates over all matching items, by place in the reply. */
function countItems(items: readonly Fields[], { counts = {} }: ListRules): [place: string, count: number][] {
  return Object.entries(counts).map(([place, values]) => {
    const isCounted = (item: Fields) => Object.entries(values).every(([inner, value]) => valueAt(item, inner) === value)
    return [place, items.filter(isCounted).length]
  })
}

function containsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text)
  if (Array.isArray(value)) return value.some((each) => containsText(each, text))
  return isFields(value) && Object.values(value).some((each) => containsText(each, text))
}

function hasOneOf(has: unknown, wanted: unknown): boolean {
  const options = [wanted].flat()
  return options.length === 0 || [has].flat().some((each) => options.some((option) => isSame(each, option)))
}

function isSame(has: unknown, wanted: unknown): boolean {
  if (has === wanted || (isFields(has) && has['id'] === wanted)) return true
  return typeof has === 'string' && typeof wanted === 'string' && has.toLowerCase() === wanted.toLowerCase()
}

function rankOf(item: Fields, place: string): string | number | null {
  const value = valueAt(item, place)
  if (Array.isArray(value)) return value.length
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

function compare(left: string | number | null, right: string | number | null): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (String(left).toLowerCase() < String(right).toLowerCase()) return -1
  return String(left) === String(right) ? 0 : 1
}
