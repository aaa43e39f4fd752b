import type { Steps } from '../../adapters/database/turns/steps.ts'
import { countIntervals, type IntervalCounts } from './count-intervals.ts'
import { kindCodes } from './document-codes.ts'
import { firstTellings } from './first-tellings.ts'
import { type MatchingRows, rowsPerStep } from './matching-rows.ts'
import { byRank, createRanking, type Ranking } from './ranking.ts'
import { storyNumbers } from './story-numbers.ts'
import { addToTally, emptyTally, type RowFact, type Tally } from './tally.ts'

export interface DayTally extends Tally {
  /** Distinct story clusters of the day. */
  clusters: number
  outlets: Set<number>
}

/** The matching documents counted. Keys are days since 1970, codes, and the numbers of outlets and authors. */
export interface RowCounts {
  total: Tally
  /** Distinct story clusters. */
  clusters: number
  firstMicros: number
  lastMicros: number
  days: Map<number, DayTally>
  /** Stories and outlets of weeks and months. */
  intervals: IntervalCounts
  /** Documents by `groupKey` and day. */
  groups: Map<number, Map<number, number>>
  /** Stories of each week by the group and day of the document that told each first in it. */
  groupStories: Map<number, Map<number, number>>
  kinds: Map<number, Tally>
  /** By `placeKey`. */
  places: Map<number, Tally>
  outlets: Map<number, Tally>
  /** Documents of unknown author left out. */
  authors: Map<number, Tally>
  newest: bigint[]
  mostEngaged: bigint[]
}

export const dayMicros = 86_400_000_000
/** Listed of each group, documents and chatter. */
const newestListed = 24
const engagedListed = 12
const chatter = new Set<number>([kindCodes.post, kindCodes.comment, kindCodes.question, kindCodes.answer])

/** A country (two letters as a number) and what it was read from, as one number. */
export function placeKey(country: number, basis: number): number {
  return country * 16 + basis
}

/** A source and a kind of document, as one number. */
export function groupKey(source: number, kind: number): number {
  return source * 16 + kind
}

/** Counts everything that a report shows of its documents in one pass, about a microsecond a document. Pure. */
export function* countRows(rows: MatchingRows): Steps<RowCounts> {
  const counts: RowCounts = {
    total: emptyTally(),
    clusters: 0,
    firstMicros: Infinity,
    lastMicros: -Infinity,
    days: new Map(),
    intervals: { weeks: new Map(), months: new Map() },
    groups: new Map(),
    groupStories: new Map(),
    kinds: new Map(),
    places: new Map(),
    outlets: new Map(),
    authors: new Map(),
    newest: [],
    mostEngaged: [],
  }
  const newest = [createRanking(newestListed, rows.id), createRanking(newestListed, rows.id)] as const
  const engaged = [createRanking(engagedListed, rows.id), createRanking(engagedListed, rows.id)] as const
  const isFirst = firstTellings(rows)
  const fact: RowFact = { day: 0, source: 0, toneLabel: 0, tone: 0, score: 0, comments: 0 }
  for (let row = 0; row < rows.length; row += 1) {
    if (row % rowsPerStep === rowsPerStep - 1) yield
    readFact(fact, { rows, row })
    const author = at(rows.author, row)
    const day = dayOf(counts.days, fact.day)
    const kind = at(rows.kind, row)
    const group = daysOf(counts.groups, groupKey(fact.source, kind))
    group.set(fact.day, (group.get(fact.day) ?? 0) + 1)
    if (isFirst[row] === 1) {
      const stories = daysOf(counts.groupStories, groupKey(fact.source, kind))
      stories.set(fact.day, (stories.get(fact.day) ?? 0) + 1)
    }
    day.outlets.add(at(rows.outlet, row))
    addToTally(counts.total, fact)
    addToTally(day, fact)
    addToTally(tallyOf(counts.kinds, kind), fact)
    addToTally(tallyOf(counts.places, placeKey(at(rows.country, row), at(rows.countryBasis, row))), fact)
    addToTally(tallyOf(counts.outlets, at(rows.outlet, row)), fact)
    if (author !== 0) addToTally(tallyOf(counts.authors, author), fact)
    const micros = at(rows.micros, row)
    counts.firstMicros = Math.min(counts.firstMicros, micros)
    counts.lastMicros = Math.max(counts.lastMicros, micros)
    const list = chatter.has(kind) ? 1 : 0
    newest[list].offer(micros, row)
    const reactions = addKnown(fact.score, fact.comments)
    if (!Number.isNaN(reactions)) engaged[list].offer(reactions, row)
  }
  yield
  countClusters(rows, counts)
  return { ...counts, newest: merge(newest), mostEngaged: merge(engaged) }
}

/** Distinct stories, whole, by day and by longer intervals. Those of one document are counted without being remembered. */
function countClusters(rows: MatchingRows, counts: RowCounts): void {
  const stories = storyNumbers(rows)
  const seen = new Set<number>()
  const seenByDay = new Map<number, Set<number>>()
  for (let row = 0; row < rows.length; row += 1) {
    const story = at(stories, row)
    const day = dayNumber(rows, row)
    if (story === 0) {
      counts.clusters += 1
      dayOf(counts.days, day).clusters += 1
      continue
    }
    seen.add(story)
    const ofDay = seenByDay.get(day)
    if (ofDay === undefined) seenByDay.set(day, new Set([story]))
    else ofDay.add(story)
  }
  counts.clusters += seen.size
  for (const [day, ofDay] of seenByDay) dayOf(counts.days, day).clusters += ofDay.size
  counts.intervals = countIntervals(counts.days, seenByDay)
}

/** Written into one object, because a new one for each of ten thousand documents is work for the collector. */
function readFact(fact: RowFact, { rows, row }: { rows: MatchingRows; row: number }): void {
  fact.day = dayNumber(rows, row)
  fact.source = at(rows.source, row)
  fact.toneLabel = at(rows.toneLabel, row)
  fact.tone = at(rows.tone, row)
  fact.score = at(rows.score, row)
  fact.comments = at(rows.comments, row)
}

function dayNumber(rows: MatchingRows, row: number): number {
  return Math.floor(at(rows.micros, row) / dayMicros)
}

/** The sum of what is known; NaN when neither is. */
function addKnown(a: number, b: number): number {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b
}

function merge([documents, chatterOnes]: readonly [Ranking, Ranking]): bigint[] {
  return [...documents.entries(), ...chatterOnes.entries()].toSorted(byRank).map(({ id }) => id)
}

function tallyOf(tallies: Map<number, Tally>, key: number): Tally {
  let tally = tallies.get(key)
  if (tally === undefined) tallies.set(key, (tally = emptyTally()))
  return tally
}

function dayOf(days: Map<number, DayTally>, key: number): DayTally {
  let day = days.get(key)
  if (day === undefined) days.set(key, (day = { ...emptyTally(), clusters: 0, outlets: new Set() }))
  return day
}

function daysOf(groups: RowCounts['groups'], key: number): Map<number, number> {
  let days = groups.get(key)
  if (days === undefined) groups.set(key, (days = new Map()))
  return days
}

/** What stands in a place that the loop's bound proves to be there. */
function at<Value>(array: { readonly [place: number]: Value }, row: number): Value {
  return array[row] as Value // the compiler does not know the bound
}
