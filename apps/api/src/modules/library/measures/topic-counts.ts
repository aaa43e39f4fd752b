import type { DocumentKind, SourceKey } from '@auspex/sources'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { decode, kindCodes } from '../document-codes.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { decodeSource } from '../source-codes.ts'

/** Documents of one topic, source, kind and day. */
export interface TopicCount {
  /** Index of the topic in the query. */
  topic: number
  /** Null for all days outside the windows. */
  day: string | null
  source: SourceKey
  kind: DocumentKind
  documents: number
  /** Sum of the known tones, and how many are known. */
  toneSum: number
  toned: number
}

export interface CountryCount {
  country: string
  documents: number
  previous: number
}

/** Reads the rows of several topics in one statement, and decodes their source and kind. */
export async function readTopicRows<Row extends object>(
  parts: readonly RawBuilder<unknown>[],
  analysis: Database['analysis'],
): Promise<(Row & { source: SourceKey; kind: DocumentKind })[]> {
  const { rows } = await sql<Row & { source: number; kind: number }>`${sql.join(parts, sql` union all `)}`.execute(
    analysis,
  )
  return rows.map((row) => ({ ...row, source: decodeSource(row.source), kind: decode(kindCodes, row.kind) }))
}

/** Counts the documents of many topics at once. */
export function createTopicCounts({ analysis }: Database) {
  return {
    /**
     * Counts topics by day, source and kind. Days outside the windows share one row per source and kind. One statement counts up to
     * `topicsPerStatement` topics: on an engine with one connection, searches run between statements, never within one.
     */
    async countTopics(
      filters: readonly DocumentFilter[],
      { windows, topicsPerStatement }: { windows: { from: string; asOf: string }; topicsPerStatement: number },
    ): Promise<TopicCount[]> {
      const counts: TopicCount[] = []
      for (let first = 0; first < filters.length; first += topicsPerStatement) {
        const parts = filters.slice(first, first + topicsPerStatement).map(
          (filter, index) => sql`(
            select ${first + index}::int as topic,
              case when d.day between ${windows.from}::date and ${windows.asOf}::date then d.day end as day, d.source_id as source, d.kind,
              count(*)::int as documents, coalesce(sum(d.tone::float8), 0) as "toneSum", count(d.tone)::int as toned
            from document d where ${toCondition(filter)} group by 2, 3, 4)`,
        )
        counts.push(...(await readTopicRows<Omit<TopicCount, 'source' | 'kind'>>(parts, analysis)))
      }
      return counts
    },

    /** Documents of each country, in the newest window and the one before. */
    async countCountries(filter: DocumentFilter, middleDay: string): Promise<CountryCount[]> {
      const { rows } = await sql<CountryCount>`
        select d.country, count(*) filter (where d.day >= ${middleDay}::date)::int as documents,
          count(*) filter (where d.day < ${middleDay}::date)::int as previous
        from document d where ${toCondition(filter)} and d.country is not null group by d.country`.execute(analysis)
      return rows
    },

    /** How many documents match each filter, in one statement; counting stops at `most`, so that a common word does not take long. */
    async countUpTo(filters: readonly DocumentFilter[], maxCount: number): Promise<number[]> {
      if (filters.length === 0) return []
      const parts = filters.map(
        (filter) =>
          sql`(select count(*)::int from (select 1 from document d where ${toCondition(filter)} limit ${maxCount}) as m)`,
      )
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(parts)}] as counts`.execute(analysis)
      return rows[0]?.counts ?? []
    },
  }
}
