import {
  addCard,
  type AddCardInput,
  type CardContent,
  deleteCard,
  type Story,
  type StoryCard,
  updateCard,
  updateStory,
} from '@auspex/sdk'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { invalidateLists, putCard, putStory, refetchStory, storyInCache } from '../stories.queries.ts'
import { applyOrder, isReordered } from './card-order.ts'
import { SaveQueue, FieldConflict, storedStory } from './saved-fields.ts'

/** How many consecutive changes by others are tolerated while this is sent. */
const maxAttempts = 5

/**
 * Saves one field of something that several people edit. Changes by others to other fields are adopted silently, one to the
 * same field is a conflict.
 *
 * @throws FieldConflict
 */
export const saveField = async <Version>(save: FieldSave<Version>, attempt = 1): Promise<void> => {
  const version = save.known()
  if (version === undefined) throw new FieldConflict(save.place, save.text, null)
  const stored = save.read(version)
  if (stored === save.text) return undefined
  if (stored !== save.base && !save.isOwn(stored)) throw new FieldConflict(save.place, save.text, stored)
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

/** All changes to a story. Each is shown immediately and saved separately. */
export const useStoryEditor = (storyId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { hiddenIds, delay } = useDelayedChanges()
  const [queue] = useState(() => new SaveQueue())
  const saving = useSyncExternalStore(queue.subscribe, () => queue.state)
  const [order, setOrder] = useState<readonly string[] | null>(null)

  const actions = useMemo(() => {
    const tools = { client, queryClient }
    const known = () => storyInCache(tools, storyId)
    const knownCard = (cardId: string) => known()?.cards.find(({ id }) => id === cardId)
    const put = (story: Story) => {
      putStory(tools, story)
      void invalidateLists(tools)
    }
    const take = async (card: StoryCard) => {
      if (putCard(tools, storyId, card) === 'behind') await refetchStory(tools, storyId)
      void invalidateLists(tools)
    }
    const adopt = (error: unknown): boolean => {
      const stored = storedStory(error)
      if (stored) putStory(tools, stored)
      return stored !== null
    }

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

    const saveText = (cardId: string, text: string, base: string) =>
      saveField<StoryCard>({
        place: textPlace(cardId),
        text,
        base,
        isOwn: isOwn(textPlace(cardId)),
        known: () => knownCard(cardId),
        read: ({ content }) => wordsOf(content),
        send: async ({ revision, content }) => {
          lastSavedTexts.set(textPlace(cardId), text)
          await take(
            await updateCard(
              { storyId, cardId, ...(revision !== undefined && { revision }), content: withWords(content, text) },
              { client },
            ),
          )
        },
        adopt,
      })

    const saveCaption = (cardId: string, text: string, base: string) =>
      saveField<StoryCard>({
        place: captionPlace(cardId),
        text,
        base,
        isOwn: isOwn(captionPlace(cardId)),
        known: () => knownCard(cardId),
        read: ({ caption }) => caption ?? '',
        send: async ({ revision }) => {
          lastSavedTexts.set(captionPlace(cardId), text)
          await take(
            await updateCard(
              { storyId, cardId, ...(revision !== undefined && { revision }), caption: text === '' ? null : text },
              { client },
            ),
          )
        },
        adopt,
      })

    /** Sends an order; cards that others added or deleted are respected, a different order by others is a conflict. */
    const sendOrder = async (ids: readonly string[], base: readonly string[]): Promise<void> => {
      const story = known()
      if (!story) return
      const stored = story.cards.map(({ id }) => id)
      if (isReordered(base, stored)) throw new FieldConflict(orderPlace, ids.join(' '), stored.join(' '))
      try {
        put(
          await updateStory(
            { id: storyId, revision: story.revision, cards: [...applyOrder(story.cards, ids)] },
            { client },
          ),
        )
      } catch (error) {
        if (!adopt(error)) throw error
        return sendOrder(ids, base)
      }
    }

    /** Saves text in the place where it belongs. */
    const saveAt = (place: string, text: string, base: string) => {
      const [cardId = '', field] = place.split('.')
      const run =
        place === titlePlace
          ? () => saveTitle(text, base)
          : field === 'text'
            ? () => saveText(cardId, text, base)
            : () => saveCaption(cardId, text, base)
      queue.add({ place, run })
    }

    return {
      saveAt,
      saveGroup: (organizationGroupId: string | null) =>
        queue.add({
          place: 'group',
          run: async () => put(await updateStory({ id: storyId, organizationGroupId }, { client })),
        }),
      reorder: (ids: readonly string[]) => {
        const base = known()?.cards.map(({ id }) => id) ?? []
        setOrder(ids)
        queue.add({
          place: orderPlace,
          run: async () => {
            await sendOrder(ids, base)
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
            await take(card)
            onAdded?.(card)
          },
        }),
      setFrozen: (cardId: string, frozen: boolean) =>
        queue.add({
          place: `${cardId}.frozen`,
          run: async () => take(await updateCard({ storyId, cardId, frozen }, { client })),
        }),
      remove: (card: StoryCard, name: string) =>
        delay({
          ids: [card.id],
          text: `Card deleted: ${name}`,
          send: async (options) => {
            await deleteCard(storyId, card.id, { client, ...options })
            await refetchStory(tools, storyId)
            await invalidateLists(tools)
          },
        }),
      retry: () => queue.retry(),
      drop: (place: string) => queue.drop(place),
    }
  }, [client, queryClient, storyId, queue, delay])

  return { saving, order, hiddenIds, ...actions }
}

/** The editable text of a card: its Markdown, or the alternative text of a picture. */
export const wordsOf = (content: CardContent): string =>
  content.kind === 'text' ? content.text : content.kind === 'image' ? content.alt : ''

const withWords = (content: CardContent, words: string): CardContent =>
  content.kind === 'text'
    ? { ...content, text: words }
    : content.kind === 'image'
      ? { ...content, alt: words }
      : content

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
