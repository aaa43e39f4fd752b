import type { Bounds } from './query-bounds.ts'
import type { NativeQuery } from './query/dialect.types.ts'
import { newest, recordRun, type RunFailure } from './source-run.ts'
import type { Clock, SearchResult, SearchOptions, SourceDocument, SourceRun } from './source.types.ts'

/** A part of an answer. */
export interface Page<Cursor> {
  documents: SourceDocument[]
  /** Where the next part begins; null after the last. */
  next: Cursor | null
  /** Ids of what the source says was deleted. */
  gone?: readonly string[]
}

export interface SearchPagesOptions<Request, Cursor> {
  native: NativeQuery
  /** What is asked one after the other: the native queries, or each of them at several places. */
  requests: readonly Request[]
  /** What else of the query the source does not honour; `askPage` may add to it. */
  notHonoured?: readonly string[]
  bounds: Bounds
  search: SearchOptions
  clock: Clock
  /** Most pages for one search. */
  maxPages: number
  /** Asks for one page. `countRequest` counts a request beyond the first one. */
  askPage: (request: Request, cursor: Cursor | null, countRequest: () => void) => Promise<Page<Cursor> | RunFailure>
}

/**
 * Reads an answer that comes in pages, newest first, for each of the requests that a query became. Stops at the limit,
 * the most pages and the time, and says so; a failure after the first page keeps what had arrived.
 */
export async function searchPages<Request, Cursor>(
  options: SearchPagesOptions<Request, Cursor>,
): Promise<SearchResult> {
  const { native, requests, notHonoured = [], bounds, search, clock, maxPages, askPage } = options
  const run = recordRun({ nativeQuery: native.nativeQuery, notHonoured: [], onProgress: search.onProgress })
  const documents: SourceDocument[] = []
  const gone = new Set<string>()
  // What is not honoured is collected at the end: an answer can add to it.
  const end = (ended: SourceRun) => ({
    run: { ...ended, notHonoured: [...native.notHonoured, ...notHonoured] },
    documents: newest(documents, search.limit),
    gone: [...gone],
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
        reason = isTimeUp() ? 'The time for this search was up; older documents were left out.' : leftOut
        break
      }
      pages += 1
      run.countRequest()
      const page: Page<Cursor> | RunFailure = await askPage(request, cursor, run.countRequest)
      if ('status' in page) return end(run.fail(page))
      const inTime = page.documents.filter((document) => isWithin(document, bounds))
      run.countDocuments(inTime.length)
      documents.push(...inTime)
      for (const id of page.gone ?? []) gone.add(id)
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

const leftOut = 'There are more documents than were asked for; older ones were left out.'
const lastOfDayMs = 86_399_999

/** Whether a document may have been published between the bounds; one that is only dated by day counts with its whole day. */
export function isWithin(
  { publishedAt, datePrecision }: Pick<SourceDocument, 'publishedAt' | 'datePrecision'>,
  { fromMs, toMs }: Bounds,
): boolean {
  const at = Date.parse(publishedAt)
  const until = datePrecision === 'day' ? at + lastOfDayMs : at
  return (fromMs === null || until >= fromMs) && at <= toMs
}
