import { type LinePlot, type Scale, spreadLabels, type StyledLine, xAt, yAt } from './line-model.ts'
import { shapePath } from './line-style.ts'

interface LineLabelsProps {
  lines: readonly StyledLine[]
  scale: Scale
  plot: LinePlot
  /** A line on a scale of its own. */
  second?: { readonly lines: readonly StyledLine[]; readonly scale: Scale } | undefined
  /** Where the names begin. */
  x: number
  /** Letters that fit. */
  letters: number
  /** There is no room beside the plot: the names end inside of it, where their lines do. */
  isNarrow: boolean
}

/** The name of each line where it ends, with its shape, so that no legend has to be searched. */
export const LineLabels = ({ lines, scale, plot, second, x, letters, isNarrow }: LineLabelsProps) => {
  const scaled = [
    ...lines.map((line) => ({ line, scale })),
    ...(second?.lines.map((line) => ({ line, scale: second.scale })) ?? []),
  ]
  const ends = scaled.flatMap(({ line, scale: own }) => {
    const at = line.values.findLastIndex((value) => value !== null)
    const value = line.values[at]
    return value == null ? [] : [{ line, from: xAt(at, line.values.length, plot), y: yAt(value, own, plot) }]
  })
  const namesEnd = plot.left + plot.width - 4
  const heights = spreadLabels(
    ends.map(({ y }) => y),
    { gap: 17, top: plot.top + 4, bottom: plot.top + plot.height - 4 },
  )
  return (
    <g aria-hidden>
      {ends.map(({ line: { key, label, style, shapeless = false } }, index) => (
        <g key={key} transform={`translate(${x} ${heights[index] ?? 0})`}>
          <path
            d={shapeless ? 'M-4 0h8' : shapePath(style.shape, 3.6)}
            transform="translate(4 0)"
            strokeWidth={shapeless ? 1.2 : 1.8}
            style={{ fill: 'var(--surface)', stroke: style.color }}
          />
          <text
            fill="var(--ink)"
            fontSize={12.5}
            fontWeight={550}
            paintOrder="stroke"
            stroke="var(--surface)"
            strokeLinejoin="round"
            strokeWidth={isNarrow ? 4 : 0}
            textAnchor={isNarrow ? 'end' : 'start'}
            x={isNarrow ? namesEnd - x : 13}
            // Over its line, which it would hide the end of.
            y={isNarrow ? -7 : 4}
          >
            {label.length > letters ? `${label.slice(0, letters - 1).trimEnd()}…` : label}
          </text>
        </g>
      ))}
    </g>
  )
}
