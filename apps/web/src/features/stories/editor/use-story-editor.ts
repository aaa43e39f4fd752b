import {
  addCard,
  type AddCardInput,
  type CardContent,
  deleteCard,
  type Story,
  type StoryCard,
  updateCard,
  type UpdateCardInput,
  updateStory,
} from '@auspex/sdk'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { invalidateLists, putCard, putStory, refetchStory, storyInCache } from '../stories.queries.ts'
import { applyOrder, isReordered } from './card-order.ts'
import { SaveQueue, FieldConflictError, storedStory } from './saved-fields.ts'
import type { QueryTools } from '../../../lib/api/query.ts'

/** How many consecutive changes by others are tolerated while this is sent. */
const maxAttempts = 5

/**
 * Saves one field of something that several people edit. Changes by others to other fields are adopted silently, one to the
 * same field is a conflict.
 *
 * @throws FieldConflictError
 */
export const saveField = async <Version>(save: FieldSave<Version>, attempt = 1): Promise<void> => {
  const version = save.known()
  if (version === undefined) throw new FieldConflictError(save.place, save.text, null)
  const storedText = save.read(version)
  if (storedText === save.text) return undefined
  if (storedText !== save.base && !save.isOwn(storedText))
    throw new FieldConflictError(save.place, save.text, storedText)
  try {
    await save.send(version)
    return undefined
  } catch (error) {
    if (attempt === maxAttempts || !save.adopt(error)) throw error
    return saveField(save, attempt + 1)
  }
}

export type StoryEditor = ReturnType<typeof useStoryEditor>

/** The editable texts of a story. */
export const titlePlace = 'title'
export const orderPlace = 'order'
export const textPlace = (cardId: string) => `${cardId}.text`
export const captionPlace = (cardId: string) => `${cardId}.caption`

/** One story of the cache: what is known of it, and how the server's replies reach it. */
const createStoryStore = (tools: QueryTools, storyId: string) => {
  const readStory = () => storyInCache(tools, storyId)
  return {
    client: tools.client,
    storyId,
    known: readStory,
    knownCard: (cardId: string) => readStory()?.cards.find(({ id }) => id === cardId),
    put: (story: Story) => {
      putStory(tools, story)
      void invalidateLists(tools)
    },
    takeCard: async (card: StoryCard) => {
      if (putCard(tools, storyId, card) === 'behind') await refetchStory(tools, storyId)
      void invalidateLists(tools)
    },
    /** Adopts the version in a refusal; false for any other failure. */
    adopt: (error: unknown): boolean => {
      const newerStory = storedStory(error)
      if (newerStory) putStory(tools, newerStory)
      return newerStory !== null
    },
    refetch: async () => {
      await refetchStory(tools, storyId)
      await invalidateLists(tools)
    },
  }
}

type StoryStore = ReturnType<typeof createStoryStore>

/** Returns a function that saves the text of one place. */
const createTextSaver = ({ client, storyId, known, knownCard, put, takeCard, adopt }: StoryStore) => {
  /** The texts last saved from here, by their place. */
  const lastSavedTexts = new Map<string, string>()
  const isOwn = (place: string) => (words: string) => lastSavedTexts.get(place) === words

  const saveTitle = (text: string, base: string) =>
    saveField<Story>({
      place: titlePlace,
      text,
      base,
      isOwn: isOwn(titlePlace),
      known,
      read: ({ displayTitle }) => displayTitle,
      send: async ({ revision }) => {
        lastSavedTexts.set(titlePlace, text)
        put(await updateStory({ id: storyId, revision, title: text, displayTitle: text }, { client }))
      },
      adopt,
    })

  return (place: string, text: string, base: string): Promise<void> => {
    if (place === titlePlace) return saveTitle(text, base)
    const [cardId = '', field] = place.split('.')
    const { read, toChange } = field === 'text' ? cardText : cardCaption
    return saveField<StoryCard>({
      place,
      text,
      base,
      isOwn: isOwn(place),
      known: () => knownCard(cardId),
      read,
      send: async (card) => {
        lastSavedTexts.set(place, text)
        const { revision } = card
        await takeCard(
          await updateCard(
            { storyId, cardId, ...(revision !== undefined && { revision }), ...toChange(card, text) },
            { client },
          ),
        )
      },
      adopt,
    })
  }
}

/** Sends an order; cards that others added or deleted are respected, a different order by others is a conflict. */
const sendOrder = async (store: StoryStore, ids: readonly string[], base: readonly string[]): Promise<void> => {
  const { client, storyId, known, put, adopt } = store
  const story = known()
  if (!story) return
  const storedOrder = story.cards.map(({ id }) => id)
  if (isReordered(base, storedOrder)) throw new FieldConflictError(orderPlace, ids.join(' '), storedOrder.join(' '))
  try {
    put(
      await updateStory(
        { id: storyId, revision: story.revision, cards: [...applyOrder(story.cards, ids)] },
        { client },
      ),
    )
  } catch (error) {
    if (!adopt(error)) throw error
    return sendOrder(store, ids, base)
  }
}

/** All changes to a story. Each is shown immediately and saved separately. */
export const useStoryEditor = (storyId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { hiddenIds, delay } = useDelayedChanges()
  const [queue] = useState(() => new SaveQueue())
  const saving = useSyncExternalStore(queue.subscribe, () => queue.state)
  const [order, setOrder] = useState<readonly string[] | null>(null)

  const actions = useMemo(() => {
    const store = createStoryStore({ client, queryClient }, storyId)
    const saveText = createTextSaver(store)

    return {
      /** Saves text in the place where it belongs. */
      saveAt: (place: string, text: string, base: string) =>
        queue.add({ place, run: () => saveText(place, text, base) }),
      saveGroup: (organizationGroupId: string | null) =>
        queue.add({
          place: 'group',
          run: async () => store.put(await updateStory({ id: storyId, organizationGroupId }, { client })),
        }),
      reorder: (ids: readonly string[]) => {
        const base = store.known()?.cards.map(({ id }) => id) ?? []
        setOrder(ids)
        queue.add({
          place: orderPlace,
          run: async () => {
            await sendOrder(store, ids, base)
            // only after the screen has received the response: earlier, it would briefly show the old order
            notifyManager.schedule(() => setOrder((now) => (now === ids ? null : now)))
          },
        })
      },
      keepStoredOrder: () => {
        setOrder(null)
        queue.drop(orderPlace)
      },
      add: (input: Omit<AddCardInput, 'storyId'>, onAdded?: (card: StoryCard) => void) =>
        queue.add({
          // two added cards are always separate changes
          place: `add ${crypto.randomUUID()}`,
          run: async () => {
            const card = await addCard({ storyId, ...input }, { client })
            await store.takeCard(card)
            onAdded?.(card)
          },
        }),
      setFrozen: (cardId: string, frozen: boolean) =>
        queue.add({
          place: `${cardId}.frozen`,
          run: async () => store.takeCard(await updateCard({ storyId, cardId, frozen }, { client })),
        }),
      remove: (card: StoryCard, name: string) =>
        delay({
          ids: [card.id],
          text: `Card deleted: ${name}`,
          send: async (options) => {
            await deleteCard(storyId, card.id, { client, ...options })
            await store.refetch()
          },
        }),
      retry: () => queue.retry(),
      drop: (place: string) => queue.drop(place),
    }
  }, [client, queryClient, storyId, queue, delay])

  return { saving, order, hiddenIds, ...actions }
}

/** The editable text of a card: its Markdown, or the alternative text of a picture. */
export const wordsOf = (content: CardContent): string => {
  if (content.kind === 'text') return content.text
  return content.kind === 'image' ? content.alt : ''
}

const withWords = (content: CardContent, words: string): CardContent => {
  if (content.kind === 'text') return { ...content, text: words }
  return content.kind === 'image' ? { ...content, alt: words } : content
}

/** One text of a card. */
interface CardField {
  readonly read: (card: StoryCard) => string
  readonly toChange: (card: StoryCard, text: string) => Pick<UpdateCardInput, 'content' | 'caption'>
}

const cardText: CardField = {
  read: ({ content }) => wordsOf(content),
  toChange: ({ content }, text) => ({ content: withWords(content, text) }),
}

const cardCaption: CardField = {
  read: ({ caption }) => caption ?? '',
  toChange: (_card, text) => ({ caption: text === '' ? null : text }),
}

interface FieldSave<Version> {
  readonly place: string
  /** The typed text. */
  readonly text: string
  /** The stored text when typing began. */
  readonly base: string
  /** Whether this stored text was sent from here. */
  readonly isOwn: (words: string) => boolean
  /** The newest known version; undefined if it was deleted. */
  readonly known: () => Version | undefined
  readonly read: (version: Version) => string
  /** Sends the text with the revision of this version. */
  readonly send: (version: Version) => Promise<unknown>
  /** Adopts the version in a refusal; false for any other failure. */
  readonly adopt: (error: unknown) => boolean
}
