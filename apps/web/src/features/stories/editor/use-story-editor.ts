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
import { useClient } from '../../../lib/api.tsx'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { invalidateLists, putCard, putStory, refetchStory, storyInCache } from '../stories.queries.ts'
import { applyOrder, isReordered } from './card-order.ts'
import { saveField } from './save-field.ts'
import { SaveQueue } from './save-queue.ts'
import { FieldConflict, storedStory } from './stale-field.ts'

export type StoryEditor = ReturnType<typeof useStoryEditor>

/** Places of a story in which words are typed. */
export const titlePlace = 'title'
export const orderPlace = 'order'
export const textPlace = (cardId: string) => `${cardId}.text`
export const captionPlace = (cardId: string) => `${cardId}.caption`

/** Everything that can be changed in a story. Each change is shown at once and saved by itself. */
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

    /** The words that were stored last from here, by their place. */
    const own = new Map<string, string>()
    const isOwn = (place: string) => (words: string) => own.get(place) === words

    const saveTitle = (text: string, base: string) =>
      saveField<Story>({
        place: titlePlace,
        text,
        base,
        isOwn: isOwn(titlePlace),
        known,
        read: ({ displayTitle }) => displayTitle,
        send: async ({ revision }) => {
          own.set(titlePlace, text)
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
          own.set(textPlace(cardId), text)
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
          own.set(captionPlace(cardId), text)
          await take(
            await updateCard(
              { storyId, cardId, ...(revision !== undefined && { revision }), caption: text === '' ? null : text },
              { client },
            ),
          )
        },
        adopt,
      })

    /** Sends an order; cards that others added or deleted meanwhile are kept as they are, another order of theirs is a conflict. */
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

    /** Saves words in the place where they belong. */
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
            // once the screen has heard the answer: before, it would show the old order for a moment
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
          // two cards are never one change
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

/** What a person may write into a card: the words of a text, what a picture shows. */
export const wordsOf = (content: CardContent): string =>
  content.kind === 'text' ? content.text : content.kind === 'image' ? content.alt : ''

const withWords = (content: CardContent, words: string): CardContent =>
  content.kind === 'text'
    ? { ...content, text: words }
    : content.kind === 'image'
      ? { ...content, alt: words }
      : content
