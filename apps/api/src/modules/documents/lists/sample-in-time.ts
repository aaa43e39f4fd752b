import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, toDocumentId } from '../document-id.ts'

/**
 * At most `size` matching documents, every k-th in the order of time: a systematic sample (Cochran 1977, Sampling
 * Techniques, ch. 8), which is spread over the signal's time as the documents are. With `isLarge` it is drawn from
 * the library's 1/8 sample, so that no million rows are sorted.
 */
export async function sampleInTime(
  { analysis }: Pick<Database, 'analysis'>,
  filter: DocumentFilter,
  { size, isLarge }: { size: number; isLarge: boolean },
): Promise<DocumentId[]> {
  const sample = isLarge ? sql` and d.bucket < 16` : sql``
  const { rows } = await sql<{ id: string }>`
    with m as (
      select d.id, row_number() over (order by d.ts, d.id) - 1 as place, count(*) over () as n
      from document d where ${toCondition(filter)}${sample}
    )
    select id::text as id from m
    where n <= ${size}::bigint or place * ${size}::bigint / n <> (place - 1) * ${size}::bigint / n or place = 0
    order by place`.execute(analysis)
  return rows.map(({ id }) => toDocumentId(id))
}
