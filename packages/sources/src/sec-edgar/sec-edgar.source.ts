import type { FailureText, Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import { toPlainText } from '../text/plain-text.ts'
import { excerptOf } from './excerpt.ts'
import { secEdgarDialect } from './sec-edgar.dialect.ts'
import { type Filing, parseSecEdgar } from './sec-edgar.parse.ts'

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
      const notHonoured = [`Excerpts are of the ${filingsRead} newest filings; of older ones the title is known.`]
      if (query.geo !== null && query.geo !== 'US')
        notHonoured.push(
          'EDGAR knows where companies are registered, not where a filing is about; the place was not applied.',
        )
      let opened = 0
      const open = async (filing: Filing, countRequest: () => void): Promise<SourceDocument> => {
        const isTimeUp = search.stopAtMs !== undefined && clock().getTime() >= search.stopAtMs
        if (isTimeUp || opened >= Math.min(filingsRead, search.limit)) return filing.document
        opened += 1
        countRequest()
        return readExcerpt(filing, phrases, search.signal)
      }
      const askPage = async (
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
        const newestFirst = page.filings.toSorted((one, other) =>
          one.document.publishedAt < other.document.publishedAt ? 1 : -1,
        )
        const documents = await Promise.all(newestFirst.map((filing) => open(filing, countRequest)))
        const read = from + page.entryCount
        return { documents, next: page.entryCount > 0 && read < page.total ? read : null }
      }
      const native = writeNativeQuery(query, secEdgarDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, askPage })
    },
  }
}

function stamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
