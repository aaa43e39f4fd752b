import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useDebouncedCallback } from '@mantine/hooks'
import { inputPauseMs } from '../date-input.tsx'
import { useWidth } from '../use-width.ts'
import classes from './charts.module.css'

const height = 44

/** How many parts the strip draws, whatever the length of the period. */
const stripParts = 240

/** An overview of the whole series with a window to drag, stretch or redraw; the arrow keys move its ends too. */
export const RangeStrip = ({ values, days, range, nameOf, onChange }: RangeStripProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const overview = useMemo(() => coarsen(values, stripParts), [values])
  const drag = useRef<Drag | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  // The chosen range stays until the prop changes: briefly going back to the old one would flicker.
  if (draft !== null && !isSame(draft.before, range)) setDraft(null)
  const [first, last] = draft?.chosen ?? range
  const choose = (chosen: Range) => setDraft({ chosen, before: range })
  const chooseAfterPause = useDebouncedCallback(onChange, { delay: inputPauseMs, flushOnUnmount: true })
  const toX = (day: number) => (day / days) * width

  const dayAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return clamp(Math.floor(((event.clientX - box.left) / Math.max(1, box.width)) * days), days)
  }
  const press = (event: PointerEvent) => {
    const start = dayAt(event)
    const grip = gripAt(start, [first, last], { days, reach: (12 / width) * days })
    drag.current = { grip, start, range: [first, last] }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => drag.current && choose(applyDrag(drag.current, dayAt(event), days))
  const release = () => {
    drag.current = null
    if (draft && !isSame(draft.chosen, range)) onChange(draft.chosen)
  }
  const keys = (edge: 'first' | 'last') => (event: KeyboardEvent) => {
    const step = stepOf(event, days)
    if (step === 0) return
    event.preventDefault()
    const next = moveEdge([first, last], { edge, by: step, days })
    choose(next)
    chooseAfterPause(next)
  }
  const handle = (edge: 'first' | 'last', day: number, x: number) => (
    <span
      className={classes.handle}
      style={{ left: x }}
      role="slider"
      tabIndex={0}
      aria-label={edge === 'first' ? 'First day shown' : 'Last day shown'}
      aria-valuemin={0}
      aria-valuemax={days - 1}
      aria-valuenow={day}
      aria-valuetext={nameOf(day)}
      onKeyDown={keys(edge)}
      onBlur={() => chooseAfterPause.flush()}
    />
  )

  return (
    <div
      ref={ref}
      className={classes.strip}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => setDraft(null)}
    >
      <svg width={width} height={height} aria-hidden>
        <path fill="var(--accent)" opacity={0.4} d={areaPath(overview, width)} />
        <g fill="var(--surface)" opacity={0.7}>
          <rect x={0} y={0} width={toX(first)} height={height} />
          <rect x={toX(last + 1)} y={0} width={Math.max(0, width - toX(last + 1))} height={height} />
        </g>
        <rect
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
          x={toX(first) + 0.75}
          y={0.75}
          width={Math.max(2, toX(last + 1) - toX(first) - 1.5)}
          height={height - 1.5}
          rx={6}
        />
      </svg>
      {handle('first', first, toX(first))}
      {handle('last', last, toX(last + 1))}
    </div>
  )
}

const isSame = (a: Range, b: Range) => a[0] === b[0] && a[1] === b[1]

const clamp = (day: number, days: number) => Math.min(days - 1, Math.max(0, day))

/** What a press on a day takes hold of: an end of the range, the whole range, or a new one. */
const gripAt = (day: number, [first, last]: Range, { days, reach }: { days: number; reach: number }): Grip => {
  const isWhole = first === 0 && last === days - 1
  if (Math.abs(day - first) < reach) return 'first'
  if (Math.abs(day - last) < reach) return 'last'
  return day > first && day < last && !isWhole ? 'both' : 'new'
}

/** How many days a key moves an end of the range; 0 for other keys. */
const stepOf = ({ key, shiftKey }: KeyboardEvent, days: number): number => {
  const step = Math.max(1, Math.round(days / (shiftKey ? 10 : 100)))
  const steps: Partial<Record<string, number>> = { ArrowLeft: -step, ArrowRight: step, Home: -days, End: days }
  return steps[key] ?? 0
}

interface EdgeMove {
  readonly edge: 'first' | 'last'
  readonly by: number
  readonly days: number
}

const moveEdge = ([first, last]: Range, { edge, by, days }: EdgeMove): Range =>
  edge === 'first' ? [Math.min(clamp(first + by, days), last), last] : [first, Math.max(clamp(last + by, days), first)]

const applyDrag = ({ grip, start, range }: Drag, day: number, days: number): Range => {
  const [first, last] = range
  const step = day - start
  if (grip === 'new') return [Math.min(start, day), Math.max(start, day)]
  if (grip === 'first' || grip === 'last') return moveEdge(range, { edge: grip, by: step, days })
  const shift = Math.min(days - 1 - last, Math.max(-first, step))
  return [first + shift, last + shift]
}

const areaPath = (values: readonly number[], width: number): string => {
  const max = Math.max(1e-9, ...values)
  const step = width / Math.max(1, values.length)
  const points = values.map(
    (value, index) => `L${((index + 0.5) * step).toFixed(1)} ${(height - 2 - (value / max) * (height - 8)).toFixed(1)}`,
  )
  return `M0 ${height}${points.join('')}L${width} ${height}Z`
}

/** The means of `parts` equal parts of a series; the series itself if it is not longer than that. */
export const coarsen = (values: readonly number[], parts: number): readonly number[] => {
  const count = Math.min(parts, values.length)
  return Array.from({ length: count }, (_, part) => {
    const [start, end] = [part, part + 1].map((edge) => Math.floor((edge * values.length) / count))
    const slice = values.slice(start, end)
    return slice.reduce((sum, value) => sum + value, 0) / slice.length
  })
}

interface SpanNoteProps {
  /** What the chart leaves out. */
  words: string
  action: string
  onAction: () => void
}

/** What the days of a chart leave out, and a button that shows it. */
export const SpanNote = ({ words, action, onAction }: SpanNoteProps) => (
  <Group component="p" gap="0 6px" mt={6}>
    {words}
    <Button size="compact-xs" variant="subtle" onClick={onAction}>
      {action}
    </Button>
  </Group>
)

export interface StripRange {
  /** The number of days of the whole series. */
  days: number
  /** First and last day shown, counted from 0, inclusive. */
  range: readonly [number, number]
  /** The name of a day, counted from 0. */
  nameOf: (day: number) => string
  onChange: (range: readonly [number, number]) => void
}

interface RangeStripProps extends StripRange {
  /** The whole series: a value for each equal part of the period. */
  values: readonly number[]
}

type Grip = 'first' | 'last' | 'both' | 'new'
type Range = readonly [number, number]

/** The newly chosen days, and those shown before. */
interface Draft {
  readonly chosen: Range
  readonly before: Range
}

interface Drag {
  readonly grip: Grip
  readonly start: number
  readonly range: readonly [number, number]
}
