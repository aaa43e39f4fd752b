/**
 * Number of edits that turn one word into another, or null when it exceeds `most`: a letter inserted, deleted,
 * replaced, or two neighbours swapped (optimal string alignment, Damerau 1964, A technique for computer detection and
 * correction of spelling errors, CACM 7(3)). Works on UTF-16 units and stops as soon as a whole row exceeds the limit.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | null {
  if (Math.abs(a.length - b.length) > maxEdits) return null
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let minEdits = row
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) cost = Math.min(cost, at(twoAbove, column - 2) + 1)
      current.push(cost)
      if (cost < minEdits) minEdits = cost
    }
    if (minEdits > maxEdits) return null
    twoAbove = above
    above = current
  }
  const distance = at(above, b.length)
  return distance > maxEdits ? null : distance
}

/** Every cell read was written before; the bounds of the loops guarantee it. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
