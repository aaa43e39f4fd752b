import type { HttpFailure, HttpResult, RunFailure } from './http/http.types.ts'
import type { SearchOptions, SourceDocument, SourceProbe, SourceProgress, SourceRun } from './source.types.ts'

/** Counts what a search does while it runs, and turns it into a source run at the end. */
export interface RunRecorder {
  countRequest: () => void
  countDocuments: (documents: number) => void
  requests: () => number
  /** Ends as ok or empty. */
  finish: (ending: { complete: boolean; reason?: string | null }) => SourceRun
  /** Ends with a failure; when documents were seen before it, the run is ok but not complete. */
  fail: (failure: RunFailure) => SourceRun
}

export function recordRun({
  nativeQuery,
  notHonoured,
  onProgress,
}: {
  nativeQuery: string | null
  notHonoured: string[]
  onProgress?: (progress: SourceProgress) => void
}): RunRecorder {
  let requests = 0
  let documentsSeen = 0
  const reportProgress = () => onProgress?.({ requests, documentsSeen })
  const facts = () => ({ nativeQuery, notHonoured, requests, documentsSeen })
  return {
    countRequest() {
      requests += 1
      reportProgress()
    },
    countDocuments(documents) {
      documentsSeen += documents
      reportProgress()
    },
    requests: () => requests,
    finish: ({ complete, reason = null }) => ({
      status: documentsSeen === 0 ? 'empty' : 'ok',
      reason,
      retryAfterMs: null,
      complete,
      ...facts(),
    }),
    fail: ({ status, reason, retryAfterMs, outage }) => ({
      status: documentsSeen === 0 ? status : 'ok',
      reason: documentsSeen === 0 ? reason : `Only a part arrived. ${reason}`,
      retryAfterMs,
      complete: false,
      ...(outage !== undefined && documentsSeen === 0 && { outage }),
      ...facts(),
    }),
  }
}

/** The newest documents, each once, up to the limit. */
export function newestDocuments(documents: Iterable<SourceDocument>, limit: SearchOptions['limit']): SourceDocument[] {
  const byId = new Map<string, SourceDocument>()
  for (const document of documents) byId.set(document.nativeId ?? document.url ?? document.title, document)
  const sorted = [...byId.values()].toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
  return sorted.slice(0, limit)
}

/** The statuses of an attempt that failed. */
export const failedStatuses: ReadonlySet<string> = new Set<HttpFailure['status']>([
  'rate_limited',
  'blocked',
  'bad_query',
  'auth',
  'upstream_down',
  'schema_changed',
])

/** The body of a response did not have the documented shape. */
export const schemaChanged: RunFailure = {
  status: 'schema_changed',
  reason: 'The source answered in a shape that this version does not know.',
  retryAfterMs: null,
}

/** Interprets the response to a minimal request; `isKnown` checks whether its body has the known shape. */
export function toProbe(answer: HttpResult, isKnown: (body: string) => boolean = () => true): SourceProbe {
  if (answer.ok && isKnown(answer.body)) return { status: 'ok', reason: null, retryAfterMs: null }
  const { status, reason, retryAfterMs, outage }: RunFailure = answer.ok ? schemaChanged : answer
  return { status, reason, retryAfterMs, ...(outage !== undefined && { outage }) }
}
