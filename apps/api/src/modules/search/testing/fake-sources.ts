import type { DocumentSource, SearchOptions, SourceDocument, SourceQuery, SourceRun } from '@auspex/sources'

export interface FakeSource extends DocumentSource {
  /** The queries it received, in order. */
  readonly receivedQueries: SourceQuery[]
}

type Answer = (query: SourceQuery, options: SearchOptions) => Promise<{ run: SourceRun; documents: SourceDocument[] }>

const facts = {
  kind: 'documents',
  licence: 'Made up.',
  rate: 'None.',
  homepage: 'https://source.example',
  probe: async () => ({ status: 'ok' as const, reason: null, retryAfterMs: null }),
} as const

/** A source that answers as a test wants. */
export function fakeSource({ key, answer }: { key: DocumentSource['key']; answer: Answer }): FakeSource {
  const receivedQueries: SourceQuery[] = []
  const search: Answer = (query, options) => {
    receivedQueries.push(query)
    return answer(query, options)
  }
  return { ...facts, key, label: key === 'gdelt' ? 'GDELT' : 'Hacker News', receivedQueries, search }
}

/** A run as a connector reports it. */
function fetchedRun(fields: Partial<SourceRun> = {}): SourceRun {
  return {
    status: 'ok',
    reason: null,
    nativeQuery: 'query="oat milk"',
    notHonoured: [],
    requests: 1,
    documentsSeen: 0,
    retryAfterMs: null,
    complete: true,
    ...fields,
  }
}

/** Answers with documents. */
export function answering(documents: SourceDocument[]): Answer {
  return async () => ({ run: fetchedRun({ documentsSeen: documents.length }), documents })
}

/** Answers with a named failure. */
export function failing(status: SourceRun['status'], reason: string, outage?: SourceRun['outage']): Answer {
  const failed = { status, reason, complete: false, ...(outage !== undefined && { outage }) }
  return async () => ({ run: fetchedRun(failed), documents: [] })
}

/** Never answers; ends when aborted, which resolves `stopped`. */
export function hanging(): { answer: Answer; stopped: Promise<void>; started: Promise<void> } {
  const stopped = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const answer: Answer = (_query, { signal }) =>
    new Promise((_resolve, reject) => {
      started.resolve()
      signal.addEventListener('abort', () => {
        stopped.resolve()
        reject(signal.reason)
      })
    })
  return { answer, stopped: stopped.promise, started: started.promise }
}

/** Answers when the test calls `release`. */
export function waiting(documents: SourceDocument[]): { answer: Answer; release: () => void } {
  const released = Promise.withResolvers<void>()
  return {
    answer: async (query, options) => {
      await released.promise
      return answering(documents)(query, options)
    },
    release: () => released.resolve(),
  }
}
