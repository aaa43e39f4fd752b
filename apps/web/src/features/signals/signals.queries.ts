import {
  type AuspexClient,
  type CompareMeasurementsParams,
  deleteDocument,
  type DocumentLabel,
  getSignalDocument,
  getSignalSection,
  labelQueryDocuments,
  type QueryCheckState,
  startQueryCheck,
  type GetSignalReportParams,
  type GetSignalSectionParams,
  listSignalDocuments,
  type ListSignalDocumentsParams,
  type MedicineSection,
  NotFoundError,
  type QueryEcho,
  signalBySources,
  updateDeletedDocument,
  type SignalReport,
  type SourceKey,
} from '@auspex/sdk'
import {
  compareMeasurementsQueryKey,
  compareMeasurementsQueryOptions,
  listDeletedDocumentsQueryKey,
  listMeasurementsQueryKey,
  listMeasurementsQueryOptions,
  getDocumentToneQueryOptions,
  getQueryCheckQueryKey,
  getQueryCheckQueryOptions,
  listQuerySuggestionsQueryKey,
  listQuerySuggestionsQueryOptions,
  listSimilarDocumentsQueryOptions,
  getSignalDocumentQueryKey,
  getSignalDocumentQueryOptions,
  getCounterEvidenceQueryOptions,
  getSignalNumberQueryOptions,
  getSignalReportQueryOptions,
  getSignalSectionQueryKey,
  getSignalSectionQueryOptions,
  listSignalDocumentsQueryKey,
  listSignalDocumentsQueryOptions,
  listSourcesQueryOptions,
} from '@auspex/sdk/react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { keepAnswer } from '../../lib/api/query.ts'

type PageParam = ListSignalDocumentsParams

const firstPage: PageParam = { page: 1 }

/** How many documents one request returns. */
const documentsPerPage = 50

export const signalReportOptions = (client: AuspexClient, signalId: string, asOf?: string) =>
  getSignalReportQueryOptions(signalId, asOf === undefined ? undefined : { asOf }, { request: { client } })

/** The report of some of its days; fetched only if days are chosen. */
export const daysReportOptions = (
  client: AuspexClient,
  signalId: string,
  days: Required<Pick<GetSignalReportParams, 'from' | 'to'>> | null,
) =>
  getSignalReportQueryOptions(signalId, days ?? undefined, {
    request: { client },
    query: { enabled: days !== null, placeholderData: keepPreviousData },
  })

/** A series of the report in another interval, or of fewer days. The previous days stay until the response arrives. */
export const seriesOptions = (
  client: AuspexClient,
  signalId: string,
  section: 'volume' | 'tone' | 'attention',
  params: GetSignalSectionParams | null,
) =>
  getSignalSectionQueryOptions(signalId, section, params ?? undefined, {
    request: { client },
    query: { enabled: params !== null, placeholderData: keepPreviousData },
  })

export const forecastOptions = (client: AuspexClient, signalId: string) =>
  getSignalSectionQueryOptions(signalId, 'forecast', undefined, { request: { client } })

/** The delay before the next part of a count is fetched, in milliseconds. */
const nextStepMs = 400

/** Trials and papers beside a report; fetched repeatedly until every interval is counted, or a response brings no progress. */
export const medicineOptions = (client: AuspexClient, signalId: string, days: GetSignalSectionParams) =>
  queryOptions({
    queryKey: [...getSignalSectionQueryKey(client, signalId, 'medicine', days), 'counted'],
    queryFn: async ({ signal, client: cache, queryKey }) => {
      const before = cache.getQueryData<CountedMedicine>(queryKey)
      const section = await getSignalSection(signalId, 'medicine', days, { client, signal, retry: false })
      if (section.section !== 'medicine') throw new Error('The answer is another section')
      const countedPapers = countPapers(section)
      return { ...section, hasStopped: section.gapReason !== null || countedPapers === (before && countPapers(before)) }
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.isComplete || data.hasStopped ? false : nextStepMs,
  })

type CountedMedicine = MedicineSection & { hasStopped: boolean }

const countPapers = ({ points }: MedicineSection): number =>
  points.reduce((sum, { papers, allPapers }) => sum + Number(papers !== null) + Number(allPapers !== null), 0)

export const narrativesOptions = (client: AuspexClient, signalId: string) =>
  getSignalSectionQueryOptions(signalId, 'narratives', undefined, { request: { client } })

export const documentToneOptions = (client: AuspexClient, id: string, signalId: string | undefined) =>
  getDocumentToneQueryOptions(id, signalId === undefined ? {} : { signalId }, { request: { client } })

/** Similar documents to one. */
export const similarDocumentsOptions = (client: AuspexClient, documentId: string) =>
  listSimilarDocumentsQueryOptions({ documentId }, { request: { client }, query: { staleTime: 30 * 60_000 } })

export const signalNumberOptions = (client: AuspexClient, signalId: string, pointer: string) =>
  getSignalNumberQueryOptions(signalId, { pointer }, { request: { client } })

export const counterEvidenceOptions = (client: AuspexClient, signalId: string, claimId: string) =>
  getCounterEvidenceQueryOptions(signalId, { claimId }, { request: { client } })

export const signalDocumentsOptions = (client: AuspexClient, signalId: string, filter: ListSignalDocumentsParams) =>
  infiniteQueryOptions({
    queryKey: [...listSignalDocumentsQueryKey(client, signalId, filter), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      listSignalDocuments(signalId, { ...filter, ...pageParam, perPage: documentsPerPage }, { client, signal }),
    initialPageParam: firstPage,
    // A cursor continues where the list ended, whatever was stored in between; not every order has one.
    getNextPageParam: ({ page }): PageParam | undefined => {
      if (page.nextCursor !== null) return { cursor: page.nextCursor }
      return page.page < page.totalPages ? { page: page.page + 1 } : undefined
    },
    placeholderData: keepPreviousData,
  })

/** How many stories of a group the report itself shows; the panel has them all. */
const storiesShown = 5

export const newestStoriesOptions = (client: AuspexClient, signalId: string, filter: ListSignalDocumentsParams) =>
  listSignalDocumentsQueryOptions(
    signalId,
    { ...filter, fold: 'stories', perPage: storiesShown },
    { request: { client } },
  )

/** The documents of one story, among those of a filter. */
export const copiesOptions = (
  client: AuspexClient,
  signalId: string,
  { fold: _fold, find: _find, sort: _sort, ...filter }: ListSignalDocumentsParams,
) =>
  listSignalDocumentsQueryOptions(
    signalId,
    { ...filter, sort: 'oldest', perPage: documentsPerPage },
    { request: { client } },
  )

export const signalDocumentOptions = (
  client: AuspexClient,
  signalId: string,
  documentId: string,
  find: string | undefined,
) =>
  getSignalDocumentQueryOptions(signalId, documentId, find === undefined ? undefined : { find }, {
    request: { client },
  })

/** A document that is cited without its signal: it is read from the first signal that has it. */
export const citedDocumentOptions = (client: AuspexClient, signalIds: readonly string[], documentId: string) =>
  queryOptions({
    queryKey: [...getSignalDocumentQueryKey(client, signalIds.join(), documentId), 'cited'],
    queryFn: async ({ signal }) => {
      let lastFailure: unknown = new Error('The answer does not say which signal has this document')
      for (const signalId of signalIds) {
        try {
          return { signalId, read: await getSignalDocument(signalId, documentId, {}, { client, signal }) }
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error
          lastFailure = error
        }
      }
      throw lastFailure
    },
  })

export const sourcesOptions = (client: AuspexClient) => listSourcesQueryOptions({ request: { client } })

/** Queries sources now and waits for them, at most a minute. The responses stay until they are queried again. */
export const askSourcesOptions = (client: AuspexClient, query: QueryEcho, sources: readonly SourceKey[]) =>
  queryOptions({
    queryKey: ['explore', 'signalBySources', query, sources],
    queryFn: ({ signal }) => {
      const { query_term, x_term, y_term, isCompound, geo, entity, startDate, endDate } = query
      return signalBySources(
        { query_term, x_term, y_term, isCompound, geo, entity, startDate, endDate, sources: [...sources] },
        { client, signal },
      )
    },
    enabled: sources.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The measurements of a signal, as of a report. */
export const measurementsOptions = (client: AuspexClient, signalId: string, computedAt: string) => ({
  ...listMeasurementsQueryOptions(signalId, { request: { client } }),
  queryKey: [...listMeasurementsQueryKey(client, signalId), computedAt] as const,
})

/** Why the signal changed between two measurements, as of a report. */
export const comparisonOptions = (
  client: AuspexClient,
  { signalId, computedAt }: SignalReport,
  params: CompareMeasurementsParams,
) => ({
  ...compareMeasurementsQueryOptions(signalId, params, { request: { client } }),
  queryKey: [...compareMeasurementsQueryKey(client, signalId, params), computedAt] as const,
  placeholderData: keepPreviousData,
})

/** The reader's check of a signal's query. */
export const queryCheckOptions = (client: AuspexClient, signalId: string) =>
  getQueryCheckQueryOptions(signalId, { request: { client } })

/** What could be changed in the query by this many labels. */
export const querySuggestionsOptions = (client: AuspexClient, signalId: string, labels: number) => ({
  ...listQuerySuggestionsQueryOptions(signalId, { request: { client } }),
  queryKey: [...listQuerySuggestionsQueryKey(client, signalId), labels] as const,
})

/** Draws documents for a check, or uses the labels of another signal. */
export const useStartCheck = (client: AuspexClient, signalId: string) => {
  const queryClient = useQueryClient()
  const queryKey = getQueryCheckQueryKey(client, signalId)
  return useMutation({
    mutationFn: (labelsOf: string | null) => startQueryCheck(signalId, { labelsOf }, { client }),
    onSuccess: (check) => keepAnswer(queryClient, queryKey, { check, others: [] } satisfies QueryCheckState),
  })
}

/** Labels a document. The label is shown at once; requests are sent one after another, so that the last label counts. */
export const useLabel = (client: AuspexClient, signalId: string) => {
  const queryClient = useQueryClient()
  const queryKey = getQueryCheckQueryKey(client, signalId)
  const change = (changeCheck: (check: NonNullable<QueryCheckState['check']>) => QueryCheckState['check']) =>
    queryClient.setQueryData<QueryCheckState>(
      queryKey,
      (state) => state && { ...state, check: state.check && changeCheck(state.check) },
    )
  return useMutation({
    scope: { id: `labels ${signalId}` },
    mutationFn: (label: { documentId: string; label: DocumentLabel | null }) =>
      labelQueryDocuments(signalId, { labels: [label] }, { client }),
    onMutate: ({ documentId, label }) => {
      change((check) => ({
        ...check,
        documents: check.documents.map((checked) =>
          checked.document.id === documentId ? { ...checked, label } : checked,
        ),
      }))
    },
    onSuccess: (quality) => change((check) => ({ ...check, quality })),
    // the labels as they are stored
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** Deletes a document for everyone. Anything on the screen may quote it. */
export const useDeleteDocument = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ documentId, reason }: { documentId: string; reason: string }) =>
      deleteDocument(documentId, { reason }, { client }),
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

/** Lets a deleted document be stored again when it is found again. */
export const useLetDocumentBack = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return async (documentId: string): Promise<void> => {
    await updateDeletedDocument(documentId, { isBlocked: false }, { client })
    await queryClient.invalidateQueries({ queryKey: listDeletedDocumentsQueryKey(client) })
  }
}
