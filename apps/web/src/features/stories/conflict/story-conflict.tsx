import type { StoryCard } from '@auspex/sdk'
import { dropDraft, keepDraft } from '../../../lib/drafts.ts'
import { nameOf } from '../../../lib/cards/card-words.ts'
import type { FieldConflict } from '../editor/stale-field.ts'
import { orderPlace, type StoryEditor, titlePlace } from '../editor/use-story-editor.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

interface StoryConflictProps {
  conflict: FieldConflict
  cards: readonly StoryCard[]
  personId: string
  storyId: string
  editor: StoryEditor
  /** Draws the field anew with what is kept. */
  onResolve: (place: string) => void
  onClose: () => void
}

/** What two people changed at once in a story, and what can become of it. */
export const StoryConflict = ({
  conflict,
  cards,
  personId,
  storyId,
  editor,
  onResolve,
  onClose,
}: StoryConflictProps) => {
  const { place, mine, theirs } = conflict
  const draftPlace = `${storyId}.${place}`
  const resolve = (act: () => void) => () => {
    act()
    onResolve(place)
    onClose()
  }
  if (place === orderPlace)
    return (
      <ConflictDialog
        subject="the order of the cards"
        mine={<CardNames ids={mine} cards={cards} />}
        theirs={<CardNames ids={theirs ?? ''} cards={cards} />}
        choices={[
          { label: 'Keep the stored order', choose: resolve(editor.keepStoredOrder) },
          { label: 'Use my order', choose: resolve(() => editor.reorder(mine.split(' '))) },
        ]}
        onClose={onClose}
      />
    )
  const keepMine = resolve(() => {
    // the words are the person's again, over what is stored now
    keepDraft(personId, draftPlace, { text: mine, base: theirs ?? '' })
    editor.drop(place)
    editor.saveAt(place, mine, theirs ?? '')
  })
  const keepTheirs = resolve(() => {
    dropDraft(personId, draftPlace)
    editor.drop(place)
  })
  const addMine = resolve(() => {
    dropDraft(personId, draftPlace)
    editor.drop(place)
    editor.add({ content: { kind: 'text', text: mine } })
  })
  const isText = place.endsWith('.text')
  return (
    <ConflictDialog
      subject={place === titlePlace ? 'the title' : isText ? 'these words' : 'this caption'}
      mine={mine}
      theirs={theirs}
      choices={
        theirs === null
          ? [
              { label: 'Keep my words on a new card', choose: addMine },
              { label: 'Let them go', choose: keepTheirs },
            ]
          : [
              ...(isText ? [{ label: 'Keep both', choose: addMine }] : []),
              { label: 'Keep mine', choose: keepMine },
              { label: 'Keep what is stored', choose: keepTheirs },
            ]
      }
      onClose={onClose}
    />
  )
}

const CardNames = ({ ids, cards }: { ids: string; cards: readonly StoryCard[] }) => (
  <ol>
    {ids.split(' ').flatMap((id) => {
      const card = cards.find((one) => one.id === id)
      return card ? [<li key={id}>{nameOf(card)}</li>] : []
    })}
  </ol>
)
