import type { MonitorSubscription } from '@auspex/sdk'
import { memo } from 'react'
import { formatDay, formatPlural } from '../../lib/format.ts'
import { formatMeasured } from './monitor-words.ts'
import { bounds, linePaths } from './preview-model.ts'
import textStyles from '../../ui/text-styles.module.css'

const width = 148
const height = 40
const margin = 4

/** Recent measurements of a monitor, with its limit dashed and a dot on each day that fired. */
export const MonitorSparkline = memo(({ recent }: Pick<MonitorSubscription, 'recent'>) => {
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
  const measured = last == null ? 'nothing measured' : `last ${formatMeasured(unit, last)}`
  const against = limit === null ? '' : `, limit ${formatMeasured(unit, limit)}`
  return `Since ${formatDay(firstDay)}: ${measured}${against}, fired on ${formatPlural(firedDays.length, 'day')}`
}
