import { addDays } from '@auspex/contract/days'

type Item = Record<string, unknown>

/** Makes related values consistent. Keeps every value within its own schema. */
export type Relate = (item: Item) => void

/** Rows of properties whose values ascend: instants, days and counts. */
const ascending = `firstDay lastDay; startDate endDate; startDay endDay; startedAt finishedAt; startedAt endedAt;
startedAt completedAt; firstPublishedAt lastPublishedAt; createdAt updatedAt; createdAt expiresAt; createdAt readAt;
sentAt readAt; publishedAt fetchedAt; firstSeen lastSeen; firstSeenAt lastSeenAt; from to; since until; start end;
begin end; low high; lower upper; documentsStored documentsSeen; stepsEnded stepCount; clusters documents;
outlets documents; unread total; done total; matched total; laterDocuments documents;
low95 low80 low50 point high50 high80 high95; low value high; lower value upper; low estimate high; min mean max;
min median max`
  .split(';')
  .map((row) => row.trim().split(/\s+/))

/** What a property allows. Properties with equal texts may swap their values. */
export interface Shape {
  text: string
  minimum: number
  maximum: number
}

/** Finds the relations between the properties of an object. */
export function relationsOf(shapes: ReadonlyMap<string, Shape>): Relate[] {
  const pairs = [...shapes.keys()].map((name) => [name, upperOf(name)]).filter(([name, upper]) => name !== upper)
  const rows = [...pairs, ...ascending].filter((row) => {
    const texts = row.map((name) => shapes.get(name)?.text)
    return texts.every((text) => text !== undefined && text === texts[0])
  })
  return [
    ...rows.map(
      (row): Relate =>
        (item) =>
          putInOrder(item, row, shapes),
    ),
    ...(shapes.has('items') && shapes.has('page') ? [countPage] : []),
    ...(shapes.has('highlights') ? [placeHighlights] : []),
  ]
}

/** `age_max` for `age_min`, `documentsHigh` for `documentsLow`, `maxAge` for `minAge`. */
function upperOf(name: string): string {
  return name
    .replace(/(^|_)min(?=_|$|[A-Z])/, '$1max')
    .replace(/Min$/, 'Max')
    .replace(/Low$/, 'High')
}

function putInOrder(item: Item, names: readonly string[], shapes: ReadonlyMap<string, Shape>): void {
  const presentNames = names.filter((name) => item[name] !== null && item[name] !== undefined)
  const sorted = presentNames.map((name) => item[name]).toSorted((left, right) => (isBefore(left, right) ? -1 : 1))
  for (const [index, name] of presentNames.entries()) {
    const value = sorted[index]
    const { minimum = -Infinity, maximum = Infinity } = shapes.get(name) ?? {}
    // a swapped value may be outside the bounds of its new property
    item[name] = typeof value === 'number' ? Math.min(maximum, Math.max(minimum, value)) : value
  }
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
  const room = Math.floor((typeof text === 'string' ? text.length : 0) / Math.max(1, spans.length))
  return room < 1 ? [] : spans.map((_, index) => [index * room, index * room + Math.min(room, longestSpan)])
}

/** One page has all items, so that the envelope is consistent. */
function countPage({ items, page }: Item): void {
  if (!Array.isArray(items) || typeof page !== 'object' || page === null || !('total' in page)) return
  const total = items.length
  const perPage = 'perPage' in page && typeof page.perPage === 'number' ? Math.max(page.perPage, total) : total
  Object.assign(page, { page: 1, perPage, total, totalPages: total === 0 ? 0 : 1, nextCursor: null })
}

/** Makes the days of a series consecutive, and sorts pairs of offsets. */
export function relateItems(items: unknown[], dayName: string | null): void {
  if (dayName !== null) {
    const series = items as Item[] // objects, as the caller found the property in their schema
    const first = series.map((item) => String(item[dayName])).toSorted()[0] ?? ''
    for (const [index, item] of series.entries()) item[dayName] = addDays(first, index)
  } else if (items.length === 2 && items.every((item) => typeof item === 'number'))
    items.sort((left, right) => left - right)
}
