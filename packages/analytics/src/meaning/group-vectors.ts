import { type Edge, findCommunities } from '../narratives/find-communities.ts'
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

/**
 * Groups vectors of length one; a vector of zeros is in no group. The vectors form a graph of their nearest neighbours by cosine, which is cut into
 * communities by modularity; then communities that are nearly as alike as their own members are joined. So the number of groups follows from the data.
 * Returns the group of each vector from 0, or -1. Deterministic.
 */
export function groupVectors(
  { documents, dimensions, values }: DocumentVectors,
  resolution = naturalResolution,
): Int32Array {
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
  const edges = neighbourEdges(set, Math.min(neighbours, known.length - 1))
  const found = joinAlike(set, findCommunities({ size: known.length, edges, resolution }))
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
  const sizes = new Float64Array(count)
  for (const group of groups) sizes[group] = (sizes[group] ?? 0) + 1
  const sums = sumsOf(set, groups, count)
  // products of sums: those of a joined group are sums of products, so no vector is read again
  const products = nearestCentres({ size: count, dimensions: set.dimensions, rows: sums }, sums).likeness
  const of = (one: number, other: number) => products[one * count + other] ?? 0
  const within = (group: number) => {
    const size = sizes[group] ?? 0
    return size < 2 ? 1 : Math.max(1e-9, (of(group, group) - size) / (size * (size - 1)))
  }
  const alive = Array.from({ length: count }, (_, group) => group)
  for (;;) {
    let best = { one: -1, other: -1, ratio: minRatio }
    alive.forEach((one, at) => {
      const inOne = within(one)
      for (const other of alive.slice(at + 1)) {
        const between = of(one, other) / ((sizes[one] ?? 0) * (sizes[other] ?? 0))
        const ratio = between / Math.sqrt(inOne * within(other))
        if (ratio > best.ratio) best = { one, other, ratio }
      }
    })
    const { one, other } = best
    if (one < 0) break
    for (let group = 0; group < count; group++) products[one * count + group] = of(one, group) + of(other, group)
    for (let group = 0; group < count; group++) products[group * count + one] = of(group, one) + of(group, other)
    sizes[one] = (sizes[one] ?? 0) + (sizes[other] ?? 0)
    alive.splice(alive.indexOf(other), 1)
    for (let at = 0; at < groups.length; at++) if (groups[at] === other) groups[at] = one
  }
  return groups.map((group) => alive.indexOf(group))
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

/**
 * Products of one row with several neighbouring rows of another matrix, into `products`. Four at a time: each number of the row is read once for four, which
 * takes half the time of one after the other.
 */
function multiplyRow(
  row: Float64Array,
  from: number,
  {
    others,
    first,
    count,
    dimensions,
    products,
  }: { others: Float64Array; first: number; count: number; dimensions: number; products: Float64Array },
): void {
  let other = 0
  for (; other + 3 < count; other += 4) {
    let [one, two, three, four] = [0, 0, 0, 0]
    const at1 = (first + other) * dimensions
    const [at2, at3, at4] = [at1 + dimensions, at1 + 2 * dimensions, at1 + 3 * dimensions]
    for (let at = 0; at < dimensions; at++) {
      const value = row[from + at] ?? 0
      one += value * (others[at1 + at] ?? 0)
      two += value * (others[at2 + at] ?? 0)
      three += value * (others[at3 + at] ?? 0)
      four += value * (others[at4 + at] ?? 0)
    }
    products[other] = one
    products[other + 1] = two
    products[other + 2] = three
    products[other + 3] = four
  }
  for (; other < count; other++) {
    let sum = 0
    for (let at = 0; at < dimensions; at++)
      sum += (row[from + at] ?? 0) * (others[(first + other) * dimensions + at] ?? 0)
    products[other] = sum
  }
}

/** Joins each row to its nearest ones; an edge weighs their cosine. */
function neighbourEdges(set: Rows, neighbours: number): Edge[] {
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
  else compareInCells(set, offer)
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

function compareAll({ size, dimensions, rows }: Rows, offer: Offer): void {
  const products = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    multiplyRow(rows, row * dimensions, { others: rows, first: 0, count: size, dimensions, products })
    for (let other = 0; other < size; other++) if (other !== row) offer(row, other, products[other] ?? 0)
  }
}

/** Compares each row with those of the cells whose centres are nearest to it: Jégou, Douze & Schmid (2011), Product quantization, §IV (inverted file). */
function compareInCells(set: Rows, offer: Offer): void {
  const { size, dimensions, rows } = set
  const cells = Math.round(1.5 * Math.sqrt(size))
  let centres: Float64Array = new Float64Array(cells * dimensions)
  // rows at even distances: no random choice
  for (let cell = 0; cell < cells; cell++) {
    const row = Math.floor((cell * size) / cells)
    centres.set(rows.subarray(row * dimensions, (row + 1) * dimensions), cell * dimensions)
  }
  for (let round = 0; round < cellRounds; round++) centres = centresOf(set, nearestCentres(set, centres).centres, cells)
  const { centres: cellOf, likeness } = nearestCentres(set, centres)
  // the rows of a cell side by side
  const order = Array.from({ length: size }, (_, row) => row).toSorted(
    (a, b) => (cellOf[a] ?? 0) - (cellOf[b] ?? 0) || a - b,
  )
  const starts = new Uint32Array(cells + 1)
  for (const cell of cellOf) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  for (let cell = 0; cell < cells; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
  const sorted = new Float64Array(rows.length)
  order.forEach((row, place) => sorted.set(rows.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions))
  const products = new Float64Array(size)
  const probes = Math.min(cells, Math.max(minProbes, Math.round(probePart * cells)))
  order.forEach((row, place) => {
    for (let probe = 0; probe < probes; probe++) {
      let best = 0
      for (let cell = 1; cell < cells; cell++) {
        if ((likeness[row * cells + cell] ?? 0) > (likeness[row * cells + best] ?? 0)) best = cell
      }
      likeness[row * cells + best] = -2
      const first = starts[best] ?? 0
      const count = (starts[best + 1] ?? 0) - first
      multiplyRow(sorted, place * dimensions, { others: sorted, first, count, dimensions, products })
      for (let at = 0; at < count; at++) {
        const other = order[first + at] ?? 0
        if (other !== row) offer(row, other, products[at] ?? 0)
      }
    }
  })
}

/** The nearest centre of each row, -1 where there are none, and the cosine of each row to each centre: `likeness[row * centres + centre]`. */
export function nearestCentres(
  { size, dimensions, rows }: Rows,
  centres: Float64Array,
): { centres: Int32Array; likeness: Float64Array } {
  const count = centres.length / dimensions
  const nearest = new Int32Array(size).fill(-1)
  const likeness = new Float64Array(size * count)
  const products = new Float64Array(count)
  for (let row = 0; row < size; row++) {
    multiplyRow(rows, row * dimensions, { others: centres, first: 0, count, dimensions, products })
    likeness.set(products, row * count)
    let best = -2
    for (let centre = 0; centre < count; centre++) {
      const cosine = products[centre] ?? 0
      if (cosine <= best) continue
      best = cosine
      nearest[row] = centre
    }
  }
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
