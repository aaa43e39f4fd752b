/** An undirected weighted edge; `a < b`. */
export interface Edge {
  a: number
  b: number
  weight: number
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
/** A smaller difference is rounding. */
const minGain = 1e-12

/** Moves single nodes to the neighbouring group with the largest gain, until there is none. Null when nothing moved. */
function moveNodes(graph: Graph, resolution: number, total: number): Partition | null {
  const { size, degrees } = graph
  const groups = Uint32Array.from({ length: size }, (_, node) => node)
  const groupDegrees = Float64Array.from(degrees)
  const linkWeights = new Float64Array(size)
  let hasMoved = false
  for (let round = 0, isMoving = true; isMoving && round < maxRounds; round++) {
    isMoving = false
    for (let node = 0; node < size; node++) {
      const ownGroup = groups[node] ?? 0
      const degree = degrees[node] ?? 0
      const neighbours = weighNeighbours(graph, node, { groups, linkWeights })
      groupDegrees[ownGroup] = (groupDegrees[ownGroup] ?? 0) - degree
      const gainOf = (group: number) =>
        (linkWeights[group] ?? 0) - (resolution * degree * (groupDegrees[group] ?? 0)) / total
      const best = findLargestGain(ownGroup, neighbours, gainOf)
      for (const group of neighbours) linkWeights[group] = 0
      groupDegrees[best] = (groupDegrees[best] ?? 0) + degree
      if (best === ownGroup) continue
      groups[node] = best
      isMoving = true
      hasMoved = true
    }
  }
  return hasMoved ? renumber(groups) : null
}

/** The groups of a node's neighbours; the weight of its edges to each is added to `linkWeights`. */
function weighNeighbours(
  { starts, targets, weights }: Graph,
  node: number,
  { groups, linkWeights }: { groups: Uint32Array; linkWeights: Float64Array },
): number[] {
  const found: number[] = []
  for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
    const group = groups[targets[at] ?? 0] ?? 0
    if (linkWeights[group] === 0) found.push(group)
    linkWeights[group] = (linkWeights[group] ?? 0) + (weights[at] ?? 0)
  }
  return found
}

/** The group with the largest gain; the node's own, unless another has clearly more. */
function findLargestGain(ownGroup: number, others: readonly number[], gainOf: (group: number) => number): number {
  let best = ownGroup
  let bestGain = gainOf(ownGroup)
  for (const group of others) {
    const gain = gainOf(group)
    if (gain > bestGain + minGain) {
      best = group
      bestGain = gain
    }
  }
  return best
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
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
      const to = groups[targets[at] ?? 0] ?? 0
      const weight = weights[at] ?? 0
      // every edge is visited from both ends
      if (from === to) inner[from] = (inner[from] ?? 0) + weight
      else if (from < to) between.set(from * count + to, (between.get(from * count + to) ?? 0) + weight)
    }
  }
  const edges = [...between].map(([key, weight]) => ({ a: Math.floor(key / count), b: key % count, weight }))
  return toGraph(count, edges, inner)
}
