import { daysBetween } from '@auspex/analytics'
import { dayMicros } from './count-rows.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'

/** Days from one to another, both included, YYYY-MM-DD. */
export interface DayRange {
  from: string
  to: string
}

/** Matching documents by their days: of many a fair sample, copies of a story included, since these tell what was special. */
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
  const ids: bigint[] = []
  for (let row = 0; row < rows.length; row += 1)
    if (isWanted(Math.floor((rows.micros[row] ?? 0) / dayMicros))) ids.push(rows.id[row] ?? 0n)
  // ids are hashes, so the lowest ones are a fair sample
  const sorted = BigInt64Array.from(ids).toSorted()
  return Array.from(sorted.subarray(0, limit), (id) => toDocumentId(String(id)))
}

function toNumbers({ from, to }: DayRange): [from: number, to: number] {
  return [daysBetween('1970-01-01', from), daysBetween('1970-01-01', to)]
}
