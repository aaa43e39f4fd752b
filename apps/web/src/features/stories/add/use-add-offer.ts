import { addCard, createStory, deleteCard } from '@auspex/sdk'
import { getStoryQueryKey } from '@auspex/sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import type { CardOffer } from '../../../lib/dialog-request.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { invalidateLists } from '../stories.queries.ts'
import { keepLastStory } from './last-story.ts'

/** What became of an offer. */
export type OfferState =
  | { readonly status: 'adding' }
  | { readonly status: 'added'; readonly storyId: string; readonly cardId: string }
  | { readonly status: 'failed'; readonly reason: string }

/** Adds offers to a story, which is made first when it is new, and takes them back. */
export const useAddOffer = (personId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const [states, setStates] = useState<Readonly<Record<string, OfferState | undefined>>>({})
  const [madeStoryId, setMadeStoryId] = useState<string | null>(null)
  /** Two quick presses make one story, not two. */
  const making = useRef<Promise<string> | null>(null)
  const set = (key: string, state: OfferState | undefined) => setStates((before) => ({ ...before, [key]: state }))
  const refresh = (storyId: string) =>
    Promise.all([
      invalidateLists({ client, queryClient }),
      queryClient.invalidateQueries({ queryKey: getStoryQueryKey(client, storyId) }),
    ])
  const fail = (key: string, error: unknown) => {
    const { message, detail } = describeFailure(error)
    set(key, { status: 'failed', reason: detail ?? `${message}.` })
  }

  const makeStory = (title: string): Promise<string> =>
    (making.current ??= createStory({ title, displayTitle: title }, { client }).then(
      ({ id }) => {
        setMadeStoryId(id)
        return id
      },
      (error: unknown) => {
        making.current = null
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
      fail(offer.key, error)
    }
  }

  const undo = async (key: string): Promise<void> => {
    const state = states[key]
    if (state?.status !== 'added') return
    try {
      await deleteCard(state.storyId, state.cardId, { client })
      set(key, undefined)
      await refresh(state.storyId)
    } catch (error) {
      fail(key, error)
    }
  }

  return { add, undo, states, madeStoryId }
}
