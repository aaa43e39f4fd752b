import {
  type AuspexClient,
  completeTask,
  getSuggestions,
  type Onboarding,
  type OnboardingTask,
  type PreferenceParamsInput,
  resetOnboarding,
  updateCurrentTask,
  updatePreferences,
  type UserProfile,
} from '@auspex/sdk'
import {
  getMeQueryKey,
  getMeQueryOptions,
  listIndustriesQueryOptions,
  listRecentSearchesQueryOptions,
} from '@auspex/sdk/react'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
/** The most recently viewed signal; null if there is none. */
export const lastSignalOptions = (client: AuspexClient) =>
  listRecentSearchesQueryOptions({
    request: { client },
    query: { select: ({ items }) => items[0]?.signalId ?? null },
  })
export const industriesOptions = (client: AuspexClient) => listIndustriesQueryOptions({ request: { client } })

/** Topics for the person's preferences; refetched when those change. */
export const suggestionsOptions = (client: AuspexClient, { profile }: UserProfile) =>
  queryOptions({
    queryKey: ['suggestions', profile.preferences.params],
    queryFn: ({ signal }) => getSuggestions({}, { client, signal }),
    staleTime: 5 * 60_000,
  })

interface TaskCompletion {
  taskId: OnboardingTask
  /** The task that follows. */
  currentTask: OnboardingTask | null
  /** It is not the current task. */
  isOutOfOrder?: boolean
}

export const useCompleteTask = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ isOutOfOrder = false, ...input }: TaskCompletion) => {
      if (isOutOfOrder) await updateCurrentTask({ currentTask: input.taskId }, { client })
      return completeTask(input, { client })
    },
    onSuccess: (onboarding) => changeProfile({ client, queryClient }, (profile) => ({ ...profile, onboarding })),
  })
}

export const useChooseTask = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (currentTask: OnboardingTask) => updateCurrentTask({ currentTask }, { client }),
    onSuccess: (onboarding) => changeProfile({ client, queryClient }, (profile) => ({ ...profile, onboarding })),
  })
}

export const useUpdatePreferences = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: PreferenceParamsInput) => updatePreferences({ params }, { client }),
    onSuccess: (preferences) =>
      changeProfile({ client, queryClient }, (me) => ({ ...me, profile: { ...me.profile, preferences } })),
  })
}

/** Resets completed tasks and preferences. */
export const useResetOnboarding = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  const params = { archetype: null, industry: null, goal: null, industry_id: null }
  return useMutation({
    mutationFn: (): Promise<Onboarding> => resetOnboarding({ client }),
    onSuccess: (onboarding) =>
      changeProfile({ client, queryClient }, (me) => ({
        ...me,
        onboarding,
        profile: { ...me.profile, preferences: { params } },
      })),
  })
}

interface Cache {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

const changeProfile = ({ client, queryClient }: Cache, change: (profile: UserProfile) => UserProfile): void => {
  queryClient.setQueryData<UserProfile>(getMeQueryKey(client), (profile) => profile && change(profile))
}
