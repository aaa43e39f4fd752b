import type { Dialect } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Bounds, type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseOpenfda } from './openfda.parse.ts'
import { secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** openFDA's query strings; words without a field are searched for in all of them. */
const openfdaDialect: Dialect = {
  key: 'openfda',
  name: 'openFDA',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: (beginning) => `${beginning}*`,
  near: null,
  fields: {},
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 1000,
}

export interface OpenfdaOptions {
  http: Http
  clock: Clock
  baseUrl?: string
  /** Optional key; it raises the daily limit. */
  apiKey?: string | undefined
}

const products = ['drug', 'device', 'food'] as const
type Product = (typeof products)[number]

const pageSize = 200
const maxPages = 6
const failureTexts: readonly FailureText[] = [
  { pattern: /API_KEY_(INVALID|MISSING|DISABLED|UNAUTHORIZED)/i, status: 'auth' },
  { pattern: /OVER_RATE_LIMIT/i, status: 'rate_limited' },
  { pattern: /BAD_REQUEST|syntax_error|parse_exception/i, status: 'bad_query' },
]

/** Recalls reported by the FDA: why a product was recalled, and by whom. Adverse events are counts, not documents. */
export function createOpenfdaSource(options: OpenfdaOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://api.fda.gov', apiKey } = options
  const addressOf = (product: Product) => `${baseUrl}/${product}/enforcement.json`
  const fetchRecalls = (product: Product, parameters: Record<string, string>, signal: AbortSignal) => {
    const url = `${addressOf(product)}?${new URLSearchParams({ ...parameters, ...(apiKey && { api_key: apiKey }) })}`
    return http.get({ url, signal, expect: 'json', failureTexts, nothingFound: /"NOT_FOUND"/ })
  }

  return {
    async probe(signal) {
      const answer = await fetchRecalls('drug', { limit: '1' }, signal)
      return toProbe(answer, (body) => parseOpenfda(body, addressOf('drug')) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = ['Only recalls were searched; adverse events are counts, not documents.']
      if (query.geo !== null)
        notHonoured.push('The country of a recall is that of the firm; the location filter was not part of the search.')
      const fetchPage = async (
        { product, words }: ProductQuery,
        cursor: number | null,
      ): Promise<Page<number> | RunFailure> => {
        const skip = cursor ?? 0
        const params = {
          search: `(${words}) AND ${rangeOf(bounds)}`,
          sort: 'report_date:desc',
          limit: String(Math.min(pageSize, search.limit)),
          skip: String(skip),
        }
        const answer = await fetchRecalls(product, params, search.signal)
        if (!answer.ok) return answer
        const page = parseOpenfda(answer.body, addressOf(product))
        if (page === null) return schemaChanged
        const position = skip + page.entryCount
        return { documents: page.documents, next: page.entryCount > 0 && position < page.total ? position : null }
      }
      const native = writeNativeQuery(query, openfdaDialect)
      const requests = native.requests.flatMap((words) => products.map((product): ProductQuery => ({ product, words })))
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

interface ProductQuery {
  product: Product
  words: string
}

function rangeOf({ fromMs, toMs }: Bounds): string {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `report_date:[${fromMs === null ? '20040101' : day(fromMs)} TO ${day(toMs)}]`
}

export const openfda: SourceDescriptor = {
  key: 'openfda',
  number: 18,
  kind: 'documents',
  label: 'openFDA recalls',
  licence: 'CC0; openFDA asks not to rely on it for decisions about medical care.',
  rate: 'Two requests a second; 1,000 a day without a key and 120,000 with one.',
  homepage: 'https://open.fda.gov/apis/',
  attribution: 'Data: openFDA. Do not rely on it for decisions about medical care.',
  reach: 'Recalls of drugs, devices and food since 2004, fresh to a week.',
  setting: {
    name: 'OPENFDA_API_KEY',
    required: false,
    how: 'Free from open.fda.gov/apis/authentication; it raises the limit from 1,000 to 120,000 requests a day.',
  },
  settings: {
    OPENFDA_API_KEY: secretSetting('0a1b2c3d4e5f'),
  },
  hosts: {
    'api.fda.gov': { intervalMs: 500, burst: 4, concurrency: 2 },
  },
  dialect: openfdaDialect,
  create: ({ http, clock, settings }) => createOpenfdaSource({ http, clock, apiKey: settings['OPENFDA_API_KEY'] }),
}
