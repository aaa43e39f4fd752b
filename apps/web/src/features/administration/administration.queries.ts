import type {
  AuspexClient,
  ListAuditEntriesParams,
  ListDeletedDocumentsParams,
  ListSecurityEventsParams,
  ListFilteredOrganizationsParams,
  ListGodmodePortfoliosParams,
  ListIssuedAccessTokensParams,
  ListJobsParams,
  ListOrganizationGroupsParams,
  ListUsersParams,
} from '@auspex/sdk'
import {
  getCacheStatusQueryKey,
  getCacheStatusQueryOptions,
  getMeQueryKey,
  listAuditEntriesQueryKey,
  listAuditEntriesQueryOptions,
  listDeletedDocumentsQueryKey,
  listDeletedDocumentsQueryOptions,
  listSecurityEventsQueryOptions,
  listFilteredOrganizationsQueryKey,
  listFilteredOrganizationsQueryOptions,
  listGodmodePortfoliosQueryKey,
  listGodmodePortfoliosQueryOptions,
  listIssuedAccessTokensQueryKey,
  listIssuedAccessTokensQueryOptions,
  listJobsQueryKey,
  listJobsQueryOptions,
  listOrganizationGroupsQueryKey,
  listOrganizationGroupsQueryOptions,
  listRegisteredClientsQueryKey,
  listRegisteredClientsQueryOptions,
  listOrganizationGroupUsersQueryKey,
  listOrganizationGroupUsersQueryOptions,
  listUsersQueryKey,
  listUsersQueryOptions,
  previewUserDeletionQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData } from '@tanstack/react-query'
import { type QueryTools } from '../../lib/api/query.ts'

/** Administrators need current data; the last page stays on the screen until the next one has loaded. */
const listOptions = { staleTime: 0, placeholderData: keepPreviousData } as const
/** Jobs and updates progress while they are on the screen. */
const pollIntervalMs = 4000

export const organizationsOptions = (client: AuspexClient, params: ListFilteredOrganizationsParams) =>
  listFilteredOrganizationsQueryOptions(params, { request: { client }, query: listOptions })
export const groupsOptions = (client: AuspexClient, params: ListOrganizationGroupsParams) =>
  listOrganizationGroupsQueryOptions(params, { request: { client }, query: listOptions })
export const groupUsersOptions = (client: AuspexClient, groupId: string, page: number) =>
  listOrganizationGroupUsersQueryOptions(groupId, { page, perPage: 50 }, { request: { client }, query: listOptions })
export const peopleOptions = (client: AuspexClient, params: ListUsersParams) =>
  listUsersQueryOptions(params, { request: { client }, query: listOptions })
/** Counted on every request: what is deleted is what exists at that moment. */
export const userDeletionOptions = (client: AuspexClient, userId: string) =>
  previewUserDeletionQueryOptions(userId, { request: { client }, query: { staleTime: 0, gcTime: 0 } })
export const portfoliosOptions = (client: AuspexClient, params: ListGodmodePortfoliosParams) =>
  listGodmodePortfoliosQueryOptions(params, { request: { client }, query: listOptions })
export const issuedTokensOptions = (client: AuspexClient, params: ListIssuedAccessTokensParams) =>
  listIssuedAccessTokensQueryOptions(params, { request: { client }, query: listOptions })
export const registeredClientsOptions = (client: AuspexClient) =>
  listRegisteredClientsQueryOptions({ request: { client }, query: { staleTime: 0 } })
export const securityOptions = (client: AuspexClient, params: ListSecurityEventsParams) =>
  listSecurityEventsQueryOptions(params, { request: { client }, query: listOptions })
export const auditOptions = (client: AuspexClient, params: ListAuditEntriesParams) =>
  listAuditEntriesQueryOptions(params, { request: { client }, query: listOptions })
export const deletedDocumentsOptions = (client: AuspexClient, params: ListDeletedDocumentsParams) =>
  listDeletedDocumentsQueryOptions(params, {
    request: { client },
    query: {
      ...listOptions,
      refetchInterval: ({ state }) =>
        state.data?.items.every(({ isErased }) => isErased) === false ? pollIntervalMs : false,
    },
  })

export const jobsOptions = (client: AuspexClient, params: ListJobsParams) =>
  listJobsQueryOptions(params, { request: { client }, query: { ...listOptions, refetchInterval: pollIntervalMs } })

export const cacheOptions = (client: AuspexClient, x: string) =>
  getCacheStatusQueryOptions(x, {
    request: { client },
    query: {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollIntervalMs / 2 : false),
    },
  })

const shownKeys = [
  listFilteredOrganizationsQueryKey,
  listOrganizationGroupsQueryKey,
  listUsersQueryKey,
  listGodmodePortfoliosQueryKey,
  listIssuedAccessTokensQueryKey,
  listRegisteredClientsQueryKey,
  listAuditEntriesQueryKey,
  listDeletedDocumentsQueryKey,
  listJobsQueryKey,
  getMeQueryKey,
  listOrganizationGroupUsersQueryKey,
  getCacheStatusQueryKey,
]

/** Refetches what the administration shows, and the profile: administrators may have changed themselves. */
export const refreshAdministration = async ({ client, queryClient }: QueryTools): Promise<void> => {
  await Promise.all(shownKeys.map((getQueryKey) => queryClient.invalidateQueries({ queryKey: getQueryKey(client) })))
}
