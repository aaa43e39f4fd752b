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
import type { ContextPair } from './link-contexts.ts'

/** A position on the map, both coordinates in [-1, 1]. */
export interface MapPlace {
  x: number
  y: number
}

/** A layout that its caller advances step by step. */
export interface ContextLayout {
  /** Advances by `steps` steps; true when it is done. */
  step: (steps: number) => boolean
  places: () => MapPlace[]
}

interface MapNode extends SimulationNodeDatum {
  group: number
  radius: number
}

const totalSteps = 300
/** Space for one context, in the layout's own unit; the most important have twice as much for their labels. */
const room = 9

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
  const nodes: MapNode[] = groups.map((group, at) => ({ group, radius: room * (1 + Math.exp(-at / 20)) }))
  const homes = homesOf(groups)
  const home = (node: MapNode): MapPlace => homes.get(node.group) ?? { x: 0, y: 0 }
  const links: SimulationLinkDatum<MapNode>[] = pairs.map(({ a, b }) => ({ source: a, target: b }))
  const simulation = forceSimulation(nodes)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / totalSteps))
    .force(
      'link',
      forceLink<MapNode, SimulationLinkDatum<MapNode>>(links)
        .distance((_, at) => room * (5 - 3 * (pairs[at]?.weight ?? 0)))
        .strength((_, at) => 0.15 + 0.6 * (pairs[at]?.weight ?? 0)),
    )
    .force(
      'charge',
      forceManyBody<MapNode>()
        .strength(-40)
        .distanceMax(room * 30),
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
    places: () => toUnit(nodes),
  }
}

/** Groups are placed on a sunflower spiral, the largest in the middle. */
function homesOf(groups: readonly number[]): Map<number, MapPlace> {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  let before = 0
  return new Map(
    [...sizes]
      .toSorted(([a], [b]) => a - b)
      .map(([group, size], at) => {
        const radius = at === 0 ? 0 : room * 1.6 * Math.sqrt(before + size / 2)
        before += size
        const angle = at * Math.PI * (3 - Math.sqrt(5))
        return [group, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }]
      }),
  )
}

/** Centres the picture at 0 and scales its longer side to 1, so that it is not distorted. */
function toUnit(nodes: readonly MapNode[]): MapPlace[] {
  const xs = nodes.map(({ x = 0 }) => x)
  const ys = nodes.map(({ y = 0 }) => y)
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [middleX, middleY] = nodes.length === 0 ? [0, 0] : [middle(xs), middle(ys)]
  const reach = Math.max(1e-9, ...xs.map((x) => Math.abs(x - middleX)), ...ys.map((y) => Math.abs(y - middleY)))
  const unit = (value: number) => Math.round(Math.max(-1, Math.min(1, value)) * 1e4) / 1e4
  return nodes.map(({ x = 0, y = 0 }) => ({ x: unit((x - middleX) / reach), y: unit((y - middleY) / reach) }))
}
