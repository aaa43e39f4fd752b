import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './layout.module.css'

/** How many cards are shown at first and added with each press: rendering hundreds at once takes a second. */
const roomStep = 60

interface CardGridProps<Item> {
  /** The name of the list: "Projects". */
  label: string
  items: readonly Item[]
  /** The formatted total: "210 projects". */
  total: string
  renderCard: (item: Item) => ReactNode
}

/** A grid of cards, shown in steps. */
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

/** The placeholder for cards that are loading. */
export const CardGridSkeleton = ({ label, count, height }: CardGridSkeletonProps) => (
  <div className={classes.cards} role="group" aria-busy="true" aria-label={label}>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} height={height} radius="lg" />
    ))}
  </div>
)
