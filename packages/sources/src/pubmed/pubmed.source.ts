import type { Dialect } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parsePubmedArticles, parsePubmedSearch } from './pubmed.parse.ts'
import { contactSetting, secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** PubMed's query syntax. `NOT` is a binary operator; `AND NOT` becomes `NOT` when it is sent. */
const pubmedDialect: Dialect = {
  key: 'pubmed',
  name: 'PubMed',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"[tiab]`,
  // PubMed requires four letters before the star.
  prefix: (beginning) => (beginning.length < 4 ? `${beginning}[tiab]` : `${beginning}*[tiab]`),
  near: null,
  fields: {
    author: ({ value }) => `${value.replace(/["[\]]/g, ' ')}[au]`,
    lang: ({ value }) => `${(languageNames.of(value) ?? value).toLowerCase()}[la]`,
  },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 2000,
}

export interface PubmedOptions {
  http: Http
  clock: Clock
  baseUrl?: string
  /** Optional NCBI key; it raises the rate limit. */
  apiKey?: string | undefined
  /** E-mail address that NCBI may contact before it blocks a client. */
  contact?: string | undefined
}

const pageSize = 100
const maxPages = 5
/** NCBI reports an exhausted rate and invalid keys as JSON with a status of 200 or 429. */
export const failureTexts: readonly FailureText[] = [
  { pattern: /api key (is )?(not valid|invalid|not known)|"api-key"/i, status: 'auth' },
  { pattern: /search backend failed|error occurred|not available|resource temporarily/i, status: 'upstream_down' },
]

/** Papers of PubMed with their abstracts: `esearch` finds them, `efetch` reads them. */
export function createPubmedSource(options: PubmedOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils', apiKey, contact } = options
  const commonParameters = {
    db: 'pubmed',
    tool: 'auspex',
    ...(contact && { email: contact }),
    ...(apiKey && { api_key: apiKey }),
  }
  const find = (parameters: Record<string, string>, signal: AbortSignal) => {
    const url = `${baseUrl}/esearch.fcgi?${new URLSearchParams({ ...commonParameters, retmode: 'json', ...parameters })}`
    return http.get({ url, signal, expect: 'json', failureTexts })
  }

  return {
    async probe(signal) {
      const answer = await find({ term: 'health', retmax: '1' }, signal)
      return toProbe(answer, (body) => parsePubmedSearch(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = ['A word also matches the subject headings that PubMed maps it to.']
      if (query.geo !== null)
        notHonoured.push('PubMed does not state the countries of papers; the location filter was not applied.')
      const range = {
        datetype: 'pdat',
        mindate: bounds.fromMs === null ? '1781/01/01' : formatDate(bounds.fromMs),
        maxdate: formatDate(bounds.toMs),
      }
      const fetchPage = async (
        words: string,
        cursor: number | null,
        countRequest: () => void,
      ): Promise<Page<number> | RunFailure> => {
        const start = cursor ?? 0
        const term = words.replaceAll(' AND NOT ', ' NOT ')
        const paging = { retstart: String(start), retmax: String(Math.min(pageSize, search.limit)), sort: 'pub_date' }
        const answer = await find({ term, ...range, ...paging }, search.signal)
        if (!answer.ok) return answer
        const page = parsePubmedSearch(answer.body)
        if (page === null) return schemaChanged
        if ('error' in page) return queryFailure(page.error)
        if (page.ids.length === 0) return { documents: [], next: null }
        countRequest()
        const url = `${baseUrl}/efetch.fcgi?${new URLSearchParams({ ...commonParameters, retmode: 'xml', id: page.ids.join(',') })}`
        const articles = await http.get({ url, signal: search.signal, expect: 'xml', failureTexts })
        if (!articles.ok) return articles
        const documents = parsePubmedArticles(articles.body, clock())
        if (documents === null) return schemaChanged
        const position = start + page.ids.length
        return { documents, next: position < page.total ? position : null }
      }
      const native = writeNativeQuery(query, pubmedDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

/** Classifies a sentence that PubMed returned instead of a result. */
export function queryFailure(sentence: string): RunFailure {
  const isBusy = /backend|temporar|try again/i.test(sentence)
  return {
    status: isBusy ? 'upstream_down' : 'bad_query',
    reason: `PubMed answered: ${sentence.slice(0, 200).replace(/\.$/, '')}.`,
    retryAfterMs: null,
  }
}

/** `2026/01/31`, the format of `mindate`. */
function formatDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10).replaceAll('-', '/')
}

export const pubmed: SourceDescriptor = {
  key: 'pubmed',
  number: 16,
  kind: 'documents',
  label: 'PubMed',
  licence: 'Records are free to use; abstracts belong to their publishers and are shown as excerpts with a link.',
  rate: 'Two requests a second without a key; NCBI allows three, and ten with one.',
  homepage: 'https://www.ncbi.nlm.nih.gov/books/NBK25501/',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  reach: 'Biomedical papers since 1781, fresh to a day.',
  setting: {
    name: 'NCBI_API_KEY',
    required: false,
    how: 'Free: make one under Settings of an NCBI account; it raises the limit from 3 to 10 requests a second.',
  },
  settings: {
    NCBI_API_KEY: secretSetting('0a1b2c3d4e5f'),
    AUSPEX_CONTACT: contactSetting,
  },
  hosts: {
    'eutils.ncbi.nlm.nih.gov': { intervalMs: 500, burst: 2, concurrency: 2 },
  },
  dialect: pubmedDialect,
  create: ({ http, clock, settings }) =>
    createPubmedSource({ http, clock, apiKey: settings['NCBI_API_KEY'], contact: settings['AUSPEX_CONTACT'] }),
}
