import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './card-grid.module.css'

/** Cards that are drawn at first, and with each press more: hundreds at once take a second. */
const roomStep = 60

interface CardGridProps<Item> {
  /** The name of the list: "Projects". */
  label: string
  items: readonly Item[]
  /** How many there are, as it is written: "210 projects". */
  total: string
  renderCard: (item: Item) => ReactNode
}

/** Cards side by side, some at a time. */
export const CardGrid = <Item,>({ label, items, total, renderCard }: CardGridProps<Item>) => {
  const [room, setRoom] = useState(roomStep)
  const rest = items.length - room
  return (
    <>
      <ul className={classes.cards} aria-label={label}>
        {items.slice(0, room).map(renderCard)}
      </ul>
      {rest > 0 && (
        <Button variant="default" style={{ alignSelf: 'center' }} onClick={() => setRoom(room + roomStep)}>
          Show {Math.min(rest, roomStep)} more of {total}
        </Button>
      )}
    </>
  )
}

interface CardGridSkeletonProps {
  /** "Loading projects". */
  label: string
  count: number
  height: number
}

/** The place of cards that are on their way. */
export const CardGridSkeleton = ({ label, count, height }: CardGridSkeletonProps) => (
  <div className={classes.cards} role="group" aria-busy="true" aria-label={label}>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} height={height} radius="lg" />
    ))}
  </div>
)
