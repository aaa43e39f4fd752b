import type { AudienceSize } from '@auspex/sdk'
import { type Ref, useMemo } from 'react'
import { formatCompact, formatCount } from '../../../lib/format.ts'
import { niceTicks } from '../../../ui/charts/chart-model.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { labelPlaces } from './audience.model.ts'
import charts from '../../../ui/charts/charts.module.css'

interface IntervalPlotProps {
  size: NonNullable<AudienceSize>
  label: string
  svgRef: Ref<SVGSVGElement>
}

const height = 128
const side = 26
const middle = 56
const base = 98

/** Low, middle and high on an axis that begins at 0, so that its length can be compared with nobody. */
export const IntervalPlot = ({ size: { low, value, high }, label, svgRef }: IntervalPlotProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const ticks = useMemo(() => niceTicks(high, width < 480 ? 3 : 5), [high, width])
  const x = (people: number) => side + (people / (ticks.at(-1) ?? 1)) * Math.max(1, width - side * 2)
  const places = labelPlaces({ low: x(low), high: x(high), right: width })
  const description = `${label}: ${formatCount(value)}, from ${formatCount(low)} to ${formatCount(high)}`
  return (
    <div ref={ref}>
      <svg ref={svgRef} width={width} height={height} role="img" aria-label={description}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? charts.base : charts.grid} x1={x(tick)} x2={x(tick)} y1={30} y2={base} />
            <text className={charts.tick} x={x(tick)} y={base + 20} textAnchor="middle">
              {formatCompact(tick)}
            </text>
          </g>
        ))}
        <rect
          fill="var(--chart-1)"
          opacity={0.32}
          x={x(low)}
          y={middle - 9}
          width={Math.max(2, x(high) - x(low))}
          height={18}
          rx={9}
        />
        <circle fill="var(--chart-1)" stroke="var(--surface)" strokeWidth={2} cx={x(value)} cy={middle} r={7} />
        <text
          fill="var(--ink)"
          fontSize={14}
          fontWeight={620}
          x={Math.min(Math.max(x(value), 50), width - 50)}
          y={20}
          textAnchor="middle"
        >
          {formatCompact(value)}
        </text>
        <line stroke="var(--ink-3)" x1={x(value)} x2={x(value)} y1={26} y2={middle - 9} />
        <g fill="var(--ink-2)" stroke="var(--surface)" strokeWidth={4} paintOrder="stroke" fontSize={12.5}>
          <text x={places.low.x} y={middle + 30} textAnchor={places.low.anchor}>
            low {formatCompact(low)}
          </text>
          <text x={places.high.x} y={middle + 30} textAnchor={places.high.anchor}>
            high {formatCompact(high)}
          </text>
        </g>
      </svg>
    </div>
  )
}
