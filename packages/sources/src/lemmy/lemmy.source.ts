import type { Dialect } from '../query/dialect.ts'
import type { Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseLemmy } from './lemmy.parse.ts'
import { originSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** `q` of `search`: one run of words, which match in this order with anything between them. */
const lemmyDialect: Dialect = {
  key: 'lemmy',
  name: 'Lemmy',
  and: null,
  or: null,
  not: null,
  phrase: (words) => words,
  prefix: (beginning) => beginning,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 200,
  maxRequests: 4,
}

export interface LemmyOptions {
  http: Http
  clock: Clock
  /** The instance to query. */
  baseUrl?: string | undefined
}

const pageSize = 50
const maxPages = 8

/** Posts and comments of Lemmy's communities as stored by one instance, newest first. */
export function createLemmySource(options: LemmyOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://lemmy.world' } = options
  let version: 3 | 4 = 3

  async function fetchSearch(request: { words: string; size: number; cursor: string | null }, signal: AbortSignal) {
    const fetchVersion = (apiVersion: 3 | 4) => {
      const { words, size, cursor } = request
      const params = {
        limit: String(size),
        ...(apiVersion === 3
          ? { q: words, type_: 'All', listing_type: 'All', sort: 'New', page: cursor ?? '1' }
          : {
              search_term: words,
              type_: 'all',
              listing_type: 'all',
              sort: 'new',
              ...(cursor !== null && { page_cursor: cursor }),
            }),
      }
      return http.get({
        url: `${baseUrl}/api/v${apiVersion}/search?${new URLSearchParams(params)}`,
        signal,
        expect: 'json',
      })
    }
    const answer = await fetchVersion(version)
    if (answer.ok || answer.httpStatus !== 404) return answer
    // Version 1.0 of the server has the newer API, and may have only that.
    version = version === 3 ? 4 : 3
    return fetchVersion(version)
  }

  return {
    async probe(signal) {
      const answer = await fetchSearch({ words: 'news', size: 1, cursor: null }, signal)
      return toProbe(answer, (body) => parseLemmy(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured =
        query.geo === null ? [] : ['Lemmy does not record countries; the location filter was not applied.']
      const size = Math.min(pageSize, search.limit)
      const fetchPage = async (words: string, cursor: string | null): Promise<Page<string> | RunFailure> => {
        const answer = await fetchSearch({ words, size, cursor }, search.signal)
        if (!answer.ok) return answer
        const page = parseLemmy(answer.body)
        if (page === null) return schemaChanged
        const { documents, gone } = page
        const isPast =
          bounds.fromMs !== null &&
          documents.length > 0 &&
          documents.every(({ publishedAt }) => Date.parse(publishedAt) < (bounds.fromMs ?? 0))
        const following = version === 4 ? page.next : String(Number(cursor ?? '1') + 1)
        return { documents, gone, next: page.entryCount < size || isPast ? null : following }
      }
      const native = writeNativeQuery(query, lemmyDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

export const lemmy: SourceDescriptor = {
  key: 'lemmy',
  number: 11,
  kind: 'documents',
  label: 'Lemmy',
  licence: 'Posts belong to their authors; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'One request a second; each instance has limits of its own.',
  homepage: 'https://join-lemmy.org/docs/contributors/04-api.html',
  reach: 'Posts and comments that one instance has, fresh to minutes.',
  setting: {
    name: 'LEMMY_URL',
    required: false,
    how: 'The address of an instance of your choice, such as your own; lemmy.world by default.',
  },
  settings: {
    LEMMY_URL: originSetting('https://lemmy.world'),
  },
  dialect: lemmyDialect,
  create: ({ http, clock, settings }) => createLemmySource({ http, clock, baseUrl: settings['LEMMY_URL'] }),
}
