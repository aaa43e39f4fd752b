import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from './trend-table.module.css'

/** Moves a trend from its place to another. */
export type MoveTrend = (from: number, to: number) => void

interface TrendHandleProps {
  id: string
  title: string
  index: number
  count: number
  onMove: MoveTrend
  /** The row is held, so that it can be dragged; null when it is let go. */
  onHold: (index: number | null) => void
}

/** What a trend is dragged by, or moved with the arrow keys. */
export const TrendHandle = ({ id, title, index, count, onMove, onHold }: TrendHandleProps) => {
  const handleKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0 && to < count) onMove(index, to)
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={classes.handle}
      aria-label={`Order ${title}: number ${index + 1} of ${count}`}
      title="Drag, or use the arrow keys"
      data-handle={id}
      onPointerDown={() => onHold(index)}
      onPointerUp={() => onHold(null)}
      onKeyDown={handleKey}
    >
      <IconGripVertical size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
