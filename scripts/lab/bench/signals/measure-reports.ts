import { getSignalReport } from '@auspex/sdk'
import { moveLibraryOn, searchImports } from './move-library-on.ts'
import type { ProbedServer } from './probed-server.ts'

export interface TermFigures {
  term: string
  documents: number
  /** When the last report was computed: each round must have a new one. */
  computedAt: string
  /** Counts are estimated from the 1/8 sample. */
  sampled: boolean
  /** Server time of the first report, in ms, which scores the tone of its texts, reads disk pages and compiles code. */
  first: number
  /** Server time of an uncached report, in ms; tones that depend on the query's words are cached from the first report. */
  uncached: number[]
  /** Duration of the entire request for the stored report, in ms. */
  stored: number[]
  /** Size of the stored report's body in bytes. */
  bytes: number
}

/** Searches for a term, which computes its report again if the library has changed since; returns the signal's id. */
export async function measureAnew(server: Pick<ProbedServer, 'client'>, term: string): Promise<string> {
  const { status, signal_id: signalId } = await searchImports(server.client, term)
  if (status !== 'complete') throw new Error(`The search for ${term} ended as ${status}`)
  return signalId
}

/** Cycles through the terms, so that none finds the engine's page cache as it left it itself. */
export async function measureTerms(
  server: ProbedServer,
  { terms, rounds }: { terms: readonly string[]; rounds: number },
): Promise<TermFigures[]> {
  const figures = terms.map((term): TermFigures => ({
    term,
    documents: 0,
    computedAt: '',
    sampled: false,
    first: Number.NaN,
    uncached: [],
    stored: [],
    bytes: 0,
  }))
  // the first round is a warm-up for the engine's page cache and the JIT compiler
  for (let round = -1; round < rounds; round += 1) {
    await moveLibraryOn(server)
    for (const figure of figures) {
      const id = await measureAnew(server, figure.term)
      const report = await getSignalReport(id, {}, { client: server.client })
      if (report.computedAt === figure.computedAt) throw new Error(`The report on ${figure.term} was not measured anew`)
      figure.computedAt = report.computedAt
      figure.documents = report.counts.documents
      figure.sampled = report.counts.sampled
      if (round < 0) {
        figure.first = report.computeMs
        continue
      }
      figure.uncached.push(report.computeMs)
      for (let time = 0; time < 3; time += 1) {
        const { ms, bytes } = await timeStored(server, id)
        figure.stored.push(ms)
        figure.bytes = bytes
      }
    }
  }
  return figures
}

/** Milliseconds from requesting a stored report to its last byte, and the size of its body in bytes. */
export async function timeStored(
  { url, accessToken }: ProbedServer,
  signalId: string,
): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  const response = await fetch(`${url}/api/signal/json/${signalId}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`The stored report answered ${response.status}`)
  return { ms: performance.now() - started, bytes: byteLength }
}

export interface ParallelFigures {
  fastestMs: number
  slowestMs: number
  /** Searches whose count equals that of the same search run alone. */
  equal: number
  searches: number
}

/** Starts all searches at once and compares their counts with those of the same searches run one at a time. */
export async function measureParallel(server: ProbedServer, terms: readonly string[]): Promise<ParallelFigures> {
  const count = async (term: string) =>
    (await getSignalReport(await measureAnew(server, term), {}, { client: server.client })).counts.documents
  const countsAlone: number[] = []
  for (const term of terms) countsAlone.push(await count(term))
  const parallelResults = await Promise.all(
    terms.map(async (term) => {
      const started = performance.now()
      return { documents: await count(term), ms: performance.now() - started }
    }),
  )
  return {
    fastestMs: Math.min(...parallelResults.map(({ ms }) => ms)),
    slowestMs: Math.max(...parallelResults.map(({ ms }) => ms)),
    equal: parallelResults.filter(({ documents }, at) => documents === countsAlone[at]).length,
    searches: terms.length,
  }
}
