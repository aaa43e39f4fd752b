import { getSignalReport } from '@auspex/sdk'
import { moveLibraryOn, searchImports } from './move-library-on.ts'
import type { ProbedServer } from './probed-server.ts'

export interface TermFigures {
  term: string
  documents: number
  /** When the last report was measured: each round must have another. */
  computedAt: string
  /** Counts are estimated from the 1/8 sample. */
  sampled: boolean
  /** Server time of the first report, in ms: the tones of its texts are scored, pages are read and code is compiled. */
  first: number
  /** Server time of a report that was measured anew, in ms; tones that a word of the query changes are remembered from the first. */
  uncached: number[]
  /** Whole request for the stored report, in ms. */
  stored: number[]
  /** Bytes of the stored report's body. */
  bytes: number
}

/** Measures a term anew, where the library moved on since, and returns its signal. */
export async function measureAnew(server: Pick<ProbedServer, 'client'>, term: string): Promise<string> {
  const { status, signal_id: signalId } = await searchImports(server.client, term)
  if (status !== 'complete') throw new Error(`The search for ${term} ended as ${status}`)
  return signalId
}

/** Asks for the terms in turn, so that none finds the pages of the engine as it left them itself. */
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
  // the first round fills the engine's pages and the compiler's
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

/** Milliseconds from asking for a stored report to its last byte, and the bytes of its body. */
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
  /** Searches whose count was that of the same search alone. */
  equal: number
  searches: number
}

/** Starts all searches at once and compares their counts with those of the same searches one after the other. */
export async function measureParallel(server: ProbedServer, terms: readonly string[]): Promise<ParallelFigures> {
  const count = async (term: string) =>
    (await getSignalReport(await measureAnew(server, term), {}, { client: server.client })).counts.documents
  const alone: number[] = []
  for (const term of terms) alone.push(await count(term))
  const together = await Promise.all(
    terms.map(async (term) => {
      const started = performance.now()
      return { documents: await count(term), ms: performance.now() - started }
    }),
  )
  return {
    fastestMs: Math.min(...together.map(({ ms }) => ms)),
    slowestMs: Math.max(...together.map(({ ms }) => ms)),
    equal: together.filter(({ documents }, at) => documents === alone[at]).length,
    searches: terms.length,
  }
}
