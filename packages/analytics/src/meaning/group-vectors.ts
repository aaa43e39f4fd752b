import { type Edge, findCommunities } from '../narratives/find-communities.ts'
import type { Steps } from './steps.ts'
import { type DocumentVectors, toLengthOne } from './topic-vectors.ts'

/** Neighbours of each vector: more join subjects, fewer part them. Chosen on the tuning halves of the labelled sets. */
const maxNeighbours = 15
const minNeighbours = 5
const neighbourPower = 0.4
/** Modularity's natural resolution: finer cuts part what readers see as one, and joining cannot mend all of it. */
const naturalResolution = 1
/** Part of the likeness within two groups from which they are one. */
const minRatio = 0.6
/** Cells looked into for neighbours, as a part of all: the nearest of a text are rarely elsewhere. */
const probePart = 0.07
const minProbes = 6
/** Up to this many vectors are all compared. */
const maxCompared = 600
const cellRounds = 1
/** Cells compared in a step. */
const cellsPerStep = 8

/**
 * Groups vectors of length one; a vector of zeros is in no group. The vectors form a graph of their nearest neighbours by cosine, which is cut into
 * communities by modularity; then communities that are nearly as alike as their own members are joined. So the number of groups follows from the data.
 * Returns the group of each vector from 0, or -1. Deterministic.
 */
export function* groupVectors(
  { documents, dimensions, values }: DocumentVectors,
  resolution = naturalResolution,
): Steps<Int32Array> {
  const known: number[] = []
  for (let document = 0; document < documents; document++) {
    if (hasLength(values, document * dimensions, dimensions)) known.push(document)
  }
  const groups = new Int32Array(documents).fill(-1)
  if (known.length === 0) return groups
  const rows = new Float64Array(known.length * dimensions)
  known.forEach((document, at) =>
    rows.set(values.subarray(document * dimensions, (document + 1) * dimensions), at * dimensions),
  )
  const neighbours = Math.max(minNeighbours, Math.min(maxNeighbours, Math.round(known.length ** neighbourPower)))
  const set = { size: known.length, dimensions, rows }
  const edges = yield* neighbourEdges(set, Math.min(neighbours, known.length - 1))
  yield
  const communities = findCommunities({ size: known.length, edges, resolution })
  yield
  const found = joinAlike(set, communities)
  known.forEach((document, at) => (groups[document] = found[at] ?? -1))
  return groups
}

/**
 * Joins two groups, the most alike first, while the mean cosine between them is more than this part of the mean (geometric) of those within them: average
 * linkage over communities. Numbers the groups from 0.
 */
function joinAlike(set: Rows, communities: Uint32Array): Int32Array {
  const numbers = new Map<number, number>()
  const groups = Int32Array.from(communities, (community) => {
    const number = numbers.get(community) ?? numbers.size
    numbers.set(community, number)
    return number
  })
  const count = numbers.size
  const likeness = likenessOf(set, groups, count)
  const alive = Array.from({ length: count }, (_, group) => group)
  for (;;) {
    let best = { one: -1, other: -1, ratio: minRatio }
    alive.forEach((one, at) => {
      for (const other of alive.slice(at + 1)) {
        const ratio = likeness.ratio(one, other)
        if (ratio > best.ratio) best = { one, other, ratio }
      }
    })
    const { one, other } = best
    if (one < 0) break
    likeness.join(one, other)
    alive.splice(alive.indexOf(other), 1)
    for (let at = 0; at < groups.length; at++) if (groups[at] === other) groups[at] = one
  }
  return groups.map((group) => alive.indexOf(group))
}

/** How alike groups are, which can be joined. */
export interface GroupLikeness {
  /** The mean cosine between two groups as a part of the mean (geometric) of those within them. */
  ratio: (one: number, other: number) => number
  /** Adds the rows of `other` to those of `one`. */
  join: (one: number, other: number) => void
}

/** How alike the groups 0 … count-1 are; a row in no group has -1. */
export function likenessOf(set: Rows, groups: Int32Array, count: number): GroupLikeness {
  const sizes = new Float64Array(count)
  for (const group of groups) if (group >= 0) sizes[group] = (sizes[group] ?? 0) + 1
  const sums = sumsOf(set, groups, count)
  // products of sums: those of a joined group are sums of products, so no vector is read again
  const products = nearestCentres({ size: count, dimensions: set.dimensions, rows: sums }, sums).likeness
  const of = (one: number, other: number) => products[one * count + other] ?? 0
  const within = (group: number) => {
    const size = sizes[group] ?? 0
    return size < 2 ? 1 : Math.max(1e-9, (of(group, group) - size) / (size * (size - 1)))
  }
  return {
    ratio: (one, other) =>
      of(one, other) / ((sizes[one] ?? 0) * (sizes[other] ?? 0)) / Math.sqrt(within(one) * within(other)),
    join: (one, other) => {
      for (let group = 0; group < count; group++) products[one * count + group] = of(one, group) + of(other, group)
      for (let group = 0; group < count; group++) products[group * count + one] = of(group, one) + of(group, other)
      sizes[one] = (sizes[one] ?? 0) + (sizes[other] ?? 0)
    },
  }
}

function hasLength(values: Float64Array, from: number, dimensions: number): boolean {
  for (let at = from; at < from + dimensions; at++) if (values[at] !== 0) return true
  return false
}

/** Vectors of length one, row by row. */
export interface Rows {
  size: number
  dimensions: number
  rows: Float64Array
}

/** Neighbouring rows of another matrix: `count` of them from `first`. */
interface OtherRows {
  others: Float64Array
  first: number
  count: number
  dimensions: number
}

/**
 * Products of two rows, which begin at `from1` and `from2`, with several neighbouring rows of another matrix. Two by four: each number that is read is used
 * for several products, which takes a third of the time of one product after the other.
 */
function multiplyTwoRows(
  rows: Float64Array,
  {
    from1,
    from2,
    products1,
    products2,
  }: { from1: number; from2: number; products1: Float64Array; products2: Float64Array },
  { others, first, count, dimensions }: OtherRows,
): void {
  let other = 0
  for (; other + 3 < count; other += 4) {
    let a1 = 0
    let a2 = 0
    let a3 = 0
    let a4 = 0
    let b1 = 0
    let b2 = 0
    let b3 = 0
    let b4 = 0
    const at1 = (first + other) * dimensions
    const at2 = at1 + dimensions
    const at3 = at2 + dimensions
    const at4 = at3 + dimensions
    for (let at = 0; at < dimensions; at++) {
      // no array patterns: they cost more than the products
      const a = rows[from1 + at] ?? 0
      const b = rows[from2 + at] ?? 0
      const one = others[at1 + at] ?? 0
      const two = others[at2 + at] ?? 0
      const three = others[at3 + at] ?? 0
      const four = others[at4 + at] ?? 0
      a1 += a * one
      a2 += a * two
      a3 += a * three
      a4 += a * four
      b1 += b * one
      b2 += b * two
      b3 += b * three
      b4 += b * four
    }
    products1[other] = a1
    products1[other + 1] = a2
    products1[other + 2] = a3
    products1[other + 3] = a4
    products2[other] = b1
    products2[other + 1] = b2
    products2[other + 2] = b3
    products2[other + 3] = b4
  }
  for (; other < count; other++) {
    let [a, b] = [0, 0]
    for (let at = 0; at < dimensions; at++) {
      const value = others[(first + other) * dimensions + at] ?? 0
      a += (rows[from1 + at] ?? 0) * value
      b += (rows[from2 + at] ?? 0) * value
    }
    products1[other] = a
    products2[other] = b
  }
}

/** Calls `onProducts` for each of `chosen` rows with its products with the other rows. The products are overwritten afterwards. */
function multiplyRows(
  { rows, dimensions }: Rows,
  chosen: ArrayLike<number>,
  others: OtherRows,
  onProducts: (row: number, products: Float64Array) => void,
): void {
  const [products1, products2] = [new Float64Array(others.count), new Float64Array(others.count)]
  for (let at = 0; at < chosen.length; at += 2) {
    const row1 = chosen[at] ?? 0
    const row2 = chosen[at + 1] ?? row1
    multiplyTwoRows(rows, { from1: row1 * dimensions, from2: row2 * dimensions, products1, products2 }, others)
    onProducts(row1, products1)
    if (at + 1 < chosen.length) onProducts(row2, products2)
  }
}

/** Joins each row to its nearest ones; an edge weighs their cosine. */
function* neighbourEdges(set: Rows, neighbours: number): Steps<Edge[]> {
  const { size } = set
  const nearest = new Int32Array(size * neighbours).fill(-1)
  const likeness = new Float64Array(size * neighbours)
  const offer = (row: number, other: number, cosine: number) => {
    const from = row * neighbours
    let at = from + neighbours - 1
    if (cosine <= (likeness[at] ?? 0)) return
    for (; at > from && cosine > (likeness[at - 1] ?? 0); at--) {
      likeness[at] = likeness[at - 1] ?? 0
      nearest[at] = nearest[at - 1] ?? -1
    }
    likeness[at] = cosine
    nearest[at] = other
  }
  if (size <= maxCompared) compareAll(set, offer)
  else yield* compareInCells(set, offer)
  yield
  const edges: Edge[] = []
  const isNear = (row: number, other: number) => {
    for (let at = row * neighbours; at < (row + 1) * neighbours; at++) if (nearest[at] === other) return true
    return false
  }
  for (let row = 0; row < size; row++) {
    for (let at = row * neighbours; at < (row + 1) * neighbours; at++) {
      const other = nearest[at] ?? -1
      // a mutual pair is added by its lower end
      if (other < 0 || (other < row && isNear(other, row))) continue
      edges.push({ a: Math.min(row, other), b: Math.max(row, other), weight: likeness[at] ?? 0 })
    }
  }
  return edges
}

type Offer = (row: number, other: number, cosine: number) => void

function compareAll(set: Rows, offer: Offer): void {
  const { size, dimensions, rows } = set
  const all = Array.from({ length: size }, (_, row) => row)
  multiplyRows(set, all, { others: rows, first: 0, count: size, dimensions }, (row, products) => {
    for (let other = 0; other < size; other++) if (other !== row) offer(row, other, products[other] ?? 0)
  })
}

/** Compares each row with those of the cells whose centres are nearest to it: Jégou, Douze & Schmid (2011), Product quantization, §IV (inverted file). */
function* compareInCells(set: Rows, offer: Offer): Steps<void> {
  const { size, dimensions, rows } = set
  const cells = Math.round(1.5 * Math.sqrt(size))
  let centres: Float64Array = new Float64Array(cells * dimensions)
  // rows at even distances: no random choice
  for (let cell = 0; cell < cells; cell++) {
    const row = Math.floor((cell * size) / cells)
    centres.set(rows.subarray(row * dimensions, (row + 1) * dimensions), cell * dimensions)
  }
  for (let round = 0; round < cellRounds; round++) {
    centres = centresOf(set, nearestCentres(set, centres).centres, cells)
    yield
  }
  const { centres: cellOf, likeness } = nearestCentres(set, centres)
  yield
  // the rows of a cell side by side
  const order = Array.from({ length: size }, (_, row) => row).toSorted(
    (a, b) => (cellOf[a] ?? 0) - (cellOf[b] ?? 0) || a - b,
  )
  const starts = new Uint32Array(cells + 1)
  for (const cell of cellOf) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  for (let cell = 0; cell < cells; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
  const sorted = new Float64Array(rows.length)
  order.forEach((row, place) => sorted.set(rows.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions))
  const probes = Math.min(cells, Math.max(minProbes, Math.round(probePart * cells)))
  // by cell, so that its rows are read once for all that look into it
  const lookers: number[][] = Array.from({ length: cells }, () => [])
  for (const row of order) {
    for (let probe = 0; probe < probes; probe++) {
      let best = 0
      for (let cell = 1; cell < cells; cell++) {
        if ((likeness[row * cells + cell] ?? 0) > (likeness[row * cells + best] ?? 0)) best = cell
      }
      likeness[row * cells + best] = -2
      lookers[best]?.push(row)
    }
  }
  for (const [cell, chosen] of lookers.entries()) {
    if (cell % cellsPerStep === 0) yield
    const first = starts[cell] ?? 0
    const count = (starts[cell + 1] ?? 0) - first
    multiplyRows(set, chosen, { others: sorted, first, count, dimensions }, (row, products) => {
      for (let at = 0; at < count; at++) {
        const other = order[first + at] ?? 0
        if (other !== row) offer(row, other, products[at] ?? 0)
      }
    })
  }
}

/** The nearest centre of each row, -1 where there are none, and the cosine of each row to each centre: `likeness[row * centres + centre]`. */
export function nearestCentres(set: Rows, centres: Float64Array): { centres: Int32Array; likeness: Float64Array } {
  const { size, dimensions } = set
  const count = centres.length / dimensions
  const nearest = new Int32Array(size).fill(-1)
  const likeness = new Float64Array(size * count)
  const all = Array.from({ length: size }, (_, row) => row)
  multiplyRows(set, all, { others: centres, first: 0, count, dimensions }, (row, products) => {
    likeness.set(products, row * count)
    let best = -2
    for (let centre = 0; centre < count; centre++) {
      const cosine = products[centre] ?? 0
      if (cosine <= best) continue
      best = cosine
      nearest[row] = centre
    }
  })
  return { centres: nearest, likeness }
}

/** The centres of groups 0 … count-1, each of length one; a row in no group has -1. */
export function centresOf(set: Rows, groups: Int32Array, count: number): Float64Array {
  const centres = sumsOf(set, groups, count)
  toLengthOne({ documents: count, dimensions: set.dimensions, values: centres })
  return centres
}

function sumsOf({ size, dimensions, rows }: Rows, groups: Int32Array, count: number): Float64Array {
  const sums = new Float64Array(count * dimensions)
  for (let row = 0; row < size; row++) {
    const group = groups[row] ?? -1
    if (group < 0) continue
    for (let at = 0; at < dimensions; at++) {
      sums[group * dimensions + at] = (sums[group * dimensions + at] ?? 0) + (rows[row * dimensions + at] ?? 0)
    }
  }
  return sums
}
