import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integer, integers } from '../../../../adapters/clickhouse/statement.ts'
import { decode, kindCodes } from '../../document-codes.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { type LeadingStory, readStories, type TopicStories } from '../../measures/topic-stories.ts'
import { decodeSource } from '../../source-codes.ts'
import type { ToCondition } from '../conditions.ts'
import { parseDay, toDay } from '../day-numbers.ts'
import { readTitles } from '../document-pages.ts'
import { asFloat64, asInt64, asUint8 } from '../select-columns.ts'
import { inStatements, readTopics } from './of-topics.ts'
import { countStoriesByDay, leadStories } from './stories-of-topic.ts'

const timeColumns = { cluster: asInt64(ch`cluster`), id: asInt64(ch`id`), ms: asFloat64(ch`ms`) }
const dayColumns = { ...timeColumns, source: asUint8(ch`source`), kind: asUint8(ch`kind`) }
const pointColumns = { ...timeColumns, score: asFloat64(ch`score`) }

/** Counts stories of many topics, and finds those that lead them. A story may lie on several shards, so it is put together here. */
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
      for (const { first, part } of inStatements(filters)) {
        const found = await readTopics(
          engine,
          await Promise.all(part.map(toCondition)),
          dayColumns,
          (condition) => ch`document where ${condition}`,
        )
        for (const [index, rows] of found.entries())
          for (const { day, source, kind, ...count } of countStoriesByDay(rows, parseDay(middle)))
            counts.push({
              topic: first + index,
              day: toDay(day),
              source: decodeSource(source),
              kind: decode(kindCodes, kind),
              ...count,
            })
      }
      return counts
    },

    async countUpTo(filters, mostDocuments) {
      const counts: number[] = []
      for (const { part } of inStatements(filters)) {
        const found = await readTopics(
          engine,
          await Promise.all(part.map(toCondition)),
          { cluster: timeColumns.cluster },
          (condition) => ch`(select cluster from document where ${condition} limit ${integer(mostDocuments)})`,
        )
        counts.push(...found.map(({ cluster }) => new Set(cluster.subarray(0, mostDocuments)).size))
      }
      return counts
    },

    async leadingStories(topics) {
      const leading: LeadingStory[] = []
      const answers = integers([kindCodes.comment, kindCodes.answer])
      for (const { first, part } of inStatements(topics)) {
        const conditions = await Promise.all(part.map(({ filter }) => toCondition(filter)))
        const found = await readTopics(
          engine,
          conditions,
          pointColumns,
          (condition) => ch`document where ${condition} and not has(${answers}, kind)`,
        )
        const stories = found.flatMap((rows, index) =>
          leadStories(rows, { peakDay: parseDay(part[index]?.peakDay ?? ''), most: readStories }).map(({ id }) => ({
            topic: first + index,
            id: String(id),
          })),
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
