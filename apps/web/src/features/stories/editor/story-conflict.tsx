import type { FieldConflictError } from './saved-fields.ts'
import type { StoryCard } from '@auspex/sdk'
import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { dropDraft, storeDraft } from '../../../lib/storage/drafts.ts'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { nameOf } from '../cards/card-words.ts'
import classes from './editor.module.css'
import { orderPlace, type StoryEditor, titlePlace } from './use-story-editor.ts'

interface StoryConflictProps {
  conflict: FieldConflictError
  cards: readonly StoryCard[]
  personId: string
  storyId: string
  editor: StoryEditor
  /** Remounts the field with the chosen text. */
  onResolve: (place: string) => void
  onClose: () => void
}

/** Two concurrent changes of one part of a story, and the ways to resolve them. */
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
    // restores the person's text as a draft over the stored version
    storeDraft(personId, draftPlace, { text: mine, base: theirs ?? '' })
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
              { label: 'Keep my text on a new card', choose: addMine },
              { label: 'Discard my text', choose: keepTheirs },
            ]
          : [
              ...(isText ? [{ label: 'Keep both', choose: addMine }] : []),
              { label: 'Keep mine', choose: keepMine },
              { label: 'Keep the stored version', choose: keepTheirs },
            ]
      }
      onClose={onClose}
    />
  )
}

const CardNames = ({ ids, cards }: { ids: string; cards: readonly StoryCard[] }) => (
  <ol>
    {ids.split(' ').flatMap((id) => {
      const card = cards.find((storyCard) => storyCard.id === id)
      return card ? [<li key={id}>{nameOf(card)}</li>] : []
    })}
  </ol>
)

interface ConflictChoice {
  readonly label: string
  readonly choose: () => void
}

interface ConflictDialogProps {
  /** What two people changed: "the title". */
  subject: string
  mine: ReactNode
  /** Null if it was deleted. */
  theirs: ReactNode | null
  /** The first one loses nothing. */
  choices: readonly ConflictChoice[]
  onClose: () => void
}

/** Two versions of the same thing side by side. Nothing is overwritten before the person chooses one. */
const ConflictDialog = ({ subject, mine, theirs, choices, onClose }: ConflictDialogProps) => (
  <Modal
    opened
    radius="lg"
    onClose={onClose}
    size={760}
    title={
      theirs === null
        ? `Someone else deleted ${subject} while you changed it`
        : `Someone else changed ${subject} while you did`
    }
    closeButtonProps={{ 'aria-label': 'Decide later' }}
  >
    <p className={textStyles.soft}>Nothing is lost. Both versions are here. Choose the one to keep.</p>
    <div className={classes.versions}>
      <section aria-label="Yours">
        <h3 className={textStyles.eyebrow}>Yours</h3>
        <div className={`${surfaces.panel} ${classes.version}`}>{mine}</div>
      </section>
      {theirs !== null && (
        <section aria-label="Stored now">
          <h3 className={textStyles.eyebrow}>Stored now</h3>
          <div className={`${surfaces.panel} ${classes.version}`}>{theirs}</div>
        </section>
      )}
    </div>
    <Group gap="xs" mt={20}>
      {choices.map(({ label, choose }, index) => (
        <Button key={label} variant={index === 0 ? 'filled' : 'default'} onClick={choose}>
          {label}
        </Button>
      ))}
    </Group>
  </Modal>
)
