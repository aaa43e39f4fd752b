import { addDays } from '../../series/daily-series.ts'
import { tellRatio } from '../../series/telling-ratio.ts'
import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay } from '../say.ts'
import { statusOf, support } from '../support.ts'

export interface ChangeFacts {
  /** Stories of the window and of the one before: copies of a text are not growth. */
  stories: number
  previousStories: number
  windowDays: number
  /** Last day of the current window. */
  asOf: string
  /** Rate after over rate before with 95 % bounds; null when unknown. */
  ratio: { value: number; low: number; high: number; n: number } | null
  /** Whether the ratio is missing because its bounds are too far apart. */
  isUneven?: boolean
  basis: 'share' | 'count'
  /** Pointer to the section that contains these facts; null when no report does. */
  pointer: string | null
  formula?: string
}

/**
 * How a window compares with the one before, and whether the change is certain: its bounds exclude 1. Where the ratio is not shown (`untoldReason`)
 * the sentence gives the reason. Null when both windows are empty.
 */
export function changeStatement(facts: ChangeFacts): StatementDraft | null {
  const { stories, previousStories, windowDays, ratio, asOf, pointer } = facts
  const both = stories + previousStories
  if (both === 0) return null
  const at = (name: string) => (pointer === null ? null : `${pointer}/${name}`)
  const window = claimNumber({ pointer: at('windowDays'), value: windowDays, unit: 'days' })
  const now = claimNumber({ pointer: at('stories'), value: stories, unit: 'stories', n: stories })
  const before = claimNumber({
    pointer: at('previousStories'),
    value: previousStories,
    unit: 'stories',
    n: previousStories,
  })
  const shownRatio = tellRatio(ratio, support.change.told)
  const growth =
    shownRatio === null
      ? null
      : claimNumber({
          pointer: at('ratio/value'),
          value: shownRatio.value,
          low: shownRatio.low,
          high: shownRatio.high,
          n: shownRatio.n,
          unit: 'ratio',
        })
  const status = statusOf(both, support.change)
  return {
    text: `There ${stories === 1 ? 'was' : 'were'} ${now.text} in the ${window.text} to ${sayDay(asOf)}, against ${before.text} in the ${window.text} before${growth === null ? untold(facts) : `${measure(facts.basis, growth.text)}, ${verdict(shownRatio, facts)}`}.`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few stories were told in the two windows.'
            : growth === null
              ? 'Both windows were counted; how many times as many cannot be told.'
              : 'Both windows were counted, and the interval says how certain the change is.',
        numbers: [window, now, before, ...(growth === null ? [] : [growth])],
        names: [sayDay(asOf)],
        quote: null,
        evidence: evidence({ from: addDays(asOf, 1 - windowDays), to: asOf }),
        documentIds: [],
        formula: facts.formula ?? 'momentum',
      },
    ],
  }
}

function measure(basis: ChangeFacts['basis'], ratio: string): string {
  return basis === 'share' ? `: as a share of all that was collected, ${ratio} as much` : `: ${ratio} as many`
}

/** Why no ratio follows the two counts. */
function untold({ ratio, isUneven = false, stories, previousStories }: ChangeFacts): string {
  if (stories + previousStories < support.change.told) return ': too few to tell a change'
  return ratio === null && !isUneven ? '' : ': too unevenly spread to tell a change'
}

/** A share also moves when the rest of what was collected grows or shrinks: then nothing is said about the topic itself. */
function verdict(
  ratio: ChangeFacts['ratio'],
  { basis, stories, previousStories }: Pick<ChangeFacts, 'basis' | 'stories' | 'previousStories'>,
): string {
  const isGrowth = ratio !== null && ratio.low > 1
  const isFall = ratio !== null && ratio.high < 1
  if (!isGrowth && !isFall) return 'so there is no certain change'
  const verb = isGrowth ? 'grew' : 'fell'
  if (basis === 'count') return `so it ${verb}`
  if (isGrowth && stories <= previousStories) return `so its share ${verb}, though there were no more stories`
  if (isFall && stories >= previousStories) return `so its share ${verb}, though there were no fewer stories`
  return `so its share ${verb}`
}
