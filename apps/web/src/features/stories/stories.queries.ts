import {
  type AuspexClient,
  createStory,
  type CreateStoryInput,
  deleteStory,
  listStories,
  type Story,
  type StoryCard,
} from '@auspex/sdk'
import {
  getMeQueryOptions,
  getStoryQueryKey,
  getStoryQueryOptions,
  getStoryVersionQueryOptions,
  listSignalDocumentsQueryOptions,
  listStoriesQueryKey,
  listStoriesQueryOptions,
  listStoryVersionsQueryOptions,
} from '@auspex/sdk/react'
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { byPage, keepAnswer, type QueryTools } from '../../lib/api/query.ts'

const perPage = 30

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** The person's stories, page by page, most recently changed first. */
export const storiesOptions = (client: AuspexClient, searchTerm: string) => {
  const filter = searchTerm === '' ? {} : { searchTerm }
  return infiniteQueryOptions({
    queryKey: [...listStoriesQueryKey(client, filter), 'pages'],
    queryFn: ({ signal, pageParam }) => listStories({ ...filter, page: pageParam, perPage }, { client, signal }),
    ...byPage,
    placeholderData: keepPreviousData,
    // colleagues change them too
    staleTime: 0,
  })
}

/** The stories that something can be added to: the most recently changed ones. */
export const recentStoriesOptions = (client: AuspexClient) =>
  listStoriesQueryOptions({ perPage: 100 }, { request: { client }, query: { staleTime: 0 } })

export const storyOptions = (client: AuspexClient, storyId: string) =>
  getStoryQueryOptions(storyId, { request: { client }, query: { staleTime: 0 } })

export const versionsOptions = (client: AuspexClient, storyId: string) =>
  listStoryVersionsQueryOptions(storyId, { perPage: 200 }, { request: { client }, query: { staleTime: 0 } })

export const versionOptions = (client: AuspexClient, storyId: string, revision: number) =>
  getStoryVersionQueryOptions(storyId, revision, { request: { client } })

/** The newest documents of a signal, to choose from; fetched only if a signal is selected. */
export const signalDocumentsOptions = (client: AuspexClient, signalId: string | null) =>
  listSignalDocumentsQueryOptions(
    signalId ?? '',
    { perPage: 50, sort: 'newest' },
    { request: { client }, query: { enabled: signalId !== null } },
  )

export const useCreateStory = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CreateStoryInput) => createStory(input, { client }),
    onSuccess: (story) => {
      putStory({ client, queryClient }, story)
      return invalidateLists({ client, queryClient })
    },
  })
}

/** Deletes a story and removes it from the lists. */
export const sendStoryDeletion = async (
  { client, queryClient, fetch }: QueryTools & { readonly fetch: typeof globalThis.fetch },
  storyId: string,
): Promise<void> => {
  await deleteStory(storyId, { client, fetch })
  queryClient.removeQueries({ queryKey: getStoryQueryKey(client, storyId) })
  await invalidateLists({ client, queryClient })
}

export const invalidateLists = ({ client, queryClient }: QueryTools): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listStoriesQueryKey(client) })

export const putStory = ({ client, queryClient }: QueryTools, story: Story): void => {
  keepAnswer(queryClient, getStoryQueryKey(client, story.id), story)
}

export const storyInCache = ({ client, queryClient }: QueryTools, storyId: string): Story | undefined =>
  queryClient.getQueryData<Story>(getStoryQueryKey(client, storyId))

export const refetchStory = ({ client, queryClient }: QueryTools, storyId: string): Promise<Story> =>
  queryClient.fetchQuery({ ...storyOptions(client, storyId), staleTime: 0 })

/**
 * Puts a card from a response into the cached story. Its revision is that of the story; if it is not the next one, somebody
 * else has changed the story as well, and it must be refetched.
 */
export const putCard = (tools: QueryTools, storyId: string, card: StoryCard): 'complete' | 'behind' => {
  const story = storyInCache(tools, storyId)
  if (!story) return 'behind'
  const isNew = !story.cards.some(({ id }) => id === card.id)
  const cards = isNew ? [...story.cards, card] : story.cards.map((other) => (other.id === card.id ? card : other))
  const isNext = card.revision === story.revision + 1 || card.revision === story.revision
  putStory(tools, { ...story, cards, revision: isNext ? (card.revision ?? story.revision) : story.revision })
  return isNext ? 'complete' : 'behind'
}
