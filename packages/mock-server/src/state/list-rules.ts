import type { ListRules } from '@auspex/contract'
import { valueAt, valuesAt } from './pointer.ts'
import { type Fields, isFields } from './request-fields.ts'

/** Filter values that match everything. */
const everything: ReadonlySet<unknown> = new Set(['all', '-', '', null, undefined])

/** Fields for paging and sorting, which do not filter items. */
const paging: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor', 'sort', 'direction'])

type Test = (item: Fields) => boolean

/** Whether an item matches the filter fields of a list. `naming` are fields that identify the list's parent. */
export function createListTest(rules: ListRules, asked: Fields, naming: ReadonlySet<string>): Test {
  const {
    search = {},
    begins = {},
    filters = {},
    present = {},
    since = {},
    until = {},
    only = {},
    latest = {},
    limit,
  } = rules
  const tests: Test[] = Object.entries(only).map(
    ([place, value]) =>
      (item) =>
        valueAt(item, place) === value,
  )
  for (const [name, wanted] of Object.entries(asked)) {
    if (everything.has(wanted) || paging.has(name) || name === limit || latest[name] !== undefined) continue
    if (search[name] !== undefined) tests.push(searchTest(search[name], wanted))
    else if (begins[name] !== undefined) tests.push(beginningTest(begins[name], wanted))
    else if (present[name] !== undefined) tests.push(presenceTest(present[name], wanted))
    else if (filters[name] !== undefined) tests.push(filterTest(filters[name], wanted))
    else if (since[name] !== undefined || until[name] !== undefined)
      tests.push(...rangeTests({ from: since[name], to: until[name] }, wanted))
    else if (!naming.has(name)) tests.push((item) => !Object.hasOwn(item, name) || hasOneOf(item[name], wanted))
  }
  return (item) => tests.every((test) => test(item))
}

/** The items in the requested order; unchanged without one. */
export function sortItems(items: readonly Fields[], { sorts = {} }: ListRules, { sort, direction }: Fields): Fields[] {
  const rule = typeof sort === 'string' ? sorts[sort] : undefined
  if (rule === undefined) return [...items]
  const place = rule.replace(/^-/, '')
  const isDescending = direction === undefined || direction === null ? rule !== place : direction === 'desc'
  const known = items.filter((item) => rankOf(item, place) !== null)
  const sorted = known.toSorted((left, right) => {
    const order = compare(rankOf(left, place), rankOf(right, place))
    return isDescending ? -order : order
  })
  return [...sorted, ...items.filter((item) => rankOf(item, place) === null)] // items without the value come last
}

/** An item with its lists cut to the requested lengths. */
export function shortenLists(item: Fields, { latest = {} }: ListRules, asked: Fields): Fields {
  const short = Object.entries(latest).flatMap(([name, property]): [string, unknown][] => {
    const [count, entries] = [asked[name], item[property]]
    if (typeof count !== 'number' || !Array.isArray(entries)) return []
    return [[property, entries.slice(Math.max(0, entries.length - count))]]
  })
  return short.length === 0 ? item : { ...item, ...Object.fromEntries(short) }
}

/** Aggregates over all matching items, by place in the reply. */
export function countItems(items: readonly Fields[], { counts = {} }: ListRules): [place: string, count: number][] {
  return Object.entries(counts).map(([place, values]) => [
    place,
    items.filter((item) => Object.entries(values).every(([inner, value]) => valueAt(item, inner) === value)).length,
  ])
}

function searchTest(places: readonly string[], wanted: unknown): Test {
  const texts = [wanted].flat().map((each) => String(each).trim().toLowerCase())
  return (item) => texts.some((text) => places.some((place) => holdsText(valuesAt(item, place), text)))
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text)
  if (Array.isArray(value)) return value.some((each) => holdsText(each, text))
  return isFields(value) && Object.values(value).some((each) => holdsText(each, text))
}

function beginningTest(place: string, wanted: unknown): Test {
  const text = String(wanted).toLowerCase()
  return (item) => {
    const value = valueAt(item, place)
    return typeof value === 'string' && value.toLowerCase().startsWith(text)
  }
}

function presenceTest(place: string, wanted: unknown): Test {
  return (item) => ((valueAt(item, place) ?? null) !== null) === (wanted === true || wanted === 'true')
}

function filterTest(place: string, wanted: unknown): Test {
  return (item) => hasOneOf(valueAt(item, place), wanted)
}

/** Compares days and instants, or only years, by the length of the shorter. */
function rangeTests({ from, to }: { from: string | undefined; to: string | undefined }, wanted: unknown): Test[] {
  const bound = String(wanted)
  const head = (item: Fields, place: string) => {
    const value = valueAt(item, place)
    return typeof value === 'string' ? value.slice(0, bound.length) : null
  }
  const at = (place: string, fits: (value: string) => boolean) => (item: Fields) => {
    const value = head(item, place)
    return value !== null && fits(value)
  }
  return [
    ...(from === undefined ? [] : [at(from, (value) => value >= bound.slice(0, value.length))]),
    ...(to === undefined ? [] : [at(to, (value) => value <= bound.slice(0, value.length))]),
  ]
}

function hasOneOf(has: unknown, wanted: unknown): boolean {
  const options = [wanted].flat()
  if (options.length === 0) return true
  return [has].flat().some((each) => options.some((option) => isSame(each, option)))
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
