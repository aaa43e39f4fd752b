import type { Stage } from '../../series/momentum.ts'
import { allDocuments, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { capitalize, formatDay, formatPartOfMonth, formatWindow, monthNames } from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { addDays } from '../../series/daily-series.ts'
import { type CountedRatio, showableRatio } from '../../series/interval.ts'
import { type PieceNoun, plainNumber } from '../render-number.ts'

/** What grew or fell as a share may have stayed constant while other things were collected. */
const wordsOfShares: Partial<Record<Stage, string>> = {
  emerging: 'its share of everything in the library was growing from almost nothing',
  rising: 'its share of everything in the library was growing',
  declining: 'its share of everything in the library was falling',
}

const words: Record<Stage, string> = {
  emerging: 'attention was growing from almost nothing',
  rising: 'attention was growing',
  peaking: 'attention was about as high as it had ever been',
  steady: 'attention was steady',
  declining: 'attention was falling',
  dormant: 'almost nothing was published about it',
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
            ? 'Few pieces decide it.'
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
  /** What the stories are called. */
  noun?: PieceNoun
  /** Pointer to the section that contains these facts; null when no report does. */
  pointer: string | null
  formula?: string
}

/**
 * How a window compares with the one before, and whether the change is certain: its bounds exclude 1. Where the ratio is not shown (`untoldReason`)
 * the sentence gives the reason. Null when both windows are empty.
 */
export function changeStatement(facts: ChangeFacts): StatementDraft | null {
  const { stories, previousStories, windowDays, ratio, asOf, noun = 'pieces', pointer } = facts
  const both = stories + previousStories
  if (both === 0) return null
  const at = (name: string) => (pointer === null ? null : `${pointer}/${name}`)
  const window = formatWindow(windowDays)
  const now = plainNumber({ pointer: at('stories'), value: stories, unit: 'stories', n: stories, noun })
  const before = plainNumber({
    pointer: at('previousStories'),
    value: previousStories,
    unit: 'stories',
    n: previousStories,
    noun: null,
  })
  const shownRatio = showableRatio(ratio, supportThresholds.change.min)
  const growth =
    shownRatio === null
      ? null
      : plainNumber({
          pointer: at('ratio/value'),
          value: shownRatio.value,
          low: shownRatio.low,
          high: shownRatio.high,
          n: shownRatio.n,
          unit: 'ratio',
        })
  const status = claimStatus(both, supportThresholds.change)
  const lead = `There ${stories === 1 ? 'was' : 'were'} ${stories === 0 ? `no ${noun}` : now.text} in the ${window} to ${formatDay(asOf)}`
  const earlier = `${previousStories === 0 ? 'none' : before.text} in the ${window} before`
  const isEqual = stories === previousStories && stories > 0
  return {
    text:
      shownRatio === null
        ? isEqual
          ? `${lead}, as many as in the ${window} before.`
          : `${lead} and ${earlier}.${sayUnknownGrowth(facts)}`
        : `${lead}, ${comparison(shownRatio, facts)} ${earlier}${verdict(shownRatio, facts)}`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few pieces were published in the two windows.'
            : growth === null
              ? 'Both windows were counted; how many times as many cannot be told.'
              : 'Both windows were counted, and the interval says how certain the change is.',
        numbers: [now, before, ...(growth === null ? [] : [growth])],
        names: [formatDay(asOf), window],
        quote: null,
        evidence: evidence({ from: addDays(asOf, 1 - windowDays), to: asOf }),
        documentIds: [],
        formula: facts.formula ?? 'momentum',
      },
    ],
  }
}

type Ratio = NonNullable<ChangeFacts['ratio']>

/** How the first count is put against the second: as a change only where the ratio makes the same one certain. */
function comparison({ low, high }: Ratio, { stories, previousStories }: ChangeFacts): string {
  if (low > 1 && stories > previousStories) return 'up from'
  return high < 1 && stories < previousStories ? 'down from' : 'compared with'
}

/** Why no ratio follows the two counts. */
function sayUnknownGrowth({ ratio, isUneven = false, stories, previousStories }: ChangeFacts): string {
  if (stories + previousStories < supportThresholds.change.min) return ' That is too few to speak of a change.'
  return ratio === null && !isUneven ? '' : ' They are too unevenly spread to speak of a change.'
}

/**
 * What follows the two counts. They are of all days, the ratio is of covered ones; and a share also moves when the rest of what was collected grows or
 * shrinks. So the counts may not say which way it went.
 */
function verdict({ low, high }: Ratio, { basis, stories, previousStories }: ChangeFacts): string {
  if (low <= 1 && high >= 1) return ', which is no clear change.'
  const verb = low > 1 ? 'grew' : 'fell'
  const isSeen = low > 1 ? stories > previousStories : stories < previousStories
  if (isSeen) return '.'
  return basis === 'share'
    ? `. Yet its share of all documents ${verb}.`
    : `. Yet attention ${verb} on the covered days.`
}

/** A lasting change of level. */
export interface ReportedShift {
  day: string
  /** The level is compared with the one before this day, where a passing level lies between; null for the one directly before. */
  before: string | null
  change: { value: number; low: number; high: number; n: number }
  /** Whether levels are stories a day, or their share of everything in the library. */
  basis: 'share' | 'count'
  /** What the stories are called. */
  noun: PieceNoun
  /** The last day of the level, as far as is known. */
  lastDay: string
  /** Position of the ratio in the report; null for one that spans several changes. */
  pointer: string | null
}

/**
 * The level since the last lasting change. After a title that says when it changed (`isTitled`), only by how much. Where its sources ended, the sentence
 * on coverage says when. Null when it has little support, or its bounds say nothing.
 */
export function levelStatement(
  shift: ReportedShift,
  { isTitled = false, isUneventful = false }: { isTitled?: boolean; isUneventful?: boolean } = {},
): StatementDraft | null {
  const { day, before, change, pointer } = shift
  const shownRatio = showableRatio(change, supportThresholds.lastingLevel.min)
  if (shownRatio === null) return null
  const { value, low, high, n } = shownRatio
  const part = plainNumber({ unit: 'percent', value: 100 * value, low: 100 * low, high: 100 * high, n })
  // "three quarters lower" is not how people say it
  const isFraction = !part.text.includes('%')
  const ratio =
    value >= 1
      ? plainNumber({ pointer, unit: 'ratio', ...shownRatio })
      : isFraction
        ? part
        : plainNumber({ unit: 'percent', value: 100 * (1 - value), low: 100 * (1 - high), high: 100 * (1 - low), n })
  const start = formatPartOfMonth(day)
  const earlier = before === null ? null : `before ${formatPartOfMonth(before)}`
  const level = sayLevel(shift, {
    amount: ratio.text,
    isFraction: value >= 1 || isFraction,
    from: isTitled ? null : start,
    before: earlier,
  })
  return {
    text: `${level}.${isUneventful ? ' No single event stands out.' : ''}`,
    part: 'story',
    claims: [
      {
        ...toLevelClaim(day),
        numbers: [ratio],
        names: [...(isTitled ? [] : [start]), ...(before === null ? [] : [formatPartOfMonth(before)])],
      },
    ],
  }
}

interface LevelWords {
  /** How it compares: "about twice", "a quarter", "78%". */
  amount: string
  /** Whether the amount is a multiple or a part of the level before, rather than by how much it is lower. */
  isFraction: boolean
  /** Since when; null after a title that has said it. */
  from: string | null
  /** The level that it is compared with, where that is not the one before: "before early March 2013". */
  before: string | null
}

/** The size of a changed level, of a share or of a count. */
function sayLevel({ basis, noun, change }: ReportedShift, { amount, isFraction, from, before }: LevelWords): string {
  const documents = noun === 'pieces' ? 'documents' : noun
  if (basis === 'share') {
    const whose = from === null ? 'Their' : `In ${from}, the topic’s`
    const verb = change.value < 1 ? 'fell' : 'rose'
    if (!isFraction)
      return `${whose} share of all ${documents} ${verb} by ${amount}${before === null ? '' : ` from what it was ${before}`}`
    const level = change.value < 1 ? `${amount} of` : amount
    return `${whose} share of all ${documents} ${verb} to ${level} what it was${before === null ? '' : ` ${before}`}`
  }
  const since = from === null ? 'There' : `From ${from} on, there`
  const compared = isFraction ? `${amount} as many ${documents} a day as` : `${amount} fewer ${documents} a day than`
  return `${since} were ${compared} ${before ?? 'before'}`
}

/** The headline finding above the chart of a topic without events: which way its level moved, and since when. */
export function levelTitle({ day, change, noun, basis }: ReportedShift, topic: string): StatementDraft {
  const start = formatPartOfMonth(day)
  const documents = noun === 'pieces' ? 'documents' : noun
  const isLess = change.value < 1
  // a share also rises where less of everything else is collected
  const became =
    basis === 'share'
      ? `a ${isLess ? 'smaller' : 'larger'} part of all ${documents}`
      : `${isLess ? 'less' : 'more'} frequent`
  return {
    text: `${capitalize(documents)} about ${topic} became ${became} in ${start}`,
    part: 'title',
    claims: [{ ...toLevelClaim(day), numbers: [], names: [topic, start] }],
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
  const number = plainNumber({ pointer, unit: 'documents', ...documents })
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

/** The headline finding above the chart of a topic of which no event is large enough for a sentence. `noun` is what all its documents are. */
export function noEventTitle(topic: string, noun: PieceNoun): StatementDraft {
  return {
    text: `No single event stands out among ${noun === 'pieces' ? 'documents' : noun} about ${topic}`,
    part: 'title',
    claims: [{ ...steadyClaim, names: [topic] }],
  }
}

const steadyClaim: NewClaim = {
  kind: 'change',
  status: 'supported',
  reason: 'All covered days were searched for events; chance explains all but small ones.',
  numbers: [],
  names: [],
  quote: null,
  evidence: evidence({}),
  documentIds: [],
  formula: 'events',
}

/** A topic that comes with a time of the year. */
export interface ReportedSeason {
  /** Its first and last month, 0 for January; the last may be of the next year. */
  firstMonth: number
  lastMonth: number
  /** The years in which the first and the last of its seasons began: what it was in others is unknown, or it had ended. */
  firstYear: number
  lastYear: number
  /** How many times as large a part of all documents it is then as in the rest of the year. */
  ratio: CountedRatio
  noun: PieceNoun
}

/** A share that is at least this many times as large is much larger. */
const minMuchTimes = 3

/**
 * The headline finding above the chart of a topic without an event that comes with the season, and by how much. Where its bounds say nothing, as of a
 * topic that has next to nothing in other months, no number.
 */
export function seasonStatements(
  { firstMonth, lastMonth, firstYear, lastYear, ratio, noun }: ReportedSeason,
  topic: string,
): [title: StatementDraft, first: StatementDraft] {
  const documents = noun === 'pieces' ? 'documents' : noun
  const [first = '', last = ''] = [monthNames[firstMonth], monthNames[lastMonth]]
  const isPair = (lastMonth - firstMonth + 12) % 12 === 1
  const months = first === last ? first : `${first} ${isPair ? 'and' : 'to'} ${last}`
  const years = `from ${firstYear} to ${lastYear}`
  const shownRatio = showableRatio(ratio)
  const times = shownRatio && plainNumber({ ...shownRatio, unit: 'ratio' })
  const size =
    times === null ? `${ratio.low >= minMuchTimes ? 'much ' : ''}larger than in` : `${times.text} what it was in`
  const claim: NewClaim = {
    ...steadyClaim,
    reason: 'Each of the years that are covered shows it.',
    names: [months, years],
    formula: 'daily-series',
  }
  return [
    {
      text: `${capitalize(documents)} about ${topic} were most frequent ${first === last || isPair ? 'in' : 'from'} ${months}, each year ${years}`,
      part: 'title',
      claims: [{ ...claim, names: [topic, months, years] }],
    },
    {
      text: `Their share of all ${documents} was then ${size} the rest of the year.`,
      part: 'story',
      claims: [{ ...claim, numbers: times === null ? [] : [times] }],
    },
  ]
}
