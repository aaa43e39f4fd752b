import { parseQuery } from '@auspex/analytics'
import { countMatching, type DocumentStore, toMatching } from '@auspex/api'
import { plantedTerms } from '../signals/corpus.ts'
import { type Figure, quantile } from '../signals/figures.ts'

/** Above so many expected documents the 1/8 sample is read, as in a report. */
const sampleThreshold = 20_000
const runs = 20

const questions = [
  { what: 'a 1 % term', query: plantedTerms.rare, atMost: 150 },
  { what: 'a 5 % term', query: plantedTerms.common, atMost: 250 },
  { what: 'a common phrase', query: '"of the"', atMost: 400 },
  { what: 'a beginning', query: 'velm*', atMost: 300 },
  { what: 'a beginning of many words', query: 'ster*', atMost: 300 },
] as const

async function report(store: DocumentStore, text: string): Promise<{ sampled: boolean; read: number }> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  const filter = { world: 'real', ...toMatching(parsed.query) } as const
  const sampled = (await store.estimate(filter)) > sampleThreshold
  const rows = await store.rows(filter, { sampled })
  countMatching(rows)
  return { sampled, read: rows.length }
}

/** The counted facts of a report: estimate, rows, all counts. Names of voices and contexts are looked up in PostgreSQL and not here. */
export async function measureReports(store: DocumentStore): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, query, atMost } of questions) {
    const times: number[] = []
    let last = await report(store, query) // warm
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now()
      last = await report(store, query)
      times.push(performance.now() - start)
    }
    figures.push({
      what: `counted facts of ${what}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      bar: { atMost },
      note: `\`${query}\`: ${last.read.toLocaleString('en')} documents read${last.sampled ? ' (1/8)' : ''}; median ${Math.round(quantile(times, 0.5))} ms`,
    })
  }
  return figures
}

/** Ten at once, and how long the event loop of this process was held meanwhile. */
export async function measureParallel(store: DocumentStore): Promise<Figure[]> {
  let last = performance.now()
  let held = 0
  const timer = setInterval(() => {
    const now = performance.now()
    held = Math.max(held, now - last - 5)
    last = now
  }, 5)
  const times = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const start = performance.now()
      await report(store, plantedTerms.common)
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
    { what: 'event loop held meanwhile', value: held, unit: 'ms', bar: { atMost: 50 }, note: '' },
  ]
}
