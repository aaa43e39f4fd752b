import type { Story, UserProfile } from '@auspex/sdk'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dropDraft, readDraft } from '../../../lib/drafts.ts'
import { Page } from '../../../ui/page.tsx'
import { StoryConflict } from '../conflict/story-conflict.tsx'
import { AddCard } from './add-card.tsx'
import { applyOrder } from './card-order.ts'
import { SaveNote } from './save-note.tsx'
import { SortableCards } from './sortable-cards.tsx'
import { FieldConflict } from './stale-field.ts'
import { StoryActions } from './story-actions.tsx'
import { StoryTitle } from './story-title.tsx'
import { textPlace, titlePlace, useStoryEditor, wordsOf } from './use-story-editor.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** As many cards as a story holds. */
const mostCards = 200

/** A story with all its cards, each to be changed in its place. */
export const StoryEditorView = ({ story, me }: { story: Story; me: UserProfile }) => {
  const personId = me.profile.id
  const editor = useStoryEditor(story.id)
  const [editedId, setEditedId] = useState(() => firstUnsaved(story, personId))
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({})
  const [closedConflict, setClosedConflict] = useState<FieldConflict | null>(null)
  const { saving } = editor
  const conflict = saving.status === 'failed' && saving.error instanceof FieldConflict ? saving.error : null
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
        <div className={classes.headerRow}>
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
      <AddCard storyId={story.id} editor={editor} isFull={story.cards.length >= mostCards} onWrite={setEditedId} />
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

/** The card in which somebody was writing when the page was left. */
const firstUnsaved = (story: Story, personId: string): string | null =>
  story.cards.find(({ id, content }) => {
    const draft = content.kind === 'text' ? draftOf(story, personId, id) : null
    return draft !== null && draft.text !== wordsOf(content)
  })?.id ?? null

/** Saves what was typed before the page was left; the fields that are always drawn do it by themselves. */
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
