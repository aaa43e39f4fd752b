import { createRandom } from '@auspex/contract/random'
import { centresOf } from './group-vectors.ts'
import type { Steps } from './steps.ts'
import type { DocumentVectors } from './topic-vectors.ts'
import { truncatedSvdInSteps } from './truncated-svd.ts'

/** A disc on the map of a topic, whose coordinates are in [-1, 1]; its area is in proportion to its stories. */
export interface GroupPlace {
  x: number
  y: number
  radius: number
}

/** The groups, in their order, and their most typical members around their centres, by number. */
interface GroupMap {
  groups: GroupPlace[]
  members: { member: number; x: number; y: number }[]
}

/** Members drawn, of all groups together: more dots than this hide each other. */
const maxMembers = 400
/** Part of the map that the discs cover. */
const discPart = 0.3
/** Discs are moved apart until their centres are this many times their common radius from each other. */
const gap = 1.12
/** Discs that still overlap after these rounds stay so. */
const rounds = 200
const seed = 1

/**
 * A map of groups by the vectors that they were found with: the two main directions of their centres, each centre weighted by its members (classical
 * scaling, Torgerson 1952; of centred vectors it is their principal components), then discs that overlap are moved apart. A member is at its own place in
 * these directions relative to the others of its group. `groups` list their members, the most typical first. The same input gives the same map.
 */
export function* placeGroups(vectors: DocumentVectors, groups: readonly (readonly number[])[]): Steps<GroupMap> {
  const { dimensions, documents, values } = vectors
  if (groups.length === 0) return { groups: [], members: [] }
  const numbers = new Int32Array(documents).fill(-1)
  groups.forEach((group, number) => group.forEach((member) => (numbers[member] = number)))
  const centres = centresOf({ size: documents, dimensions, rows: values }, numbers, groups.length)
  const sizes = groups.map(({ length }) => length)
  const axes = yield* mainAxes(centres, sizes, dimensions)
  const project = (rows: Float64Array, row: number): [number, number] => {
    const along = (axis: Float64Array) =>
      axis.reduce((sum, value, at) => sum + value * (rows[row * dimensions + at] ?? 0), 0)
    return [along(axes[0]), along(axes[1])]
  }
  const projected = groups.map((_, number) => project(centres, number))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const radii = sizes.map((size) => Math.sqrt((discPart * size) / total))
  const discs = moveApart(toUnit(projected, radii), radii)
  yield
  const part = Math.min(1, maxMembers / total)
  const members = groups.flatMap((group, number) => {
    const disc = discs[number]
    if (disc === undefined) return []
    const drawnMembers = group.slice(0, Math.max(1, Math.round(part * group.length)))
    const points = drawnMembers.map((member) => project(values, member))
    // around their own middle: single texts lie nearer to the middle of the topic than their common direction
    const x0 = points.reduce((sum, [x]) => sum + x, 0) / points.length
    const y0 = points.reduce((sum, [, y]) => sum + y, 0) / points.length
    const offsets = drawnMembers.map((member, at) => ({
      member,
      x: (points[at]?.[0] ?? x0) - x0,
      y: (points[at]?.[1] ?? y0) - y0,
    }))
    const reach = Math.max(1e-9, ...offsets.map(({ x, y }) => Math.hypot(x, y)))
    return offsets.map(({ member, x, y }) => ({
      member,
      x: toPlace(disc.x + (x / reach) * disc.radius),
      y: toPlace(disc.y + (y / reach) * disc.radius),
    }))
  })
  return {
    groups: discs.map(({ x, y, radius }) => ({ x: toPlace(x), y: toPlace(y), radius: toPlace(radius) })),
    members,
  }
}

/** The two directions in which the weighted centres differ most, each of length one. */
function* mainAxes(
  centres: Float64Array,
  weights: readonly number[],
  dimensions: number,
): Steps<[Float64Array, Float64Array]> {
  const count = weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = new Float64Array(dimensions)
  for (let row = 0; row < count; row++)
    for (let at = 0; at < dimensions; at++)
      mean[at] = (mean[at] ?? 0) + ((weights[row] ?? 0) / total) * (centres[row * dimensions + at] ?? 0)
  const rows = Float32Array.from(
    centres,
    (value, at) => Math.sqrt(weights[Math.floor(at / dimensions)] ?? 0) * (value - (mean[at % dimensions] ?? 0)),
  )
  const svd = yield* truncatedSvdInSteps(
    {
      rows: count,
      columns: dimensions,
      starts: Uint32Array.from({ length: count + 1 }, (_, row) => row * dimensions),
      targets: Uint32Array.from(rows, (_, at) => at % dimensions),
      values: rows,
    },
    { dimensions: 2, powerIterations: 2, random: createRandom(seed) },
  )
  const axisOf = (axis: number) => {
    const direction = new Float64Array(dimensions)
    if (axis >= svd.dimensions) return direction
    for (let row = 0; row < count; row++)
      for (let at = 0; at < dimensions; at++)
        direction[at] =
          (direction[at] ?? 0) + (svd.vectors[row * svd.dimensions + axis] ?? 0) * (rows[row * dimensions + at] ?? 0)
    const length = Math.max(1e-12, Math.hypot(...direction))
    return direction.map((value) => value / length)
  }
  return [axisOf(0), axisOf(1)]
}

/** Moves the picture to the middle of the map and scales its longer side, so that whole discs fit. */
function toUnit(points: readonly [number, number][], radii: readonly number[]): [number, number][] {
  const middle = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2
  const [x0, y0] = [middle(points.map(([x]) => x)), middle(points.map(([, y]) => y))]
  const reach = Math.max(1e-9, ...points.flatMap(([x, y]) => [Math.abs(x - x0), Math.abs(y - y0)]))
  const room = 1 - Math.max(...radii)
  return points.map(([x, y]) => [((x - x0) / reach) * room, ((y - y0) / reach) * room])
}

/** Moves discs that overlap apart, each by half of what they share, within the map. */
function moveApart(points: readonly [number, number][], radii: readonly number[]): GroupPlace[] {
  const discs = points.map(([x, y], number) => ({ x, y, radius: radii[number] ?? 0 }))
  for (let done = false, round = 0; !done && round < rounds; round++) {
    done = true
    discs.forEach((one, at) => {
      discs.slice(at + 1).forEach((other, offset) => {
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const distance = Math.hypot(dx, dy)
        const overlap = gap * (one.radius + other.radius) - distance
        if (overlap <= 1e-6) return
        done = false
        // equal places part in a direction of their own
        const angle = distance > 1e-9 ? Math.atan2(dy, dx) : at + offset
        one.x -= (overlap / 2) * Math.cos(angle)
        one.y -= (overlap / 2) * Math.sin(angle)
        other.x += (overlap / 2) * Math.cos(angle)
        other.y += (overlap / 2) * Math.sin(angle)
      })
    })
    for (const disc of discs) {
      disc.x = within(disc.x, 1 - disc.radius)
      disc.y = within(disc.y, 1 - disc.radius)
    }
  }
  return discs
}

function within(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

function toPlace(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
