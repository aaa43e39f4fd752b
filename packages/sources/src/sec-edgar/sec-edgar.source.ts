import type { Dialect } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import { toPlainText } from '../text/plain-text.ts'
import { type Filing, parseSecEdgar } from './sec-edgar.parse.ts'
import { contactSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** EDGAR full-text search: all words by default, no parentheses. Alternatives are separate requests. */
const secEdgarDialect: Dialect = {
  key: 'sec_edgar',
  name: 'SEC EDGAR',
  and: ' ',
  or: null,
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: (beginning) => `${beginning}*`,
  near: null,
  fields: {},
  nesting: 'none',
  group: (part) => part,
  maxLength: 500,
  maxRequests: 4,
}

/** Number of characters quoted before and after a match. */
const contextLength = 300
const maxPlaces = 4
const maxLetters = 4000

/**
 * The passages of a long text that contain one of the phrases, each with the sentence around it, in the order of the
 * text. Null when there are none.
 */
export function excerptOf(text: string, phrases: readonly string[]): string | null {
  const plain = text.replace(/\s+/g, ' ')
  const patterns = phrases.flatMap((phrase) => toPattern(phrase) ?? [])
  const places = patterns.flatMap((pattern) => [...plain.matchAll(pattern)].slice(0, maxPlaces))
  const windows: { from: number; to: number }[] = []
  for (const { index, 0: words } of places.toSorted((a, b) => a.index - b.index)) {
    const from = Math.max(0, index - contextLength)
    const to = Math.min(plain.length, index + words.length + contextLength)
    const last = windows.at(-1)
    if (last !== undefined && from <= last.to) last.to = to
    else windows.push({ from, to })
  }
  const quotes = windows.slice(0, maxPlaces).map((place) => quote(plain, place))
  return quotes.length === 0 ? null : quotes.join('\n').slice(0, maxLetters)
}

/** Words with any non-letters between them, as the search itself reads them. */
function toPattern(phrase: string): RegExp | null {
  const words = phrase.match(/[\p{L}\p{N}]+/gu)
  if (words === null) return null
  const end = phrase.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])'
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]{1,3}')}${end}`, 'giu')
}

/** Whole words only, with a sign where something is left out. */
function quote(text: string, { from, to }: { from: number; to: number }): string {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = to === text.length ? to : text.lastIndexOf(' ', to)
  return `${start === 0 ? '' : '… '}${text.slice(start, Math.max(end, start)).trim()}${end === text.length ? '' : ' …'}`
}

export interface SecEdgarOptions {
  /** A client whose user agent contains an e-mail address. */
  http: Http
  clock: Clock
  searchUrl?: string | undefined
  archiveUrl?: string | undefined
}

/** Filings per response; the service has no other page size. */
const pageSize = 100
const maxPages = 2
/** Newest filings whose text is read for an excerpt. */
const filingsRead = 12
/** Beginning of the complete full text. */
const firstDayMs = Date.UTC(2001, 0, 1)
const failureTexts: readonly FailureText[] = [
  { pattern: /request rate threshold|undeclared automated tool/i, status: 'blocked' },
]

/**
 * Filings whose text contains the words, newest first. The search lists filings without their content, so the newest
 * ones are opened, and the passages with the words become their text.
 */
export function createSecEdgarSource(options: SecEdgarOptions): DocumentClient {
  const { http, clock } = options
  const searchUrl = options.searchUrl ?? 'https://efts.sec.gov/LATEST/search-index'
  const archiveUrl = options.archiveUrl ?? 'https://www.sec.gov/Archives/edgar/data'
  const fetchFilings = (parameters: Record<string, string>, signal: AbortSignal) =>
    http.get({ url: `${searchUrl}?${new URLSearchParams(parameters)}`, signal, expect: 'json', failureTexts })

  async function readExcerpt({ document, path }: Filing, phrases: readonly string[], signal: AbortSignal) {
    const answer = await http.get({ url: `${archiveUrl}/${path}`, signal, expect: 'page', failureTexts })
    const body = answer.ok ? excerptOf(toPlainText(answer.body), phrases) : null
    return body === null ? document : { ...document, body }
  }

  return {
    async probe(signal) {
      const answer = await fetchFilings({ q: '"annual report"', forms: '10-K' }, signal)
      return toProbe(answer, (body) => parseSecEdgar(body, archiveUrl) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const { phrases } = query.terms
      const notHonoured = [`Excerpts are of the ${filingsRead} newest filings; of older ones only the title is known.`]
      if (query.geo !== null && query.geo !== 'US')
        notHonoured.push(
          'EDGAR knows where companies are registered, not where a filing is about; the location filter was not applied.',
        )
      let opened = 0
      const open = async (filing: Filing, countRequest: () => void): Promise<SourceDocument> => {
        const isTimeUp = search.stopAtMs !== undefined && clock().getTime() >= search.stopAtMs
        if (isTimeUp || opened >= Math.min(filingsRead, search.limit)) return filing.document
        opened += 1
        countRequest()
        return readExcerpt(filing, phrases, search.signal)
      }
      const fetchPage = async (
        words: string,
        cursor: number | null,
        countRequest: () => void,
      ): Promise<Page<number> | RunFailure> => {
        const from = cursor ?? 0
        const answer = await fetchFilings(
          {
            q: words,
            dateRange: 'custom',
            startdt: stamp(bounds.fromMs ?? firstDayMs),
            enddt: stamp(bounds.toMs),
            from: String(from),
            size: String(pageSize),
          },
          search.signal,
        )
        if (!answer.ok) return answer
        const page = parseSecEdgar(answer.body, archiveUrl)
        if (page === null) return schemaChanged
        const newestFirst = page.filings.toSorted((a, b) => (a.document.publishedAt < b.document.publishedAt ? 1 : -1))
        const documents = await Promise.all(newestFirst.map((filing) => open(filing, countRequest)))
        const read = from + page.entryCount
        return { documents, next: page.entryCount > 0 && read < page.total ? read : null }
      }
      const native = writeNativeQuery(query, secEdgarDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

function stamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

export const secEdgar: SourceDescriptor = {
  key: 'sec_edgar',
  number: 19,
  kind: 'documents',
  label: 'SEC EDGAR',
  licence: 'Filings are public; the SEC asks for a contact and no more than ten requests a second.',
  rate: 'Five requests a second, with the contact in the user agent.',
  homepage: 'https://www.sec.gov/search-filings',
  attribution: 'Source: U.S. Securities and Exchange Commission, EDGAR',
  reach: 'The text of every filing since 2001, fresh to minutes.',
  setting: {
    name: 'AUSPEX_CONTACT',
    required: true,
    how: 'Set it to an e-mail address of yours; the SEC blocks requests that name no contact.',
  },
  settings: {
    AUSPEX_CONTACT: contactSetting,
  },
  hosts: {
    'efts.sec.gov': { intervalMs: 500, burst: 2, concurrency: 1 },
    'www.sec.gov': { intervalMs: 200, burst: 5, concurrency: 4 },
  },
  dialect: secEdgarDialect,
  create: ({ http, clock, settings }) =>
    settings['AUSPEX_CONTACT'] === undefined ? null : createSecEdgarSource({ http, clock }),
}
