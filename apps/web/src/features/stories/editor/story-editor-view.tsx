import type { Story, UserProfile, StoryCard } from '@auspex/sdk'
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
import { Anchor, Textarea, Button, Flex, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useRef } from 'react'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useOpenComments } from '../../../lib/dialogs/comments.tsx'
import { dropDraft, readDraft } from '../../../lib/storage/drafts.ts'
import layout from '../../../ui/layout.module.css'
import { Page } from '../../../ui/page.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { nameOf } from '../cards/card-words.ts'
import { maxStoryTitleLength } from '../new-story.tsx'
import { AddCard } from './add-card.tsx'
import { CardFrame } from './card-frame.tsx'
import { applyOrder, moveId } from './card-order.ts'
import classes from './editor.module.css'
import { FieldConflictError, useSavedWords, type SaveState } from './saved-fields.ts'
import { StoryActions } from './story-actions.tsx'
import { StoryConflict } from './story-conflict.tsx'
import { textPlace, titlePlace, useStoryEditor, wordsOf, type StoryEditor } from './use-story-editor.ts'

// The library's announcements describe draggable items; the list makes its own, in its own live region.
const noAnnouncements = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

interface SortableCardsProps {
  cards: readonly StoryCard[]
  /** Every card of the story in order, including hidden ones. */
  ids: readonly string[]
  personId: string
  storyId: string
  editor: StoryEditor
  editedId: string | null
  onEdit: (cardId: string | null) => void
  /** Remounts a field when another version of it was chosen. */
  versionOf: (cardId: string) => number
}

/** The cards in order. They are moved by dragging their handle, or with the arrow keys on it. */
const SortableCards = (props: SortableCardsProps) => {
  const { cards, ids, editor, editedId, onEdit, versionOf } = props
  const [announcement, setAnnouncement] = useState('')
  const movedId = useRef<string | null>(null)
  const sensors = useSensors(
    // A press that moves slightly is still a press.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
  )
  const visibleIds = cards.map(({ id }) => id)
  const openComments = useOpenComments('story', [props.storyId])
  const move = (card: StoryCard, to: number) => {
    const target = visibleIds[to]
    if (target === undefined || target === card.id) return
    movedId.current = card.id
    editor.reorder(moveId(ids, card.id, ids.indexOf(target)))
    setAnnouncement(`${nameOf(card)} is now card ${to + 1} of ${visibleIds.length}.`)
  }
  // Browsers remove the focus from an element that is moved in the page.
  useEffect(() => {
    if (movedId.current === null) return
    document.querySelector<HTMLElement>(`[data-handle="${movedId.current}"]`)?.focus()
    movedId.current = null
  })
  const drop = ({ active, over }: DragEndEvent) => {
    const card = cards.find(({ id }) => id === active.id)
    if (card && over) move(card, visibleIds.indexOf(String(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={noAnnouncements} onDragEnd={drop}>
      <SortableContext items={visibleIds} strategy={verticalListSortingStrategy}>
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
              openComments={openComments.get(card.id) ?? 0}
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

interface SaveNoteProps {
  state: SaveState
  onRetry: () => void
  /** Shows both versions again. */
  onCompare: () => void
}

/** Whether everything is saved. Saving is automatic, so people need to see its state. */
const SaveNote = ({ state, onRetry, onCompare }: SaveNoteProps) => (
  <Flex component="output" className={`${textStyles.caption} ${classes.saveNote}`} data-status={state.status}>
    {state.status === 'saved' && (
      <>
        <IconCheck size={15} stroke={2} aria-hidden /> Saved
      </>
    )}
    {state.status === 'saving' && (
      <>
        <IconLoader2 size={15} stroke={2} aria-hidden className={classes.spin} /> Saving…
      </>
    )}
    {state.status === 'failed' && (
      <>
        <IconAlertTriangle size={15} stroke={2} aria-hidden /> Couldn’t save: {describeReason(state.error)}
        {state.error instanceof FieldConflictError ? (
          <Button size="compact-xs" variant="subtle" onClick={onCompare}>
            Compare
          </Button>
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={onRetry}>
            Try again
          </Button>
        )}
      </>
    )}
  </Flex>
)

const describeReason = (error: unknown): string => {
  if (error instanceof FieldConflictError) return 'someone else changed it in the meantime.'
  const { message, detail } = describeFailure(error)
  return `${detail ?? `${message}.`} What you typed is kept in this browser.`
}

const trim = (words: string) => words.trim()

interface StoryTitleProps {
  personId: string
  storyId: string
  title: string
  onSave: (title: string, base: string) => void
}

/** The title, edited inline. An empty one is not saved: people find a story by its title. */
const StoryTitle = ({ personId, storyId, title, onSave }: StoryTitleProps) => {
  const { words, write, settle, reset } = useSavedWords({
    personId,
    place: `${storyId}.${titlePlace}`,
    stored: title,
    save: (text, base) => {
      if (text !== '') onSave(text, base)
    },
    normalize: trim,
  })
  return (
    <h1 className={classes.heading} tabIndex={-1}>
      <Textarea
        aria-label="Title of the story"
        classNames={{ input: classes.title }}
        variant="unstyled"
        autosize
        minRows={1}
        value={words}
        maxLength={maxStoryTitleLength}
        error={words.trim() === '' && `A story needs a title. It is still called “${title}”.`}
        onChange={(event) => write(event.currentTarget.value.replaceAll('\n', ' '))}
        onBlur={words.trim() === '' ? reset : settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </h1>
  )
}

/** The contract's maximum number of cards in a story. */
const maxCards = 200

/** A story with all its cards, each editable inline. */
export const StoryEditorView = ({ story, me }: { story: Story; me: UserProfile }) => {
  const personId = me.profile.id
  const editor = useStoryEditor(story.id)
  const [editedId, setEditedId] = useState(() => firstUnsaved(story, personId))
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({})
  const [closedConflict, setClosedConflict] = useState<FieldConflictError | null>(null)
  const { saving } = editor
  const conflict = saving.status === 'failed' && saving.error instanceof FieldConflictError ? saving.error : null
  const redraw = (place: string) => {
    const key = place.split('.', 1)[0] ?? place
    setVersions((before) => ({ ...before, [key]: (before[key] ?? 0) + 1 }))
  }
  useUnsavedTexts(story, personId, editor.saveAt)
  const ordered = editor.order === null ? story.cards : applyOrder(story.cards, editor.order)
  const cards = ordered.filter(({ id }) => !editor.hiddenIds.has(id))
  return (
    <Page width="narrow">
      <title>{`${story.displayTitle} · Auspex`}</title>
      <header className={classes.header}>
        <Anchor component={Link} to="/stories" className={`${textStyles.caption} ${classes.back}`}>
          <IconArrowLeft size={15} stroke={1.8} aria-hidden /> Stories
        </Anchor>
        <StoryTitle
          key={versions[titlePlace] ?? 0}
          personId={personId}
          storyId={story.id}
          title={story.displayTitle}
          onSave={(title, base) => editor.saveAt(titlePlace, title, base)}
        />
        <div className={`${layout.bar} ${classes.headerRow}`}>
          <SaveNote state={saving} onRetry={editor.retry} onCompare={() => setClosedConflict(null)} />
          <StoryActions story={story} groups={me.groups} onGroup={editor.saveGroup} />
        </div>
      </header>
      {cards.length === 0 && (
        <p className={`${textStyles.soft} ${classes.empty}`}>
          This story has no cards yet. Write text below, or open a report and press <kbd>A</kbd> to add its chart, its
          numbers or a quote.
        </p>
      )}
      {cards.length > 0 && (
        <SortableCards
          cards={cards}
          ids={ordered.map(({ id }) => id)}
          personId={personId}
          storyId={story.id}
          editor={editor}
          editedId={editedId}
          onEdit={setEditedId}
          versionOf={(cardId) => versions[cardId] ?? 0}
        />
      )}
      <AddCard storyId={story.id} editor={editor} isFull={story.cards.length >= maxCards} onWrite={setEditedId} />
      {conflict && conflict !== closedConflict && (
        <StoryConflict
          conflict={conflict}
          cards={story.cards}
          personId={personId}
          storyId={story.id}
          editor={editor}
          onResolve={redraw}
          onClose={() => setClosedConflict(conflict)}
        />
      )}
    </Page>
  )
}

const draftOf = (story: Story, personId: string, cardId: string) =>
  readDraft(personId, `${story.id}.${textPlace(cardId)}`)

/** The card that was being edited when the page was left. */
const firstUnsaved = (story: Story, personId: string): string | null =>
  story.cards.find(({ id, content }) => {
    const draft = content.kind === 'text' ? draftOf(story, personId, id) : null
    return draft !== null && draft.text !== wordsOf(content)
  })?.id ?? null

/** Saves text that was typed before the page was left; fields that are always mounted do this themselves. */
const useUnsavedTexts = (
  story: Story,
  personId: string,
  saveAt: (place: string, text: string, base: string) => void,
) => {
  const [atStart] = useState(story)
  useEffect(() => {
    for (const { id, content } of atStart.cards) {
      const draft = content.kind === 'text' ? draftOf(atStart, personId, id) : null
      if (draft === null) continue
      if (draft.text === wordsOf(content)) dropDraft(personId, `${atStart.id}.${textPlace(id)}`)
      else saveAt(textPlace(id), draft.text, draft.base)
    }
  }, [atStart, personId, saveAt])
}
