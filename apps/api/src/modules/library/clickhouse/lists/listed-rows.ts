import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer } from '../../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt32, asInt64, type ColumnValues, selectColumns } from '../select-columns.ts'
import { reactions } from './list-keys.ts'

/** The columns that stories are built from. */
export const listedColumns = {
  id: asInt64(ch`id`),
  cluster: asInt64(ch`cluster`),
  outlet: asInt32(ch`outlet`),
  ms: asFloat64(ch`ms`),
  /** Points plus comments; NaN when neither is known. */
  reactions: asFloat64(reactions),
}

/** The documents of a list with their sort keys: greatest first, ties by id. */
export type ListedRows = ColumnValues<typeof listedColumns> & { readonly key: BigInt64Array }

/** Reads all matching documents, with a key that the engine computes. */
export function readListed(engine: ClickhouseEngine, key: Fragment, condition: Fragment): Promise<ListedRows> {
  return selectColumns(engine, { ...listedColumns, key: asInt64(key) }, ch`where ${condition}`)
}

/**
 * The first rows in an order, without sorting the rest: a page needs a hundred of half a million. `compare` must never return 0 for two rows.
 */
export function firstRows(
  rows: Iterable<number>,
  limit: number,
  compare: (one: number, other: number) => number,
): number[] {
  let candidates: number[] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && compare(row, last) > 0) continue
    candidates.push(row)
    if (candidates.length < 2 * limit) continue
    candidates = candidates.toSorted(compare).slice(0, limit)
    last = candidates.at(-1)
  }
  return candidates.toSorted(compare).slice(0, limit)
}

/** Returns the newest documents that match a condition; ties are broken by id. */
export async function readNewest(
  engine: ClickhouseEngine,
  condition: Fragment,
  { limit, idsOf }: { limit: number; idsOf: 'ascending' | 'descending' },
): Promise<{ id: string; ms: number }[]> {
  const direction = idsOf === 'ascending' ? ch`` : ch` desc`
  const { id, ms, length } = await selectColumns(
    engine,
    { id: asInt64(ch`id`), ms: asFloat64(ch`ms`) },
    ch`where ${condition} order by document.ms desc, document.id${direction} limit ${integer(limit)}`,
  )
  const isBefore = (one: number, other: number) => (id[one] ?? 0n) < (id[other] ?? 0n) === (idsOf === 'ascending')
  const rows = firstRows(
    Array.from({ length }, (_, row) => row),
    limit,
    (one, other) => (ms[other] ?? 0) - (ms[one] ?? 0) || (isBefore(one, other) ? -1 : 1),
  )
  return rows.map((row) => ({ id: String(id[row]), ms: ms[row] ?? 0 }))
}
