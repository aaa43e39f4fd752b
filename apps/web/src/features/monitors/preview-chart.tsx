import { Box, Group } from '@mantine/core'
import type { MonitorPreview } from '@auspex/sdk'
import type { PropsWithChildren } from 'react'
import { formatCompact, formatDay, formatDayOfMonth, formatFactor, formatTone } from '../../lib/format.ts'
import { useWidth } from '../../ui/use-width.ts'
import { formatMeasured } from './monitor-words.ts'
import { bounds, linePaths, monthTicks } from './preview-model.ts'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import charts from '../../ui/charts/charts.module.css'

const height = 220
const margin = { left: 46, right: 8, top: 16, bottom: 24 }

/** What a rule measured on each day, what it compares that with, and the days on which it would have fired. */
export const PreviewChart = ({ preview }: { preview: MonitorPreview }) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const { points, limit, unit } = preview
  // Of inflections a value is known only where there is one: the documents say more.
  const isCount = unit === 'documents' || limit === null
  const values = points.map((point) => (limit === null ? point.documents : point.value))
  const { low, high, ticks, isCut } = bounds(values, isCount ? limit : (limit ?? 1), unit === 'tone')
  const plot = { width: Math.max(1, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const x = (index: number) => margin.left + ((index + 0.5) / Math.max(1, points.length)) * plot.width
  const y = (value: number) => margin.top + (1 - (Math.min(value, high) - low) / (high - low)) * plot.height
  const axis =
    unit === 'tone'
      ? formatTone
      : isCount
        ? formatCompact
        : (value: number) => `×${ticks.every(Number.isInteger) ? value : formatFactor(value)}`
  const fired = points.flatMap((point, index) => (point.fired ? [{ ...point, index }] : []))
  return (
    <Box ref={ref} miw={0}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${preview.title}, ${formatDay(points[0]?.day ?? '')} to ${formatDay(points.at(-1)?.day ?? '')}: ${fired.length} days marked on which the rule would have fired`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={charts.grid} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text className={charts.tick} x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {axis(tick)}
            </text>
          </g>
        ))}
        {monthTicks(points, plot.width).map(({ index, label }) => (
          <text key={index} className={charts.tick} x={x(index)} y={height - 6} textAnchor="middle">
            {label}
          </text>
        ))}
        {linePaths(values, { x, y }).map((path) => (
          <path key={path} d={path} fill="none" stroke="var(--ink-3)" strokeWidth={1.4} strokeLinejoin="round" />
        ))}
        {limit !== null && (
          <line
            stroke="var(--ink)"
            strokeDasharray="5 4"
            x1={margin.left}
            x2={width - margin.right}
            y1={y(limit)}
            y2={y(limit)}
          />
        )}
        {fired.map(({ day, index, value, documents }) => {
          const shown = limit === null ? documents : value
          return (
            <g key={day}>
              <line
                stroke="var(--accent)"
                strokeOpacity={0.28}
                x1={x(index)}
                x2={x(index)}
                y1={margin.top}
                y2={height - margin.bottom}
              />
              <circle
                fill="var(--accent)"
                stroke="var(--surface)"
                strokeWidth={1.5}
                cx={x(index)}
                cy={y(shown ?? low)}
                r={4.5}
              >
                <title>{`${formatDayOfMonth(day)}: ${value === null ? 'fired' : formatMeasured(unit, value)}`}</title>
              </circle>
            </g>
          )
        })}
      </svg>
      <Group component="p" className={textStyles.fine} gap="4px 18px" mt={4} aria-hidden>
        <Mark label={limit === null ? 'Documents a day' : measuredWords[unit]}>
          <path d="M0 5h16" stroke="var(--ink-3)" strokeWidth={2} />
        </Mark>
        {limit !== null && (
          <Mark label={`Limit ${formatMeasured(unit, limit)}`}>
            <path d="M0 5h16" stroke="var(--ink)" strokeDasharray="5 4" />
          </Mark>
        )}
        <Mark label="Would have fired">
          <circle cx={8} cy={5} r={4.5} fill="var(--accent)" />
        </Mark>
      </Group>
      {isCut && (
        <Box component="p" className={textStyles.fine} mt={4} lh={1.5}>
          What is above {axis(high)} is drawn at the top, so that the limit can be read. The highest is{' '}
          {formatMeasured(unit, Math.max(...values.filter((value) => value !== null)))}.
        </Box>
      )}
    </Box>
  )
}

const measuredWords = {
  documents: 'Documents of the window',
  ratio: 'Ratio',
  tone: 'Mean tone',
  trials: 'Studies',
  papers: 'Papers',
}

/** A mark of the chart beside what it means. */
const Mark = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <span className={layout.inline}>
    <svg width={16} height={10}>
      {children}
    </svg>
    {label}
  </span>
)
