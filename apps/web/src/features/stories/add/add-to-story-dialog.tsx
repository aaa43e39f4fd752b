import type { CardOffer } from '../../../lib/dialogs/dialog-request.tsx'
import { addCard, createStory, deleteCard, NotFoundError } from '@auspex/sdk'
import { getStoryQueryKey } from '@auspex/sdk/react'
import { Button, Checkbox, Modal, Select, Skeleton, TextInput } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useRef } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { isMeasured, kindWords } from '../cards/card-words.ts'
import { maxStoryTitleLength } from '../new-story.tsx'
import classes from '../stories.module.css'
import { meOptions, recentStoriesOptions, invalidateLists } from '../stories.queries.ts'

const keyOf = (personId: string) => `auspex.last-story.${personId}`

/** The story to which a person last added something, in this browser. */
const readLastStory = (personId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(personId))
  } catch {
    return null
  }
}

const keepLastStory = (personId: string, storyId: string): void => {
  try {
    localStorage.setItem(keyOf(personId), storyId)
  } catch {
    // Without storage the most recently changed story is preselected.
  }
}

/** Adds offers to a story, creating it first if necessary, and removes them again. */
const useAddOffer = (personId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const [states, setStates] = useState<Readonly<Record<string, OfferState | undefined>>>({})
  const [newStoryId, setNewStoryId] = useState<string | null>(null)
  /** Two quick presses create only one story. */
  const pendingStory = useRef<Promise<string> | null>(null)
  /** Cards that are being removed: a second press does nothing. */
  const removing = useRef(new Set<string>())
  const set = (key: string, state: OfferState | undefined) => setStates((before) => ({ ...before, [key]: state }))
  const refresh = (storyId: string) =>
    Promise.all([
      invalidateLists({ client, queryClient }),
      queryClient.invalidateQueries({ queryKey: getStoryQueryKey(client, storyId) }),
    ])
  const reasonOf = (error: unknown): string => {
    const { message, detail } = describeFailure(error)
    return detail ?? `${message}.`
  }

  const makeStory = (title: string): Promise<string> =>
    (pendingStory.current ??= createStory({ title, displayTitle: title }, { client }).then(
      ({ id }) => {
        setNewStoryId(id)
        return id
      },
      (error: unknown) => {
        pendingStory.current = null
        throw error
      },
    ))

  const add = async (offer: CardOffer, target: string | { readonly title: string }, frozen: boolean): Promise<void> => {
    set(offer.key, { status: 'adding' })
    try {
      const storyId = typeof target === 'string' ? target : await makeStory(target.title)
      const card = await addCard(
        { storyId, content: offer.content, caption: offer.caption ?? null, frozen },
        { client },
      )
      keepLastStory(personId, storyId)
      set(offer.key, { status: 'added', storyId, cardId: card.id })
      await refresh(storyId)
    } catch (error) {
      set(offer.key, { status: 'failed', reason: reasonOf(error) })
    }
  }

  const undo = async (key: string): Promise<void> => {
    const state = states[key]
    if (state?.status !== 'added' || removing.current.has(key)) return
    removing.current.add(key)
    try {
      await deleteCard(state.storyId, state.cardId, { client })
      set(key, undefined)
      await refresh(state.storyId)
    } catch (error) {
      // of a card that is gone there is nothing to undo; one that may be there must not be offered again, or it would be added twice
      set(key, error instanceof NotFoundError ? undefined : { ...state, reason: reasonOf(error) })
    } finally {
      removing.current.delete(key)
    }
  }

  return { add, undo, states, newStoryId }
}

/** Something that can become a card, and whether it has. One button adds and undoes, so that it can retain the focus. */
const OfferRow = ({ offer: { label, content }, state, isFirst, onAdd, onUndo }: OfferRowProps) => {
  const isAdded = state?.status === 'added'
  return (
    <li className={classes.offer}>
      <span className={classes.addWords}>
        <span className={textStyles.breakable}>{label}</span>{' '}
        <span className={textStyles.caption}>{kindWords[content.kind]}</span>
      </span>
      <output className={`${textStyles.caption} ${classes.added}`}>
        {isAdded && (
          <>
            <IconCheck size={15} stroke={2} aria-hidden /> Added
          </>
        )}
      </output>
      <Button
        size="compact-sm"
        variant={isAdded ? 'subtle' : 'light'}
        aria-label={isAdded ? `Undo: ${label}` : `Add ${label}`}
        leftSection={isAdded ? undefined : <IconPlus size={14} stroke={2} aria-hidden />}
        loading={state?.status === 'adding'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list loads after the dialog has opened, and Enter adds
        autoFocus={isFirst}
        onClick={isAdded ? onUndo : onAdd}
      >
        {isAdded ? 'Undo' : 'Add'}
      </Button>
      {state !== undefined && 'reason' in state && (
        <p className={`${textStyles.fault} ${classes.reason}`} role="alert">
          {state.reason}
        </p>
      )}
    </li>
  )
}

interface AddToStoryDialogProps {
  /** The subject of the cards: "oat milk". */
  subject: string
  offers: readonly CardOffer[]
  onClose: () => void
}

const newStory = 'new'

/** Selects which parts of a page become cards, and in which story. The last used story is preselected, so that one press adds. */
export const AddToStoryDialog = ({ subject, offers, onClose }: AddToStoryDialogProps) => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const { data, error, refetch } = useQuery(recentStoriesOptions(client))
  const personId = me?.profile.id ?? ''
  const [chosen, setChosen] = useState<string | null>(null)
  const [title, setTitle] = useState(subject)
  const [frozen, setFrozen] = useState(false)
  const stories = data?.items ?? []
  const last = readLastStory(personId)
  const defaultStory = stories.find(({ id }) => id === last) ?? stories[0]
  const storyId = chosen ?? defaultStory?.id ?? newStory
  const { add, undo, states, newStoryId } = useAddOffer(personId)
  const target = storyId === newStory ? (newStoryId ?? { title: title.trim() || subject }) : storyId
  const openId = typeof target === 'string' ? target : null
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      title={`Add “${subject}” to a story`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data === undefined || me === undefined ? (
        error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={200} radius="md" aria-label="Loading your stories" />
        )
      ) : (
        <div className={classes.dialog}>
          <Select
            label="Story"
            data={[
              ...stories.map(({ id, displayTitle }) => ({ value: id, label: displayTitle })),
              { value: newStory, label: 'A new story' },
            ]}
            value={storyId}
            onChange={setChosen}
            allowDeselect={false}
            searchable={stories.length > 8}
          />
          {storyId === newStory && newStoryId === null && (
            <TextInput
              label="Title of the new story"
              value={title}
              maxLength={maxStoryTitleLength}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
          {offers.some(({ content }) => isMeasured(content)) && (
            <Checkbox
              label="Freeze: keep the current values"
              checked={frozen}
              onChange={(event) => setFrozen(event.currentTarget.checked)}
            />
          )}
          <ul className={classes.offers} aria-label="What to add">
            {offers.map((offer, index) => (
              <OfferRow
                key={offer.key}
                offer={offer}
                state={states[offer.key]}
                isFirst={index === 0}
                onAdd={() => void add(offer, target, frozen)}
                onUndo={() => void undo(offer.key)}
              />
            ))}
          </ul>
          <div className={classes.foot}>
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
            {openId !== null && (
              <LinkButton
                to="/stories/$storyId"
                params={{ storyId: openId }}
                variant="subtle"
                preload={false}
                onClick={onClose}
              >
                Open the story
              </LinkButton>
            )}
            <span className={textStyles.note}>Cards are added to the end of the story.</span>
          </div>
        </div>
      )}
    </Modal>
  )
}

interface OfferRowProps {
  offer: CardOffer
  state: OfferState | undefined
  /** It takes the focus when the dialog opens. */
  isFirst: boolean
  onAdd: () => void
  onUndo: () => void
}

type OfferState =
  | { readonly status: 'adding' }
  /** With a reason when it could not be removed again. */
  | { readonly status: 'added'; readonly storyId: string; readonly cardId: string; readonly reason?: string }
  | { readonly status: 'failed'; readonly reason: string }
