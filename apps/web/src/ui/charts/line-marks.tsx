import { memo } from 'react'
import { brokenPath, type LinePlot, type Scale, type StyledLine, xAt, yAt } from './line-model.ts'
import { shapePath } from './line-style.ts'

interface LineMarksProps {
  lines: readonly StyledLine[]
  scale: Scale
  plot: LinePlot
}

/** Shapes along a line, as many as keep it readable. */
const shapesOnLine = 7

/** The lines, each with its dashes and its shapes; the shapes of two lines stand at different steps. */
export const LineMarks = memo(({ lines, scale, plot }: LineMarksProps) => (
  <g>
    {lines.map(({ key, values, style, shapeless = false }, part) => {
      const every = Math.max(1, Math.round(values.length / shapesOnLine))
      const phase = Math.floor(((part + 1) * every) / (lines.length + 1))
      return (
        <g key={key} style={{ stroke: style.color }}>
          <path
            d={brokenPath(values, scale, plot)}
            fill="none"
            strokeWidth={shapeless ? 1.2 : 2}
            strokeDasharray={style.dash}
            strokeLinejoin="round"
          />
          {values.map((value, index) =>
            shapeless || value === null || index % every !== phase ? null : (
              <path
                key={index}
                d={shapePath(style.shape, 3.6)}
                transform={`translate(${xAt(index, values.length, plot).toFixed(2)} ${yAt(value, scale, plot).toFixed(2)})`}
                strokeWidth={1.8}
                style={{ fill: 'var(--surface)' }}
              />
            ),
          )}
        </g>
      )
    })}
  </g>
))
