import { type LinePlot, spreadLabels } from './line-model.ts'

/** Something that a column stands for, in words. */
export interface ChartAnnotation {
  readonly key: string
  /** The column it points at. */
  readonly index: number
  /** What it is called by, in the chart and beside it. */
  readonly number: number
  /** When: "10 Apr 2013". */
  readonly date: string
  /** What: a headline. */
  readonly text: string
  /** What opens, for a screen reader. */
  readonly label: string
}

export interface PlacedAnnotation {
  readonly annotation: ChartAnnotation
  /** The middle of its column. */
  readonly x: number
  /** Where its number stands: beside x only where two would lie on each other. */
  readonly discX: number
  readonly y: number
  /** Its words and where they begin and end; null where there is no room, and they stand under the chart. */
  readonly words: { readonly text: string; readonly left: number; readonly right: number; readonly side: Side } | null
}

type Side = 'left' | 'right'

/** Pixels that a letter of a headline takes, about. */
const letterWidth = 6.4
/** As high as what can be pressed must be. */
const rowHeight = 24
/** From the middle of a number to its words. */
const discRoom = 14
/** A headline of fewer letters says nothing. */
const fewLetters = 22
const mostLetters = 64
/** Narrower charts have their words under them. */
export const narrow = 560

/** Pixels above the plot that the annotations need. */
export const annotationHeight = (count: number, width: number): number => {
  if (count === 0) return 0
  return (width < narrow ? 1 : count) * rowHeight + 6
}

const cut = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text

/**
 * Numbers in rows above the plot, each on a stem over its column, with the words beside it. Words that go to the right stand
 * in higher rows the earlier they are, words that go to the left the later they are: so no stem runs through words.
 */
export const placeAnnotations = (
  annotations: readonly ChartAnnotation[],
  { plot, step, width }: { plot: LinePlot; step: number; width: number },
): readonly PlacedAnnotation[] => {
  const top = plot.top - annotationHeight(annotations.length, width) + rowHeight / 2
  const end = plot.left + plot.width
  const all = annotations
    .map((annotation) => ({ annotation, x: plot.left + (annotation.index + 0.5) * step }))
    .toSorted((a, b) => a.x - b.x)
  const inOneRow = (): readonly PlacedAnnotation[] => {
    const places = spreadLabels(
      all.map(({ x }) => x),
      { gap: 20, top: plot.left + 9, bottom: end - 9 },
    )
    const y = plot.top - rowHeight / 2 - 6
    return all.map((one, index) => ({ ...one, discX: places[index] ?? one.x, y, words: null }))
  }
  if (width < narrow) return inOneRow()

  const lettersOf = ({ date, text }: ChartAnnotation) => Math.min(mostLetters, date.length + 1 + text.length)
  const goesRight = ({ annotation, x }: (typeof all)[number]) =>
    end - x - discRoom >= lettersOf(annotation) * letterWidth || end - x >= x - plot.left
  const rights = all.filter(goesRight)
  const lefts = all.filter((one) => !goesRight(one)).toReversed()
  const placed = [...rights, ...lefts].map(({ annotation, x }, row): PlacedAnnotation => {
    const side: Side = row < rights.length ? 'right' : 'left'
    // Stems of the rows above, which words to the left must end before.
    const bound = rights.reduce((edge, right) => (right.x < x ? Math.max(edge, right.x + 6) : edge), plot.left)
    const room = (side === 'right' ? end - x : x - bound) - discRoom
    const text = cut(
      annotation.text,
      Math.min(mostLetters, Math.floor(room / letterWidth)) - annotation.date.length - 1,
    )
    const length = (annotation.date.length + 1 + text.length) * letterWidth
    const words =
      side === 'right'
        ? { text, left: x + discRoom, right: x + discRoom + length, side }
        : { text, left: x - discRoom - length, right: x - discRoom, side }
    return {
      annotation,
      x,
      discX: x,
      y: top + row * rowHeight,
      words: text.length < fewLetters && text !== annotation.text ? null : words,
    }
  })
  return placed.some(({ words }) => words === null) ? inOneRow() : placed
}
