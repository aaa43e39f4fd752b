import type { MapPlace } from './layout-contexts.ts'

/** A context to place, with the contexts on the map that it shares documents with. */
export interface NewContext {
  neighbours: readonly { place: MapPlace; weight: number }[]
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5))
const tries = 2_000

/**
 * Places further contexts one after the other without moving existing ones: at the weighted centre of its neighbours, or of the whole map when it has
 * none, and from there along a sunflower spiral to the nearest free position.
 */
export function placeAmong(existing: readonly MapPlace[], added: readonly NewContext[]): MapPlace[] {
  const occupied = [...existing]
  // as much space as each would have if all were spread evenly
  const room = Math.min(0.12, 0.9 / Math.sqrt(existing.length + added.length + 1))
  return added.map(({ neighbours }) => {
    const place = nearestFree(middleOf(neighbours), occupied, room)
    occupied.push(place)
    return place
  })
}

function middleOf(neighbours: NewContext['neighbours']): MapPlace {
  const total = neighbours.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return { x: 0, y: 0 }
  const mean = (of: (place: MapPlace) => number) =>
    neighbours.reduce((sum, { place, weight }) => sum + of(place) * weight, 0) / total
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) }
}

function nearestFree(start: MapPlace, takenPlaces: readonly MapPlace[], room: number): MapPlace {
  let best = start
  let bestDistance = -1
  for (let n = 0; n < tries; n++) {
    const radius = (room / 3) * Math.sqrt(n)
    const place = {
      x: within(start.x + radius * Math.cos(n * goldenAngle)),
      y: within(start.y + radius * Math.sin(n * goldenAngle)),
    }
    const distance = takenPlaces.reduce(
      (minDistance, { x, y }) => Math.min(minDistance, Math.hypot(x - place.x, y - place.y)),
      Infinity,
    )
    if (distance >= room) return place
    if (distance > bestDistance) {
      best = place
      bestDistance = distance
    }
  }
  return best
}

function within(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 1e4) / 1e4
}
