import type { Columns, ColumnValues } from './select-columns.ts'

/** The rows of some places, in their order. Pure. */
export function takeRows<Asked extends Columns>(rows: ColumnValues<Asked>, places: Int32Array): ColumnValues<Asked> {
  const taken = Object.entries(rows).map(([name, column]) => [
    name,
    // whatever its values are, a column is an array of them, and what else is there is their number
    typeof column === 'object' ? takeValues(column as Int32Array, places) : places.length,
  ])
  return Object.fromEntries(taken) as ColumnValues<Asked> // each name of the rows was taken
}

function takeValues(column: Int32Array, places: Int32Array): Int32Array {
  const room = column.constructor as new (length: number) => Int32Array
  const values = new room(places.length)
  for (const [row, place] of places.entries()) values[row] = column[place] as number // a place of theirs
  return values
}
