import type { SourceKey } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { decodeSource } from '../source-codes.ts'

/** What a source holds of some documents. */
export interface SourceVoices {
  source: SourceKey
  documents: number
  /** Different authors that are named. */
  authors: number
  /** Year of the newest. */
  year: number
}

/** Documents and authors of each source that holds any of the documents. */
export async function countSourceVoices(
  { analysis }: Pick<Database, 'analysis'>,
  filter: DocumentFilter,
): Promise<SourceVoices[]> {
  // Grouped by author first: one pass, and no sort of a million numbers
  const { rows } = await sql<{ source_id: number; documents: number; authors: number; year: number }>`
    select source_id, sum(n)::int as documents, count(author_id)::int as authors,
      extract(year from max(last) at time zone 'UTC')::int as year
    from (
      select d.source_id, d.author_id, count(*) as n, max(d.ts) as last
      from document d where ${toCondition(filter)} group by d.source_id, d.author_id
    ) as voice group by source_id order by source_id`.execute(analysis)
  return rows.map(({ source_id, ...counts }) => ({ source: decodeSource(source_id), ...counts }))
}
