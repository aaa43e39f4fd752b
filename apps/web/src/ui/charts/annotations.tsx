import { type LinePlot, spreadLabels } from './chart-model.ts'
import classes from './charts.module.css'

/** A note about a column, in words. */
export interface ChartAnnotation {
  readonly key: string
  /** The index of the column it points at. */
  readonly index: number
  /** Its number in the chart and in the list beside it. */
  readonly number: number
  /** The date: "10 Apr 2013". */
  readonly date: string
  /** The text: a headline. */
  readonly text: string
  /** The accessible name of what opens. */
  readonly label: string
}

export interface PlacedAnnotation {
  readonly annotation: ChartAnnotation
  /** The middle of its column. */
  readonly x: number
  /** The x position of its number: differs from x only where two numbers would overlap. */
  readonly discX: number
  readonly y: number
  /** Its words and their left and right ends; null if there is no room and they appear under the chart. */
  readonly words: { readonly text: string; readonly left: number; readonly right: number; readonly side: Side } | null
}

type Side = 'left' | 'right'

/** Approximate width of a letter of a headline, in pixels. */
const letterWidth = 6.4
/** The minimum height of a press target. */
const rowHeight = 24
/** The distance from the middle of a number to its words. */
const discRoom = 14
/** A headline with fewer letters is meaningless. */
const fewLetters = 22
const maxLetters = 96
/** Narrower charts show their words below. */
export const narrow = 560

/** The height above the plot that the annotations need, in pixels. */
export const annotationHeight = (count: number, width: number): number => {
  if (count === 0) return 0
  return (width < narrow ? 1 : count) * rowHeight + 6
}

const cut = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text

/**
 * Places numbers in rows above the plot, each on a stem over its column, with the words beside it. Words to the right are in
 * higher rows the earlier they are, words to the left the later they are, so that no stem crosses any words.
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
    return all.map((disc, index) => ({ ...disc, discX: places[index] ?? disc.x, y, words: null }))
  }
  if (width < narrow) return inOneRow()

  const lettersOf = ({ date, text }: ChartAnnotation) => Math.min(maxLetters, date.length + 1 + text.length)
  const opensRight = ({ annotation, x }: (typeof all)[number]) =>
    end - x - discRoom >= lettersOf(annotation) * letterWidth || end - x >= x - plot.left
  const rights = all.filter(opensRight)
  const lefts = all.filter((disc) => !opensRight(disc)).toReversed()
  const placedAnnotations = [...rights, ...lefts].map(({ annotation, x }, row): PlacedAnnotation => {
    const side: Side = row < rights.length ? 'right' : 'left'
    // Stems of the rows above, which words to the left must not cross.
    const bound = rights.reduce((edge, right) => (right.x < x ? Math.max(edge, right.x + 6) : edge), plot.left)
    const room = (side === 'right' ? end - x : x - bound) - discRoom
    const text = cut(annotation.text, Math.min(maxLetters, Math.floor(room / letterWidth)) - annotation.date.length - 1)
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
  return placedAnnotations.some(({ words }) => words === null) ? inOneRow() : placedAnnotations
}

interface AnnotationButtonsProps {
  /** The accessible name of the annotations: "Events". */
  label: string
  placed: readonly PlacedAnnotation[]
  onOpen: (key: string) => void
}

/** The buttons of the annotations: over their words in the chart, or as a list under it if there is no room for words. */
export const AnnotationButtons = ({ label, placed, onOpen }: AnnotationButtonsProps) => {
  if (placed.length === 0) return null
  const isList = placed.some(({ words }) => words === null)
  return (
    <ol className={isList ? classes.list : classes.spots} aria-label={label}>
      {placed
        .toSorted((a, b) => a.annotation.number - b.annotation.number)
        .map(({ annotation: { key, number, date, text, label: name }, discX, y, words }) => (
          <li key={key}>
            <button
              type="button"
              className={isList ? classes.row : classes.spot}
              // in the list the visible text is the name, so that people who use speech input can say what they see
              aria-label={isList ? undefined : name}
              title={words ? text : undefined}
              onClick={() => onOpen(key)}
              style={
                words
                  ? {
                      left: Math.min(words.left, discX - 11),
                      width: Math.max(words.right, discX + 11) - Math.min(words.left, discX - 11),
                      top: y - 12,
                    }
                  : undefined
              }
            >
              {isList && (
                <>
                  <span className={classes.number}>{number}</span>{' '}
                  <span>
                    <span className={classes.annotationDate}>{date}</span> {text}
                  </span>
                </>
              )}
            </button>
          </li>
        ))}
    </ol>
  )
}
