import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt32, asInt64, type ColumnValues, selectColumns } from '../select-columns.ts'
import { reactions } from './list-keys.ts'

/** What stories are made from. */
export const listedColumns = {
  id: asInt64(ch`id`),
  cluster: asInt64(ch`cluster`),
  outlet: asInt32(ch`outlet`),
  ms: asFloat64(ch`ms`),
  /** Points and comments; NaN where neither is known. */
  reactions: asFloat64(reactions),
}

/** The documents of a list, each with what it is sorted by: the greatest first, equal ones by id. */
export type ListedRows = ColumnValues<typeof listedColumns> & { readonly key: BigInt64Array }

/** Reads all of them, with a key that the engine makes. */
export function readListed(engine: ClickhouseEngine, key: Fragment, condition: Fragment): Promise<ListedRows> {
  return selectColumns(engine, { ...listedColumns, key: asInt64(key) }, ch`where ${condition}`)
}
