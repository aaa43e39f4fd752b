import type { SourceKey } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { decodeSource } from '../source-codes.ts'

/** What a source has among some documents. */
export interface SourceVoices {
  source: SourceKey
  documents: number
  /** Distinct named authors. */
  authors: number
  /** Year of the newest. */
  year: number
  /** Documents by the number of their outlet. */
  outlets: ReadonlyMap<number, number>
}

/** Counts documents, authors and outlets of each source that has any of the documents. */
export async function countSourceVoices({ analysis }: Database, filter: DocumentFilter): Promise<SourceVoices[]> {
  // Grouped by author first: one pass, without sorting a million numbers
  const { rows } = await sql<{
    source_id: number
    documents: number
    authors: number
    year: number
    outlets: Record<string, number>
  }>`
    with place as materialized (
      select d.source_id, d.author_id, d.outlet_id, count(*) as n, max(d.ts) as last
      from document d where ${toCondition(filter)} group by d.source_id, d.author_id, d.outlet_id
    ), voice as (select source_id, author_id, sum(n) as n, max(last) as last from place group by source_id, author_id)
    select source_id, sum(n)::int as documents, count(author_id)::int as authors,
      extract(year from max(last) at time zone 'UTC')::int as year,
      (select json_object_agg(outlet_id, n) from
        (select outlet_id, sum(n)::int as n from place where place.source_id = voice.source_id group by outlet_id) as o) as outlets
    from voice group by source_id order by source_id`.execute(analysis)
  return rows.map(({ source_id, outlets, ...counts }) => ({
    source: decodeSource(source_id),
    ...counts,
    outlets: new Map(Object.entries(outlets).map(([outlet, n]) => [Number(outlet), n])),
  }))
}
