import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join, texts } from '../../../../adapters/clickhouse/statement.ts'
import { fromDocumentId, toDocumentId, type DocumentId } from '../../document-id.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import {
  type PointFacts,
  type PointWindow,
  withTopicTones,
  type PeriodFacts,
  type PointStory,
} from '../../measures/point-tones.ts'
import type { ToCondition } from '../conditions.ts'
import { dayNumberOfDay, dayNumberOfTime } from '../day-numbers.ts'
import { hasAnyId } from '../document-pages.ts'
import { asFloat64, asInt32, asInt64, type ColumnValues, selectColumns, takeRows } from '../select-columns.ts'
import { distinctWords } from '../words-condition.ts'
import type { TopicLibrary } from '../../topic-reading.port.ts'
import type { StoryRows } from '../../matching-rows.ts'
import { countStories } from '../../story-contexts.ts'
import { storyNumbers } from '../../story-numbers.ts'
import { maxEarliest, maxSampledDocuments, maxPointStories, maxTerms } from '../../measures/point-facts.ts'

const columns = {
  id: asInt64(ch`id`),
  cluster: asInt64(ch`cluster`),
  ms: asFloat64(ch`ms`),
  outlet: asInt32(ch`outlet`),
  tone: asFloat64(ch`tone`),
  reactions: asFloat64(ch`ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0)`),
}

/** Reads the facts of a point's days, compared with those of the days before. */
export function createClickhousePointFacts({
  engine,
  toCondition,
  library,
}: {
  engine: ClickhouseEngine
  toCondition: ToCondition
  library: TopicLibrary
}): DocumentStore['pointFacts'] {
  return {
    async readPoints(filter, windows) {
      if (windows.length === 0) return []
      const days = windows.flatMap((window) => Object.values(window) as string[]).toSorted() // all its fields are days
      const bounded = { ...filter, fromDay: days[0] ?? null, toDay: days.at(-1) ?? null }
      const within = join(
        windows.flatMap(({ from, to, beforeFrom, beforeTo }) => [toSpan(from, to), toSpan(beforeFrom, beforeTo)]),
        ' or ',
      )
      const rows = await selectColumns(engine, columns, ch`where ${await toCondition(bounded)} and (${within})`)
      const sides = windows.map(({ from, to, beforeFrom, beforeTo }) => ({
        after: rowsOfDays(rows, from, to),
        before: rowsOfDays(rows, beforeFrom, beforeTo),
      }))
      const samples = sides.map(({ after, before }) => ({ after: sampleIds(after), before: sampleIds(before) }))
      const words = await readWords(samples.flatMap(({ after, before }) => [...after, ...before]))
      const points = sides.map(({ after, before }, index): PointFacts => ({
        after: countSide(after),
        before: countSide(before),
        ...countPointStories(after),
        ...countPointTerms(samples[index] ?? { after: [], before: [] }, words),
        early: earliestIds(after),
        sample: (samples[index]?.after ?? []).map((id) => toDocumentId(String(id))),
      }))
      return withTopicTones(library, filter, windows, points)
    },

    async findHolders(ids, terms) {
      const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
      if (storedIds.length === 0 || terms.length === 0) return new Map()
      const rows = await engine.ask<{ document_id: string; held: string[] }>(ch`
        select toString(id) as document_id, arrayIntersect(${distinctWords}, ${texts(terms)}) as held
        from document where ${hasAnyId(storedIds)}`)
      const wordsById = new Map(rows.map((row) => [row.document_id, new Set(row.held)]))
      return new Map(
        terms.flatMap((term) => {
          const holders = storedIds.filter((id) => wordsById.get(id)?.has(term) === true)
          return holders.length === 0 ? [] : [[term, holders.map(toDocumentId)] as const]
        }),
      )
    },
  }

  async function readWords(ids: readonly bigint[]): Promise<WordsById> {
    if (ids.length === 0) return new Map()
    const rows = await engine.ask<{ document_id: string; held: string[] }>(ch`
      select toString(id) as document_id, ${distinctWords} as held
      from document where ${hasAnyId([...new Set(ids)].map(String))}`)
    return new Map(rows.map(({ document_id: id, held }) => [BigInt(id), held]))
  }
}

/** A span of days as a part of a condition, both inclusive. */
function toSpan(first: PointWindow['from'], last: PointWindow['to']): Fragment {
  const dayMs = 86_400_000
  return ch`(ms >= ${integer(dayNumberOfDay(first) * dayMs)} and ms < ${integer((dayNumberOfDay(last) + 1) * dayMs)})`
}

function rowsOfDays(rows: ColumnValues<typeof columns>, first: string, last: string): ColumnValues<typeof columns> {
  const [from, to] = [dayNumberOfDay(first), dayNumberOfDay(last)]
  const indexes = new Int32Array(rows.length)
  let length = 0
  for (let row = 0; row < rows.length; row += 1) {
    const day = dayNumberOfTime(rows.ms[row] ?? 0)
    if (day >= from && day <= to) indexes[length++] = row
  }
  return takeRows(rows, indexes.subarray(0, length))
}

interface TimedRows extends StoryRows {
  readonly ms: Float64Array
}

interface PointRows extends TimedRows {
  readonly outlet: Int32Array
  readonly tone: Float64Array
  /** Points plus comments. */
  readonly reactions: Float64Array
}

/** The words of the documents read, by stored id. */
type WordsById = ReadonlyMap<bigint, readonly string[]>

/** Counts the documents of one side, except for their words. */
export function countSide({ length, tone: tones }: PointRows): PeriodFacts {
  const tone = { n: 0, sum: 0, sumSquares: 0 }
  for (let row = 0; row < length; row += 1) {
    const value = tones[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    tone.n += 1
    tone.sum += value
    tone.sumSquares += value * value
  }
  return { documents: length, read: Math.min(length, maxSampledDocuments), tone }
}

/** The documents whose words are read: those with the lowest ids, in ascending order. */
export function sampleIds({ id }: PointRows): bigint[] {
  return [...id.toSorted().subarray(0, maxSampledDocuments)]
}

/** The earliest documents, in order; ties by lowest id. */
export function earliestIds({ length, ms, id }: TimedRows): DocumentId[] {
  const times = ms.toSorted()
  const last = times[Math.min(maxEarliest, length) - 1] ?? 0
  const early: { at: number; one: bigint }[] = []
  for (let row = 0; row < length; row += 1) {
    const at = ms[row] ?? 0
    if (at <= last) early.push({ at, one: id[row] ?? 0n })
  }
  return early
    .toSorted((a, b) => a.at - b.at || (a.one < b.one ? -1 : 1))
    .slice(0, maxEarliest)
    .map(({ one }) => toDocumentId(String(one)))
}

interface Story {
  cluster: bigint
  documents: number
  outlets: Set<number>
  reactions: number
  firstAt: number
  first: bigint
}

/**
 * Counts the documents' stories and lists the largest: those with the most documents, then the most outlets, then the document with the most
 * reactions, then the lowest first id.
 */
export function countPointStories(rows: PointRows): Pick<PointFacts, 'storyCount' | 'stories'> {
  const numbers = storyNumbers(rows)
  const shared = new Map<number, Story>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    if (number === 0) continue
    const one = beginStory(rows, row)
    const story = shared.get(number)
    if (story === undefined) shared.set(number, one)
    else mergeStory(story, one)
  }
  const stories = [...shared.values()]
  // single-document stories come after all larger ones
  if (stories.length < maxPointStories)
    for (let row = 0; row < rows.length; row += 1) if (numbers[row] === 0) stories.push(beginStory(rows, row))
  const topStories = stories
    .toSorted(
      (a, b) =>
        b.documents - a.documents ||
        b.outlets.size - a.outlets.size ||
        b.reactions - a.reactions ||
        (a.first < b.first ? -1 : 1),
    )
    .slice(0, maxPointStories)
  return { storyCount: countStories(rows), stories: topStories.map(presentStory) }
}

function beginStory({ cluster, outlet, reactions, ms, id }: PointRows, row: number): Story {
  return {
    cluster: cluster[row] ?? 0n,
    documents: 1,
    outlets: new Set([outlet[row] ?? 0]),
    reactions: reactions[row] ?? 0,
    firstAt: ms[row] ?? 0,
    first: id[row] ?? 0n,
  }
}

function mergeStory(story: Story, one: Story): void {
  story.documents += 1
  for (const outlet of one.outlets) story.outlets.add(outlet)
  story.reactions = Math.max(story.reactions, one.reactions)
  if (one.firstAt < story.firstAt || (one.firstAt === story.firstAt && one.first < story.first))
    [story.firstAt, story.first] = [one.firstAt, one.first]
}

function presentStory({ cluster, documents, outlets, first }: Story): PointStory {
  return {
    storyCluster: toDocumentId(String(cluster)),
    documents,
    outlets: outlets.size,
    firstId: toDocumentId(String(first)),
  }
}

/** The words of the documents read on both sides, reduced to those that rose most by a rough measure. */
export function countPointTerms(
  sides: { after: readonly bigint[]; before: readonly bigint[] },
  words: WordsById,
): Pick<PointFacts, 'terms' | 'termTotals'> {
  const counts = new Map<string, PointFacts['terms'][number]>()
  const totals = { after: 0, before: 0 }
  for (const side of ['after', 'before'] as const) {
    for (const id of sides[side]) {
      for (const term of words.get(id) ?? []) {
        let count = counts.get(term)
        if (count === undefined) counts.set(term, (count = { term, after: 0, before: 0 }))
        count[side] += 1
        totals[side] += 1
      }
    }
  }
  const weightOf = ({ after, before }: { after: number; before: number }) =>
    (after - (before * totals.after) / Math.max(1, totals.before)) / Math.sqrt(after + before)
  const terms = [...counts.values()]
    .filter(({ after }) => after >= 2)
    .map((count) => ({ count, weight: weightOf(count) }))
    .toSorted((a, b) => b.weight - a.weight || (a.count.term < b.count.term ? -1 : 1))
    .slice(0, maxTerms)
    .map(({ count }) => count)
  return { terms, termTotals: totals }
}
