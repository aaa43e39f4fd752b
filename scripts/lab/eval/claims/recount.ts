import type { Claim } from '@auspex/sdk/types'
import type { StoredRow } from './open-summaries.ts'

// Written from docs/measures.md without any of the product's code, so that it can judge what the product computes.

/** A number with its bounds; null for an exact count. */
export interface RecountedValue {
  value: number
  bounds: [low: number, high: number] | null
}

interface Recount {
  /** Rows that match the topic. */
  matching: readonly StoredRow[]
  /** All rows of the library. */
  library: readonly StoredRow[]
}

const z = 1.959964

function exact(value: number): RecountedValue {
  return { value, bounds: null }
}

/** Recounts the numbers of a claim; null for an unknown kind of claim. */
export function recountClaim(claim: Claim, facts: Recount): RecountedValue[] | null {
  const rows = facts.matching.filter((row) => isEvidence(row, claim))
  const { kind, formula, numbers, evidence } = claim
  if (formula === 'match' || formula === 'story-clusters')
    return numbers.map(({ unit }) =>
      exact(unit === 'percent' ? (100 * rows.length) / facts.matching.length : (countBy(rows, unit) ?? Number.NaN)),
    )
  if (formula === 'events')
    return numbers.map(({ unit }) => exact(unit === 'stories' ? storiesOfWeeks(claim, facts) : Number.NaN))
  if (formula === 'momentum') return recountChange(claim, facts)
  if (formula === 'stage' || formula === 'summary') return numbers.length === 0 ? [] : null
  if (formula === 'tone') return numbers.map((number) => recountTone(number, facts.matching))
  if (formula === 'contexts') return [recountContext(evidence.context ?? '', facts, numbers[0]?.value ?? 0)]
  if (formula !== 'intervals') return null
  if (kind === 'comparison')
    return numbers.map(({ subject }) => {
      const isChatter = subject === 'of posts and comments'
      const rowsWithTone = facts.matching.filter(({ toneLabel }) => toneLabel > 0)
      const known = rowsWithTone.filter((row) => row.isChatter === isChatter)
      const of = known.filter(({ toneLabel }) => toneLabel === 1).length
      // the bounds are those of as many documents as there are stories, in proportion
      const part = storyMeans(rowsWithTone).length / rowsWithTone.length
      const { bounds } = percent(Math.round(of * part), Math.round(known.length * part))
      return { value: (100 * of) / known.length, bounds }
    })
  const placed = facts.matching.filter(({ country }) => country !== null)
  return numbers.map(({ unit }) => (unit === 'documents' ? exact(placed.length) : percent(rows.length, placed.length)))
}

function isEvidence(row: StoredRow, { evidence }: Claim): boolean {
  return (
    (evidence.outlet === undefined || row.outlet === evidence.outlet) &&
    (evidence.country === undefined || row.country === evidence.country) &&
    (evidence.storyCluster === undefined || row.story === evidence.storyCluster) &&
    (evidence.from === undefined || row.day >= evidence.from) &&
    (evidence.to === undefined || row.day <= evidence.to)
  )
}

/** The first row of each story in a week, Monday to Sunday: the unit that events, levels and growth count. */
function firstsOfWeeks(matching: readonly StoredRow[]): StoredRow[] {
  const firsts = new Map<string, StoredRow>()
  for (const row of matching) {
    const key = `${row.story} ${Math.floor((Date.parse(row.day) / dayMs + 3) / 7)}`
    const first = firsts.get(key)
    if (first === undefined || row.time < first.time || (row.time === first.time && row.number < first.number))
      firsts.set(key, row)
  }
  return [...firsts.values()]
}

/** Stories on the days of an event. */
function storiesOfWeeks({ evidence: { from, to } }: Claim, { matching }: Recount): number {
  return firstsOfWeeks(matching).filter(
    ({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to),
  ).length
}

function countBy(rows: readonly StoredRow[], unit: string): number | null {
  if (unit === 'documents') return rows.length
  if (unit === 'stories') return new Set(rows.map(({ story }) => story)).size
  return unit === 'outlets' ? new Set(rows.map(({ outlet }) => outlet)).size : null
}

function percent(of: number, n: number): RecountedValue {
  const p = of / n
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  return { value: 100 * p, bounds: [100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half)] }
}

function recountTone({ unit, subject }: Claim['numbers'][number], matching: readonly StoredRow[]): RecountedValue {
  const known = matching.filter(({ toneLabel }) => toneLabel > 0)
  if (unit === 'documents') return exact(known.length)
  const stories = storyMeans(known)
  if (unit === 'stories') return exact(stories.length)
  if (unit === 'percent' && subject === 'of all') return exact((100 * known.length) / matching.length)
  if (unit === 'percent') {
    const sign = subject === 'are negative' ? -1 : 1
    return percent(stories.filter((mean) => mean * sign >= neutralTone).length, stories.length)
  }
  const scores = known.map(({ tone }) => tone ?? Number.NaN)
  return exact(total(scores) / scores.length) // its bounds: see `clusteredBounds`
}

/** Means closer to 0 than this are neutral. */
const neutralTone = 0.05

function storyMeans(known: readonly StoredRow[]): number[] {
  return [...Map.groupBy(known, ({ story }) => story).values()].map(
    (rows) => total(rows.map(({ tone }) => tone ?? Number.NaN)) / rows.length,
  )
}

const enoughStories = 30
const maxStoryShare = 0.1

/**
 * Bounds of the mean tone when sampling stories instead of documents: the cluster formula, without resampling. Null where the formula
 * itself is rough: with few stories, or with one that is a tenth of all documents.
 */
export function clusteredBounds(matching: readonly StoredRow[]): [low: number, high: number] | null {
  const stories = [
    ...Map.groupBy(
      matching.filter(({ toneLabel }) => toneLabel > 0),
      ({ story }) => story,
    ).values(),
  ]
  const known = stories.flat()
  const mean = total(known.map(({ tone }) => tone ?? 0)) / known.length
  const largest = Math.max(0, ...stories.map(({ length }) => length))
  if (stories.length < enoughStories || largest > maxStoryShare * known.length) return null
  const squares = total(stories.map((rows) => total(rows.map(({ tone }) => (tone ?? 0) - mean)) ** 2))
  const half = (z * Math.sqrt(squares)) / known.length
  return [mean - half, mean + half]
}

const dayMs = 86_400_000

function dayAt(day: string, offset: number) {
  return new Date(Date.parse(day) + offset * dayMs).toISOString().slice(0, 10)
}

function recountChange({ evidence, numbers }: Claim, { matching, library }: Recount): RecountedValue[] {
  const last = evidence.to ?? ''
  // only kinds of the matching documents are read, and those only from their first day on
  const kinds = new Set(matching.map(({ kind: one }) => one))
  const first = library.reduce((least, { day, kind: one }) => (kinds.has(one) && day < least ? day : least), last)
  const length = (Date.parse(last) - Date.parse(first)) / dayMs + 1 >= 56 ? 28 : 7
  const firsts = firstsOfWeeks(matching)
  const windows = [0, -length].map((shift) => {
    const days = Array.from({ length }, (_, back) => dayAt(last, shift - back))
    return days.map((day) => {
      const [n = 0, documents = 0] = [firsts, matching].map((rows) => rows.filter((row) => row.day === day).length)
      // the topic's own copies do not count as published documents
      return { n, of: library.filter((row) => row.day === day).length - (documents - n) }
    })
  })
  const [now = 0, before = 0] = windows.map((days) => total(days.map(({ n }) => n)))
  const counts = [exact(length), exact(now), exact(before)]
  if (numbers.length === counts.length) return counts
  const covered = windows.map((days) => days.filter(({ of }) => of > 0))
  const [of = 0, ofBefore = 0] = covered.map((days) => total(days.map((day) => day.of)))
  let [squares, freedom] = [0, 0]
  for (const days of covered) {
    const rate = total(days.map(({ n }) => n)) / total(days.map((day) => day.of))
    if (rate === 0) continue
    freedom += days.length - 1
    squares += total(days.map((day) => (day.n - rate * day.of) ** 2 / (rate * day.of)))
  }
  const continuityCorrection = now === 0 || before === 0 ? 0.5 : 0
  const [a, b] = [now + continuityCorrection, before + continuityCorrection]
  const spread = freedom === 0 ? 1 : Math.max(1, squares / freedom)
  const ratio = a / of / (b / ofBefore)
  const half = Math.exp(z * Math.sqrt(spread * (1 / a + 1 / b)))
  return [...counts, { value: ratio, bounds: [ratio / half, ratio * half] }]
}

const readForTerms = 500

/** A context is a word or a name; if a text is both, the result closer to the shown value counts. */
function recountContext(term: string, { matching, library }: Recount, shown: number): RecountedValue {
  const stories = [...Map.groupBy(matching, ({ story }) => story).values()]
  const ordered = stories
    .map((rows) => rows.toSorted((a, b) => (a.number < b.number ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.number ?? 0n) < (b?.number ?? 0n) ? -1 : 1))
    .slice(0, readForTerms)
  const sample = library.filter(({ isSampled }) => isSampled)
  // a small set of documents is read completely; in a large one, the document with the lowest number represents its story
  const areFew = matching.length <= readForTerms
  const holds = (row: StoredRow | undefined) => row?.all.has(term) === true
  const inWords = ordered.filter((rows) => (areFew ? rows.some(holds) : holds(rows[0])))
  const documentsIn = areFew ? inWords.flat().filter(holds) : inWords.flat()
  const word = lift({
    hits: inWords.length,
    read: ordered.length,
    part: documentsIn.length / ordered.flat().length,
    elsewhere: sample.filter(({ all }) => all.has(term)).length,
    counted: sample.length,
    matching: matching.length,
    library: library.length,
  })
  const isNamed = ({ names }: StoredRow) => names.includes(term)
  const name = lift({
    hits: stories.filter((rows) => rows.some(isNamed)).length,
    read: stories.length,
    part: matching.filter(isNamed).length / matching.length,
    elsewhere: library.filter(isNamed).length,
    counted: library.length,
    matching: matching.length,
    library: library.length,
  })
  return Math.abs(name.value - shown) < Math.abs(word.value - shown) ? name : word
}

interface LiftCounts {
  /** How many of the stories that were read contain it. */
  hits: number
  read: number
  /** Share of the matching documents that belong to such stories. */
  part: number
  /** How many of the library's counted documents contain it. */
  elsewhere: number
  counted: number
  matching: number
  library: number
}

function lift({ hits, read, part, elsewhere, counted, matching, library }: LiftCounts): RecountedValue {
  const ownCount = (matching * counted) / library
  const m = Math.max(0, Math.round(counted - ownCount))
  const b = Math.min(m, Math.max(0, Math.round(elsewhere - part * ownCount)))
  const expected = (read * b) / m
  const value = (hits + 1) / (expected + 1)
  const known = b === 0 ? 0 : (expected / (expected + 1)) ** 2 * (1 / b - 1 / m)
  const half = Math.exp(z * Math.sqrt(Math.max(0, 1 / (hits + 1) - 1 / (read + 1) + known)))
  return { value: toSixDigits(value), bounds: [toSixDigits(value / half), toSixDigits(value * half)] }
}

/** The precision with which associations are given everywhere. */
function toSixDigits(value: number): number {
  return Number(value.toPrecision(6))
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
