import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { VisuallyHidden } from '@mantine/core'
import type { StoryCard } from '@auspex/sdk'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../../lib/cards/card-words.ts'
import { moveId } from './card-order.ts'
import { CardFrame } from './card-frame.tsx'
import type { StoryEditor } from './use-story-editor.ts'
import classes from './editor.module.css'

interface SortableCardsProps {
  cards: readonly StoryCard[]
  /** Every card of the story in its order, the hidden ones too. */
  ids: readonly string[]
  personId: string
  storyId: string
  editor: StoryEditor
  editedId: string | null
  onEdit: (cardId: string | null) => void
  /** Draws a field anew when another version of it was chosen. */
  versionOf: (cardId: string) => number
}

// The words of the library speak of draggable items; the list says its own, in its own region.
const silent = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

/** The cards in their order. They are moved by dragging their handle, or by the arrow keys on it. */
export const SortableCards = (props: SortableCardsProps) => {
  const { cards, ids, editor, editedId, onEdit, versionOf } = props
  const [announcement, setAnnouncement] = useState('')
  const moved = useRef<string | null>(null)
  const sensors = useSensors(
    // A press that moves a little is still a press.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
  )
  const shown = cards.map(({ id }) => id)
  const move = (card: StoryCard, to: number) => {
    const target = shown[to]
    if (target === undefined || target === card.id) return
    moved.current = card.id
    editor.reorder(moveId(ids, card.id, ids.indexOf(target)))
    setAnnouncement(`${nameOf(card)} is now card ${to + 1} of ${shown.length}.`)
  }
  // A browser takes the focus from what is moved in the page.
  useEffect(() => {
    if (moved.current === null) return
    document.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus()
    moved.current = null
  })
  const drop = ({ active, over }: DragEndEvent) => {
    const card = cards.find(({ id }) => id === active.id)
    if (card && over) move(card, shown.indexOf(String(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={silent} onDragEnd={drop}>
      <SortableContext items={shown} strategy={verticalListSortingStrategy}>
        <ol className={classes.cards} aria-label="Cards of the story">
          {cards.map((card, at) => (
            <CardFrame
              key={`${card.id} ${versionOf(card.id)}`}
              card={card}
              at={at}
              total={cards.length}
              personId={props.personId}
              storyId={props.storyId}
              editor={editor}
              isEditing={editedId === card.id}
              onEdit={(isEditing) => onEdit(isEditing ? card.id : null)}
              onMove={(to) => move(card, to)}
            />
          ))}
        </ol>
      </SortableContext>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </DndContext>
  )
}
