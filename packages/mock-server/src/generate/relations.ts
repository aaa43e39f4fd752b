import { addDays } from '@auspex/contract/days'

type Item = Record<string, unknown>

/** Makes related values consistent. Keeps every value within its own schema. */
export type Relate = (item: Item) => void

/** Pairs whose first value is at most the second: instants, days and counts. */
const orderedPairs: readonly (readonly [string, string])[] = [
  ['firstDay', 'lastDay'],
  ['startDate', 'endDate'],
  ['startDay', 'endDay'],
  ['startedAt', 'finishedAt'],
  ['startedAt', 'endedAt'],
  ['startedAt', 'completedAt'],
  ['firstPublishedAt', 'lastPublishedAt'],
  ['createdAt', 'updatedAt'],
  ['createdAt', 'expiresAt'],
  ['createdAt', 'readAt'],
  ['sentAt', 'readAt'],
  ['publishedAt', 'fetchedAt'],
  ['firstSeen', 'lastSeen'],
  ['firstSeenAt', 'lastSeenAt'],
  ['from', 'to'],
  ['since', 'until'],
  ['start', 'end'],
  ['begin', 'end'],
  ['low', 'high'],
  ['lower', 'upper'],
  ['documentsStored', 'documentsSeen'],
  ['stepsEnded', 'stepCount'],
  ['clusters', 'documents'],
  ['outlets', 'documents'],
  ['unread', 'total'],
  ['done', 'total'],
  ['matched', 'total'],
  ['laterDocuments', 'documents'],
]

const orderedRows: readonly (readonly string[])[] = [
  ['low95', 'low80', 'low50', 'point', 'high50', 'high80', 'high95'],
  ['low', 'value', 'high'],
  ['lower', 'value', 'upper'],
  ['low', 'estimate', 'high'],
  ['min', 'mean', 'max'],
  ['min', 'median', 'max'],
]

/** What a property allows. */
export interface Shape {
  /** Equal for properties that may swap their values. */
  text: string
  /** `number` or `integer`; null for anything else. */
  numeric: string | null
  minimum: number
  maximum: number
}

/** Finds the relations between the properties of an object. Strings swap values when their constraints are equal, numbers also when only their bounds differ. */
export function relationsOf(names: ReadonlySet<string>, shapeOf: (name: string) => Shape): Relate[] {
  const relations: Relate[] = []
  const inOrder = (all: readonly string[]) => putInOrder(all, shapeOf)
  const haveOneShape = (...all: readonly string[]) => {
    if (!all.every((name) => names.has(name))) return false
    const shapes = all.map(shapeOf)
    const [first] = shapes
    return shapes.every(({ text, numeric }) => text === first?.text || (numeric !== null && numeric === first?.numeric))
  }
  for (const name of names) {
    const other = upperOf(name)
    if (other !== null && haveOneShape(name, other)) relations.push(inOrder([name, other]))
  }
  for (const [first, second] of orderedPairs) if (haveOneShape(first, second)) relations.push(inOrder([first, second]))
  for (const row of orderedRows) if (haveOneShape(...row)) relations.push(inOrder(row))
  if (names.has('items') && names.has('page')) relations.push(countPage)
  if (names.has('highlights')) relations.push(placeHighlights)
  return relations
}

/** `age_max` for `age_min`, `documentsHigh` for `documentsLow`, `maxAge` for `minAge`. */
function upperOf(name: string): string | null {
  const upper = name
    .replace(/(^|_)min(?=_|$|[A-Z])/, '$1max')
    .replace(/Min$/, 'Max')
    .replace(/Low$/, 'High')
  return upper === name ? null : upper
}

function putInOrder(names: readonly string[], shapeOf: (name: string) => Shape): Relate {
  return (item) => {
    const known = names.filter((name) => item[name] !== null && item[name] !== undefined)
    const sorted = known.map((name) => item[name]).toSorted((left, right) => (isBefore(left, right) ? -1 : 1))
    for (const [index, name] of known.entries()) item[name] = within(sorted[index], shapeOf(name))
  }
}

/** A swapped value may be outside the bounds of its new property. */
function within(value: unknown, { minimum, maximum }: Shape): unknown {
  return typeof value === 'number' ? Math.min(maximum, Math.max(minimum, value)) : value
}

function isBefore(left: unknown, right: unknown): boolean {
  return typeof left === 'number' && typeof right === 'number' ? left <= right : String(left) <= String(right)
}

/** Spans lie in the text they refer to: that of the property with their name, or the only one next to them. */
function placeHighlights(item: Item): void {
  const { highlights, text, content } = item
  if (Array.isArray(highlights)) item['highlights'] = spansIn(text ?? content, highlights)
  else if (typeof highlights === 'object' && highlights !== null)
    item['highlights'] = Object.fromEntries(
      Object.entries(highlights).map(([name, spans]) => [
        name,
        Array.isArray(spans) ? spansIn(item[name], spans) : spans,
      ]),
    )
}

const longestSpan = 12

/** Consecutive spans, as many as fit into the text. */
function spansIn(text: unknown, spans: readonly unknown[]): [number, number][] {
  const length = typeof text === 'string' ? text.length : 0
  const room = Math.floor(length / Math.max(1, spans.length))
  if (room < 1) return []
  return spans.map((_span, index) => [index * room, index * room + Math.min(room, longestSpan)])
}

/** One page has all items, so that the envelope is consistent. */
function countPage({ items, page }: Item): void {
  if (!Array.isArray(items) || typeof page !== 'object' || page === null || !('total' in page)) return
  const perPage =
    'perPage' in page && typeof page.perPage === 'number' ? Math.max(page.perPage, items.length) : items.length
  Object.assign(page, {
    page: 1,
    perPage,
    total: items.length,
    totalPages: items.length === 0 ? 0 : 1,
    nextCursor: null,
  })
}

/** Makes the days of a series consecutive, and sorts pairs of offsets. */
export function relateItems(items: unknown[], dayName: string | null): void {
  if (dayName !== null) {
    const series = items as Item[] // objects, as the caller found the property in their schema
    const first = series.map((item) => String(item[dayName])).toSorted()[0] ?? ''
    for (const [index, item] of series.entries()) item[dayName] = addDays(first, index)
  } else if (items.length === 2 && typeof items[0] === 'number' && typeof items[1] === 'number') {
    items.sort((left, right) => Number(left) - Number(right))
  }
}
