import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from './light-stem.ts'

/** One text as sorted term numbers with weights of length 1; both arrays are empty when no word is distinctive. */
export interface StoryVector {
  terms: Uint32Array
  weights: Float64Array
}

/** Share of the library's documents that contain a folded word, in [0, 1]; null when it was not counted. */
export type BackgroundShare = (word: string) => number | null

/**
 * Writes texts as TF-IDF vectors: (1 + ln tf) · idf, cosine-normalised. Words in only one text connect nothing but count towards the length, so that
 * one common word does not make a text with many words of its own similar to another. idf is the lower of the texts' own and the background's: a word
 * that all texts of a topic share (its name) and a word that the whole library shares ("really") are equally uninformative about the story. Salton &
 * Buckley (1988), Term-weighting approaches in automatic text retrieval.
 */
export function toStoryVectors(
  texts: readonly (readonly string[])[],
  backgroundShare: BackgroundShare = () => null,
): { vectors: StoryVector[]; terms: number } {
  const counts = texts.map(countStems)
  const spread = new Map<string, { texts: number; word: string }>()
  for (const count of counts) {
    for (const [stem, { word }] of count) {
      const counter = spread.get(stem)
      if (counter === undefined) spread.set(stem, { texts: 1, word })
      else counter.texts++
    }
  }
  const numbers = new Map<string, { term: number; idf: number }>()
  for (const [stem, seen] of spread) {
    const textIdf = Math.log((texts.length + 1) / (seen.texts + 0.5))
    const share = backgroundShare(seen.word)
    const idf = share === null ? textIdf : Math.min(textIdf, -Math.log(Math.max(share, 1e-6)))
    if (idf > 0) numbers.set(stem, { term: numbers.size, idf })
  }
  return { vectors: counts.map((count) => toVector(count, numbers)), terms: numbers.size }
}

type StemCounts = Map<string, { n: number; word: string }>

function countStems(words: readonly string[]): StemCounts {
  const counts: StemCounts = new Map()
  for (const word of words) {
    if (!isStoryWord(word)) continue
    const stem = lightStem(word)
    const seen = counts.get(stem)
    if (seen === undefined) counts.set(stem, { n: 1, word })
    else seen.n++
  }
  return counts
}

/** Numbers of two or more digits ("covid 19", "2021") distinguish stories as well as words do. */
function isStoryWord(word: string): boolean {
  return isContextTerm(word) || /^\d{2,}$/.test(word)
}

function toVector(counts: StemCounts, numbers: ReadonlyMap<string, { term: number; idf: number }>): StoryVector {
  const entries: [term: number, weight: number][] = []
  let squares = 0
  for (const [stem, { n }] of counts) {
    const number = numbers.get(stem)
    if (number === undefined) continue
    const weight = (1 + Math.log(n)) * number.idf
    entries.push([number.term, weight])
    squares += weight * weight
  }
  entries.sort(([a], [b]) => a - b)
  const length = Math.sqrt(squares)
  return {
    terms: Uint32Array.from(entries, ([term]) => term),
    weights: Float64Array.from(entries, ([, weight]) => weight / length),
  }
}

/** An undirected weighted edge; `a < b`. */
export interface Edge {
  a: number
  b: number
  weight: number
}

/**
 * Maximum number of neighbours, and their minimum similarity as a share of the nearest one's. The minimum keeps stories of three texts whole, and no
 * text becomes a neighbour by a chance word. Chosen on other data than the reported figures (docs/measures.md).
 */
const maxNeighbours = 25
const minOfNearest = 0.3
const minSimilarity = 0.08

/**
 * Joins each text to its nearest ones by cosine; an edge weighs cosine × the share of neighbours that its ends have in common, which reduces the
 * weight of chance similarity between stories. Jarvis & Patrick (1973), Clustering using a similarity measure based on shared near neighbors. Exact
 * (an inverted index, no approximation), so the same texts give the same graph.
 */
export function neighbourGraph(vectors: readonly StoryVector[], terms: number): Edge[] {
  const nearest = findNearest(vectors, terms)
  const sets = nearest.map(({ members }) => new Set(members))
  const edges: Edge[] = []
  nearest.forEach(({ members, similarities }, from) => {
    const mine = sets[from] as Set<number> // one set per text
    for (let index = 0; index < members.length; index++) {
      const to = members[index] ?? 0
      const theirs = sets[to] as Set<number> // one set per text
      // a mutual pair is added by its lower end
      if (theirs.has(from) && to < from) continue
      let shared = 0
      for (const member of mine) if (theirs.has(member)) shared++
      const weight = ((similarities[index] ?? 0) * (shared + 1)) / Math.min(mine.size, theirs.size)
      edges.push(from < to ? { a: from, b: to, weight } : { a: to, b: from, weight })
    }
  })
  return edges
}

interface Nearest {
  members: number[]
  similarities: number[]
}

function findNearest(vectors: readonly StoryVector[], terms: number): Nearest[] {
  const postings = invert(vectors, terms)
  const sums = new Float64Array(vectors.length)
  return vectors.map((vector, from) => {
    const touched: number[] = []
    for (let index = 0; index < vector.terms.length; index++) {
      const posting = postings[vector.terms[index] ?? 0]
      const weight = vector.weights[index] ?? 0
      if (posting === undefined) continue
      for (let postingIndex = 0; postingIndex < posting.members.length; postingIndex++) {
        const member = posting.members[postingIndex] ?? 0
        if (sums[member] === 0) touched.push(member)
        sums[member] = (sums[member] ?? 0) + weight * (posting.weights[postingIndex] ?? 0)
      }
    }
    const nearest = touched.reduce((best, member) => (member === from ? best : Math.max(best, sums[member] ?? 0)), 0)
    const minCosine = Math.max(minSimilarity, nearest * minOfNearest)
    const members = touched
      .filter((member) => member !== from && (sums[member] ?? 0) >= minCosine)
      .toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b)
      .slice(0, maxNeighbours)
    const similarities = members.map((member) => sums[member] ?? 0)
    for (const member of touched) sums[member] = 0
    return { members, similarities }
  })
}

function invert(vectors: readonly StoryVector[], terms: number): { members: number[]; weights: number[] }[] {
  const postings = Array.from({ length: terms }, () => ({ members: [] as number[], weights: [] as number[] }))
  vectors.forEach((vector, member) => {
    for (let index = 0; index < vector.terms.length; index++) {
      const posting = postings[vector.terms[index] ?? 0]
      posting?.members.push(member)
      posting?.weights.push(vector.weights[index] ?? 0)
    }
  })
  return postings
}

/**
 * Groups the nodes 0 … size-1 of a weighted graph by modularity: the Louvain method of Blondel et al. (2008), Fast unfolding of communities in large
 * networks, with the resolution γ of Reichardt & Bornholdt (2006): a higher one gives more groups. Nodes are visited in order and ties keep the lower
 * group, so the result is deterministic. Returns the group number of each node; a node without edges is alone.
 */
export function findCommunities({
  size,
  edges,
  resolution,
  minTotal = 0,
}: {
  size: number
  edges: readonly Edge[]
  resolution: number
  /** A graph with less weight is treated as part of one with this much: modularity would divide a small graph too finely. Default: 0. */
  minTotal?: number
}): Uint32Array {
  const groups = Uint32Array.from({ length: size }, (_, node) => node)
  let graph = toGraph(size, edges)
  const total = Math.max(minTotal, graph.total)
  for (;;) {
    const moved = moveNodes(graph, resolution, total)
    if (moved === null) return groups
    for (let node = 0; node < size; node++) groups[node] = moved.groups[groups[node] ?? 0] ?? 0
    graph = contract(graph, moved)
  }
}

/** Compressed rows: the neighbours of node n are `targets[starts[n]] … targets[starts[n + 1] - 1]`. */
interface Graph {
  size: number
  starts: Uint32Array
  targets: Uint32Array
  weights: Float64Array
  /** Weight of a contracted node's internal edges, counted twice, as in a degree. */
  loops: Float64Array
  degrees: Float64Array
  /** Twice the weight of all edges. */
  total: number
}

function toGraph(size: number, edges: readonly Edge[], loops = new Float64Array(size)): Graph {
  const starts = new Uint32Array(size + 1)
  for (const { a, b } of edges) {
    starts[a + 1] = (starts[a + 1] ?? 0) + 1
    starts[b + 1] = (starts[b + 1] ?? 0) + 1
  }
  for (let node = 0; node < size; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const targets = new Uint32Array(edges.length * 2)
  const weights = new Float64Array(edges.length * 2)
  const degrees = Float64Array.from(loops)
  const ends = starts.slice()
  const put = (from: number, to: number, weight: number) => {
    const at = ends[from] ?? 0
    ends[from] = at + 1
    targets[at] = to
    weights[at] = weight
    degrees[from] = (degrees[from] ?? 0) + weight
  }
  for (const { a, b, weight } of edges) {
    put(a, b, weight)
    put(b, a, weight)
  }
  return { size, starts, targets, weights, loops, degrees, total: degrees.reduce((sum, degree) => sum + degree, 0) }
}

interface Partition {
  groups: Uint32Array
  count: number
}

const maxRounds = 30

/** Moves single nodes to the neighbouring group with the largest gain, until there is none. Null when nothing moved. */
function moveNodes(graph: Graph, resolution: number, total: number): Partition | null {
  const { size, starts, targets, weights, degrees } = graph
  const groups = Uint32Array.from({ length: size }, (_, node) => node)
  const groupDegrees = Float64Array.from(degrees)
  const toGroup = new Float64Array(size)
  let hasMoved = false
  for (let round = 0, isMoving = true; isMoving && round < maxRounds; round++) {
    isMoving = false
    for (let node = 0; node < size; node++) {
      const ownGroup = groups[node] ?? 0
      const degree = degrees[node] ?? 0
      const touched: number[] = []
      for (let index = starts[node] ?? 0; index < (starts[node + 1] ?? 0); index++) {
        const group = groups[targets[index] ?? 0] ?? 0
        if (toGroup[group] === 0) touched.push(group)
        toGroup[group] = (toGroup[group] ?? 0) + (weights[index] ?? 0)
      }
      groupDegrees[ownGroup] = (groupDegrees[ownGroup] ?? 0) - degree
      const gainOf = (group: number) =>
        (toGroup[group] ?? 0) - (resolution * degree * (groupDegrees[group] ?? 0)) / total
      let best = ownGroup
      let bestGain = gainOf(ownGroup)
      for (const group of touched) {
        const gain = gainOf(group)
        if (gain > bestGain + 1e-12) {
          best = group
          bestGain = gain
        }
      }
      for (const group of touched) toGroup[group] = 0
      groupDegrees[best] = (groupDegrees[best] ?? 0) + degree
      if (best === ownGroup) continue
      groups[node] = best
      isMoving = true
      hasMoved = true
    }
  }
  return hasMoved ? renumber(groups) : null
}

function renumber(groups: Uint32Array): Partition {
  const numbers = new Map<number, number>()
  const renumbered = groups.map((group) => {
    const known = numbers.get(group)
    if (known !== undefined) return known
    numbers.set(group, numbers.size)
    return numbers.size - 1
  })
  return { groups: renumbered, count: numbers.size }
}

/** Turns each group into one node, and the edges between two groups into one edge. */
function contract({ size, starts, targets, weights, loops }: Graph, { groups, count }: Partition): Graph {
  const inner = new Float64Array(count)
  const between = new Map<number, number>()
  for (let node = 0; node < size; node++) {
    const from = groups[node] ?? 0
    inner[from] = (inner[from] ?? 0) + (loops[node] ?? 0)
    for (let index = starts[node] ?? 0; index < (starts[node + 1] ?? 0); index++) {
      const to = groups[targets[index] ?? 0] ?? 0
      const weight = weights[index] ?? 0
      // every edge is visited from both ends
      if (from === to) inner[from] = (inner[from] ?? 0) + weight
      else if (from < to) between.set(from * count + to, (between.get(from * count + to) ?? 0) + weight)
    }
  }
  const edges = [...between].map(([key, weight]) => ({ a: Math.floor(key / count), b: key % count, weight }))
  return toGraph(count, edges, inner)
}
