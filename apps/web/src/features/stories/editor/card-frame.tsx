import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Tooltip, TextInput, Button, Flex, Textarea } from '@mantine/core'
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { StoryCard } from '@auspex/sdk'
import type { KeyboardEvent } from 'react'
import { CommentsIcon } from '../../../lib/dialogs/comments.tsx'
import { CardView, CardMoment } from '../cards/card-view.tsx'
import { isMeasured, kindWords, nameOf } from '../cards/card-words.ts'
import { captionPlace, type StoryEditor, textPlace, wordsOf } from './use-story-editor.ts'
import classes from './editor.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { useSavedWords } from './saved-fields.ts'

/** The maximum length of a card's text. */
const maxTextLength = 20_000

/** The author's text as Markdown. It is saved automatically; Escape and Ctrl Enter show it rendered. */
const TextCardEditor = ({ personId, place, text, onSave, onDone }: TextCardEditorProps) => {
  const { words, write, settle, isRestored } = useSavedWords({ personId, place, stored: text, save: onSave })
  const finish = () => {
    settle()
    onDone()
  }
  return (
    <div>
      {isRestored && (
        <p className={textStyles.note} role="status">
          Your unsaved text from last time was restored.
        </p>
      )}
      <Textarea
        aria-label="Text of the card"
        placeholder="Write what the numbers mean…"
        autosize
        minRows={3}
        maxRows={24}
        value={words}
        maxLength={maxTextLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the card was just opened for editing
        autoFocus
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
          event.preventDefault()
          finish()
        }}
      />
      <Flex className={classes.textFoot} align="center" justify="space-between" gap={12} wrap="wrap">
        <span className={textStyles.small}>
          **bold**, *italic*, # heading, - list, &gt; quotation, [link](https://…)
        </span>
        <Button size="compact-sm" variant="light" onClick={finish}>
          Done
        </Button>
      </Flex>
    </div>
  )
}

const maxCaptionLength = 500
const trim = (words: string) => words.trim()

/** The caption under a card, edited inline. */
const CaptionField = ({ personId, place, cardName, caption, onSave }: CaptionFieldProps) => {
  const { words, write, settle } = useSavedWords({
    personId,
    place,
    stored: caption,
    save: onSave,
    normalize: trim,
  })
  return (
    <TextInput
      aria-label={`Caption of ${cardName}`}
      placeholder="Add a caption"
      classNames={{ input: classes.caption }}
      variant="unstyled"
      value={words}
      maxLength={maxCaptionLength}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={settle}
    />
  )
}

interface CardFrameProps {
  card: StoryCard
  at: number
  total: number
  personId: string
  storyId: string
  editor: StoryEditor
  /** Open comments on the card. */
  openComments: number
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Moves the card to another position, from 0. */
  onMove: (to: number) => void
}

/** A card with all its actions: move, edit, freeze, delete. */
export const CardFrame = (props: CardFrameProps) => {
  const { card, at, total, personId, storyId, editor, openComments, isEditing, onEdit, onMove } = props
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
          <CommentsIcon
            subject={{ kind: 'story', itemId: storyId, cardId: card.id, title: name }}
            count={openComments}
          />
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

interface CaptionFieldProps {
  personId: string
  place: string
  /** The name of its card, for a screen reader. */
  cardName: string
  caption: string
  onSave: (caption: string, base: string) => void
}

interface TextCardEditorProps {
  personId: string
  place: string
  text: string
  onSave: (text: string, base: string) => void
  onDone: () => void
}
