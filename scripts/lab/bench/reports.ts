import { getSignalReport } from '@auspex/sdk'
import { median } from './reference.ts'
import { type LibraryOwner, moveLibraryOn, searchImports } from './signals/move-library-on.ts'

export interface ReportFigures {
  readonly term: string
  readonly documents: number
  readonly shareOfLibrary: number
  /** Server time of an uncached report, median of runs each after a change of the library, in ms. */
  readonly uncachedMs: number
  /** Duration of the entire request for a stored report, as the caller sees it, median, in ms. */
  readonly cachedMs: number
  readonly bytes: number
}

/** Measures one term: the library changes before each uncached run, so that the server computes the report again. */
export async function benchReport(
  server: LibraryOwner,
  term: string,
  library: number,
  rounds = 7,
): Promise<ReportFigures> {
  const { client } = server
  const uncached: number[] = []
  const cached: number[] = []
  let documents = 0
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    await moveLibraryOn(server)
    const { signal_id: signalId } = await searchImports(client, term)
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
