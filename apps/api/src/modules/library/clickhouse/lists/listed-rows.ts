import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
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
