import type { Columns, ColumnValues } from './select-columns.ts'

/** Picks the rows at these indexes, in the order of the indexes. Pure. */
export function takeRows<Asked extends Columns>(rows: ColumnValues<Asked>, indexes: Int32Array): ColumnValues<Asked> {
  const entries = Object.entries(rows).map(([name, column]) => [
    name,
    // every column is an array, of whatever type; the one other property is the row count
    typeof column === 'object' ? takeValues(column as Int32Array, indexes) : indexes.length,
  ])
  return Object.fromEntries(entries) as ColumnValues<Asked> // has every name of the rows
}

function takeValues(column: Int32Array, indexes: Int32Array): Int32Array {
  const room = column.constructor as new (length: number) => Int32Array
  const values = new room(indexes.length)
  for (const [row, index] of indexes.entries()) values[row] = column[index] as number // an index of these rows
  return values
}
