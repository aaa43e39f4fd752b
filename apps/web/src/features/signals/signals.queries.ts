import {
  type AuspexClient,
  type GetSignalSectionParams,
  listSignalDocuments,
  type ListSignalDocumentsParams,
} from '@auspex/sdk'
import {
  getGetDocumentToneQueryOptions,
  getGetSignalNumberQueryOptions,
  getGetSignalReportQueryOptions,
  getGetSignalSectionQueryOptions,
  getListSignalDocumentsQueryKey,
} from '@auspex/sdk/react'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

/** Documents that one request brings. */
const documentsPerPage = 50

export const signalReportOptions = (client: AuspexClient, signalId: string) =>
  getGetSignalReportQueryOptions(signalId, undefined, { request: { client } })

/** A series of the report in another interval, or of fewer days. The days shown before stay until the answer comes. */
export const seriesOptions = (
  client: AuspexClient,
  signalId: string,
  section: 'volume' | 'tone' | 'attention',
  params: Pick<GetSignalSectionParams, 'interval' | 'from' | 'to'> | null,
) =>
  getGetSignalSectionQueryOptions(signalId, section, params ?? undefined, {
    request: { client },
    query: { enabled: params !== null, placeholderData: keepPreviousData },
  })

export const forecastOptions = (client: AuspexClient, signalId: string) =>
  getGetSignalSectionQueryOptions(signalId, 'forecast', undefined, { request: { client } })

export const narrativesOptions = (client: AuspexClient, signalId: string) =>
  getGetSignalSectionQueryOptions(signalId, 'narratives', undefined, { request: { client } })

export const documentToneOptions = (client: AuspexClient, id: string, signalId: string | undefined) =>
  getGetDocumentToneQueryOptions(id, signalId === undefined ? {} : { signalId }, { request: { client } })

export const signalNumberOptions = (client: AuspexClient, signalId: string, pointer: string) =>
  getGetSignalNumberQueryOptions(signalId, { pointer }, { request: { client } })

export const signalDocumentsOptions = (client: AuspexClient, signalId: string, filter: ListSignalDocumentsParams) =>
  infiniteQueryOptions({
    queryKey: [...getListSignalDocumentsQueryKey(signalId, filter), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      listSignalDocuments(signalId, { ...filter, page: pageParam, perPage: documentsPerPage }, { client, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.page < page.totalPages ? page.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
