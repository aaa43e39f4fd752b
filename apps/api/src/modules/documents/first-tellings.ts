import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'

const weekMicros = 7 * 86_400_000_000
/** 1970 began on a Thursday; the first Monday was four days later. */
const firstMonday = 4 * 86_400_000_000
/** More weeks than there will be: a story and a week as one number. */
const mostWeeks = 100_000

/**
 * Marks with 1 the rows that tell their story first in a week, Monday to Sunday; the others are copies. By week, since what a site or forum
 * writes again and again ("Weekly thread") is one story for years, and would count on its first day alone. Of as early ones the lowest
 * id is the first, so that the same documents in another order give the same answer. Pure.
 */
export function firstTellings(rows: Pick<MatchingRows, 'length' | 'cluster' | 'id' | 'micros'>): Uint8Array {
  const numbers = storyNumbers(rows)
  const marks = new Uint8Array(rows.length)
  const firsts = new Map<number, number>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    if (number === 0) {
      marks[row] = 1
      continue
    }
    const key = number * mostWeeks + Math.floor(((rows.micros[row] ?? 0) - firstMonday) / weekMicros)
    const first = firsts.get(key)
    if (first === undefined || isEarlier(rows, row, first)) firsts.set(key, row)
  }
  for (const row of firsts.values()) marks[row] = 1
  return marks
}

function isEarlier({ micros, id }: Pick<MatchingRows, 'id' | 'micros'>, row: number, other: number): boolean {
  const [time, otherTime] = [micros[row] ?? 0, micros[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}
