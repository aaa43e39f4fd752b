import type { ChartEdge } from './chart-shades.tsx'
import type { LinePlot } from './line-model.ts'

/** Pixels that a letter of a label takes, about. */
const letterWidth = 6.2
const lineHeight = 15
/** Pixels in which a label can be read, broken into lines. */
const leastRoom = 66

export interface PlacedEdge {
  readonly key: string
  readonly x: number
  /** The baseline of the first line. */
  readonly y: number
  readonly lines: readonly string[]
  readonly anchor: 'start' | 'end'
}

/** Words as lines of at most so many letters; a longer word stands alone. */
export const wrapWords = (text: string, letters: number): readonly string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Labels behind their edges, or before them where there is no room, each below the one before it, so that none lies on another. */
export const placeEdgeLabels = (
  edges: readonly ChartEdge[],
  { plot, step }: { plot: LinePlot; step: number },
): readonly PlacedEdge[] => {
  let y = plot.top + 16
  return edges
    .toSorted((a, b) => a.at - b.at)
    .map(({ key, at, label }) => {
      const x = plot.left + Math.min(plot.width, at * step)
      const [before, after] = [x - plot.left, plot.left + plot.width - x]
      // After the edge lies what is not covered, where words lie on nothing.
      const anchor = after >= Math.min(leastRoom, label.length * letterWidth) + 12 || after >= before ? 'start' : 'end'
      const room = (anchor === 'start' ? after : before) - 12
      const lines = wrapWords(label, Math.min(30, Math.max(8, Math.floor(room / letterWidth))))
      const placed = { key, x, y, lines, anchor } as const
      y += lines.length * lineHeight + 4
      return placed
    })
}
