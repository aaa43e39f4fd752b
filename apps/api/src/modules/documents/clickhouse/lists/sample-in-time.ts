import { ch } from '../../../../adapters/clickhouse/statement.ts'
import type { DocumentFilter } from '../../document-filter.ts'
import { type DocumentId, toDocumentId } from '../../document-id.ts'
import { asFloat64, asInt64, selectColumns } from '../select-columns.ts'
import { inSample } from '../topic-reading.ts'
import type { ListParts } from './list-condition.ts'

/** Every k-th of the matching documents in the order of time, as PostgreSQL's `sampleInTime` draws them. */
export async function sampleInTime(
  { engine, toCondition }: ListParts,
  filter: DocumentFilter,
  { size, isLarge }: { size: number; isLarge: boolean },
): Promise<DocumentId[]> {
  const sample = isLarge ? ch` and ${inSample}` : ch``
  // each shard sorts its own, and sorting what is sorted in parts takes one look at each
  const { ms, id, length } = await selectColumns(
    engine,
    { id: asInt64(ch`id`), ms: asFloat64(ch`ms`) },
    ch`where ${await toCondition(filter)}${sample} order by document.ms, document.id`,
  )
  const rows = Array.from({ length }, (_, row) => row).toSorted(
    (a, b) => (ms[a] ?? 0) - (ms[b] ?? 0) || ((id[a] ?? 0n) < (id[b] ?? 0n) ? -1 : 1),
  )
  return rows.filter((_, place) => isDrawn(place, { size, length })).map((row) => toDocumentId(String(id[row])))
}

function isDrawn(place: number, { size, length }: { size: number; length: number }): boolean {
  const before = Math.trunc(((place - 1) * size) / length)
  return length <= size || place === 0 || Math.trunc((place * size) / length) !== before
}
