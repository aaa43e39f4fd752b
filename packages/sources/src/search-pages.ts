import type { RunFailure } from './http/http.types.ts'
import { parsePublishedAt } from './text/published-at.ts'
import type { Clock, SearchOptions, SearchResult, SourceDocument, SourceQuery, SourceRun } from './source.types.ts'
import type { NativeQuery } from './query/dialect.ts'
import { newestDocuments, recordRun } from './source-run.ts'

export interface Bounds {
  /** Milliseconds since 1970, inclusive; null for no bound. */
  fromMs: number | null
  /** Milliseconds since 1970, inclusive; never later than now. */
  toMs: number
}

/**
 * The time bounds of a query. A last day without a time is included as a whole. Bounds that are not dates are ignored.
 */
export function toBounds({ from, to }: SourceQuery, clock: Clock): Bounds {
  const first = from === null ? null : parsePublishedAt(from)
  const last = to === null ? null : parsePublishedAt(to)
  const now = clock().getTime()
  const lastMs = last === null ? now : last.epochMs + (last.precision === 'day' ? 86_399_999 : 0)
  return { fromMs: first?.epochMs ?? null, toMs: Math.min(lastMs, now) }
}

/** One page of results. */
export interface Page<Cursor> {
  documents: SourceDocument[]
  /** Where the next page begins; null after the last. */
  next: Cursor | null
  /** Ids that the source reports as deleted. */
  gone?: readonly string[]
}

export interface SearchPagesOptions<Request, Cursor> {
  native: NativeQuery
  /** The sequential requests: the native queries, or each of them at several places. */
  requests: readonly Request[]
  /** Other parts of the query that the source does not honour; `fetchPage` may add to them. */
  notHonoured?: readonly string[]
  bounds: Bounds
  search: SearchOptions
  clock: Clock
  /** Maximum number of pages per search. */
  maxPages: number
  /** Fetches one page. `countRequest` counts a request beyond the first one. */
  fetchPage: (request: Request, cursor: Cursor | null, countRequest: () => void) => Promise<Page<Cursor> | RunFailure>
}

/**
 * Reads paginated results, newest first, for each of the requests that a query became. Stops at the limit, the maximum number of pages and the
 * deadline, and reports it; a failure after the first page keeps what had arrived.
 */
export async function searchPages<Request, Cursor>(
  options: SearchPagesOptions<Request, Cursor>,
): Promise<SearchResult> {
  const { native, requests, notHonoured = [], bounds, search, clock, maxPages, fetchPage } = options
  const run = recordRun({ nativeQuery: native.nativeQuery, notHonoured: [], onProgress: search.onProgress })
  const documents: SourceDocument[] = []
  const deletedIds = new Set<string>()
  // The list is read at the end, because a response can add to it.
  const end = (endedRun: SourceRun) => ({
    run: { ...endedRun, notHonoured: [...native.notHonoured, ...notHonoured] },
    documents: newestDocuments(documents, search.limit),
    gone: [...deletedIds],
  })
  if (requests.length === 0) return end(run.finish({ complete: true, reason: native.notHonoured[0] ?? null }))

  const isTimeUp = () => search.stopAtMs !== undefined && clock().getTime() >= search.stopAtMs
  let pages = 0
  let reason: string | null = null
  for (const request of requests) {
    let read = 0
    let cursor: Cursor | null = null
    do {
      if (pages > 0 && (pages >= maxPages || isTimeUp())) {
        reason = isTimeUp() ? 'This search ran out of time; older documents were left out.' : leftOut
        break
      }
      pages += 1
      run.countRequest()
      const page: Page<Cursor> | RunFailure = await fetchPage(request, cursor, run.countRequest)
      if ('status' in page) return end(run.fail(page))
      const inTime = page.documents.filter((document) => isWithin(document, bounds))
      run.countDocuments(inTime.length)
      documents.push(...inTime)
      for (const id of page.gone ?? []) deletedIds.add(id)
      read += page.documents.length
      cursor = page.next
      if (cursor !== null && read >= search.limit) {
        reason = leftOut
        break
      }
    } while (cursor !== null)
  }
  return end(run.finish({ complete: reason === null, reason }))
}

const leftOut = 'There are more documents than were requested; older ones were left out.'
const lastOfDayMs = 86_399_999

/** Whether a document may have been published between the bounds; one that has only a date counts with its whole day. */
export function isWithin({ publishedAt, datePrecision }: SourceDocument, { fromMs, toMs }: Bounds): boolean {
  const at = Date.parse(publishedAt)
  const until = datePrecision === 'day' ? at + lastOfDayMs : at
  return (fromMs === null || until >= fromMs) && at <= toMs
}
