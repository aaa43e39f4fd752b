import type { PortfolioTrend } from '@auspex/sdk'
import { type RefObject, useEffect, useState } from 'react'
import { useStableCallback } from '../../../lib/use-stable-callback.ts'
import { moveId } from './trend-order.ts'

interface MovingOptions {
  trends: readonly PortfolioTrend[]
  body: RefObject<HTMLTableSectionElement | null>
  onReorder: ((ids: readonly string[]) => void) | null
}

/** How long a moved row is waited for. */
const mostFrames = 120

/** Rows that are dragged by a handle, or moved with keys: the handle keeps the focus, and the new place is said. */
export const useMoving = ({ trends, body, onReorder }: MovingOptions) => {
  const [held, setHeld] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [moved, setMoved] = useState<{ id: string; to: number; said: string } | null>(null)

  const moveTo = useStableCallback((from: number, to: number) => {
    const trend = trends[from]
    if (onReorder === null || trend === undefined || from === to) return
    onReorder(
      moveId(
        trends.map(({ id }) => id),
        from,
        to,
      ),
    )
    setMoved({ id: trend.id, to, said: `${trend.title} is number ${to + 1} of ${trends.length}.` })
  })
  const dropAt = useStableCallback((to: number) => {
    if (held !== null) moveTo(held, to)
    setHeld(null)
    setOver(null)
  })
  useEffect(() => {
    if (moved === null) return undefined
    const find = () => body.current?.querySelector<HTMLElement>(`[data-handle="${moved.id}"]`)
    const handle = find()
    handle?.focus()
    if (handle) return undefined
    // of a long list the new place is not drawn before it is seen, which takes a busy browser some frames
    body.current?.scrollIntoView({ block: moved.to === 0 ? 'start' : 'end' })
    let tries = mostFrames
    let frame = 0
    const seek = () => {
      const drawn = find()
      if (drawn) drawn.focus()
      else if (tries-- > 0) frame = requestAnimationFrame(seek)
    }
    frame = requestAnimationFrame(seek)
    return () => cancelAnimationFrame(frame)
  }, [moved, body])

  return {
    held,
    over,
    said: moved?.said ?? '',
    onMoveTo: moveTo,
    onHold: setHeld,
    onOver: setOver,
    onDropAt: dropAt,
  }
}
