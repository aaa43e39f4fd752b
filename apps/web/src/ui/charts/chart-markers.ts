/** Something that happened at a column of a chart. */
export interface ChartMarker {
  readonly key: string
  /** The column it begins in. */
  readonly index: number
  /** Told apart by shape, not by colour alone. */
  readonly kind: 'up' | 'level-up' | 'level-down' | 'gap'
  /** What it is, in words. */
  readonly label: string
  /** Of markers that are too near to be shown apart the heaviest is. */
  readonly weight: number
  readonly selected: boolean
}

/** Markers that stand at one place. */
export interface MarkerGroup {
  readonly first: ChartMarker
  readonly more: number
  /** Pixels from the left of the plot. */
  readonly x: number
}

/** Middles of two targets are so many pixels apart at least (WCAG 2.2, target size). */
const leastApart = 25

/** Puts markers together that nobody could hit apart. A selected one is shown, otherwise the heaviest. */
export const groupMarkers = (markers: readonly ChartMarker[], { step }: { step: number }): readonly MarkerGroup[] => {
  const groups: { markers: ChartMarker[]; x: number }[] = []
  for (const marker of markers.toSorted((a, b) => a.index - b.index)) {
    const x = (marker.index + 0.5) * step
    const last = groups.at(-1)
    if (last && x - last.x < leastApart) last.markers.push(marker)
    else groups.push({ markers: [marker], x })
  }
  return groups.flatMap(({ markers: near, x }) => {
    const [first] = near.toSorted((a, b) => Number(b.selected) - Number(a.selected) || b.weight - a.weight)
    return first ? [{ first, more: near.length - 1, x }] : []
  })
}
