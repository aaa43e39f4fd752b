import { addDays } from '../../series/daily-series.ts'
import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'

export interface ChangeFacts {
  current: number
  previous: number
  windowDays: number
  /** Last day of the current window. */
  asOf: string
  /** Rate after over rate before with 95 % bounds; null when it cannot be told. */
  ratio: { value: number; low: number; high: number; n: number } | null
  basis: 'share' | 'count'
  /** Pointer to the section that holds these facts; null when no report does. */
  pointer: string | null
  formula?: string
}

/** Fewer documents in both windows are counted, but are little to speak of. */
const fewDocuments = 20

/**
 * How a window compares with the one before, and whether the change is certain: its bounds leave out 1. Serves the last
 * weeks of a report and the two sides of an inflection point. Null when nothing was published in either.
 */
export function changeStatement(facts: ChangeFacts): StatementDraft | null {
  const { current, previous, windowDays, ratio, asOf, pointer } = facts
  if (current + previous === 0) return null
  const at = (name: string) => (pointer === null ? null : `${pointer}/${name}`)
  const window = claimNumber({ pointer: at('windowDays'), value: windowDays, unit: 'days' })
  const now = claimNumber({ pointer: at('current'), value: current, unit: 'documents', n: current })
  const before = claimNumber({ pointer: at('previous'), value: previous, unit: 'documents', n: previous })
  const from = addDays(asOf, 1 - windowDays)
  const isFew = current + previous < fewDocuments
  const grown =
    ratio === null
      ? null
      : claimNumber({
          pointer: at('ratio/value'),
          value: ratio.value,
          low: ratio.low,
          high: ratio.high,
          n: ratio.n,
          unit: 'ratio',
        })
  const measure = facts.basis === 'share' ? "as a share of the sources' totals" : 'by count'
  const rate = grown === null ? '' : `; ${measure} that is ${grown.text} the rate${verdict(ratio)}`
  return {
    text: `The ${window.text} to ${sayDay(asOf)} brought ${now.text}, the ${window.text} before brought ${before.text}${rate}.`,
    claims: [
      {
        kind: 'change',
        status: isFew ? 'weak' : 'supported',
        reason: isFew
          ? 'Few documents were published in the two windows.'
          : ratio === null
            ? 'Both windows were counted; a rate cannot be told.'
            : 'Both windows were counted, and the interval says how certain the change is.',
        numbers: [window, now, before, ...(grown === null ? [] : [grown])],
        names: [sayDay(asOf)],
        quote: null,
        evidence: evidence({ from, to: asOf }),
        documentIds: [],
        formula: facts.formula ?? 'momentum',
      },
    ],
  }
}

function verdict(ratio: ChangeFacts['ratio']): string {
  if (ratio === null) return ''
  if (ratio.low > 1) return ', so it grew'
  if (ratio.high < 1) return ', so it fell'
  return ', which is no certain change'
}
