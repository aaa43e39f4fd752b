import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'
import { support } from '../support.ts'

/** A lasting change of level. */
export interface ReportedShift {
  day: string
  /** The level is compared with the one before this day, where a passing level lies between; null for the one directly before. */
  before: string | null
  change: { value: number; low: number; high: number; n: number }
  /** Whether levels are stories a day, or their share of everything published. */
  basis: 'share' | 'count'
  /** Position of the ratio in the report; null for one that spans several changes. */
  pointer: string | null
}

/** The level since the last lasting change. Null when it has little support, or its bounds say nothing. */
export function levelStatement({ day, before, change, basis, pointer }: ReportedShift): StatementDraft | null {
  const shownRatio = tellRatio(change, support.lastingLevel.told)
  if (shownRatio === null) return null
  const isFall = shownRatio.value < 1
  // nobody writes "0.28 times as many"
  const { value, low, high, n } = shownRatio
  const ratio = isFall
    ? claimNumber({ unit: 'percent', value: 100 * value, low: 100 * low, high: 100 * high, n })
    : claimNumber({ pointer, unit: 'ratio', ...shownRatio })
  const since = `Since ${sayDay(day)}`
  const earlier = before === null ? 'before' : `before ${sayDay(before)}`
  return {
    text:
      basis === 'count'
        ? `${since} there have been ${ratio.text} as many stories a day as ${earlier}.`
        : `${since} its share of all that was collected, counted in stories, has been ${ratio.text} ${isFall ? 'of ' : ''}what it was ${earlier}.`,
    part: 'story',
    claims: [{ ...claimOf(day), numbers: [ratio], names: [sayDay(day), ...(before === null ? [] : [sayDay(before)])] }],
  }
}

/** The headline finding above the chart of a topic without events: which way its level moved, and since when. */
export function levelTitle({ day, change, basis }: ReportedShift, topic: string): StatementDraft {
  const isFall = change.value < 1
  const since = sayDay(day)
  const went =
    basis === 'count'
      ? `been ${isFall ? 'lower' : 'higher'}`
      : `taken a ${isFall ? 'smaller' : 'larger'} share of what was collected`
  return {
    text: `Talk of ${topic} has ${went} since ${since}`,
    part: 'title',
    claims: [{ ...claimOf(day), numbers: [], names: [topic, since] }],
  }
}

function claimOf(day: string): Omit<NewClaim, 'numbers' | 'names'> {
  return {
    kind: 'change',
    status: 'supported',
    reason: 'Both levels were counted, and chance explains such a change in at most one of twenty.',
    quote: null,
    evidence: evidence({ from: day }),
    documentIds: [],
    formula: 'inflection-points',
  }
}
