import type { ClinicalOrigin, ClinicalTerm } from '@auspex/sdk/types'
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

export interface TermOfStudy {
  nctId: string
  kind: ClinicalTerm['kind']
  folded: string
  term: string
}

export type ClinicalTermsRepository = ReturnType<typeof createClinicalTermsRepository>

/** SQL of the register's terms. */
export function createClinicalTermsRepository({ kysely }: Database) {
  return {
    /** Counts the terms of studies that were not read before; each study once. */
    async remember(nctIds: readonly string[], terms: readonly TermOfStudy[]): Promise<void> {
      await sql`
        with unread as (
          insert into clinical_study (nct_id) select distinct unnest(${nctIds}::text[]) on conflict do nothing returning nct_id
        ), given as (
          select * from unnest(
            ${terms.map(({ nctId }) => nctId)}::text[], ${terms.map(({ kind }) => kind)}::text[],
            ${terms.map(({ folded }) => folded)}::text[], ${terms.map(({ term }) => term)}::text[]
          ) as one (nct_id, kind, folded, term)
        )
        insert into clinical_term (kind, folded, term, studies)
        select kind, folded, min(term), count(distinct nct_id)::int
        from given join unread using (nct_id) group by kind, folded order by kind, folded
        on conflict (kind, folded) do update set studies = clinical_term.studies + excluded.studies`.execute(kysely)
    },

    /** Terms that begin with a text, or contain a word that does; those of the most studies first. */
    async find(folded: string, limit: number): Promise<ClinicalTerm[]> {
      const beginning = `${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const { rows } = await sql<ClinicalTerm>`
        select term, kind, studies from clinical_term
        where folded like ${beginning} or folded like ${`% ${beginning}`}
        order by studies desc, folded limit ${limit}`.execute(kysely)
      return rows
    },
  }
}
