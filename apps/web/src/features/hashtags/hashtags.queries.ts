import {
  type AuspexClient,
  deleteHashtagImport,
  getHashtagTrends,
  importHashtagVideos,
  type ImportHashtagVideosInput,
  listHashtagCreators,
  listHashtagImports,
  listHashtags,
  listHashtagVideos,
} from '@auspex/sdk'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type HashtagSearch, type HashtagsSearch, periodOf, rowsOf } from './hashtags.search.ts'

const maxAgeMs = 5 * 60_000
export const tagsPerPage = 50

const filtersOf = ({ geo, period, origin }: HashtagSearch) => ({
  period: periodOf({ period }),
  ...(geo && { geo }),
  ...(origin && { origin }),
})

/** The figures of a hashtag. An unavailable source is reported immediately, without a retry. */
export const trendOptions = (client: AuspexClient, tag: string, search: HashtagSearch) =>
  queryOptions({
    queryKey: ['hashtags', 'trend', tag, filtersOf(search)],
    queryFn: ({ signal }) => getHashtagTrends(tag, filtersOf(search), { client, signal, retry: false }),
    staleTime: maxAgeMs,
  })

export const videosOptions = (client: AuspexClient, tag: string, search: HashtagSearch) => {
  const params = {
    ...filtersOf(search),
    sort: search.videos ?? 'views',
    page: Number(search.videosPage ?? 1),
    perPage: rowsOf(search),
  } as const
  return queryOptions({
    queryKey: ['hashtags', 'videos', tag, params],
    queryFn: ({ signal }) => listHashtagVideos(tag, params, { client, signal, retry: false }),
    staleTime: maxAgeMs,
    placeholderData: keepPreviousData,
  })
}

export const creatorsOptions = (client: AuspexClient, tag: string, search: HashtagSearch) => {
  const requestParams = {
    ...filtersOf(search),
    sort: search.creators ?? 'views',
    page: Number(search.creatorsPage ?? 1),
    perPage: rowsOf(search),
  } as const
  return queryOptions({
    queryKey: ['hashtags', 'creators', tag, requestParams],
    queryFn: ({ signal }) => listHashtagCreators(tag, requestParams, { client, signal, retry: false }),
    staleTime: maxAgeMs,
    placeholderData: keepPreviousData,
  })
}

/** The hashtags that are stored here. */
export const hashtagsOptions = (client: AuspexClient, { q, geo, period, page }: HashtagsSearch) => {
  const requestParams = {
    period: periodOf({ period }),
    ...(q && { beginning: q }),
    ...(geo && { geo }),
    page: Number(page ?? 1),
    perPage: tagsPerPage,
  } as const
  return queryOptions({
    queryKey: ['hashtags', 'list', requestParams],
    queryFn: ({ signal }) => listHashtags(requestParams, { client, signal }),
    placeholderData: keepPreviousData,
  })
}

export const importsOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: ['hashtags', 'imports'],
    queryFn: ({ signal }) => listHashtagImports({ perPage: 20 }, { client, signal }),
  })

export const sendLines = (client: AuspexClient, input: ImportHashtagVideosInput) =>
  importHashtagVideos(input, { client })

export const removeImport = (client: AuspexClient, importId: string) => deleteHashtagImport(importId, { client })

/** An import changes every figure. */
export const invalidateHashtags = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['hashtags'] })

/** Videos of a hashtag for a file: up to a thousand rows. */
export const collectVideos = async (client: AuspexClient, tag: string, search: HashtagSearch) =>
  collect((page) =>
    listHashtagVideos(
      tag,
      { ...filtersOf(search), sort: search.videos ?? 'views', page, perPage: 200 },
      { client, retry: false },
    ),
  )

export const collectCreators = async (client: AuspexClient, tag: string, search: HashtagSearch) =>
  collect((page) =>
    listHashtagCreators(
      tag,
      { ...filtersOf(search), sort: search.creators ?? 'views', page, perPage: 200 },
      { client, retry: false },
    ),
  )

const maxPages = 5

const collect = async <Answer extends { items: readonly unknown[]; page: { totalPages: number } }>(
  read: (page: number) => Promise<Answer>,
): Promise<{ items: Answer['items'][number][]; first: Answer }> => {
  const first = await read(1)
  const items: Answer['items'][number][] = [...first.items]
  for (let page = 2; page <= Math.min(maxPages, first.page.totalPages); page += 1)
    items.push(...(await read(page)).items)
  return { items, first }
}
