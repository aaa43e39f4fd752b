import type { DocumentKind, SourceKey } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { kindCodes } from '../document-codes.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { readTopicRows } from './topic-counts.ts'

/** Stories of one topic, source, kind of document and day. */
export interface TopicStories {
  /** Index of the topic in the query. */
  topic: number
  day: string
  source: SourceKey
  kind: DocumentKind
  documents: number
  /** Stories that begin on the day: a story counts once in each of the two windows, on its first day there. */
  stories: number
}

/** A story of a topic, by its first document in the window. */
export interface LeadingStory {
  topic: number
  id: string
  title: string
}

/** Maximum number of stories per topic whose headlines are read; the first one names most topics. */
export const maxReadStories = 20

/** Counts the stories of many topics and finds the leading ones. */
export function createTopicStories({ analysis }: Database) {
  return {
    /** Counts topics by day, source and kind over two windows; the second begins on `middle`. */
    async countStories(
      filters: readonly DocumentFilter[],
      { middle, topicsPerStatement }: { middle: string; topicsPerStatement: number },
    ): Promise<TopicStories[]> {
      const counts: TopicStories[] = []
      for (let first = 0; first < filters.length; first += topicsPerStatement) {
        const parts = filters.slice(first, first + topicsPerStatement).map(
          (filter, index) => sql`(
            select ${first + index}::int as topic, m.day, m.source_id as source, m.kind, count(*)::int as documents,
              count(*) filter (where m.place = 1)::int as stories
            from (
              select d.day, d.source_id, d.kind,
                row_number() over (partition by d.cluster_id, d.day >= ${middle}::date order by d.ts, d.id) as place
              from document d where ${toCondition(filter)}
            ) as m group by m.day, m.source_id, m.kind)`,
        )
        counts.push(...(await readTopicRows<Omit<TopicStories, 'source' | 'kind'>>(parts, analysis)))
      }
      return counts
    },

    /** Outlets with documents of each filter. */
    async countOutlets(
      filters: readonly DocumentFilter[],
      { topicsPerStatement }: { topicsPerStatement: number },
    ): Promise<number[]> {
      const outlets: number[] = []
      for (let first = 0; first < filters.length; first += topicsPerStatement) {
        const parts = filters
          .slice(first, first + topicsPerStatement)
          .map((filter) => sql`(select count(distinct d.outlet_id)::int from document d where ${toCondition(filter)})`)
        const { rows } = await sql<{ outlets: number[] }>`select array[${sql.join(parts)}] as outlets`.execute(analysis)
        outlets.push(...(rows[0]?.outlets ?? []))
      }
      return outlets
    },

    /** Distinct stories of each filter, in one statement, from at most `maxDocuments` documents each. */
    async countUpTo(filters: readonly DocumentFilter[], maxDocuments: number): Promise<number[]> {
      if (filters.length === 0) return []
      const parts = filters.map(
        (filter) => sql`(select count(distinct cluster_id)::int from (
          select d.cluster_id from document d where ${toCondition(filter)} limit ${maxDocuments}) as m)`,
      )
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(parts)}] as counts`.execute(analysis)
      return rows[0]?.counts ?? []
    },

    /**
     * The leading stories of each topic: most documents first; ties go to those on the topic's peak day, then to those with the most points. Comments
     * and answers repeat another document's headline, so they are left out.
     */
    async leadingStories(
      topics: readonly { filter: DocumentFilter; peakDay: string }[],
      { topicsPerStatement }: { topicsPerStatement: number },
    ): Promise<LeadingStory[]> {
      const leading: LeadingStory[] = []
      for (let first = 0; first < topics.length; first += topicsPerStatement) {
        const parts = topics.slice(first, first + topicsPerStatement).map(
          ({ filter, peakDay }, index) => sql`(
            select ${first + index}::int as topic, s.id::text as id, t.title from (
              select (array_agg(d.id order by d.ts, d.id))[1] as id, count(*) as documents,
                bool_or(d.day = ${peakDay}::date) as peaks, max(d.score) as score
              from document d
              where ${toCondition(filter)} and d.kind <> all(${[kindCodes.comment, kindCodes.answer]}::smallint[])
              group by d.cluster_id
              order by documents desc, peaks desc, score desc nulls last, id limit ${maxReadStories}
            ) as s join document_text t on t.id = s.id where t.title <> ''
            order by s.documents desc, s.peaks desc, s.score desc nulls last, s.id)`,
        )
        const { rows } = await sql<LeadingStory>`${sql.join(parts, sql` union all `)}`.execute(analysis)
        leading.push(...rows)
      }
      return leading
    },
  }
}
