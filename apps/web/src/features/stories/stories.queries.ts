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
  getGetMeQueryOptions,
  getGetStoryQueryKey,
  getGetStoryQueryOptions,
  getGetStoryVersionQueryOptions,
  getListRecentSearchesQueryOptions,
  getListSignalDocumentsQueryOptions,
  getListStoriesQueryKey,
  getListStoriesQueryOptions,
  getListStoryVersionsQueryOptions,
} from '@auspex/sdk/react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

const perPage = 30

export const meOptions = (client: AuspexClient) => getGetMeQueryOptions({ request: { client } })

/** The stories of a person, a page after the other, last changed first. */
export const storiesOptions = (client: AuspexClient, searchTerm: string) => {
  const filter = searchTerm === '' ? {} : { searchTerm }
  return infiniteQueryOptions({
    queryKey: [...getListStoriesQueryKey(filter), 'pages'],
    queryFn: ({ signal, pageParam }) => listStories({ ...filter, page: pageParam, perPage }, { client, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.page < page.totalPages ? page.page + 1 : undefined),
    placeholderData: keepPreviousData,
    // colleagues change them too
    staleTime: 0,
  })
}

/** The stories that something can be added to: those changed last. */
export const recentStoriesOptions = (client: AuspexClient) =>
  getListStoriesQueryOptions({ perPage: 100 }, { request: { client }, query: { staleTime: 0 } })

export const storyOptions = (client: AuspexClient, storyId: string) =>
  getGetStoryQueryOptions(storyId, { request: { client }, query: { staleTime: 0 } })

export const versionsOptions = (client: AuspexClient, storyId: string) =>
  getListStoryVersionsQueryOptions(storyId, { perPage: 200 }, { request: { client }, query: { staleTime: 0 } })

export const versionOptions = (client: AuspexClient, storyId: string, revision: number) =>
  getGetStoryVersionQueryOptions(storyId, revision, { request: { client } })

/** The signals that a person looked at, for whoever wants to show one. */
export const recentSignalsOptions = (client: AuspexClient) => getListRecentSearchesQueryOptions({ request: { client } })

/** The newest documents of a signal, to choose from; asked for only when a signal is chosen. */
export const signalDocumentsOptions = (client: AuspexClient, signalId: string | null) =>
  getListSignalDocumentsQueryOptions(
    signalId ?? '',
    { perPage: 50, sort: 'newest' },
    { request: { client }, query: { enabled: signalId !== null } },
  )

export const useCreateStory = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CreateStoryInput) => createStory(input, { client }),
    onSuccess: (story) => {
      putStory(queryClient, story)
      return invalidateLists(queryClient)
    },
  })
}

/** Deletes a story and takes it out of the lists. */
export const sendStoryDeletion = async (
  options: { readonly client: AuspexClient; readonly fetch: typeof globalThis.fetch },
  queryClient: QueryClient,
  storyId: string,
): Promise<void> => {
  await deleteStory(storyId, options)
  queryClient.removeQueries({ queryKey: getGetStoryQueryKey(storyId) })
  await invalidateLists(queryClient)
}

export const invalidateLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: getListStoriesQueryKey() })

export const putStory = (queryClient: QueryClient, story: Story): void => {
  queryClient.setQueryData<Story>(getGetStoryQueryKey(story.id), story)
}

export const storyInCache = (queryClient: QueryClient, storyId: string): Story | undefined =>
  queryClient.getQueryData<Story>(getGetStoryQueryKey(storyId))

export const refetchStory = (client: AuspexClient, queryClient: QueryClient, storyId: string): Promise<Story> =>
  queryClient.fetchQuery({ ...storyOptions(client, storyId), staleTime: 0 })

/**
 * Puts a card that the server answered into the story on the screen. Its revision is that of the story; when it is not the next
 * one, somebody else has changed the story as well, and it has to be read again.
 */
export const putCard = (queryClient: QueryClient, storyId: string, card: StoryCard): 'complete' | 'behind' => {
  const story = storyInCache(queryClient, storyId)
  if (!story) return 'behind'
  const isNew = !story.cards.some(({ id }) => id === card.id)
  const cards = isNew ? [...story.cards, card] : story.cards.map((one) => (one.id === card.id ? card : one))
  const isNext = card.revision === story.revision + 1 || card.revision === story.revision
  putStory(queryClient, { ...story, cards, revision: isNext ? (card.revision ?? story.revision) : story.revision })
  return isNext ? 'complete' : 'behind'
}
