import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integer, integers } from '../../../../adapters/clickhouse/statement.ts'
import { decode, kindCodes } from '../../document-codes.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { type LeadingStory, maxReadStories, type TopicStories } from '../../measures/topic-stories.ts'
import { decodeSource } from '../../source-codes.ts'
import type { ToCondition } from '../conditions.ts'
import { dayNumberOfDay, dayOfNumber, dayNumberOfTime } from '../day-numbers.ts'
import { readTitles } from '../document-pages.ts'
import { asFloat64, asInt32, asInt64, asUint8 } from '../select-columns.ts'
import { chunkByStatement, readTopics } from './read-topics.ts'
import type { StoryRows } from '../../matching-rows.ts'
import { storyNumbers } from '../../story-numbers.ts'

const timeColumns = { cluster: asInt64(ch`cluster`), id: asInt64(ch`id`), ms: asFloat64(ch`ms`) }
const dayColumns = { ...timeColumns, source: asUint8(ch`source`), kind: asUint8(ch`kind`) }
const pointColumns = { ...timeColumns, score: asFloat64(ch`score`) }

/** Counts the stories of many topics and finds the leading ones. A story may lie on several shards, so it is merged here. */
export function createClickhouseTopicStories({
  engine,
  toCondition,
}: {
  engine: ClickhouseEngine
  toCondition: ToCondition
}): DocumentStore['topicStories'] {
  return {
    async countStories(filters, { middle }) {
      const counts: TopicStories[] = []
      for (const { firstIndex, chunk } of chunkByStatement(filters)) {
        const rowsByTopic = await readTopics(
          engine,
          await Promise.all(chunk.map(toCondition)),
          dayColumns,
          (condition) => ch`document where ${condition}`,
        )
        for (const [index, rows] of rowsByTopic.entries())
          for (const { day, source, kind, ...count } of countStoriesByDay(rows, dayNumberOfDay(middle)))
            counts.push({
              topic: firstIndex + index,
              day: dayOfNumber(day),
              source: decodeSource(source),
              kind: decode(kindCodes, kind),
              ...count,
            })
      }
      return counts
    },

    async countOutlets(filters) {
      const outlets: number[] = []
      for (const { chunk } of chunkByStatement(filters)) {
        const rowsByTopic = await readTopics(
          engine,
          await Promise.all(chunk.map(toCondition)),
          { outlet: asInt32(ch`outlet`) },
          (condition) => ch`(select distinct outlet from document where ${condition})`,
        )
        outlets.push(...rowsByTopic.map(({ outlet }) => new Set(outlet).size))
      }
      return outlets
    },

    async countUpTo(filters, maxDocuments) {
      const counts: number[] = []
      for (const { chunk } of chunkByStatement(filters)) {
        const rowsByTopic = await readTopics(
          engine,
          await Promise.all(chunk.map(toCondition)),
          { cluster: timeColumns.cluster },
          (condition) => ch`(select cluster from document where ${condition} limit ${integer(maxDocuments)})`,
        )
        counts.push(...rowsByTopic.map(({ cluster }) => new Set(cluster.subarray(0, maxDocuments)).size))
      }
      return counts
    },

    async leadingStories(topics) {
      const leading: LeadingStory[] = []
      const answers = integers([kindCodes.comment, kindCodes.answer])
      for (const { firstIndex, chunk } of chunkByStatement(topics)) {
        const conditions = await Promise.all(chunk.map(({ filter }) => toCondition(filter)))
        const rowsByTopic = await readTopics(
          engine,
          conditions,
          pointColumns,
          (condition) => ch`document where ${condition} and not has(${answers}, kind)`,
        )
        const stories = rowsByTopic.flatMap((rows, index) =>
          leadStories(rows, { peakDay: dayNumberOfDay(chunk[index]?.peakDay ?? ''), most: maxReadStories }).map(
            ({ id }) => ({
              topic: firstIndex + index,
              id: String(id),
            }),
          ),
        )
        const titles = await readTitles(
          engine,
          stories.map(({ id }) => id),
        )
        leading.push(
          ...stories.flatMap((story) => {
            const title = titles.get(story.id) ?? ''
            return title === '' ? [] : [{ ...story, title }]
          }),
        )
      }
      return leading
    },
  }
}

type TimedRows = StoryRows & { readonly ms: Float64Array }
type DatedRows = TimedRows & { readonly source: Uint8Array; readonly kind: Uint8Array }
type ScoredRows = TimedRows & { readonly score: Float64Array }

interface StoryCount {
  day: number
  source: number
  kind: number
  documents: number
  stories: number
}

/**
 * Counts documents and starting stories by day, source and kind. A story counts once before the middle day and once from that day on, where its first
 * document is; ties in time go to the lowest id.
 */
export function countStoriesByDay(rows: DatedRows, middle: number): StoryCount[] {
  const numbers = storyNumbers(rows)
  const counts = new Map<number, StoryCount>()
  const countOf = (row: number): StoryCount => {
    const [day, source, kind] = [dayNumberOfTime(rows.ms[row] ?? 0), rows.source[row] ?? 0, rows.kind[row] ?? 0]
    const key = day * 65_536 + source * 256 + kind
    let count = counts.get(key)
    if (count === undefined) counts.set(key, (count = { day, source, kind, documents: 0, stories: 0 }))
    return count
  }
  const firsts = new Map<number, number>()
  for (let row = 0; row < rows.length; row += 1) {
    const count = countOf(row)
    count.documents += 1
    const number = numbers[row] ?? 0
    if (number === 0) {
      count.stories += 1
      continue
    }
    const key = number * 2 + (count.day >= middle ? 1 : 0)
    const first = firsts.get(key)
    if (first === undefined || isEarlier(rows, row, first)) firsts.set(key, row)
  }
  for (const row of firsts.values()) countOf(row).stories += 1
  return [...counts.values()]
}

interface LedStory {
  /** The id of its first document. */
  id: bigint
  documents: number
  peaks: boolean
  /** The highest score; -Infinity when none is known. */
  score: number
}

/** The stories with the most documents; ties go to those on the peak day, then to the highest score, then to the lowest id. */
export function leadStories(rows: ScoredRows, { peakDay, most }: { peakDay: number; most: number }): LedStory[] {
  const numbers = storyNumbers(rows)
  const shared = new Map<number, LedStory & { first: number }>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    if (number === 0) continue
    const one = toStory(rows, row, peakDay)
    const story = shared.get(number)
    if (story === undefined) {
      shared.set(number, { ...one, first: row })
      continue
    }
    story.documents += 1
    story.peaks ||= one.peaks
    story.score = Math.max(story.score, one.score)
    if (isEarlier(rows, row, story.first)) [story.first, story.id] = [row, one.id]
  }
  const stories: LedStory[] = [...shared.values()]
  // single-document stories come after all larger ones
  if (stories.length < most)
    for (let row = 0; row < rows.length; row += 1) if (numbers[row] === 0) stories.push(toStory(rows, row, peakDay))
  return stories.toSorted(byLead).slice(0, most)
}

function toStory({ id, ms, score }: ScoredRows, row: number, peakDay: number): LedStory {
  const points = score[row] ?? Number.NaN
  return {
    id: id[row] ?? 0n,
    documents: 1,
    peaks: dayNumberOfTime(ms[row] ?? 0) === peakDay,
    score: Number.isNaN(points) ? -Infinity : points,
  }
}

function byLead(a: LedStory, b: LedStory): number {
  if (a.documents !== b.documents) return b.documents - a.documents
  if (a.peaks !== b.peaks) return a.peaks ? -1 : 1
  // -Infinity minus -Infinity is NaN, so compare before subtracting
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function isEarlier({ ms, id }: TimedRows, row: number, other: number): boolean {
  const [time, otherTime] = [ms[row] ?? 0, ms[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}
