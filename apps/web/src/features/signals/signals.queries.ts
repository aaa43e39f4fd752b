import { type AuspexClient, listSignalDocuments, type ListSignalDocumentsParams } from '@auspex/sdk'
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

export const forecastOptions = (client: AuspexClient, signalId: string) =>
  getGetSignalSectionQueryOptions(signalId, 'forecast', undefined, { request: { client } })

export const narrativesOptions = (client: AuspexClient, signalId: string) =>
  getGetSignalSectionQueryOptions(signalId, 'narratives', undefined, { request: { client } })

export const documentToneOptions = (client: AuspexClient, id: string) =>
  getGetDocumentToneQueryOptions(id, { request: { client } })

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
