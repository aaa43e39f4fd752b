import { addDays } from '@auspex/contract/days'

type Item = Record<string, unknown>

/** Makes values agree that are true only together. It keeps every value within its own schema. */
export type Relate = (item: Item) => void

/** Pairs of which the first is at most the second: instants, days and counts. */
const orderedPairs: readonly (readonly [string, string])[] = [
  ['firstDay', 'lastDay'],
  ['startDate', 'endDate'],
  ['startDay', 'endDay'],
  ['startedAt', 'finishedAt'],
  ['startedAt', 'endedAt'],
  ['startedAt', 'completedAt'],
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
  ['clusters', 'documents'],
  ['outlets', 'documents'],
  ['unread', 'total'],
  ['done', 'total'],
  ['matched', 'total'],
]

const orderedTriples: readonly (readonly [string, string, string])[] = [
  ['low', 'value', 'high'],
  ['lower', 'value', 'upper'],
  ['low', 'estimate', 'high'],
  ['min', 'mean', 'max'],
  ['min', 'median', 'max'],
]

/** Finds what holds between the properties of an object. `shapeOf` tells which properties may trade their values: equal shapes, equal bounds. */
export function relationsOf(names: ReadonlySet<string>, shapeOf: (name: string) => string): Relate[] {
  const relations: Relate[] = []
  const haveOneShape = (...all: readonly string[]) =>
    all.every((name) => names.has(name)) && new Set(all.map(shapeOf)).size === 1
  for (const name of names) {
    const other = upperOf(name)
    if (other !== null && haveOneShape(name, other)) relations.push(inOrder([name, other]))
  }
  for (const [first, second] of orderedPairs) if (haveOneShape(first, second)) relations.push(inOrder([first, second]))
  for (const triple of orderedTriples) if (haveOneShape(...triple)) relations.push(inOrder(triple))
  if (names.has('items') && names.has('page')) relations.push(countPage)
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

function inOrder(names: readonly string[]): Relate {
  return (item) => {
    const known = names.filter((name) => item[name] !== null && item[name] !== undefined)
    const sorted = known.map((name) => item[name]).toSorted((left, right) => (isBefore(left, right) ? -1 : 1))
    for (const [index, name] of known.entries()) item[name] = sorted[index]
  }
}

function isBefore(left: unknown, right: unknown): boolean {
  return typeof left === 'number' && typeof right === 'number' ? left <= right : String(left) <= String(right)
}

/** One page holds all items, so the envelope can be true. */
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

/** Puts the days of a series in a row, and lists of two offsets in order. */
export function relateItems(items: unknown[], dayName: string | null): void {
  if (dayName !== null) {
    const series = items as Item[] // objects, as the caller found the property in their schema
    const first = series.map((item) => String(item[dayName])).toSorted()[0] ?? ''
    for (const [index, item] of series.entries()) item[dayName] = addDays(first, index)
  } else if (items.length === 2 && typeof items[0] === 'number' && typeof items[1] === 'number') {
    items.sort((left, right) => Number(left) - Number(right))
  }
}
