import type { ContextPoint, ToneLabel } from '@auspex/sdk'

/** The visible part of the map: positions times `zoom` plus the shift, in CSS pixels. */
export interface MapView {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export interface MapSize {
  readonly width: number
  readonly height: number
}

export const wholeMap: MapView = { zoom: 1, x: 0, y: 0 }
const maxZoom = 8
const margin = 46

export interface PlacedPoint {
  readonly point: ContextPoint
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The screen position of each context. The map's y axis points up, the screen's down. */
export const toScreen = (points: readonly ContextPoint[], view: MapView, size: MapSize): readonly PlacedPoint[] => {
  const maxStories = Math.max(1, ...points.map(({ stories }) => stories))
  return points.map((point) => ({
    point,
    x: (margin + ((point.x + 1) / 2) * (size.width - 2 * margin)) * view.zoom + view.x,
    y: (margin + ((1 - point.y) / 2) * (size.height - 2 * margin)) * view.zoom + view.y,
    // by area, so that a context with four times the stories looks four times as large
    radius: 4 + 9 * Math.sqrt(point.stories / maxStories),
  }))
}

const letterWidth = 7.4
const lineHeight = 16

export const labelWidth = (label: string): number => label.length * letterWidth

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The position of a label: its middle, and its baseline. */
interface PlacedLabel {
  readonly x: number
  readonly y: number
}

const gap = 3

/** The possible places of a label around its dot, in order of preference. */
const boxesOf = ({ point, x, y, radius }: PlacedPoint): readonly Box[] => {
  const width = labelWidth(point.label)
  const box = (left: number, top: number): Box => ({ left, right: left + width, top, bottom: top + lineHeight })
  return [
    box(x - width / 2, y + radius),
    box(x - width / 2, y - radius - lineHeight),
    box(x + radius + gap, y - lineHeight / 2),
    box(x - radius - gap - width, y - lineHeight / 2),
  ]
}

const overlap = (a: Box, b: Box): boolean =>
  a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom

/** The most prominent dots: of the five largest, those with at least half the stories of the largest. */
const largestOf = (placed: readonly PlacedPoint[]): ReadonlySet<string> => {
  const bySize = placed.toSorted((a, b) => b.point.stories - a.point.stories).slice(0, 5)
  const minStories = (bySize[0]?.point.stories ?? 0) / 2
  return new Set(bySize.filter(({ point }) => point.stories >= minStories).map(({ point }) => point.id))
}

/** Moves the box into the picture; a clipped label is unreadable. */
const moveInside = (box: Box, { width }: MapSize): Box => {
  const shift = Math.max(1 - box.left, Math.min(0, width - 1 - box.right))
  return { ...box, left: box.left + shift, right: box.right + shift }
}

/**
 * Chooses which labels are shown, and where: the largest contexts and then the strongest, each at the first place around its
 * dot that overlaps no other label or dot. A large dot's label may cover a smaller dot, because a map whose largest dots are
 * unlabelled is useless. `always` are shown in any case. So a map shows its main labels from afar, and more when zoomed in.
 */
export const chooseLabels = (
  placed: readonly PlacedPoint[],
  size: MapSize,
  always: ReadonlySet<string>,
): ReadonlyMap<string, PlacedLabel> => {
  const dots = placed.map(({ point, x, y, radius }) => ({
    id: point.id,
    box: { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius },
  }))
  const occupied: Box[] = []
  const isInside = ({ left, right, top, bottom }: Box) =>
    left > 0 && right < size.width && top > 0 && bottom < size.height
  const labels = new Map<string, PlacedLabel>()
  const largest = largestOf(placed)
  const rankOf = ({ point: { id } }: PlacedPoint) => {
    if (always.has(id)) return 2
    return largest.has(id) ? 1 : 0
  }
  const isApart = (box: Box) => isInside(box) && !occupied.some((occupiedBox) => overlap(box, occupiedBox))
  const ordered = placed.toSorted((a, b) => rankOf(b) - rankOf(a))
  for (const disc of ordered) {
    const { id } = disc.point
    const boxes = boxesOf(disc)
    const box =
      boxes.find((each) => isApart(each) && !dots.some((dot) => dot.id !== id && overlap(each, dot.box))) ??
      (largest.has(id) ? boxes.map((each) => moveInside(each, size)).find(isApart) : undefined) ??
      (always.has(id) ? boxes[0] : undefined)
    if (box === undefined) continue
    occupied.push(box)
    labels.set(id, { x: (box.left + box.right) / 2, y: box.bottom - 4 })
  }
  return labels
}

/** Zooms by a factor and keeps the place under the pointer fixed. */
export const zoomAt = (view: MapView, factor: number, at: { x: number; y: number }): MapView => {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom * factor))
  if (zoom === 1) return wholeMap
  const change = zoom / view.zoom
  return { zoom, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change }
}

/** Moves the map, never off the screen. */
export const panBy = (view: MapView, dx: number, dy: number, size: MapSize): MapView => {
  const within = (value: number, extent: number) => Math.min(0, Math.max(extent * (1 - view.zoom), value))
  return { ...view, x: within(view.x + dx, size.width), y: within(view.y + dy, size.height) }
}

/** Moves the map until the point is well inside. */
export const bringInside = (view: MapView, { x, y }: PlacedPoint, size: MapSize): MapView => {
  const push = (value: number, extent: number) => {
    if (value < margin) return margin - value
    return Math.min(0, extent - margin - value)
  }
  const [dx, dy] = [push(x, size.width), push(y, size.height)]
  return dx === 0 && dy === 0 ? view : panBy(view, dx, dy, size)
}

export type Direction = 'left' | 'right' | 'up' | 'down'
const headings: Record<Direction, readonly [x: number, y: number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** The nearest context in a direction, within 45 degrees of it; null if there is none. */
export const nextInDirection = (
  placed: readonly PlacedPoint[],
  fromId: string | undefined,
  direction: Direction,
): PlacedPoint | null => {
  const from = placed.find(({ point }) => point.id === fromId)
  if (from === undefined) return placed[0] ?? null
  const [headX, headY] = headings[direction]
  let best: PlacedPoint | null = null
  let bestCost = Infinity
  for (const to of placed) {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const along = dx * headX + dy * headY
    const aside = Math.abs(dx * headY - dy * headX)
    const cost = along + 2 * aside
    if (to === from || along <= 0 || aside > along || cost >= bestCost) continue
    best = to
    bestCost = cost
  }
  return best
}

/** What the colour of a context encodes. */
export type Colouring = 'group' | 'tone'

const palette = 12
/** A mean tone within this distance of 0 is called neutral, like a document's. */
const neutralBand = 0.05

const toneOf = ({ toneMean }: ContextPoint): ToneLabel => {
  if (toneMean === null) return 'unknown'
  if (toneMean >= neutralBand) return 'positive'
  return toneMean <= -neutralBand ? 'negative' : 'neutral'
}

export const colourOf = (point: ContextPoint, colouring: Colouring): string =>
  colouring === 'tone' ? `var(--tone-${toneOf(point)})` : groupColour(point.cluster)

/** Twelve colours are distinguishable; further groups are small and share the neutral colour. */
export const groupColour = (cluster: number): string =>
  cluster < palette ? `var(--chart-${cluster + 1})` : 'var(--tone-neutral)'

/** A group is named after its two strongest contexts. */
export const groupNames = (contexts: readonly ContextPoint[]): ReadonlyMap<number, string> => {
  const names = new Map<number, string[]>()
  for (const { cluster, label } of contexts) {
    const clusterNames = names.get(cluster)
    if (clusterNames === undefined) names.set(cluster, [label])
    else if (clusterNames.length < 2) clusterNames.push(label)
  }
  return new Map([...names].map(([cluster, labels]) => [cluster, labels.join(', ')]))
}
