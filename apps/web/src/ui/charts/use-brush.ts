import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { stepOfKey } from './step-keys.ts'

interface BrushOptions {
  steps: number
  /** The step under a pointer. */
  stepAt: (event: PointerEvent) => number
  /** A span of steps was chosen, both ends included. */
  onSelect: (first: number, last: number) => void
  /** A single step was chosen. */
  onOpen?: ((step: number) => void) | undefined
}

/**
 * A cursor that moves over steps and draws spans: dragging does, and so do Shift with the arrow keys, then Enter. Escape lets
 * go. A click, a tap or Enter without a span opens the step.
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
      // The steps are others now.
      setActive(null)
    }
    clear()
  }
  const release = (event: PointerEvent) => {
    const step = pressed.current
    if (span === null && step !== null && step === stepAt(event)) onOpen?.(step)
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
        // A finger scrolls the page; it does not draw spans.
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
