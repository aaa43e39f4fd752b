import {
  type AuspexClient,
  autocompleteClinicalTerm,
  getClinicalTrial,
  getClinicalTrialFacets,
  getPubmedTimeSeries,
  getPubmedTopics,
  listClinicalTrialPapers,
  listPubmedArticles,
  type PubmedTimeSeries,
  searchClinicalTrials,
  type Trial,
  type TrialFacets,
} from '@auspex/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LiteratureSearch, TrialsSearch } from './clinical.search.ts'
import { byPage } from '../../lib/api/query.ts'

const trialsPerPage = 20
const papersPerPage = 20
/** The delay, in milliseconds, before an incomplete count is fetched again. */
const nextStepMs = 200
const maxAgeMs = 5 * 60_000
/** The maximum number of studies in a file. */
const maxRows = 1000

/** A search with its text; without it there is nothing to query. */
export type TrialsQuestion = TrialsSearch & { q: string }

export const filtersOf = ({ phase, status, sponsorClass, country, startYear }: TrialsSearch) => ({
  ...(phase && { phase }),
  ...(status && { status }),
  ...(sponsorClass && { sponsorClass }),
  ...(country && { country }),
  ...(startYear && { startYear: Number(startYear) }),
})
const keyOf = (search: TrialsQuestion) => [search.field ?? 'condition', search.q, filtersOf(search)]

/** Studies, most recently updated first, page by page. An unavailable source is reported immediately, without a retry. */
export const trialsOptions = (client: AuspexClient, search: TrialsQuestion) =>
  infiniteQueryOptions({
    queryKey: ['clinical', 'trials', ...keyOf(search)],
    queryFn: ({ signal, pageParam }) =>
      searchClinicalTrials(
        search.field ?? 'condition',
        search.q,
        { ...filtersOf(search), perPage: trialsPerPage, ...(pageParam !== null && { cursor: pageParam }) },
        { client, signal, retry: false },
      ),
    initialPageParam: null as string | null, // only the first page has no cursor
    getNextPageParam: ({ page }) => page.nextCursor,
    staleTime: maxAgeMs,
  })

/** A count that progresses with each response; it has stopped if a response brought no progress. */
export type Stepwise<Counts> = Counts & { hasStopped: boolean }

const pollUntilComplete = ({ state: { data } }: { state: { data: Stepwise<{ isComplete: boolean }> | undefined } }) =>
  data === undefined || data.isComplete || data.hasStopped ? false : nextStepMs

/** Counts of all studies of a search; fetched repeatedly until they are complete. */
export const facetsOptions = (client: AuspexClient, search: TrialsQuestion) =>
  queryOptions({
    queryKey: ['clinical', 'facets', ...keyOf(search)],
    queryFn: async ({ signal, client: cache, queryKey }): Promise<Stepwise<TrialFacets>> => {
      const before = cache.getQueryData<Stepwise<TrialFacets>>(queryKey)
      const filters = filtersOf(search)
      const options = { client, signal, retry: false } as const
      const facets = await getClinicalTrialFacets(search.field ?? 'condition', search.q, filters, options)
      return { ...facets, hasStopped: facets.counted === before?.counted }
    },
    staleTime: maxAgeMs,
    placeholderData: keepPreviousData,
    refetchInterval: pollUntilComplete,
  })

/** Up to a thousand studies of a search, for a file. */
export const collectTrials = async (client: AuspexClient, search: TrialsQuestion) => {
  const items: Trial[] = []
  let cursor: string | null | undefined
  let asOf = ''
  let total = 0
  while (cursor !== null && items.length < maxRows) {
    const page = await searchClinicalTrials(
      search.field ?? 'condition',
      search.q,
      { ...filtersOf(search), perPage: 200, ...(cursor && { cursor }) },
      { client, retry: false },
    )
    items.push(...page.items)
    cursor = page.page.nextCursor
    asOf = page.dataAsOf
    total = page.page.total
  }
  return { items, asOf, total }
}

/** Terms of the register; a failure while the person types is not reported. */
export const termsOptions = (client: AuspexClient, text: string) =>
  queryOptions({
    queryKey: ['clinical', 'terms', text.toLowerCase()],
    queryFn: ({ signal }) => autocompleteClinicalTerm(text, { client, signal, retry: false }),
    enabled: text.length > 1,
    staleTime: maxAgeMs,
    placeholderData: keepPreviousData,
  })

export const trialOptions = (client: AuspexClient, nctId: string) =>
  queryOptions({
    queryKey: ['clinical', 'trial', nctId],
    queryFn: ({ signal }) => getClinicalTrial(nctId, { client, signal, retry: false }),
    staleTime: maxAgeMs,
  })

export const trialPapersOptions = (client: AuspexClient, nctId: string) =>
  queryOptions({
    queryKey: ['clinical', 'trialPapers', nctId],
    queryFn: ({ signal }) => listClinicalTrialPapers(nctId, { client, signal, retry: false }),
    staleTime: maxAgeMs,
  })

/** Articles, newest first, page by page. */
export const articlesOptions = (client: AuspexClient, { q, year }: LiteratureSearch & { q: string }) =>
  infiniteQueryOptions({
    queryKey: ['clinical', 'articles', q, year],
    queryFn: ({ signal, pageParam }) =>
      listPubmedArticles(
        { condition: q, ...(year && { year: Number(year) }), page: pageParam, perPage: papersPerPage },
        { client, signal, retry: false },
      ),
    ...byPage,
    staleTime: maxAgeMs,
  })

/** Articles by year; fetched repeatedly until every year is counted. */
export const yearsOptions = (client: AuspexClient, { q, from }: LiteratureSearch & { q: string }) =>
  queryOptions({
    queryKey: ['clinical', 'years', q, from],
    queryFn: async ({ signal, client: cache, queryKey }): Promise<Stepwise<PubmedTimeSeries>> => {
      const before = cache.getQueryData<Stepwise<PubmedTimeSeries>>(queryKey)
      const options = { client, signal, retry: false } as const
      const series = await getPubmedTimeSeries({ condition: q, ...(from && { fromYear: Number(from) }) }, options)
      return { ...series, hasStopped: series.gapReason !== null || countYears(series) === countYears(before) }
    },
    staleTime: maxAgeMs,
    refetchInterval: pollUntilComplete,
  })

const countYears = (series: PubmedTimeSeries | undefined): number | undefined =>
  series?.years.reduce((sum, { articles, total }) => sum + Number(articles !== null) + Number(total !== null), 0)

export const topicsOptions = (client: AuspexClient, condition: string) =>
  queryOptions({
    queryKey: ['clinical', 'topics', condition],
    queryFn: ({ signal }) => getPubmedTopics({ condition }, { client, signal, retry: false }),
    staleTime: maxAgeMs,
  })
