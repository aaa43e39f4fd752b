import { parseQuery } from '@auspex/analytics'
import { type DocumentsModule, toMatching } from '@auspex/api'
import { plantedTerms } from '../signals/corpus.ts'
import { type Figure, quantile } from '../signals/figures.ts'

const runs = 20
const warmRuns = 5

const questions = [
  { what: 'a 1 % term', query: plantedTerms.rare, atMost: 150 },
  { what: 'a 5 % term', query: plantedTerms.common, atMost: 250 },
  { what: 'a common phrase', query: '"of the"', atMost: 400 },
  { what: 'a beginning', query: 'velm*', atMost: 300 },
  { what: 'a beginning of many words', query: 'ster*', atMost: 300 },
] as const

/** Reads all sections of a report: counts, days, places, voices with their names, distinctive words and names. */
async function readReport(
  module: DocumentsModule,
  text: string,
): Promise<{ sampleFraction: number; documents: number }> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  const { counted, voicesAndContexts } = await module.reportFacts({ world: 'real', ...toMatching(parsed.query) })
  await voicesAndContexts
  return counted
}

/** `bar` is one time limit in milliseconds for all reports; without it, each query has its own. */
export async function measureReports(module: DocumentsModule, bar?: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, query, atMost } of questions) {
    const times: number[] = []
    let last = await readReport(module, query)
    // a server that has answered before, as most have: its code is compiled and its disk pages are cached
    for (let run = 1; run < warmRuns; run += 1) last = await readReport(module, query)
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now()
      last = await readReport(module, query)
      times.push(performance.now() - start)
    }
    figures.push({
      what: `report of ${what}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      bar: { atMost: bar ?? atMost },
      note: `\`${query}\`: ${last.documents.toLocaleString('en')} documents${last.sampleFraction < 1 ? `, one in ${1 / last.sampleFraction} read` : ''}; median ${Math.round(quantile(times, 0.5))} ms`,
    })
  }
  return figures
}

/** Runs ten at once, and measures how long this process's event loop was blocked. */
export async function measureParallel(module: DocumentsModule): Promise<Figure[]> {
  let last = performance.now()
  let maxBlockedMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    maxBlockedMs = Math.max(maxBlockedMs, now - last - 5)
    last = now
  }, 5)
  const times = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const start = performance.now()
      await readReport(module, plantedTerms.common)
      return performance.now() - start
    }),
  )
  clearInterval(timer)
  return [
    {
      what: 'ten at once of a 5 % term, slowest',
      value: Math.max(...times),
      unit: 'ms',
      bar: { atMost: 2_000 },
      note: '',
    },
    { what: 'event loop held meanwhile', value: maxBlockedMs, unit: 'ms', bar: { atMost: 50 }, note: '' },
  ]
}
