import type { PlacedAnnotation } from './chart-annotations.ts'
import classes from './charts.module.css'

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
