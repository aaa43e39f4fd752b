import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type LinePlot, uprightAt } from './chart-model.ts'

interface ChartSelectionProps {
  /** The first and last step, inclusive. */
  span: readonly [number, number]
  plot: LinePlot
  /** The width of a step. */
  step: number
}

/** The steps that are being selected by dragging. */
export const ChartSelection = ({ span: [first, last], plot, step }: ChartSelectionProps) => (
  <rect
    x={plot.left + first * step}
    y={plot.top}
    width={(last - first + 1) * step}
    height={plot.height}
    fill="var(--accent)"
    opacity={0.18}
    pointerEvents="none"
  />
)

/** The line at the step under the pointer, in a line chart. */
export const ChartCursor = ({ x, plot }: { x: number; plot: LinePlot }) => (
  <line {...uprightAt(x, plot)} stroke="var(--ink-3)" strokeDasharray="3 3" pointerEvents="none" />
)

interface BrushOptions {
  steps: number
  /** The step under a pointer. */
  stepAt: (event: PointerEvent) => number
  /** Called with a selected span of steps, both ends inclusive. */
  onSelect: (first: number, last: number) => void
  /** Called with a single selected step, and with the event of the pointer, if one chose it. */
  onOpen?: ((step: number, event?: PointerEvent) => void) | undefined
}

/**
 * A cursor that moves over steps and selects spans, by dragging or with Shift and the arrow keys, then Enter. Escape cancels. A
 * click, a tap or Enter without a span opens the step.
 */
export const useBrush = ({ steps, stepAt, onSelect, onOpen }: BrushOptions) => {
  const last = Math.max(0, steps - 1)
  const [active, setActive] = useState<number | null>(null)
  const [span, setSpan] = useState<readonly [number, number] | null>(null)
  const anchor = useRef<number | null>(null)
  const pressed = useRef<number | null>(null)
  const clear = () => {
    anchor.current = null
    pressed.current = null
    setSpan(null)
  }
  const reach = (step: number) => {
    setActive(step)
    if (anchor.current !== null)
      setSpan(step === anchor.current ? null : [Math.min(anchor.current, step), Math.max(anchor.current, step)])
  }
  const choose = () => {
    if (span) {
      onSelect(...span)
      // The steps have changed.
      setActive(null)
    }
    clear()
  }
  const release = (event: PointerEvent) => {
    const step = pressed.current
    if (span === null && step !== null && step === stepAt(event)) onOpen?.(step, event)
    choose()
  }
  const keys = (event: KeyboardEvent) => {
    const current = active ?? last
    const target = stepOfKey(event.key, current, last)
    if (target !== undefined) {
      event.preventDefault()
      if (!event.shiftKey) clear()
      else anchor.current ??= current
      reach(target)
    } else if (event.key === 'Enter' && span) {
      event.preventDefault()
      choose()
    } else if (onOpen && active !== null && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      onOpen(active)
    } else if (event.key === 'Escape') {
      clear()
      setActive(null)
    }
  }
  return {
    active,
    span,
    handlers: {
      onPointerMove: (event: PointerEvent) => reach(stepAt(event)),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        pressed.current = stepAt(event)
        // A touch scrolls the page instead of selecting spans.
        if (event.pointerType !== 'mouse') return
        anchor.current = stepAt(event)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerUp: release,
      onPointerLeave: () => {
        clear()
        setActive(null)
      },
      onPointerCancel: clear,
      onFocus: (event: { currentTarget: Element }) => event.currentTarget.matches(':focus-visible') && setActive(last),
      onBlur: () => {
        clear()
        setActive(null)
      },
      onKeyDown: keys,
    },
  }
}

/** The step that a key moves to, counted from 0; undefined for keys that do not move. Page keys move a dozen steps, such as a year of months. */
const stepOfKey = (key: string, current: number, last: number): number | undefined => {
  const targets: Record<string, number> = {
    ArrowLeft: current - 1,
    ArrowRight: current + 1,
    PageUp: current - 12,
    PageDown: current + 12,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}
