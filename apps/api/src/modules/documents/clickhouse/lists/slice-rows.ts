import { pageOffset } from '../../../../kernel/page.ts'
import { fromDocumentId } from '../../document-id.ts'
import type { ListSlice } from '../../lists/document-list.ts'
import { ch, type Fragment, integer, long } from '../../../../adapters/clickhouse/statement.ts'
import { firstRows } from './first-rows.ts'

/** What is sorted: the greatest key first, equal ones by id. */
export interface Sortable {
  readonly length: number
  readonly id: BigInt64Array
  readonly key: BigInt64Array
}

/** Rows up to the end of a slice, and one more, which tells that the list goes on. */
function mostOf(slice: ListSlice): number {
  return offsetOf(slice) + slice.perPage + 1
}

function offsetOf(slice: ListSlice): number {
  return slice.after == null ? pageOffset(slice) : 0
}

function positionOf({ after }: ListSlice): { key: bigint; id: bigint | null } | null {
  if (after == null) return null
  const id = fromDocumentId(after.id)
  return { key: BigInt(after.key), id: id === null ? null : BigInt(id) }
}

/** The rows of a slice, of all that are listed or of what each shard put first. Pure. */
export function sliceRows({ length, id, key }: Sortable, slice: ListSlice): number[] {
  const position = positionOf(slice)
  const compare = (one: number, other: number) =>
    compareBig(key[other] ?? 0n, key[one] ?? 0n) || compareBig(id[one] ?? 0n, id[other] ?? 0n)
  const isBeyond = (row: number) => {
    if (position === null) return true
    const at = key[row] ?? 0n
    return at < position.key || (at === position.key && position.id !== null && (id[row] ?? 0n) > position.id)
  }
  function* beyond() {
    for (let row = 0; row < length; row += 1) if (isBeyond(row)) yield row
  }
  return firstRows(beyond(), mostOf(slice), compare).slice(offsetOf(slice))
}

/** The same as the end of a statement, whose rows each shard cuts. */
export function sliceStatement(slice: ListSlice, key: Fragment, condition: Fragment): Fragment {
  const position = positionOf(slice)
  const beyond =
    position === null
      ? ch``
      : position.id === null
        ? ch` and ${key} < ${long(String(position.key))}`
        : ch` and (${key} < ${long(String(position.key))} or (${key} = ${long(String(position.key))} and id > ${long(String(position.id))}))`
  return ch`where ${condition}${beyond} order by ${key} desc, id limit ${integer(mostOf(slice))}`
}

function compareBig(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
