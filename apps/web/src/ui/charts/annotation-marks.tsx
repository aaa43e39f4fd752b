import { memo } from 'react'
import type { PlacedAnnotation } from './chart-annotations.ts'
import classes from './charts.module.css'

interface AnnotationMarksProps {
  placed: readonly PlacedAnnotation[]
  /** Where the column of an annotation ends. */
  topOf: (index: number) => number
}

/** Numbers above their columns, with their words where there is room. In the picture that is saved, too. */
export const AnnotationMarks = memo(({ placed, topOf }: AnnotationMarksProps) => (
  <g aria-hidden>
    {placed.map(({ annotation, x, discX, y }) => (
      <path
        key={annotation.key}
        d={`M${discX} ${y + 9}L${x} ${Math.max(y + 11, topOf(annotation.index) - 3)}`}
        stroke="var(--ink-3)"
        strokeWidth={1}
        fill="none"
      />
    ))}
    {placed.map(({ annotation, discX, y, words }) => (
      <g key={annotation.key}>
        <circle cx={discX} cy={y} r={9} style={{ fill: 'var(--ink)' }} />
        <text className={classes.disc} x={discX} y={y + 4} textAnchor="middle">
          {annotation.number}
        </text>
        {words && (
          <text
            className={classes.headline}
            x={words.side === 'right' ? words.left : words.right}
            y={y + 4}
            textAnchor={words.side === 'right' ? 'start' : 'end'}
          >
            <tspan className={classes.date}>{annotation.date}</tspan>
            <tspan dx={7}>{words.text}</tspan>
          </text>
        )}
      </g>
    ))}
  </g>
))
