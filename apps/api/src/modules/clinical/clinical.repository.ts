import type { ClinicalOrigin } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface StoredAnswer<T> {
  source: ClinicalOrigin['source']
  body: T
  asOf: Date
}

export type ClinicalRepository = ReturnType<typeof createClinicalRepository>

/** SQL of stored answers, and of article counts by year. */
export function createClinicalRepository({ kysely }: Database) {
  return {
    async findAnswer<T>(key: string): Promise<StoredAnswer<T> | null> {
      const { rows } = await sql<StoredAnswer<T>>`
        select source, body, as_of as "asOf" from clinical_answer where key = ${key}`.execute(kysely)
      return rows[0] ?? null
    },

    /** Stores an answer, replacing an earlier one, and deletes answers older than `keepFrom`. */
    async saveAnswer(key: string, { source, body, asOf }: StoredAnswer<unknown>, keepFrom: Date): Promise<void> {
      await sql`delete from clinical_answer where as_of < ${keepFrom}`.execute(kysely)
      await sql`
        insert into clinical_answer (key, source, body, as_of)
        values (${key}, ${source}, ${JSON.stringify(body)}::jsonb, ${asOf})
        on conflict (key) do update set source = excluded.source, body = excluded.body, as_of = excluded.as_of
      `.execute(kysely)
    },

    async deleteAnswer(key: string): Promise<void> {
      await sql`delete from clinical_answer where key = ${key}`.execute(kysely)
    },

    /** Counted years of a condition, or of all articles (''). */
    async listCounts(source: string, condition: string, from: number): Promise<YearCount[]> {
      const { rows } = await sql<YearCount>`
        select year, articles, query_translation as "queryTranslation", counted_at as "countedAt"
        from literature_count where source = ${source} and condition = ${condition} and year >= ${from}
        order by year`.execute(kysely)
      return rows
    },

    async saveCount(source: string, condition: string, count: YearCount): Promise<void> {
      const { year, articles, queryTranslation, countedAt } = count
      await sql`
        insert into literature_count (source, condition, year, articles, query_translation, counted_at)
        values (${source}, ${condition}, ${year}, ${articles}, ${queryTranslation}, ${countedAt})
        on conflict (source, condition, year) do update set
          articles = excluded.articles, query_translation = excluded.query_translation, counted_at = excluded.counted_at
      `.execute(kysely)
    },

    async forgetCounts(before: Date): Promise<void> {
      await sql`delete from literature_count where counted_at < ${before}`.execute(kysely)
    },
  }
}

export interface YearCount {
  year: number
  articles: number
  queryTranslation: string | null
  countedAt: Date
}
