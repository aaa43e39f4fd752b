import type { Random } from '@auspex/contract/random'
import { finish, type Steps } from './steps.ts'

/** A sparse matrix by rows: row r has the values `starts[r] … starts[r + 1] - 1`, each in the column that `targets` names. */
export interface SparseMatrix {
  rows: number
  columns: number
  starts: Uint32Array
  targets: Uint32Array
  values: Float32Array
}

/** The largest singular values, descending, and the left singular vectors row by row: `vectors[row * dimensions + at]`. */
export interface TruncatedSvd {
  dimensions: number
  values: Float64Array
  vectors: Float64Array
}

/** How exactly a matrix is decomposed. */
export interface SvdOptions {
  dimensions: number
  powerIterations: number
  random: Random
  onProgress?: ((share: number) => void) | undefined
}

/** Extra columns that catch what the random start misses of the last dimensions: Halko et al., §4.2, recommend five to ten. */
const oversampling = 10

/**
 * The leading singular values and left vectors of a sparse matrix, by random projection with power iterations: Halko, Martinsson & Tropp (2011), Finding
 * structure with randomness, algorithm 4.4. Equal matrices and random numbers give equal bits. Fewer dimensions than asked where the rank is lower.
 * Memory: three dense matrices of (rows or columns) × (dimensions + 10) doubles. 50,000² with 2.2 million values and 128 dimensions take about 8 s.
 */
export function truncatedSvd(matrix: SparseMatrix, options: SvdOptions): TruncatedSvd {
  return finish(truncatedSvdInSteps(matrix, options))
}

/** `truncatedSvd` in steps: one for each product of matrices and each sweep of rotations. */
export function* truncatedSvdInSteps(
  matrix: SparseMatrix,
  { dimensions, powerIterations, random, onProgress }: SvdOptions,
): Steps<TruncatedSvd> {
  const width = Math.min(dimensions + oversampling, matrix.rows, matrix.columns)
  let start: Float64Array | null = Float64Array.from({ length: matrix.columns * width }, () => random.next() * 2 - 1)
  yield
  const left = multiply(matrix, start, width)
  start = null // frees its memory before the next dense matrix
  yield
  orthonormalize(left, width)
  const right = new Float64Array(matrix.columns * width)
  for (let iteration = 0; iteration < powerIterations; iteration++) {
    onProgress?.((iteration + 1) / (powerIterations + 2))
    yield
    multiplyTransposed(matrix, left, { width, result: right })
    yield
    multiply(matrix, right, width, left)
    yield
    orthonormalize(left, width)
  }
  yield
  multiplyTransposed(matrix, left, { width, result: right })
  yield
  const { values, vectors } = yield* eigen(gram(right, width), width)
  const rank = Math.min(dimensions, values.filter((value) => value > 1e-9 * (values[0] ?? 0)).length)
  yield
  return {
    dimensions: rank,
    values: values.slice(0, rank).map(Math.sqrt),
    vectors: rotate(left, vectors, { rows: matrix.rows, width, rank }),
  }
}

function multiply(
  { rows, starts, targets, values }: SparseMatrix,
  dense: Float64Array,
  width: number,
  result: Float64Array = new Float64Array(rows * width),
): Float64Array {
  for (let row = 0; row < rows; row++) {
    const to = row * width
    result.fill(0, to, to + width)
    const end = starts[row + 1] ?? 0
    for (let at = starts[row] ?? 0; at < end; at++)
      addScaled(result, to, { dense, from: (targets[at] ?? 0) * width, by: values[at] ?? 0, width })
  }
  return result
}

function multiplyTransposed(
  { rows, starts, targets, values }: SparseMatrix,
  dense: Float64Array,
  { width, result }: { width: number; result: Float64Array },
): void {
  result.fill(0)
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1] ?? 0
    for (let at = starts[row] ?? 0; at < end; at++)
      addScaled(result, (targets[at] ?? 0) * width, { dense, from: row * width, by: values[at] ?? 0, width })
  }
}

function addScaled(
  result: Float64Array,
  to: number,
  { dense, from, by, width }: { dense: Float64Array; from: number; by: number; width: number },
): void {
  for (let at = 0; at < width; at++) result[to + at] = (result[to + at] ?? 0) + by * (dense[from + at] ?? 0)
}

/** The products of each two columns, as a square matrix. */
function gram(dense: Float64Array, width: number): Float64Array {
  const products = new Float64Array(width * width)
  for (let from = 0; from < dense.length; from += width) {
    for (let a = 0; a < width; a++) {
      const value = dense[from + a] ?? 0
      if (value === 0) continue
      const row = a * width
      for (let b = a; b < width; b++) products[row + b] = (products[row + b] ?? 0) + value * (dense[from + b] ?? 0)
    }
  }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) products[a * width + b] = products[b * width + a] ?? 0
  return products
}

/** A column whose remainder is this small a part of itself depends on the columns before it. */
const dependent = 1e-10

/**
 * Makes the columns orthonormal in place, by Cholesky factors of their products; dependent columns become 0. One step loses half of the digits (Yamamoto
 * et al. 2015), and eight are plenty for the leading directions.
 */
function orthonormalize(dense: Float64Array, width: number): void {
  const { factor, inverse } = choleskyFactor(gram(dense, width), width)
  for (let from = 0; from < dense.length; from += width) {
    for (let column = 0; column < width; column++) {
      const value = (dense[from + column] ?? 0) * (inverse[column] ?? 0)
      dense[from + column] = value
      if (value === 0) continue
      const row = column * width
      for (let later = column + 1; later < width; later++) {
        dense[from + later] = (dense[from + later] ?? 0) - value * (factor[row + later] ?? 0)
      }
    }
  }
}

/** The upper factor of a matrix of products, written over it, and the inverse of its diagonal: 0 for a dependent column. */
function choleskyFactor(factor: Float64Array, width: number): { factor: Float64Array; inverse: Float64Array } {
  const inverse = new Float64Array(width)
  for (let row = 0; row < width; row++) {
    const before = factor[row * width + row] ?? 0
    let pivot = before
    for (let k = 0; k < row; k++) pivot -= (factor[k * width + row] ?? 0) ** 2
    const root = pivot > before * dependent ? Math.sqrt(pivot) : 0
    inverse[row] = root === 0 ? 0 : 1 / root
    for (let column = row + 1; column < width; column++) {
      let value = factor[row * width + column] ?? 0
      for (let k = 0; k < row; k++) value -= (factor[k * width + row] ?? 0) * (factor[k * width + column] ?? 0)
      factor[row * width + column] = value * (inverse[row] ?? 0)
    }
  }
  return { factor, inverse }
}

const maxSweeps = 30

/** Eigenvalues, descending, and eigenvectors (columns) of a symmetric matrix by cyclic Jacobi rotations: Golub & Van Loan, Matrix Computations, §8.5. */
function* eigen(symmetric: Float64Array, size: number): Steps<{ values: Float64Array; vectors: Float64Array }> {
  const matrix = symmetric.slice()
  // rows, not columns, so that a rotation touches neighbouring numbers
  const vectors = new Float64Array(size * size)
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1
  const total = matrix.reduce((sum, value) => sum + value * value, 0)
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let rest = 0
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rest += (matrix[p * size + q] ?? 0) ** 2
    if (rest <= 1e-22 * total) break
    yield
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotatePair(matrix, vectors, { size, p, q })
  }
  const order = Array.from({ length: size }, (_, at) => at).toSorted(
    (a, b) => (matrix[b * size + b] ?? 0) - (matrix[a * size + a] ?? 0) || a - b,
  )
  const sorted = new Float64Array(size * size)
  order.forEach((row, column) => {
    for (let at = 0; at < size; at++) sorted[at * size + column] = vectors[row * size + at] ?? 0
  })
  return { values: Float64Array.from(order, (at) => matrix[at * size + at] ?? 0), vectors: sorted }
}

function rotatePair(
  matrix: Float64Array,
  vectors: Float64Array,
  { size, p, q }: { size: number; p: number; q: number },
): void {
  const between = matrix[p * size + q] ?? 0
  if (between === 0) return
  const [atP, atQ] = [matrix[p * size + p] ?? 0, matrix[q * size + q] ?? 0]
  const angle = (atQ - atP) / (2 * between)
  const tangent = (angle < 0 ? -1 : 1) / (Math.abs(angle) + Math.sqrt(angle * angle + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  turnRows(matrix, { p: p * size, q: q * size, size, cosine, sine })
  for (let row = 0; row < size; row++) {
    // the matrix stays symmetric, so its columns are its rows
    if (row === p || row === q) continue
    matrix[row * size + p] = matrix[p * size + row] ?? 0
    matrix[row * size + q] = matrix[q * size + row] ?? 0
  }
  matrix[p * size + p] = atP - tangent * between
  matrix[q * size + q] = atQ + tangent * between
  matrix[p * size + q] = 0
  matrix[q * size + p] = 0
  turnRows(vectors, { p: p * size, q: q * size, size, cosine, sine })
}

function turnRows(
  matrix: Float64Array,
  { p, q, size, cosine, sine }: { p: number; q: number; size: number; cosine: number; sine: number },
): void {
  for (let at = 0; at < size; at++) {
    const [inP, inQ] = [matrix[p + at] ?? 0, matrix[q + at] ?? 0]
    matrix[p + at] = cosine * inP - sine * inQ
    matrix[q + at] = sine * inP + cosine * inQ
  }
}

/** dense (rows × width) times square, its first columns only. */
function rotate(
  dense: Float64Array,
  square: Float64Array,
  { rows, width, rank }: { rows: number; width: number; rank: number },
): Float64Array {
  const result = new Float64Array(rows * rank)
  for (let row = 0; row < rows; row++) {
    const to = row * rank
    for (let k = 0; k < width; k++) {
      const value = dense[row * width + k] ?? 0
      if (value === 0) continue
      const from = k * width
      for (let at = 0; at < rank; at++) result[to + at] = (result[to + at] ?? 0) + value * (square[from + at] ?? 0)
    }
  }
  return result
}
