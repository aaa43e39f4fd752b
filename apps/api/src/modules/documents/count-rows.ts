import { kindCodes } from './document-codes.ts'
import type { MatchingRows } from './matching-rows.ts'
import { byRank, createRanking, type Ranking } from './ranking.ts'
import { addToTally, emptyTally, type RowFact, type Tally } from './tally.ts'

export interface DayTally extends Tally {
  /** Distinct story clusters of the day. */
  clusters: number
  outlets: Set<number>
  bySource: Map<number, number>
}

/** The matching documents counted. Keys are days since 1970, codes, and the numbers of outlets and authors. */
export interface RowCounts {
  total: Tally
  /** Distinct story clusters. */
  clusters: number
  firstMicros: number
  lastMicros: number
  days: Map<number, DayTally>
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
const newestListed = 35
const engagedListed = 15
const chatter = new Set<number>([kindCodes.post, kindCodes.comment, kindCodes.question, kindCodes.answer])

/** A country (two letters as a number) and what it was read from, as one number. */
export const placeKey = (country: number, basis: number): number => country * 16 + basis

/** Counts everything that a report shows of its documents in one pass, about a microsecond a document. Pure. */
export function countRows(rows: MatchingRows): RowCounts {
  const counts: RowCounts = {
    total: emptyTally(),
    clusters: 0,
    firstMicros: Infinity,
    lastMicros: -Infinity,
    days: new Map(),
    kinds: new Map(),
    places: new Map(),
    outlets: new Map(),
    authors: new Map(),
    newest: [],
    mostEngaged: [],
  }
  const newest = [createRanking(newestListed), createRanking(newestListed)] as const
  const engaged = [createRanking(engagedListed), createRanking(engagedListed)] as const
  for (let row = 0; row < rows.length; row += 1) {
    const fact = factOf(rows, row)
    const author = at(rows.author, row)
    const day = dayOf(counts.days, fact.day)
    day.bySource.set(fact.source, (day.bySource.get(fact.source) ?? 0) + 1)
    day.outlets.add(at(rows.outlet, row))
    addToTally(counts.total, fact)
    addToTally(day, fact)
    addToTally(tallyOf(counts.kinds, at(rows.kind, row)), fact)
    addToTally(tallyOf(counts.places, placeKey(at(rows.country, row), at(rows.countryBasis, row))), fact)
    addToTally(tallyOf(counts.outlets, at(rows.outlet, row)), fact)
    if (author !== 0) addToTally(tallyOf(counts.authors, author), fact)
    const micros = at(rows.micros, row)
    counts.firstMicros = Math.min(counts.firstMicros, micros)
    counts.lastMicros = Math.max(counts.lastMicros, micros)
    const group = chatter.has(at(rows.kind, row)) ? 1 : 0
    newest[group].offer(micros, at(rows.id, row))
    const reactions = addKnown(fact.score, fact.comments)
    if (!Number.isNaN(reactions)) engaged[group].offer(reactions, at(rows.id, row))
  }
  countClusters(rows, counts)
  return { ...counts, newest: merge(newest), mostEngaged: merge(engaged) }
}

/**
 * Distinct stories, whole and by day. A document that shares its story with none is counted and not remembered, since most
 * are such: only the stories that a document carries the name of another for are kept in sets.
 */
function countClusters(rows: MatchingRows, counts: RowCounts): void {
  const shared = new Set<bigint>()
  for (let row = 0; row < rows.length; row += 1) {
    const cluster = at(rows.cluster, row)
    if (cluster !== at(rows.id, row)) shared.add(cluster)
  }
  const seen = new Set<bigint>()
  const seenByDay = new Map<DayTally, Set<bigint>>()
  for (let row = 0; row < rows.length; row += 1) {
    const cluster = at(rows.cluster, row)
    const day = dayOf(counts.days, dayNumber(rows, row))
    if (shared.has(cluster)) {
      seen.add(cluster)
      const ofDay = seenByDay.get(day) ?? new Set()
      seenByDay.set(day, ofDay.add(cluster))
    } else {
      counts.clusters += 1
      day.clusters += 1
    }
  }
  counts.clusters += seen.size
  for (const [day, clusters] of seenByDay) day.clusters += clusters.size
}

function factOf(rows: MatchingRows, row: number): RowFact {
  return {
    day: dayNumber(rows, row),
    source: at(rows.source, row),
    toneLabel: at(rows.toneLabel, row),
    tone: at(rows.tone, row),
    score: at(rows.score, row),
    comments: at(rows.comments, row),
  }
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
  if (day === undefined)
    days.set(key, (day = { ...emptyTally(), clusters: 0, outlets: new Set(), bySource: new Map() }))
  return day
}

/** What stands in a place that the loop's bound proves to be there. */
function at<Value>(array: { readonly [place: number]: Value }, row: number): Value {
  return array[row] as Value // the compiler does not know the bound
}
