import { type AuspexClient, getQueryStatus, getSignalReport, topicQuery } from '@auspex/sdk'
import { median } from './reference.ts'

export interface ReportFigures {
  readonly term: string
  readonly documents: number
  readonly shareOfLibrary: number
  /** Server time of a report that nothing had measured before, median of runs with force, in ms. */
  readonly uncachedMs: number
  /** Whole request for a stored report, as the caller sees it, median, in ms. */
  readonly cachedMs: number
  readonly bytes: number
}

async function measure(client: AuspexClient, term: string): Promise<string> {
  let search = await topicQuery({ query_term: term, sources: ['imported'], force: true }, { client })
  while (search.status === 'queued' || search.status === 'running')
    search = await getQueryStatus({ request_id: search.request_id }, { client })
  return search.signal_id
}

/** Measures one term: each uncached run asks with force, so that the server measures anew. */
export async function benchReport(
  client: AuspexClient,
  term: string,
  library: number,
  rounds = 7,
): Promise<ReportFigures> {
  const uncached: number[] = []
  const cached: number[] = []
  let documents = 0
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const signalId = await measure(client, term)
    const report = await getSignalReport(signalId, {}, { client })
    uncached.push(report.computeMs)
    documents = report.counts.documents
    bytes = JSON.stringify(report).length
    const started = performance.now()
    await getSignalReport(signalId, {}, { client })
    cached.push(performance.now() - started)
  }
  return {
    term,
    documents,
    shareOfLibrary: documents / library,
    uncachedMs: median(uncached),
    cachedMs: median(cached),
    bytes,
  }
}
