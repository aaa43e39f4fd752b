import { type Dialect, booleanOperators } from '../query/dialect.ts'
import type { Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'
import { childrenNamed, firstChild, wordsOf } from '../rss/feed-entries.ts'
import { type XmlElement, parseWholeFeed } from '../rss/xml-tree.ts'
import { type TextForms, readLine, toPlainLine } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

/** The format of the text fields. */
export const textForms = { title: 'text', summary: 'text' } as const satisfies TextForms

interface ArxivPage {
  documents: SourceDocument[]
  /** Entries on this page, readable or not. */
  entryCount: number
  /** Papers that match. */
  total: number
}

/**
 * Parses a response of the arXiv API. A rejection is a feed with one entry called "Error": its sentence is returned.
 * Null when the response does not have the known shape.
 */
export function parseArxiv(body: string): ArxivPage | { error: string } | null {
  const feed = parseWholeFeed(body, 'https://export.arxiv.org/')
  if (feed?.name !== 'feed') return null
  const entries = childrenNamed(feed, 'entry')
  const [first] = entries
  if (first !== undefined && fieldOf(first, 'id').includes('/api/errors'))
    return { error: toPlainLine(fieldOf(first, 'summary')) }
  const totalElement = feed.children.find((child) => typeof child !== 'string' && child.name === 'totalresults')
  const total = Number(wordsOf(typeof totalElement === 'object' ? totalElement : null) ?? NaN)
  if (Number.isNaN(total)) return null
  return { documents: entries.flatMap((entry) => toDocument(entry) ?? []), entryCount: entries.length, total }
}

function toDocument(entry: XmlElement): SourceDocument | null {
  const id = /\/abs\/(.+?)(?:v\d+)?$/.exec(fieldOf(entry, 'id'))?.[1]
  const published = parsePublishedAt(fieldOf(entry, 'published'))
  const title = readLine(textForms, 'title', fieldOf(entry, 'title'))
  if (id === undefined || published === null || title === '') return null
  const abstract = readLine(textForms, 'summary', fieldOf(entry, 'summary'))
  return {
    sourceKey: 'arxiv',
    nativeId: id,
    kind: 'paper',
    outlet: 'arxiv.org',
    // Without the version, so that a paper keeps one address.
    url: `https://arxiv.org/abs/${id}`,
    title,
    body: abstract === '' ? null : abstract,
    author: toPlainLine(wordsOf(firstChild(firstChild(entry, 'author') ?? entry, 'name')) ?? '') || null,
    publishedAt: toIsoSecond(published.epochMs),
    datePrecision: published.precision,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }
}

/** The text as decoded once: titles and abstracts are plain text in which `<` is a mathematical sign. */
function fieldOf(entry: XmlElement, name: string): string {
  return wordsOf(firstChild(entry, name)) ?? ''
}

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
      const notHonoured =
        query.geo === null ? [] : ['arXiv does not record countries; the location filter was not applied.']
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
        const position = start + page.entryCount
        return { documents: page.documents, next: page.entryCount > 0 && position < page.total ? position : null }
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
