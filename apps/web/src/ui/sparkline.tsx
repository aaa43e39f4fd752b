import { memo } from 'react'

interface SparklineProps {
  /** Null where the value is unknown, drawn as a gap. */
  values: readonly (number | null)[]
  /** Empty where the text beside it says the same. */
  label: string
  width?: number
  height?: number
  /** The index of the value with the dot; by default the last known one. */
  marked?: number | undefined
}

/** A small line of counts with gaps where nothing is known; the last known point has a dot. */
export const Sparkline = memo(({ values, label, width = 96, height = 28, marked }: SparklineProps) => {
  // A tone can be below 0.
  const drawnValues = values.map((value) => value ?? 0)
  const min = Math.min(0, ...drawnValues)
  const range = Math.max(0, ...drawnValues) - min || 1
  const step = values.length > 1 ? (width - 6) / (values.length - 1) : 0
  let dot: readonly [number, number] | undefined
  const runs: (readonly [number, number])[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const point = [3 + index * step, height - 3 - ((value - min) / range) * (height - 6)] as const
    if (index === marked) dot = point
    const run = runs.at(-1)
    if (run === undefined || (values[index - 1] ?? null) === null) runs.push([point])
    else run.push(point)
  }
  const last = dot ?? runs.at(-1)?.at(-1)
  return (
    <svg
      display="block"
      overflow="visible"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {runs.map((run) => (
        <Run key={run[0]?.[0]} points={run} height={height} />
      ))}
      {last && <circle fill="var(--accent)" cx={last[0]} cy={last[1]} r={2.4} />}
    </svg>
  )
})

const Run = ({ points, height }: { points: readonly (readonly [number, number])[]; height: number }) => {
  const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const [first, last] = [points[0], points.at(-1)]
  return (
    <>
      {first && last && (
        <path
          fill="var(--accent)"
          opacity={0.1}
          d={`${line}L${last[0].toFixed(1)} ${height}L${first[0].toFixed(1)} ${height}Z`}
        />
      )}
      <path
        d={line}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  )
}
