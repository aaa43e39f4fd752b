import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integer } from '../../../../adapters/clickhouse/statement.ts'
import { decode, kindCodes } from '../../document-codes.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import type { CountryCount, TopicCount } from '../../measures/topic-counts.ts'
import { decodeSource } from '../../source-codes.ts'
import type { ToCondition } from '../conditions.ts'
import { dayNumber, parseDay, toDay } from '../day-numbers.ts'
import { readColumns, selectColumns } from '../fixed-columns.ts'
import { inStatements, readTopics } from './of-topics.ts'
import { sumByKey } from './sum-by-key.ts'

/** Stands for all days outside the windows. */
const noDay = -1_000_000_000

const countTypes = {
  day: 'Int32',
  source: 'UInt8',
  kind: 'UInt8',
  documents: 'Float64',
  toneSum: 'Float64',
  toned: 'Float64',
} as const
const countryTypes = { country: 'UInt16', documents: 'Float64', previous: 'Float64' } as const

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
      const [from, to] = [integer(parseDay(windows.from)), integer(parseDay(windows.asOf))]
      const day = ch`if(${dayNumber} between ${from} and ${to}, ${dayNumber}, ${integer(noDay)})`
      const values = {
        day,
        source: ch`source`,
        kind: ch`kind`,
        documents: ch`count()`,
        toneSum: ch`sum(ifNull(toFloat64(tone), 0))`,
        toned: ch`count(tone)`,
      }
      const counts: TopicCount[] = []
      for (const { first, part } of inStatements(filters)) {
        const found = await readTopics(engine, await Promise.all(part.map(toCondition)), {
          types: countTypes,
          values,
          from: (condition) => ch`document where ${condition} group by ${day}, source, kind`,
        })
        for (const [index, rows] of found.entries()) {
          const own = Array.from({ length: rows.length }, (_, row) => ({
            topic: first + index,
            day: rows.day[row] === noDay ? null : toDay(rows.day[row] ?? 0),
            source: decodeSource(rows.source[row] ?? 0),
            kind: decode(kindCodes, rows.kind[row] ?? 0),
            documents: rows.documents[row] ?? 0,
            toneSum: rows.toneSum[row] ?? 0,
            toned: rows.toned[row] ?? 0,
          }))
          counts.push(
            ...sumByKey(own, ({ day: one, source, kind }) => `${one} ${source} ${kind}`, [
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
      const late = ch`${dayNumber} >= ${integer(parseDay(middleDay))}`
      const columns = selectColumns(countryTypes, {
        country: ch`country`,
        documents: ch`countIf(${late})`,
        previous: ch`countIf(not (${late}))`,
      })
      const rows = await readColumns(
        engine,
        countryTypes,
        ch`select ${columns} from document where ${await toCondition(filter)} and country <> 0 group by country`,
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

    async countUpTo(filters, most) {
      const counts: number[] = []
      for (const { part } of inStatements(filters)) {
        const found = await readTopics(engine, await Promise.all(part.map(toCondition)), {
          types: { documents: 'Float64' },
          values: { documents: ch`count()` },
          from: (condition) => ch`(select id from document where ${condition} limit ${integer(most)})`,
        })
        counts.push(
          ...found.map(({ documents }) =>
            Math.min(
              most,
              documents.reduce((sum, n) => sum + n, 0),
            ),
          ),
        )
      }
      return counts
    },
  }
}
