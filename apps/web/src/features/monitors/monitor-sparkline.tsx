import type { MonitorPoint, MonitorSubscription } from '@auspex/sdk'
import { memo } from 'react'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatShortMonth, formatDay } from '../../lib/time/format.ts'
import { niceTicks } from '../../ui/charts/chart-model.ts'
import { formatMeasured } from './monitor-words.ts'
import textStyles from '../../ui/text-styles.module.css'

/**
 * The maximum ratio of the axis to the limit: a lower limit would be indistinguishable from 0, and the reader wants to see
 * whether it is exceeded.
 */
const maxAxisRatio = 6

/**
 * The range of the axis with its ticks: from 0, or around the values of a tone, and always with the limit in it, high enough to
 * be readable. Values above the range are drawn at its top and set `isCut`.
 */
export const bounds = (
  values: readonly (number | null)[],
  limit: number | null,
  isTone: boolean,
): { low: number; high: number; ticks: readonly number[]; isCut: boolean } => {
  const knownValues = [...values.filter((value) => value !== null), ...(limit === null ? [] : [limit])]
  const maxKnown = Math.max(0, ...knownValues)
  if (!isTone) {
    const ticks = niceTicks(limit === null ? maxKnown : Math.min(maxKnown, limit * maxAxisRatio), 3)
    const high = ticks.at(-1) ?? 1
    return { low: 0, high, ticks, isCut: maxKnown > high }
  }
  const step = 0.25
  const low = Math.floor(Math.min(0, ...knownValues) / step) * step
  const high = Math.max(low + step, Math.ceil(maxKnown / step) * step)
  const count = Math.round((high - low) / step)
  const every = Math.ceil(count / 4)
  const ticks = Array.from({ length: count + 1 }, (_, index) => low + index * step).filter(
    (_, index) => index % every === 0,
  )
  return { low, high, ticks, isCut: false }
}

/** A path for each run of known days, so that gaps stay visible; a single day is a short stroke. */
export const linePaths = (
  values: readonly (number | null)[],
  { x, y }: { x: (index: number) => number; y: (value: number) => number },
): readonly string[] => {
  const paths: string[] = []
  let path = ''
  values.forEach((value, index) => {
    if (value === null) {
      if (path !== '') paths.push(path)
      path = ''
    } else
      path +=
        path === ''
          ? `M${(x(index) - 0.5).toFixed(1)} ${y(value).toFixed(1)}L${x(index).toFixed(1)} ${y(value).toFixed(1)}`
          : `L${x(index).toFixed(1)} ${y(value).toFixed(1)}`
  })
  return path === '' ? paths : [...paths, path]
}

/** From this many days on the axis shows years. */
const minDaysOfYears = 730

/** The first of each month, or of each year of a long span, as many as fit. */
export const monthTicks = (
  points: readonly MonitorPoint[],
  width: number,
): readonly { index: number; label: string }[] => {
  const isLong = points.length > minDaysOfYears
  const firsts = points.flatMap(({ day }, index) =>
    day.endsWith(isLong ? '-01-01' : '-01') ? [{ index, label: isLong ? day.slice(0, 4) : formatShortMonth(day) }] : [],
  )
  const every = Math.max(1, Math.ceil((firsts.length * 44) / Math.max(1, width)))
  return firsts.filter((_, index) => index % every === 0)
}

const width = 148
const height = 40
const margin = 4

/** Recent measurements of a monitor, with its limit dashed and a dot on each day that fired. */
export const MonitorSparkline = memo(({ recent }: { readonly recent: MonitorSubscription['recent'] }) => {
  const { unit, limit, firstDay, values, firedDays } = recent
  if (firstDay === null) return null
  const { low, high } = bounds(values, limit, unit === 'tone')
  const x = (index: number) => margin + ((index + 0.5) / values.length) * (width - 2 * margin)
  const y = (value: number) => margin + (1 - (Math.min(value, high) - low) / (high - low)) * (height - 2 * margin)
  const fired = firedDays.map((day) => Math.round((Date.parse(day) - Date.parse(firstDay)) / dayMs))
  return (
    <div>
      <svg
        display="block"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={describe(recent, firstDay)}
      >
        {linePaths(values, { x, y }).map((path) => (
          <path key={path} d={path} fill="none" stroke="var(--ink-3)" strokeWidth={1.4} strokeLinejoin="round" />
        ))}
        {limit !== null && (
          <line stroke="var(--ink)" strokeDasharray="4 3" x1={margin} x2={width - margin} y1={y(limit)} y2={y(limit)} />
        )}
        {fired.map((index) => (
          <circle
            key={index}
            fill="var(--accent)"
            stroke="var(--surface)"
            strokeWidth={1}
            cx={x(index)}
            cy={y(values[index] ?? low)}
            r={3.2}
          />
        ))}
      </svg>
      <p className={textStyles.small} aria-hidden>
        {formatPlural(values.length, 'day')}
        {limit !== null && ` · limit ${formatMeasured(unit, limit)}`}
      </p>
    </div>
  )
})

const dayMs = 86_400_000

const describe = ({ unit, limit, values, firedDays }: MonitorSubscription['recent'], firstDay: string): string => {
  const last = values.findLast((value) => value !== null)
  const measured = last == null ? 'no data' : `last ${formatMeasured(unit, last)}`
  const against = limit === null ? '' : `, limit ${formatMeasured(unit, limit)}`
  return `Since ${formatDay(firstDay)}: ${measured}${against}, alerts on ${formatPlural(firedDays.length, 'day')}`
}
