import { daysBetween } from '@auspex/analytics'
import { dayMicros } from './count-rows.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'

/** A range of days, both inclusive (YYYY-MM-DD). */
export interface DayRange {
  from: string
  to: string
}

/** Matching documents by day: a fair sample when there are many. Includes copies of a story, since these show what was special. */
export interface DayDocuments {
  within(range: DayRange, limit: number): DocumentId[]
  outside(ranges: readonly DayRange[], limit: number): DocumentId[]
}

/** Reads the rows lazily, on each call. Pure. */
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
