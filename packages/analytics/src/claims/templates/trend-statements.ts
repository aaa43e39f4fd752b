import type { Stage } from '../../series/momentum.ts'
import { allDocuments, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { formatDay } from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { addDays } from '../../series/daily-series.ts'
import { showableRatio } from '../../series/interval.ts'
import { claimNumber } from '../render-number.ts'

/** What grew or fell as a share may have stayed constant while other things were collected. */
const wordsOfShares: Partial<Record<Stage, string>> = {
  emerging: 'its share of what was collected was growing from next to nothing',
  rising: 'its share of what was collected was growing',
  declining: 'its share of what was collected was falling',
}

const words: Record<Stage, string> = {
  emerging: 'it was growing from next to nothing',
  rising: 'it was growing',
  peaking: 'it was about as high as it had ever been here',
  steady: 'it was steady',
  declining: 'it was falling',
  dormant: 'hardly anything in the library was about it',
}

/** The stage of the signal as of a day. Null when it is unknown, or has too little support. */
export function stageStatement({
  stage,
  asOf,
  stories,
  basis = 'count',
}: {
  stage: Stage | null
  /** The last day considered. */
  asOf: string
  /** Stories of the two windows considered. */
  stories: number
  /** What was compared. */
  basis?: 'share' | 'count'
}): StatementDraft | null {
  if (stage === null || (stage !== 'dormant' && stories < supportThresholds.stage.min)) return null
  const status = claimStatus(stories, supportThresholds.stage)
  const day = formatDay(asOf)
  return {
    text: `As of ${day}, ${(basis === 'share' ? wordsOfShares[stage] : undefined) ?? words[stage]}.`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few stories decide it.'
            : 'Decided by a documented rule over the counted windows; the rule is a convention of ours.',
        numbers: [],
        names: [day],
        quote: null,
        evidence: allDocuments,
        documentIds: [],
        formula: 'stage',
      },
    ],
  }
}

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
  const shownRatio = showableRatio(ratio, supportThresholds.change.min)
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
  const status = claimStatus(both, supportThresholds.change)
  return {
    text: `There ${stories === 1 ? 'was' : 'were'} ${now.text} in the ${window.text} to ${formatDay(asOf)}, against ${before.text} in the ${window.text} before${growth === null ? untold(facts) : `${measure(facts.basis, growth.text)}, ${verdict(shownRatio, facts)}`}.`,
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
        names: [formatDay(asOf)],
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
  if (stories + previousStories < supportThresholds.change.min) return ': too few to tell a change'
  return ratio === null && !isUneven ? '' : ': too unevenly spread to tell a change'
}

/** A share also moves when the rest of what was collected grows or shrinks: then nothing is said about the topic itself. */
function verdict(ratio: ChangeFacts['ratio'], { basis, stories, previousStories }: ChangeFacts): string {
  const isGrowth = ratio !== null && ratio.low > 1
  const isFall = ratio !== null && ratio.high < 1
  if (!isGrowth && !isFall) return 'so there is no certain change'
  const verb = isGrowth ? 'grew' : 'fell'
  if (basis === 'count') return `so it ${verb}`
  if (isGrowth && stories <= previousStories) return `so its share ${verb}, though there were no more stories`
  if (isFall && stories >= previousStories) return `so its share ${verb}, though there were no fewer stories`
  return `so its share ${verb}`
}

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
  const shownRatio = showableRatio(change, supportThresholds.lastingLevel.min)
  if (shownRatio === null) return null
  const isFall = shownRatio.value < 1
  // "0.28 times as many" is not how people write
  const { value, low, high, n } = shownRatio
  const ratio = isFall
    ? claimNumber({ unit: 'percent', value: 100 * value, low: 100 * low, high: 100 * high, n })
    : claimNumber({ pointer, unit: 'ratio', ...shownRatio })
  const since = `Since ${formatDay(day)}`
  const earlier = before === null ? 'before' : `before ${formatDay(before)}`
  return {
    text:
      basis === 'count'
        ? `${since} there have been ${ratio.text} as many stories a day as ${earlier}.`
        : `${since} its share of all that was collected, counted in stories, has been ${ratio.text} ${isFall ? 'of ' : ''}what it was ${earlier}.`,
    part: 'story',
    claims: [
      {
        ...toLevelClaim(day),
        numbers: [ratio],
        names: [formatDay(day), ...(before === null ? [] : [formatDay(before)])],
      },
    ],
  }
}

/** The headline finding above the chart of a topic without events: which way its level moved, and since when. */
export function levelTitle({ day, change, basis }: ReportedShift, topic: string): StatementDraft {
  const isFall = change.value < 1
  const since = formatDay(day)
  const went =
    basis === 'count'
      ? `been ${isFall ? 'lower' : 'higher'}`
      : `taken a ${isFall ? 'smaller' : 'larger'} share of what was collected`
  return {
    text: `Talk of ${topic} has ${went} since ${since}`,
    part: 'title',
    claims: [{ ...toLevelClaim(day), numbers: [], names: [topic, since] }],
  }
}

function toLevelClaim(day: string): Omit<NewClaim, 'numbers' | 'names'> {
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

export interface ForecastFacts {
  /** Days that the forecast covers, first and last. */
  firstDay: string
  lastDay: string
  /** Expected documents over these days, with the bounds of its 95 % band. */
  documents: { value: number; low: number; high: number }
  /** Position of the expectation in the report; null when it is not there. */
  pointer: string | null
}

/** The expected number of documents. It stays unchecked until its days have come. */
export function forecastStatement({ firstDay, lastDay, documents, pointer }: ForecastFacts): StatementDraft {
  const number = claimNumber({ pointer, unit: 'documents', ...documents })
  return {
    text: `From ${formatDay(firstDay)} to ${formatDay(lastDay)}, ${number.text} are expected.`,
    claims: [
      {
        kind: 'forecast',
        status: 'unchecked',
        reason: 'Nobody can check it before its days have come.',
        numbers: [number],
        names: [formatDay(firstDay), formatDay(lastDay)],
        quote: null,
        evidence: evidence({}),
        documentIds: [],
        formula: 'forecast',
      },
    ],
  }
}
