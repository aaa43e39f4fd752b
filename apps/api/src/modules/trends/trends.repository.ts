import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Provenance, SourceKey } from '@auspex/sdk/types'
import { decodeSource, type DocumentFilter, toCondition } from '../documents/index.ts'
import type { Headline } from './trend-candidates.ts'
import type { TrendWindows } from './trend-windows.ts'

/** Something computed of the library, as it was last computed. */
export interface Snapshot<Body> {
  libraryRevision: number
  at: Date
  body: Body
}

/** Documents of one topic, source and day. */
export interface TopicCount {
  /** Place of the topic in the question. */
  topic: number
  /** Null for all days outside the windows. */
  day: string | null
  source: SourceKey
  documents: number
  /** Sum of the known tones, and how many are known. */
  toneSum: number
  toned: number
}

export type TrendsRepository = ReturnType<typeof createTrendsRepository>

/** All SQL of trends. */
export function createTrendsRepository({ kysely, analysis }: Pick<Database, 'kysely' | 'analysis'>) {
  return {
    /** Headlines of one day. Comments and answers carry the headline of what they answer, so they are left out. */
    async readHeadlines(filter: DocumentFilter): Promise<Headline[]> {
      const { rows } = await sql<Headline>`
        select d.day, d.outlet_id as "outletId", d.cluster_id as "clusterId", t.title
        from document d join document_text t on t.id = d.id where ${toCondition(filter)} and t.title <> ''`.execute(
        analysis,
      )
      return rows
    },

    /**
     * Counts topics by day and source. Days outside the windows are one row a source. `topicsAStatement` says how many one
     * statement counts: on an engine of one connection searches come in between statements, never within one.
     */
    async countTopics(
      filters: readonly DocumentFilter[],
      { windows, topicsAStatement }: { windows: TrendWindows; topicsAStatement: number },
    ): Promise<TopicCount[]> {
      const counts: TopicCount[] = []
      for (let first = 0; first < filters.length; first += topicsAStatement) {
        const parts = filters.slice(first, first + topicsAStatement).map(
          (filter, index) => sql`(
            select ${first + index}::int as topic,
              case when d.day between ${windows.from}::date and ${windows.asOf}::date then d.day end as day, d.source_id as source,
              count(*)::int as documents, coalesce(sum(d.tone::float8), 0) as "toneSum", count(d.tone)::int as toned
            from document d where ${toCondition(filter)} group by 2, 3)`,
        )
        const { rows } = await sql<
          Omit<TopicCount, 'source'> & { source: number }
        >`${sql.join(parts, sql` union all `)}`.execute(analysis)
        counts.push(...rows.map(({ source, ...row }) => ({ ...row, source: decodeSource(source) })))
      }
      return counts
    },

    /** Documents of each country, newest window and the one before. */
    async countCountries(filter: DocumentFilter, middleDay: string): Promise<CountryCount[]> {
      const { rows } = await sql<CountryCount>`
        select d.country, count(*) filter (where d.day >= ${middleDay}::date)::int as documents,
          count(*) filter (where d.day < ${middleDay}::date)::int as previous
        from document d where ${toCondition(filter)} and d.country is not null group by d.country`.execute(analysis)
      return rows
    },

    async find<Body>(key: string, provenance: Provenance): Promise<Snapshot<Body> | null> {
      const { rows } = await sql<Snapshot<Body>>`
        select library_revision::float8 as "libraryRevision", computed_at as at, body from trend_snapshot
        where key = ${key} and provenance = ${provenance}`.execute(kysely)
      return rows[0] ?? null
    },

    async save<Body>(
      key: string,
      { libraryRevision, body, provenance, at }: Snapshot<Body> & { provenance: Provenance },
    ): Promise<void> {
      await sql`
        insert into trend_snapshot (key, provenance, library_revision, computed_at, body)
        values (${key}, ${provenance}, ${libraryRevision}, ${at}, ${JSON.stringify(body)}::jsonb)
        on conflict (key) do update set provenance = excluded.provenance, library_revision = excluded.library_revision,
          computed_at = excluded.computed_at, body = excluded.body`.execute(kysely)
    },

    /** Forgets what begins with a key and was computed of an older library. */
    async forgetOlder(prefix: string, libraryRevision: number): Promise<void> {
      await sql`delete from trend_snapshot where starts_with(key, ${prefix}) and library_revision <> ${libraryRevision}`.execute(
        kysely,
      )
    },
  }
}

export interface CountryCount {
  country: string
  documents: number
  previous: number
}
