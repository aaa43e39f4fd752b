import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import { findCommunities } from '../narratives/find-communities.ts'

/** Two contexts that share documents; `a < b`. */
export interface ContextPair {
  a: number
  b: number
  /** Jaccard index of their documents, in (0, 1]. */
  weight: number
  shared: number
}

/** Maximum number of links per context: more make a map unreadable and add nothing. */
const linksPerContext = 6
/** Fewer common documents are a coincidence. */
const minShared = 2

/**
 * Links contexts by the Jaccard index of their documents, where they share more than expected by chance (shared · n > a · b, a positive pointwise
 * mutual information: Church & Hanks 1990). Each context contributes its strongest six; heaviest first. `documents` lists for each document the
 * numbers of its contexts, each once.
 */
export function linkContexts(documents: readonly (readonly number[])[], contexts: number): ContextPair[] {
  const counts = new Uint32Array(contexts)
  const shared = new Uint32Array(contexts * contexts)
  for (const contextNumbers of documents) {
    for (const a of contextNumbers) {
      counts[a] = (counts[a] ?? 0) + 1
      for (const b of contextNumbers) if (a < b) shared[a * contexts + b] = (shared[a * contexts + b] ?? 0) + 1
    }
  }
  const pairs: ContextPair[] = []
  for (let a = 0; a < contexts; a++) {
    for (let b = a + 1; b < contexts; b++) {
      const both = shared[a * contexts + b] ?? 0
      const [countA, countB] = [counts[a] ?? 0, counts[b] ?? 0]
      if (both < minShared || both * documents.length <= countA * countB) continue
      pairs.push({ a, b, weight: both / (countA + countB - both), shared: both })
    }
  }
  pairs.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
  const linkCounts = new Uint32Array(contexts)
  return pairs.filter(({ a, b }) => {
    if ((linkCounts[a] ?? 0) >= linksPerContext && (linkCounts[b] ?? 0) >= linksPerContext) return false
    linkCounts[a] = (linkCounts[a] ?? 0) + 1
    linkCounts[b] = (linkCounts[b] ?? 0) + 1
    return true
  })
}

/** Group numbers end here; all further groups share the last one. */
const lastGroup = 50

/**
 * Groups contexts by the modularity of their links (`findCommunities`, resolution 1), which determines how many groups
 * there are. Returns the group number of each: 0 is the largest, ties are ordered by their first context; unlinked ones
 * are groups of their own.
 */
export function groupContexts(pairs: readonly ContextPair[], contexts: number): number[] {
  const communities = findCommunities({ size: contexts, edges: pairs, resolution: 1 })
  const sizes = new Map<number, number>()
  for (const group of communities) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  // a Map preserves the order in which groups were first seen
  const order = [...sizes].toSorted(([, a], [, b]) => b - a).map(([group]) => group)
  const numbers = new Map(order.map((group, number) => [group, Math.min(lastGroup, number)]))
  return Array.from(communities, (group) => numbers.get(group) ?? lastGroup)
}

/** A position on the map, both coordinates in [-1, 1]. */
export interface MapPoint {
  x: number
  y: number
}

/** A layout that its caller advances step by step. */
export interface ContextLayout {
  /** Advances by `steps` steps; true when it is done. */
  step: (steps: number) => boolean
  points: () => MapPoint[]
}

interface MapNode extends SimulationNodeDatum {
  group: number
  radius: number
}

const totalSteps = 300
/** Space for one context, in the layout's own unit; the most important have twice as much for their labels. */
const nodeSpace = 9

/**
 * Places contexts by forces: links attract, all repel, none overlap, and groups are drawn to positions of their own (Fruchterman & Reingold 1991;
 * velocity Verlet by d3-force, whose random numbers are fixed). `groups` are those of `groupContexts`; contexts are ordered by importance.
 */
export function layoutContexts({
  groups,
  pairs,
}: {
  groups: readonly number[]
  pairs: readonly ContextPair[]
}): ContextLayout {
  const nodes: MapNode[] = groups.map((group, index) => ({ group, radius: nodeSpace * (1 + Math.exp(-index / 20)) }))
  const homes = groupCentres(groups)
  const home = (node: MapNode): MapPoint => homes.get(node.group) ?? { x: 0, y: 0 }
  const links: SimulationLinkDatum<MapNode>[] = pairs.map(({ a, b }) => ({ source: a, target: b }))
  const simulation = forceSimulation(nodes)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / totalSteps))
    .force(
      'link',
      forceLink<MapNode, SimulationLinkDatum<MapNode>>(links)
        .distance((_, index) => nodeSpace * (5 - 3 * (pairs[index]?.weight ?? 0)))
        .strength((_, index) => 0.15 + 0.6 * (pairs[index]?.weight ?? 0)),
    )
    .force(
      'charge',
      forceManyBody<MapNode>()
        .strength(-40)
        .distanceMax(nodeSpace * 30),
    )
    .force('collide', forceCollide<MapNode>(({ radius }) => radius).iterations(2))
    .force('x', forceX<MapNode>((node) => home(node).x).strength(0.06))
    .force('y', forceY<MapNode>((node) => home(node).y).strength(0.06))
  let done = 0
  return {
    step: (steps) => {
      const now = Math.min(steps, totalSteps - done)
      if (now > 0) simulation.tick(now)
      done += now
      return done >= totalSteps
    },
    points: () => toUnit(nodes),
  }
}

/** Groups are placed on a sunflower spiral, the largest in the middle. */
function groupCentres(groups: readonly number[]): Map<number, MapPoint> {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  let before = 0
  return new Map(
    [...sizes]
      .toSorted(([a], [b]) => a - b)
      .map(([group, size], index) => {
        const radius = index === 0 ? 0 : nodeSpace * 1.6 * Math.sqrt(before + size / 2)
        before += size
        const angle = index * Math.PI * (3 - Math.sqrt(5))
        return [group, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }]
      }),
  )
}

/** Centres the picture at 0 and scales its longer side to 1, so that it is not distorted. */
function toUnit(nodes: readonly MapNode[]): MapPoint[] {
  const xs = nodes.map(({ x = 0 }) => x)
  const ys = nodes.map(({ y = 0 }) => y)
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [middleX, middleY] = nodes.length === 0 ? [0, 0] : [middle(xs), middle(ys)]
  const reach = Math.max(1e-9, ...xs.map((x) => Math.abs(x - middleX)), ...ys.map((y) => Math.abs(y - middleY)))
  const unit = (value: number) => Math.round(Math.max(-1, Math.min(1, value)) * 1e4) / 1e4
  return nodes.map(({ x = 0, y = 0 }) => ({ x: unit((x - middleX) / reach), y: unit((y - middleY) / reach) }))
}

/** A context to place, with the contexts on the map that it shares documents with. */
export interface NewContext {
  neighbours: readonly { point: MapPoint; weight: number }[]
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5))
const maxTries = 2_000

/**
 * Places further contexts one after the other without moving existing ones: at the weighted centre of its neighbours, or of the whole map when it has
 * none, and from there along a sunflower spiral to the nearest free position.
 */
export function placeNewContexts(existingPoints: readonly MapPoint[], newContexts: readonly NewContext[]): MapPoint[] {
  const occupied = [...existingPoints]
  // as much space as each would have if all were spread evenly
  const room = Math.min(0.12, 0.9 / Math.sqrt(existingPoints.length + newContexts.length + 1))
  return newContexts.map(({ neighbours }) => {
    const point = nearestFreePoint(weightedCentre(neighbours), occupied, room)
    occupied.push(point)
    return point
  })
}

function weightedCentre(neighbours: NewContext['neighbours']): MapPoint {
  const total = neighbours.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return { x: 0, y: 0 }
  const mean = (coordinateOf: (place: MapPoint) => number) =>
    neighbours.reduce((sum, { point, weight }) => sum + coordinateOf(point) * weight, 0) / total
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) }
}

function nearestFreePoint(start: MapPoint, takenPoints: readonly MapPoint[], room: number): MapPoint {
  let best = start
  let bestDistance = -1
  for (let n = 0; n < maxTries; n++) {
    const radius = (room / 3) * Math.sqrt(n)
    const point = {
      x: within(start.x + radius * Math.cos(n * goldenAngle)),
      y: within(start.y + radius * Math.sin(n * goldenAngle)),
    }
    const distance = takenPoints.reduce(
      (minDistance, { x, y }) => Math.min(minDistance, Math.hypot(x - point.x, y - point.y)),
      Infinity,
    )
    if (distance >= room) return point
    if (distance > bestDistance) {
      best = point
      bestDistance = distance
    }
  }
  return best
}

function within(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 1e4) / 1e4
}
