/** Something that happened at a column of a chart. */
export interface ChartMarker {
  readonly key: string
  /** The column it begins in. */
  readonly index: number
  /** Told apart by shape, not by colour alone. */
  readonly kind: 'up' | 'level-up' | 'level-down' | 'gap'
  /** What it is, in words. */
  readonly label: string
  /** The few words that stand beside the shape where there is room; the name of its kind without them. */
  readonly words?: string
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

/** Half of what a marker is wide, with its share of the room between two: a marker of several has a number beside its glyph. */
const halfWidth = (count: number): number => (count === 1 ? 12.5 : 19.5)

interface Near {
  readonly markers: readonly ChartMarker[]
  readonly x: number
}

const joinNear = (groups: readonly Near[]): readonly Near[] => {
  const joined: Near[] = []
  for (const group of groups) {
    const last = joined.at(-1)
    const room = last && halfWidth(last.markers.length) + halfWidth(group.markers.length)
    if (last && room !== undefined && group.x - last.x < room)
      joined[joined.length - 1] = { markers: [...last.markers, ...group.markers], x: last.x }
    else joined.push(group)
  }
  // A group is wider than what it was made of, and may now touch the one before it.
  return joined.length < groups.length ? joinNear(joined) : joined
}

/** Puts markers together that nobody could hit apart. A selected one is shown, otherwise the heaviest. */
export const groupMarkers = (markers: readonly ChartMarker[], { step }: { step: number }): readonly MarkerGroup[] =>
  joinNear(
    markers
      .toSorted((a, b) => a.index - b.index)
      .map((marker) => ({ markers: [marker], x: (marker.index + 0.5) * step })),
  ).flatMap(({ markers: near, x }) => {
    const [first] = near.toSorted((a, b) => Number(b.selected) - Number(a.selected) || b.weight - a.weight)
    return first ? [{ first, more: near.length - 1, x }] : []
  })

/** What a marker says by itself. */
const kindWords: Record<ChartMarker['kind'], string> = {
  up: 'Spike',
  'level-up': 'Rise',
  'level-down': 'Fall',
  gap: 'Gap',
}
export const wordsOf = ({ words, kind }: ChartMarker): string => words ?? kindWords[kind]

/** Pixels of a letter beside a marker, of shape and edges around the words, and of words that say anything. */
const letterWidth = 6.6
const aroundWords = 38
const leastWidth = 30

/** The pixels for the words of each group up to the next one, or to the end of the plot; null where there is too little room. */
export const roomForWords = (groups: readonly MarkerGroup[], plotWidth: number): readonly (number | null)[] =>
  groups.map(({ first, more, x }, index) => {
    const end = (groups[index + 1]?.x ?? plotWidth + halfWidth(1)) - halfWidth(1)
    const room = end - x - aroundWords - (more > 0 ? 2 * (halfWidth(2) - halfWidth(1)) : 0)
    const needed = wordsOf(first).length * letterWidth
    return room >= Math.min(needed, 3 * leastWidth) && room >= leastWidth ? Math.floor(room) : null
  })
