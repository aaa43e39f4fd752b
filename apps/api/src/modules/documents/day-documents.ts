import { daysBetween } from '@auspex/analytics'
import { dayMicros } from './count-rows.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'

/** Days from one to another, both included, YYYY-MM-DD. */
export interface DayRange {
  from: string
  to: string
}

/** Matching documents by their days: of each story the oldest, and of many stories a fair sample. */
export interface DayDocuments {
  /** Of the days of `range`, at most `limit`. */
  within(range: DayRange, limit: number): DocumentId[]
  /** Of all other days than those of `ranges`, at most `limit`. */
  outside(ranges: readonly DayRange[], limit: number): DocumentId[]
}

/** Reads the rows only when it is asked. Pure. */
export function createDayDocuments(rows: MatchingRows): DayDocuments {
  return {
    within: (range, limit) => {
      const [from, to] = toNumbers(range)
      return pick(rows, limit, (day) => day >= from && day <= to)
    },
    outside: (ranges, limit) => {
      const numbers = ranges.map(toNumbers)
      return pick(rows, limit, (day) => numbers.every(([from, to]) => day < from || day > to))
    },
  }
}

function pick(rows: MatchingRows, limit: number, isWanted: (day: number) => boolean): DocumentId[] {
  const oldest = new Map<bigint, number>()
  for (let row = 0; row < rows.length; row += 1) {
    if (!isWanted(Math.floor((rows.micros[row] ?? 0) / dayMicros))) continue
    const story = rows.cluster[row] ?? 0n
    const known = oldest.get(story)
    if (known === undefined || isBefore(rows, row, known)) oldest.set(story, row)
  }
  // ids are hashes, so the lowest ones are a fair sample
  const ids = BigInt64Array.from(oldest.values(), (row) => rows.id[row] ?? 0n).sort()
  return Array.from(ids.subarray(0, limit), (id) => toDocumentId(String(id)))
}

/** Equal times by id, so that two readings pick the same. */
function isBefore({ micros, id }: MatchingRows, row: number, other: number): boolean {
  const [time, known] = [micros[row] ?? 0, micros[other] ?? 0]
  return time < known || (time === known && (id[row] ?? 0n) < (id[other] ?? 0n))
}

function toNumbers({ from, to }: DayRange): [from: number, to: number] {
  return [daysBetween('1970-01-01', from), daysBetween('1970-01-01', to)]
}
