/**
 * Ridge regression by the normal equations and Cholesky decomposition.
 * `rows` is n × width, row-major; the penalty applies to every weight. Returns `width` weights.
 */
export function ridge(rows: Float64Array, targets: Float64Array, width: number, penalty: number): Float64Array {
  const gram = new Float64Array(width * width)
  const moments = new Float64Array(width)
  for (let n = 0; n < targets.length; n++) {
    const row = rows.subarray(n * width, (n + 1) * width)
    const target = targets[n] ?? 0
    for (let i = 0; i < width; i++) {
      const value = row[i] ?? 0
      moments[i] = (moments[i] ?? 0) + value * target
      const line = gram.subarray(i * width, i * width + i + 1)
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0)
    }
  }
  for (let i = 0; i < width; i++) gram[i * width + i] = (gram[i * width + i] ?? 0) + penalty
  factorize(gram, width)
  return solve(gram, moments, width)
}

/** Replaces the lower triangle by L of L·Lᵀ. */
function factorize(gram: Float64Array, width: number): void {
  for (let i = 0; i < width; i++) {
    const line = gram.subarray(i * width, (i + 1) * width)
    for (let j = 0; j <= i; j++) {
      const other = gram.subarray(j * width, (j + 1) * width)
      let sum = line[j] ?? 0
      for (let k = 0; k < j; k++) sum -= (line[k] ?? 0) * (other[k] ?? 0)
      line[j] = i === j ? Math.sqrt(sum) : sum / (other[j] ?? 1)
    }
  }
}

function solve(lower: Float64Array, moments: Float64Array, width: number): Float64Array {
  const at = (row: number, column: number) => lower[row * width + column] ?? 0
  const weights = Float64Array.from(moments)
  for (let i = 0; i < width; i++) {
    let sum = weights[i] ?? 0
    for (let k = 0; k < i; k++) sum -= at(i, k) * (weights[k] ?? 0)
    weights[i] = sum / at(i, i)
  }
  for (let i = width - 1; i >= 0; i--) {
    let sum = weights[i] ?? 0
    for (let k = i + 1; k < width; k++) sum -= at(k, i) * (weights[k] ?? 0)
    weights[i] = sum / at(i, i)
  }
  return weights
}
