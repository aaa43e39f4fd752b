import { memo } from 'react'

interface SparklineProps {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}

/** A small line of counts; the last point carries a dot. */
export const Sparkline = memo(({ values, label, width = 96, height = 28 }: SparklineProps) => {
  const max = Math.max(1, ...values)
  const step = values.length > 1 ? (width - 6) / (values.length - 1) : 0
  const points = values.map((value, index) => [3 + index * step, height - 3 - (value / max) * (height - 6)] as const)
  const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const last = points.at(-1)
  return (
    <svg
      display="block"
      overflow="visible"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {last && <path fill="var(--accent)" opacity={0.1} d={`${line}L${last[0].toFixed(1)} ${height}L3 ${height}Z`} />}
      <path
        d={line}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle fill="var(--accent)" cx={last[0]} cy={last[1]} r={2.4} />}
    </svg>
  )
})
