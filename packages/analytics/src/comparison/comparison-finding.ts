import type { ComparisonBasis, SignalDifference } from '@auspex/sdk/types'
import { plainNumber } from '../claims/render-number.ts'
import { capitalize, formatMonth, joinWithAnd } from '../claims/sentence-words.ts'
import type { AlignedSignal } from './align-reports.ts'

/** A month in which both have fewer documents tells nothing of who is ahead. */
const minMonthDocuments = 10
/** More months are counted, not named. */
const maxMonthsNamed = 2

export interface FindingInput {
  reference: AlignedSignal
  others: readonly AlignedSignal[]
  differences: readonly SignalDifference[]
  basis: ComparisonBasis
  /** The days that are compared, oldest first, and the position of the first on the calendar. */
  days: readonly string[]
  start: number
  /** What a signal is about, in words. */
  nameOf: (signal: AlignedSignal) => string
}

/**
 * What a comparison shows, as the title of its chart: who drew more attention and how many times, and for two signals the months in which it was the
 * other way round. Null where the days do not tell.
 */
export function writeFinding({
  reference,
  others,
  differences,
  basis,
  days,
  start,
  nameOf,
}: FindingInput): string | null {
  const [other] = others
  const [difference] = differences
  if (other === undefined || difference === undefined) return null
  if (others.length > 1) {
    const leads = differences.every(
      ({ [basis]: { value, distinct } }) => distinct === true && value !== null && value < 1,
    )
    return leads
      ? `${capitalize(nameOf(reference))} drew clearly more attention than ${joinWithAnd(others.map(nameOf))}`
      : null
  }
  const { value, low, high, distinct } = difference[basis]
  if (value === null || value === 0 || distinct === null) return null
  const isAhead = value > 1
  const [first, second] = isAhead ? [other, reference] : [reference, other]
  const [winner, loser] = [nameOf(first), nameOf(second)]
  if (!distinct) return `${capitalize(winner)} and ${loser} drew about the same attention`
  const bounds =
    low === null || high === null ? {} : isAhead ? { low, high } : { low: 1 / high, high: low > 0 ? 1 / low : null }
  const times = plainNumber({ value: isAhead ? value : 1 / value, unit: 'ratio', n: null, ...bounds })
  const reversed = monthsAhead(second, first, { basis, days, start })
  const named = reversed.slice(0, maxMonthsNamed).map((month) => formatMonth(month))
  const exception =
    reversed.length === 0
      ? ''
      : reversed.length <= maxMonthsNamed
        ? `, but less in ${joinWithAnd(named)}`
        : `, but less in ${reversed.length} months`
  return `${capitalize(winner)} drew ${times.text} as much attention as ${loser}${exception}`
}

/** The months in which one signal has the higher rate, over the days known of both. */
function monthsAhead(
  one: AlignedSignal,
  other: AlignedSignal,
  { basis, days, start }: Pick<FindingInput, 'basis' | 'days' | 'start'>,
): string[] {
  const months = new Map<string, { one: number; other: number; oneOf: number; otherOf: number }>()
  days.forEach((day, at) => {
    const place = start + at
    const [a, b] = [one.series[basis].counts[place] ?? null, other.series[basis].counts[place] ?? null]
    if (a === null || b === null) return
    const month = `${day.slice(0, 7)}-01`
    const sum = months.get(month) ?? { one: 0, other: 0, oneOf: 0, otherOf: 0 }
    months.set(month, sum)
    sum.one += a
    sum.other += b
    sum.oneOf += one.series[basis].exposure[place] ?? 0
    sum.otherOf += other.series[basis].exposure[place] ?? 0
  })
  return [...months].flatMap(([month, sum]) =>
    sum.one + sum.other >= minMonthDocuments && sum.one * sum.otherOf > sum.other * sum.oneOf ? [month] : [],
  )
}
