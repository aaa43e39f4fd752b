import type { Steps } from '../../adapters/database/turns/steps.ts'
import { countIntervals, type IntervalCounts } from './count-intervals.ts'
import { kindCodes } from './document-codes.ts'
import { type MatchingRows, rowsPerStep } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'
import { addToTally, emptyTally, type RowFact, type Tally, type DayTally } from './tally.ts'

const weekMicros = 7 * 86_400_000_000

/** 1970 began on a Thursday; the first Monday was four days later. */
const firstMonday = 4 * 86_400_000_000

/** More weeks than will ever occur: combines a story and a week into one number. */
const maxWeeks = 100_000

/** Counts over the matching documents. Keys are days since 1970, codes, and the numbers of outlets and authors. */
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
  /** Stories of each week by the group and day of the document that came first in that week. */
  groupStories: Map<number, Map<number, number>>
  /** Documents by `groupKey` and outlet. */
  groupOutlets: Map<number, Map<number, number>>
  kinds: Map<number, Tally>
  /** By `placeKey`. */
  places: Map<number, Tally>
  outlets: Map<number, Tally>
  /** Without documents of unknown author. */
  authors: Map<number, Tally>
  newest: bigint[]
  mostEngaged: bigint[]
}

export const dayMicros = 86_400_000_000
/** Maximum number listed of chatter, and as many of all other kinds. */
const maxNewest = 24
const maxEngaged = 12
const chatter = new Set<number>([kindCodes.post, kindCodes.comment, kindCodes.question, kindCodes.answer])

/** A country (two letters as a number) and its basis, as one number. */
export function placeKey(country: number, basis: number): number {
  return country * 16 + basis
}

export function splitPlaceKey(key: number): { country: number; basis: number } {
  return { country: Math.floor(key / 16), basis: key % 16 }
}

/** A source and a kind of document, as one number. */
export function groupKey(source: number, kind: number): number {
  return source * 16 + kind
}

export function splitGroupKey(key: number): { source: number; kind: number } {
  return { source: Math.floor(key / 16), kind: key % 16 }
}

/** Counts everything that a report shows of its documents in one pass, at about a microsecond per document. */
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
    groupOutlets: new Map(),
    kinds: new Map(),
    places: new Map(),
    outlets: new Map(),
    authors: new Map(),
    newest: [],
    mostEngaged: [],
  }
  const newest = [createRanking(maxNewest, rows.id), createRanking(maxNewest, rows.id)] as const
  const engaged = [createRanking(maxEngaged, rows.id), createRanking(maxEngaged, rows.id)] as const
  const isFirst = firstTellings(rows)
  const fact: RowFact = { day: 0, source: 0, toneLabel: 0, tone: 0, score: 0, comments: 0 }
  for (let row = 0; row < rows.length; row += 1) {
    if (row % rowsPerStep === rowsPerStep - 1) yield
    readFact(fact, { rows, row })
    const author = valueAt(rows.author, row)
    const day = ensureDayTally(counts.days, fact.day)
    const kind = valueAt(rows.kind, row)
    const outlet = valueAt(rows.outlet, row)
    const key = groupKey(fact.source, kind)
    addOne(ensureCounts(counts.groups, key), fact.day)
    addOne(ensureCounts(counts.groupOutlets, key), outlet)
    if (isFirst[row] === 1) addOne(ensureCounts(counts.groupStories, key), fact.day)
    day.outlets.add(outlet)
    addToTally(counts.total, fact)
    addToTally(day, fact)
    addToTally(ensureTally(counts.kinds, kind), fact)
    addToTally(ensureTally(counts.places, placeKey(valueAt(rows.country, row), valueAt(rows.countryBasis, row))), fact)
    addToTally(ensureTally(counts.outlets, outlet), fact)
    if (author !== 0) addToTally(ensureTally(counts.authors, author), fact)
    const micros = valueAt(rows.micros, row)
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

/** Counts distinct stories: in total, by day and by longer intervals. Single-document stories are counted without storing them. */
function countClusters(rows: MatchingRows, counts: RowCounts): void {
  const stories = storyNumbers(rows)
  const seen = new Set<number>()
  const seenByDay = new Map<number, Set<number>>()
  for (let row = 0; row < rows.length; row += 1) {
    const story = valueAt(stories, row)
    const day = dayNumber(rows, row)
    if (story === 0) {
      counts.clusters += 1
      ensureDayTally(counts.days, day).clusters += 1
      continue
    }
    seen.add(story)
    const ofDay = seenByDay.get(day)
    if (ofDay === undefined) seenByDay.set(day, new Set([story]))
    else ofDay.add(story)
  }
  counts.clusters += seen.size
  for (const [day, ofDay] of seenByDay) ensureDayTally(counts.days, day).clusters += ofDay.size
  counts.intervals = countIntervals(counts.days, seenByDay)
}

/** Reuses one object, because allocating one per document would burden the garbage collector. */
function readFact(fact: RowFact, { rows, row }: { rows: MatchingRows; row: number }): void {
  fact.day = dayNumber(rows, row)
  fact.source = valueAt(rows.source, row)
  fact.toneLabel = valueAt(rows.toneLabel, row)
  fact.tone = valueAt(rows.tone, row)
  fact.score = valueAt(rows.score, row)
  fact.comments = valueAt(rows.comments, row)
}

function dayNumber(rows: MatchingRows, row: number): number {
  return Math.floor(valueAt(rows.micros, row) / dayMicros)
}

/** The sum of the known values; NaN when neither is known. */
function addKnown(a: number, b: number): number {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b
}

function merge([documents, chatterOnes]: readonly [Ranking, Ranking]): bigint[] {
  return [...documents.entries(), ...chatterOnes.entries()].toSorted(byRank).map(({ id }) => id)
}

function ensureTally(tallies: Map<number, Tally>, key: number): Tally {
  let tally = tallies.get(key)
  if (tally === undefined) tallies.set(key, (tally = emptyTally()))
  return tally
}

function ensureDayTally(days: Map<number, DayTally>, key: number): DayTally {
  let day = days.get(key)
  if (day === undefined) days.set(key, (day = { ...emptyTally(), clusters: 0, outlets: new Set() }))
  return day
}

function ensureCounts(groups: Map<number, Map<number, number>>, key: number): Map<number, number> {
  let counts = groups.get(key)
  if (counts === undefined) groups.set(key, (counts = new Map()))
  return counts
}

function addOne(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Reads an element whose existence the loop's bound guarantees. */
function valueAt<Value>(array: { readonly [index: number]: Value }, row: number): Value {
  return array[row] as Value // the compiler does not know the bound
}

/**
 * Marks with 1 the rows that are the first of their story in a week, Monday to Sunday; the others are copies. By week, because a recurring post of a
 * site or forum ("Weekly thread") is one story for years, and would count only on its first day. Ties go to the lowest id, so that the result does
 * not depend on the order of documents.
 */
function firstTellings(rows: MatchingRows): Uint8Array {
  const numbers = storyNumbers(rows)
  const marks = new Uint8Array(rows.length)
  const firsts = new Map<number, number>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    if (number === 0) {
      marks[row] = 1
      continue
    }
    const key = number * maxWeeks + Math.floor(((rows.micros[row] ?? 0) - firstMonday) / weekMicros)
    const first = firsts.get(key)
    if (first === undefined || isEarlier(rows, row, first)) firsts.set(key, row)
  }
  for (const row of firsts.values()) marks[row] = 1
  return marks
}

function isEarlier({ micros, id }: MatchingRows, row: number, other: number): boolean {
  const [time, otherTime] = [micros[row] ?? 0, micros[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}

/** The rows with the highest values seen so far; ties go to the lowest id. */
interface Ranking {
  offer(value: number, row: number): void
  /** Highest first. */
  entries(): RankedId[]
}

interface RankedId {
  value: number
  id: bigint
}

/** Comparator for the order of a ranking. */
function byRank(a: RankedId, b: RankedId): number {
  return b.value - a.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Creates a ranking of the best `size` rows offered; most offers cost one comparison. `ids` are the ids of the rows. */
function createRanking(size: number, ids: BigInt64Array): Ranking {
  const best: RankedId[] = []
  let threshold = -Infinity
  return {
    offer(value, row) {
      if (value < threshold) return
      const candidate = { value, id: ids[row] as bigint } // within bounds
      const last = best.at(-1)
      if (best.length === size && last !== undefined && byRank(candidate, last) >= 0) return
      let slot = best.length
      for (let above = best[slot - 1]; above !== undefined && byRank(candidate, above) < 0; above = best[slot - 1])
        slot -= 1
      best.splice(slot, 0, candidate)
      if (best.length > size) best.pop()
      if (best.length === size) threshold = best.at(-1)?.value ?? threshold
    },
    entries: () => best,
  }
}
