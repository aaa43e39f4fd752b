import { booleanOperators, type Dialect } from '../query/dialect.ts'
import type { Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseArxiv } from './arxiv.parse.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

/** `search_query` of the arXiv API: words are searched for in all fields. `AND NOT` becomes `ANDNOT` when it is sent. */
const arxivDialect: Dialect = {
  key: 'arxiv',
  name: 'arXiv',
  ...booleanOperators,
  phrase: (words) => `all:"${words}"`,
  fields: { author: ({ value }) => `au:"${value.replaceAll('"', ' ')}"` },
  maxLength: 1500,
}

export interface ArxivOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const pageSize = 200
const maxPages = 4
/** Years before arXiv began are treated as no bound. */
const beginningMs = Date.UTC(1991, 0, 1)

/** Preprints of arXiv with their abstracts, newest first. */
export function createArxivSource(options: ArxivOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://export.arxiv.org/api/query' } = options
  const fetchFeed = (request: { query: string; start: number; size: number }, signal: AbortSignal) => {
    const url = `${baseUrl}?${new URLSearchParams({
      search_query: request.query,
      start: String(request.start),
      max_results: String(request.size),
      sortBy: 'submittedDate',
      sortOrder: 'descending',
    })}`
    return http.get({ url, signal, expect: 'xml' })
  }

  return {
    async probe(signal) {
      const answer = await fetchFeed({ query: 'all:electron', start: 0, size: 1 }, signal)
      return toProbe(answer, (body) => parseArxiv(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = query.geo === null ? [] : ['arXiv does not know countries; the place was not applied.']
      const range = [bounds.fromMs ?? beginningMs, bounds.toMs].map(stamp).join(' TO ')
      const size = Math.min(pageSize, search.limit)
      const fetchPage = async (words: string, cursor: number | null): Promise<Page<number> | RunFailure> => {
        const start = cursor ?? 0
        const text = `(${words.replaceAll(' AND NOT ', ' ANDNOT ')}) AND submittedDate:[${range}]`
        const answer = await fetchFeed({ query: text, start, size }, search.signal)
        if (!answer.ok) return answer
        const page = parseArxiv(answer.body)
        if (page === null) return schemaChanged
        if ('error' in page) return queryRefusal(page.error)
        const read = start + page.entryCount
        return { documents: page.documents, next: page.entryCount > 0 && read < page.total ? read : null }
      }
      const native = writeNativeQuery(query, arxivDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

/** arXiv rejects a query with an entry called "Error" in an otherwise valid feed. */
function queryRefusal(sentence: string): RunFailure {
  return { status: 'bad_query', reason: `arXiv refused the query: ${sentence.slice(0, 200)}.`, retryAfterMs: null }
}

/** `202601312359`, the format of `submittedDate`. */
function stamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace(/[-:T]/g, '')
}

export const arxiv: SourceDescriptor = {
  key: 'arxiv',
  number: 15,
  kind: 'documents',
  label: 'arXiv',
  licence: 'Titles and abstracts are CC0; papers belong to their authors.',
  rate: 'One request every three seconds, one at a time, as arXiv asks.',
  homepage: 'https://info.arxiv.org/help/api',
  attribution: 'Thank you to arXiv for use of its open access interoperability.',
  reach: 'Every preprint since 1991, a day late.',
  hosts: {
    'export.arxiv.org': { intervalMs: 3000, burst: 1, concurrency: 1 },
  },
  dialect: arxivDialect,
  create: ({ http, clock }) => createArxivSource({ http, clock }),
}
