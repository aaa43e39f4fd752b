import type { Http } from '../http/http.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'
import type { Clock, DocumentClient, SearchOptions, SourceDocument, SourceRun } from '../source.types.ts'
import { z } from 'zod'
import { type Dialect, wordsAndPhrases } from '../query/dialect.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { toBounds } from '../search-pages.ts'
import { newestDocuments, recordRun, type RunRecorder, schemaChanged, toProbe } from '../source-run.ts'
import { parseJson } from '../text/parse-json.ts'
import { parseHackerNews } from './hacker-news.parse.ts'

/** `query` of the Algolia search with its advanced syntax: all words are required, quotes make phrases, a minus excludes. */
const hackerNewsDialect: Dialect = {
  key: 'hacker_news',
  name: 'Hacker News',
  ...wordsAndPhrases,
  not: (part) => `-${part}`,
  fields: {},
  maxLength: 500,
  maxRequests: 8,
}

/** Maximum number of items to look up: each needs a request. */
const maxItems = 40

const item = z.object({ deleted: z.boolean().default(false), dead: z.boolean().default(false) })

/**
 * The items among these that were deleted by their authors or killed by others, according to the official API: the
 * search still returns them for a while. An item that cannot be read counts as existing.
 */
async function findDeadItems(
  ids: readonly string[],
  { http, baseUrl, signal }: { http: Http; baseUrl: string; signal: AbortSignal },
): Promise<string[]> {
  const looked = await Promise.all(
    ids.slice(0, maxItems).map(async (id) => {
      const answer = await http.get({ url: `${baseUrl}/item/${encodeURIComponent(id)}.json`, signal, expect: 'json' })
      const parsed = answer.ok ? item.safeParse(parseJson(answer.body)).data : undefined
      return parsed !== undefined && (parsed.deleted || parsed.dead) ? [id] : []
    }),
  )
  return looked.flat()
}

export interface HackerNewsOptions {
  http: Http
  clock: Clock
  baseUrl?: string
  /** The official API, which knows about deletions. */
  itemsUrl?: string
}

/** Maximum number of hits per query, over all its pages. */
const reachable = 1000
const maxRequests = 30

/**
 * Hacker News through its Algolia search, stories and comments, newest first. A query returns at most 1,000 hits, so
 * more are read in slices: each ends at the oldest second of the one before.
 */
export function createHackerNewsSource(options: HackerNewsOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://hn.algolia.com/api/v1' } = options
  const { itemsUrl = 'https://hacker-news.firebaseio.com/v0' } = options

  /** Reads one native query into `found`; returns the run when it fails, otherwise whether everything was read. */
  async function readWords(
    words: string,
    context: {
      fromMs: number | null
      toMs: number
      run: RunRecorder
      found: SourceDocument[]
      gone: string[]
      search: SearchOptions
    },
  ): Promise<SourceRun | boolean> {
    const { fromMs, run, found, gone, search } = context
    let untilSeconds = Math.floor(context.toMs / 1000)
    const seenIds = new Set<string | null>()
    while (seenIds.size < search.limit) {
      if (run.requests() >= maxRequests) return false
      run.countRequest()
      const bounds = [`created_at_i<=${untilSeconds}`]
      if (fromMs !== null) bounds.unshift(`created_at_i>=${Math.ceil(fromMs / 1000)}`)
      const pageSize = Math.min(reachable, Math.max(search.limit - seenIds.size, 20))
      const url = `${baseUrl}/search_by_date?${new URLSearchParams({
        query: words,
        tags: '(story,comment)',
        numericFilters: bounds.join(','),
        hitsPerPage: String(pageSize),
        advancedSyntax: 'true',
        typoTolerance: 'false',
      })}`
      const answer = await http.get({ url, signal: search.signal, expect: 'json' })
      if (!answer.ok) return run.fail(answer)
      const page = parseHackerNews(answer.body)
      if (!page) return run.fail(schemaChanged)
      const fresh = page.documents.filter(({ nativeId }) => !seenIds.has(nativeId))
      for (const { nativeId } of fresh) seenIds.add(nativeId)
      run.countDocuments(fresh.length)
      found.push(...fresh)
      gone.push(...page.gone)
      if (page.oldest === null || page.total <= page.hits) return true
      // Hits of the same second may be on both sides of the cut: read the second again, unless it filled the page.
      untilSeconds = page.oldest < untilSeconds ? page.oldest : untilSeconds - 1
    }
    return false
  }

  return {
    findGone: (nativeIds, { signal }) => findDeadItems(nativeIds, { http, baseUrl: itemsUrl, signal }),
    async probe(signal) {
      const url = `${baseUrl}/search_by_date?hitsPerPage=1`
      return toProbe(await http.get({ url, signal, expect: 'json' }), (body) => parseHackerNews(body) !== null)
    },
    async search(query, search) {
      const { fromMs, toMs } = toBounds(query, clock)
      const { nativeQuery, requests, notHonoured } = writeNativeQuery(query, hackerNewsDialect)
      if (query.geo !== null)
        notHonoured.push('Hacker News does not record countries; the location filter was not applied.')
      const run = recordRun({ nativeQuery, notHonoured, onProgress: search.onProgress })
      const found: SourceDocument[] = []
      const gone: string[] = []
      let complete = true
      for (const words of requests) {
        const outcome = await readWords(words, { fromMs, toMs, run, found, gone, search })
        if (typeof outcome === 'object') return { run: outcome, documents: newestDocuments(found, search.limit), gone }
        complete &&= outcome
      }
      const documents = newestDocuments(found, search.limit)
      return {
        run: run.finish({ complete, reason: complete ? null : 'Older documents were left out.' }),
        documents,
        gone,
      }
    },
  }
}

export const hackerNews: SourceDescriptor = {
  key: 'hacker_news',
  number: 2,
  kind: 'documents',
  label: 'Hacker News',
  licence: 'Posts belong to their authors; shown as excerpts with a link.',
  rate: 'One request a second; the service allows about 10,000 an hour.',
  homepage: 'https://news.ycombinator.com',
  reach: 'Everything since 2006, fresh to minutes.',
  hosts: {
    'hn.algolia.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
    'hacker-news.firebaseio.com': { intervalMs: 50, burst: 20, concurrency: 8 },
  },
  dialect: hackerNewsDialect,
  create: ({ http, clock }) => createHackerNewsSource({ http, clock }),
}
