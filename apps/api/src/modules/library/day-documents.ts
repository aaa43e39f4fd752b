import { daysBetween } from '@auspex/analytics'
import { dayMicros } from './count-rows.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'

/** A range of days, both inclusive (YYYY-MM-DD). */
export interface DayRange {
  from: string
  to: string
}

/** A text that several documents of some days have. */
export interface CopiedText {
  storyCluster: DocumentId
  /** Its documents on these days. */
  documents: number
  /** The earliest of them. */
  documentId: DocumentId
}

/** Matching documents by day: a fair sample when there are many. Includes copies of a story, since these show what was special. */
export interface DayDocuments {
  within(range: DayRange, limit: number): DocumentId[]
  outside(ranges: readonly DayRange[], limit: number): DocumentId[]
  /** The text with most copies on some days; null where none has two. */
  mostCopied(range: DayRange): CopiedText | null
}

/** Reads the rows lazily, on each call. */
export function createDayDocuments(rows: MatchingRows): DayDocuments {
  let days: Int32Array | null = null
  // the columns may be longer than the rows
  const dayOf = () =>
    (days ??= Int32Array.from(rows.micros.subarray(0, rows.length), (micros) => Math.floor(micros / dayMicros)))
  return {
    within: (range, limit) => {
      const [from, to] = toNumbers(range)
      return pick(
        rows,
        limit,
        placesWhere(dayOf(), (day) => day >= from && day <= to),
      )
    },
    outside: (ranges, limit) => {
      const numbers = ranges.map(toNumbers)
      return pick(
        rows,
        limit,
        placesWhere(dayOf(), (day) => numbers.every(([from, to]) => day < from || day > to)),
      )
    },
    mostCopied: (range) => {
      const [from, to] = toNumbers(range)
      return findMostCopied(
        rows,
        placesWhere(dayOf(), (day) => day >= from && day <= to),
      )
    },
  }
}

function placesWhere(days: Int32Array, isWanted: (day: number) => boolean): Int32Array {
  const places = new Int32Array(days.length)
  let count = 0
  days.forEach((day, row) => {
    if (isWanted(day)) places[count++] = row
  })
  return places.subarray(0, count)
}

/** Ids are hashes, spread evenly over half of the 64-bit numbers; their upper halves are below this. */
const upperHalves = 2 ** 31
/** How many more ids than needed are expected below the limit of the first look. */
const spare = 1.5

/** Ids are hashes, so the lowest ones are a fair sample. */
function pick(rows: MatchingRows, limit: number, places: Int32Array): DocumentId[] {
  const halves = new Int32Array(rows.id.buffer, rows.id.byteOffset, rows.length * 2)
  // sorting 20,000 ids takes 10 ms, and 300 of them hold the lowest 200
  const highest = (upperHalves * spare * limit) / Math.max(1, places.length)
  const low = places.filter((row) => (halves[row * 2 + 1] ?? 0) < highest)
  const chosen = low.length >= limit ? low : places
  const sorted = BigInt64Array.from(chosen, (row) => rows.id[row] ?? 0n).toSorted()
  return Array.from(sorted.subarray(0, limit), (id) => toDocumentId(String(id)))
}

function findMostCopied(rows: MatchingRows, places: Int32Array): CopiedText | null {
  const stories = storyNumbers(rows)
  const counts = new Map<number, { documents: number; first: number }>()
  for (const row of places) {
    const story = stories[row] ?? 0
    if (story === 0) continue
    const storyCount = counts.get(story) ?? { documents: 0, first: row }
    counts.set(story, storyCount)
    storyCount.documents += 1
    if (isEarlier(rows, row, storyCount.first)) storyCount.first = row
  }
  const [most] = [...counts.values()].toSorted(
    (a, b) => b.documents - a.documents || (isEarlier(rows, a.first, b.first) ? -1 : 1),
  )
  if (most === undefined || most.documents < 2) return null
  return {
    storyCluster: toDocumentId(String(rows.cluster[most.first])),
    documents: most.documents,
    documentId: toDocumentId(String(rows.id[most.first])),
  }
}

/** Equal times are decided by the id, so that the order of the rows does not matter. */
function isEarlier({ micros, id }: MatchingRows, one: number, other: number): boolean {
  const [first, second] = [micros[one] ?? 0, micros[other] ?? 0]
  return first < second || (first === second && (id[one] ?? 0n) < (id[other] ?? 0n))
}

function toNumbers({ from, to }: DayRange): [from: number, to: number] {
  return [daysBetween('1970-01-01', from), daysBetween('1970-01-01', to)]
}
