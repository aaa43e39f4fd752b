import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integer } from '../../../../adapters/clickhouse/statement.ts'
import { decode, kindCodes } from '../../document-codes.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import type { CountryCount, TopicCount } from '../../measures/topic-counts.ts'
import { decodeSource } from '../../source-codes.ts'
import type { ToCondition } from '../conditions.ts'
import { dayNumberSql, dayNumberOfDay, dayOfNumber } from '../day-numbers.ts'
import { asFloat64, asInt32, asUint16, asUint8, selectColumns } from '../select-columns.ts'
import { chunkByStatement, countTopics, readTopics } from './read-topics.ts'
import { sumByKey } from './sum-by-key.ts'

/** Marks all days outside the windows. */
const noDay = -1_000_000_000

/** Counts the documents of many topics at once. */
export function createClickhouseTopicCounts({
  engine,
  toCondition,
}: {
  engine: ClickhouseEngine
  toCondition: ToCondition
}): DocumentStore['topicCounts'] {
  return {
    async countTopics(filters, { windows }) {
      const [from, to] = [integer(dayNumberOfDay(windows.from)), integer(dayNumberOfDay(windows.asOf))]
      const day = ch`if(${dayNumberSql} between ${from} and ${to}, ${dayNumberSql}, ${integer(noDay)})`
      const columns = {
        day: asInt32(day),
        source: asUint8(ch`source`),
        kind: asUint8(ch`kind`),
        documents: asFloat64(ch`count()`),
        toneSum: asFloat64(ch`sum(ifNull(toFloat64(tone), 0))`),
        toned: asFloat64(ch`count(tone)`),
      }
      const counts: TopicCount[] = []
      for (const { firstIndex, chunk } of chunkByStatement(filters)) {
        const rowsByTopic = await readTopics(
          engine,
          await Promise.all(chunk.map(toCondition)),
          columns,
          (condition) => ch`document where ${condition} group by ${day}, source, kind`,
        )
        for (const [index, rows] of rowsByTopic.entries()) {
          const topicCounts = Array.from({ length: rows.length }, (_, row) => ({
            topic: firstIndex + index,
            day: rows.day[row] === noDay ? null : dayOfNumber(rows.day[row] ?? 0),
            source: decodeSource(rows.source[row] ?? 0),
            kind: decode(kindCodes, rows.kind[row] ?? 0),
            documents: rows.documents[row] ?? 0,
            toneSum: rows.toneSum[row] ?? 0,
            toned: rows.toned[row] ?? 0,
          }))
          counts.push(
            ...sumByKey(topicCounts, ({ day: one, source, kind }) => `${one} ${source} ${kind}`, [
              'documents',
              'toneSum',
              'toned',
            ]),
          )
        }
      }
      return counts
    },

    async countCountries(filter, middleDay) {
      const late = ch`${dayNumberSql} >= ${integer(dayNumberOfDay(middleDay))}`
      const rows = await selectColumns(
        engine,
        {
          country: asUint16(ch`country`),
          documents: asFloat64(ch`countIf(${late})`),
          previous: asFloat64(ch`countIf(not (${late}))`),
        },
        ch`where ${await toCondition(filter)} and country <> 0 group by country`,
      )
      const counts = Array.from({ length: rows.length }, (_, row): CountryCount => {
        const code = rows.country[row] ?? 0
        return {
          country: String.fromCharCode(code >> 8, code & 255),
          documents: rows.documents[row] ?? 0,
          previous: rows.previous[row] ?? 0,
        }
      })
      return sumByKey(counts, ({ country }) => country, ['documents', 'previous'])
    },

    async countUpTo(filters, maxCount) {
      const counts: number[] = []
      for (const { chunk } of chunkByStatement(filters)) {
        const countsByTopic = await countTopics(
          engine,
          await Promise.all(chunk.map(toCondition)),
          (condition) => ch`(select id from document where ${condition} limit ${integer(maxCount)})`,
        )
        counts.push(...countsByTopic.map((documents) => Math.min(maxCount, documents)))
      }
      return counts
    },
  }
}
