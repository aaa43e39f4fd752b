import type { ListRules } from '@auspex/contract'
import { type Fields, isFields, valueAt, valuesAt } from './fields.ts'

/** Filter values that match everything. */
const everything: ReadonlySet<unknown> = new Set(['all', '-', '', null, undefined])

/** Fields for paging and sorting, which do not filter items. */
const paging: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor', 'sort', 'direction'])

type Test = (item: Fields) => boolean

/** Whether an item matches the filter fields of a list. `naming` are fields that identify the list's parent. */
export function createListTest(rules: ListRules, criteria: Fields, naming: ReadonlySet<string>): Test {
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
  if (name in filters) return (item) => hasOneOf(valueAt(item, place), wanted)
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
export function sortItems(items: readonly Fields[], { sorts = {} }: ListRules, { sort, direction }: Fields): Fields[] {
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
export function shortenLists(item: Fields, { latest = {} }: ListRules, criteria: Fields): Fields {
  const short = Object.entries(latest).flatMap(([name, property]): [string, unknown][] => {
    const [count, entries] = [criteria[name], item[property]]
    if (typeof count !== 'number' || !Array.isArray(entries)) return []
    return [[property, entries.slice(Math.max(0, entries.length - count))]]
  })
  return short.length === 0 ? item : { ...item, ...Object.fromEntries(short) }
}

/** Aggregates over all matching items, by place in the reply. */
export function countItems(items: readonly Fields[], { counts = {} }: ListRules): [place: string, count: number][] {
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
  return String(left).toLowerCase() < String(right).toLowerCase() ? -1 : String(left) === String(right) ? 0 : 1
}
