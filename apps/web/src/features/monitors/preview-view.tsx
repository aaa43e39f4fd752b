import type { MonitorPreview } from '@auspex/sdk'
import { Box, Skeleton, Stack, Group } from '@mantine/core'
import type { PropsWithChildren } from 'react'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatPlural, formatCompact, formatFactor, formatTone } from '../../lib/numbers/format.ts'
import { formatDay, formatDayOfMonth } from '../../lib/time/format.ts'
import charts from '../../ui/charts/charts.module.css'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { useWidth } from '../../ui/use-width.ts'
import { bounds, linePaths, monthTicks } from './monitor-sparkline.tsx'
import { formatMeasured, describeFirings } from './monitor-words.ts'
import classes from './monitors.module.css'

const height = 220
const margin = { left: 46, right: 8, top: 16, bottom: 24 }

/** The rule's measurement of each day, the reference it is compared with, and the days on which it would have fired. */
const PreviewChart = ({ preview }: { preview: MonitorPreview }) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const { points, limit, unit } = preview
  // Inflections have a value only where one occurs: the number of documents is more informative.
  const isCount = unit === 'documents' || limit === null
  const values = points.map((point) => (limit === null ? point.documents : point.value))
  const { low, high, ticks, isCut } = bounds(values, limit, unit === 'tone')
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
        aria-label={`${preview.title}, ${formatDay(points[0]?.day ?? '')} to ${formatDay(points.at(-1)?.day ?? '')}: ${formatPlural(fired.length, 'day')} marked on which it would have alerted you`}
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
          const series = limit === null ? documents : value
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
                cy={y(series ?? low)}
                r={4.5}
              >
                <title>{`${formatDayOfMonth(day)}: ${value === null ? 'alert' : formatMeasured(unit, value)}`}</title>
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
        <Mark label="Would have alerted you">
          <circle cx={8} cy={5} r={4.5} fill="var(--accent)" />
        </Mark>
      </Group>
      {isCut && (
        <Box component="p" className={textStyles.fine} mt={4} lh={1.5}>
          Values above {axis(high)} are drawn at the top to keep the limit readable. The highest is{' '}
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

/** A mark of the chart beside its meaning. */
const Mark = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <span className={layout.inline}>
    <svg width={16} height={10}>
      {children}
    </svg>
    {label}
  </span>
)

interface PreviewViewProps {
  preview: MonitorPreview | undefined
  error: unknown
  isCurrent: boolean
  /** What the form still lacks before its rule can be tested. */
  missing: 'topic' | 'number' | null
}

const missingWords = {
  topic: 'Enter a topic to see when this rule would have alerted you in the past. Nothing is saved until you save it.',
  number: 'This rule is incomplete. Fill in its numbers to see when it would have alerted you in the past.',
}

/** The back-test of the rule, before it is saved. */
export const PreviewView = ({ preview, error, isCurrent, missing }: PreviewViewProps) => {
  if (missing !== null)
    return (
      <Box component="p" className={`${textStyles.note} ${textStyles.pretty}`} mt={4} maw="46ch" fz="text">
        {missingWords[missing]}
      </Box>
    )
  if (error) {
    const { message, detail } = describeFailure(error)
    return (
      <Stack className={textStyles.text} gap={4} role="alert">
        <strong>{message}</strong>
        {detail && <span>{detail}</span>}
      </Stack>
    )
  }
  if (!preview)
    return (
      <div role="group" aria-busy="true" aria-label="Loading the back-test">
        <Skeleton height={250} radius="md" />
      </div>
    )
  const { backtest, points, unit, limit } = preview
  // points above the limit that did not fire were suppressed by the minimum number of documents
  const suppressedDays = points.filter(
    ({ value, holds }) => unit === 'ratio' && limit !== null && value !== null && value > limit && holds === false,
  ).length
  const firedPoints = points.filter(({ fired }) => fired)
  return (
    <Stack className={classes.preview} gap={12} data-current={isCurrent}>
      <div role="status">
        <Box component="h3" fz="title" lh={1.3}>
          {describeFirings(backtest)}
        </Box>
        <Box component="p" className={`${textStyles.note} ${textStyles.pretty}`} mt={4}>
          {backtest.lastDay !== null && (
            <>
              {formatCount(backtest.evaluatedDays)} of {formatCount(points.length)} days tested, to{' '}
              {formatDay(backtest.lastDay)}, with what the library has today.{' '}
            </>
          )}
          {backtest.reason}{' '}
          {suppressedDays > 0 &&
            `${formatPlural(suppressedDays, 'day')} ${suppressedDays === 1 ? 'was' : 'were'} over the limit but had too few documents for the rule. `}
          {backtest.holdsNow === true &&
            'The rule is met on the last day tested. The next alert comes once it has stopped being met and is met again. '}
        </Box>
      </div>
      {points.length > 0 && <PreviewChart preview={preview} />}
      {firedPoints.length > 0 && (
        <Box component="details" fz="note">
          <summary className={textStyles.link}>The days, newest first</summary>
          <Box mt={8}>
            <DataTable
              caption="Days on which it would have alerted you"
              columns={dayColumns(unit)}
              rows={firedPoints.toReversed()}
              rowKey={({ day }) => day}
              maxHeight={240}
            />
          </Box>
        </Box>
      )}
    </Stack>
  )
}

type Point = MonitorPreview['points'][number]

const dayColumns = (unit: MonitorPreview['unit']): readonly TableColumn<Point>[] => [
  {
    key: 'day',
    title: 'Day',
    renderCell: ({ day }) => <span className={textStyles.nowrap}>{formatDay(day)}</span>,
    sortBy: ({ day }) => day,
  },
  {
    key: 'value',
    title: 'Measured',
    numeric: true,
    renderCell: ({ value }) => (value === null ? 'unknown' : formatMeasured(unit, value)),
    sortBy: ({ value }) => value,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    renderCell: ({ documents }) => formatCount(documents),
    sortBy: ({ documents }) => documents,
  },
]
