import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer } from '../../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt64, selectColumns } from '../select-columns.ts'
import { firstRows } from './first-rows.ts'

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
