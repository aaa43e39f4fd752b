import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { StoryCard } from '@auspex/sdk'
import type { KeyboardEvent } from 'react'
import { CardView } from '../../../lib/cards/card-view.tsx'
import { isMeasured, kindWords, nameOf } from '../../../lib/cards/card-words.ts'
import { CaptionField } from './caption-field.tsx'
import { CardMoment } from './card-moment.tsx'
import { TextCardEditor } from './text-card-editor.tsx'
import { captionPlace, type StoryEditor, textPlace, wordsOf } from './use-story-editor.ts'
import classes from './editor.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface CardFrameProps {
  card: StoryCard
  at: number
  total: number
  personId: string
  storyId: string
  editor: StoryEditor
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Moves the card to another place, from 0. */
  onMove: (to: number) => void
}

/** A card with everything that can be done to it: move, write, freeze, delete. */
export const CardFrame = (props: CardFrameProps) => {
  const { card, at, total, personId, storyId, editor, isEditing, onEdit, onMove } = props
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: card.id })
  const name = nameOf(card)
  const move = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: total - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0 && to < total) onMove(to)
  }
  return (
    <li
      ref={setNodeRef}
      className={`${surfaces.panel} ${classes.card}`}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-label={`${kindWords[card.content.kind]}: ${name}`}
    >
      <div className={classes.bar}>
        <Tooltip label="Drag, or press ↑ and ↓">
          <ActionIcon
            ref={setActivatorNodeRef}
            className={classes.handle}
            data-handle={card.id}
            aria-label={`Move ${name}, card ${at + 1} of ${total}. The up and down arrow keys move it.`}
            {...listeners}
            onKeyDown={move}
          >
            <IconGripVertical size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <span className={textStyles.caption}>{kindWords[card.content.kind]}</span>
        <span className={classes.tools}>
          {card.content.kind === 'text' && !isEditing && (
            <Tooltip label="Edit">
              <ActionIcon aria-label={`Edit ${name}`} onClick={() => onEdit(true)}>
                <IconPencil size={17} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Delete">
            <ActionIcon aria-label={`Delete ${name}`} onClick={() => editor.remove(card, name)}>
              <IconTrash size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      <div className={classes.body}>
        {isEditing && card.content.kind === 'text' ? (
          <TextCardEditor
            personId={personId}
            place={`${storyId}.${textPlace(card.id)}`}
            text={wordsOf(card.content)}
            onSave={(text, base) => editor.saveAt(textPlace(card.id), text, base)}
            onDone={() => onEdit(false)}
          />
        ) : (
          <CardView card={card} />
        )}
      </div>
      <div className={classes.foot}>
        <CaptionField
          personId={personId}
          place={`${storyId}.${captionPlace(card.id)}`}
          cardName={name}
          caption={card.caption ?? ''}
          onSave={(caption, base) => editor.saveAt(captionPlace(card.id), caption, base)}
        />
        {isMeasured(card.content) && (
          <CardMoment card={card} onFreeze={(frozen) => editor.setFrozen(card.id, frozen)} />
        )}
      </div>
    </li>
  )
}
