/**
 * Solves ordinary least squares with a small ridge: the coefficients b that minimise |y - Xb|² + ridge · |b|², where the ridge excludes the first
 * column, through the Cholesky factor of the normal equations. `rows` are the rows of X.
 */
export function leastSquares({
  rows,
  target,
  ridge,
}: {
  rows: readonly Float64Array[]
  target: Float64Array
  ridge: number
}): Float64Array {
  const width = rows[0]?.length ?? 0
  const normal = Array.from({ length: width }, () => new Float64Array(width))
  const right = new Float64Array(width)
  for (const [index, row] of rows.entries()) {
    const y = target[index] ?? 0
    for (let i = 0; i < width; i++) {
      const x = row[i] ?? 0
      const line = normal[i]
      if (line === undefined || x === 0) continue
      right[i] = (right[i] ?? 0) + x * y
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + x * (row[j] ?? 0)
    }
  }
  for (let i = 1; i < width; i++) {
    const line = normal[i]
    if (line !== undefined) line[i] = (line[i] ?? 0) + ridge
  }
  return solve(factorize(normal), right)
}

/** Lower Cholesky factor of a symmetric positive matrix whose lower half is given. */
function factorize(matrix: readonly Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length))
  for (const [i, row] of factor.entries()) {
    for (let j = 0; j <= i; j++) {
      const other = factor[j] ?? row
      let sum = matrix[i]?.[j] ?? 0
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (other[k] ?? 0)
      // A column that the others explain leaves no remainder; a tiny pivot gives it no weight.
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (other[j] ?? 1)
    }
  }
  return factor
}

function solve(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const half = Float64Array.from(right)
  for (const [i, row] of factor.entries()) {
    for (let k = 0; k < i; k++) half[i] = (half[i] ?? 0) - (row[k] ?? 0) * (half[k] ?? 0)
    half[i] = (half[i] ?? 0) / (row[i] ?? 1)
  }
  for (let i = factor.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < factor.length; k++) half[i] = (half[i] ?? 0) - (factor[k]?.[i] ?? 0) * (half[k] ?? 0)
    half[i] = (half[i] ?? 0) / (factor[i]?.[i] ?? 1)
  }
  return half
}
