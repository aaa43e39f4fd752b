import { addDays } from '@auspex/analytics'
import type { Close, PriceProvider, SourceDocument } from '@auspex/sources'
import { sampleDocument } from '../../../testing/stored-documents.ts'

/** A reproducible stream of numbers in [0, 1) (Park & Miller 1988). */
function createStream(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Daily documents about oat milk, with random busy and calm periods, fewer at weekends. */
export function plantCounts(days: number): number[] {
  const next = createStream(11)
  return Array.from({ length: days }, (_, day) => Math.round((day % 7 > 4 ? 3 : 5) + 5 * next()))
}

/** Documents for daily counts, oldest first, beside five a day about something else. */
export function documentsOf(counts: readonly number[], firstDay: string): SourceDocument[] {
  return counts.flatMap((count, index) => {
    const day = addDays(firstDay, index)
    const about = (topic: string, n: number) =>
      sampleDocument({
        nativeId: `${topic}-${day}-${n}`,
        url: `https://example.org/${topic.replace(' ', '-')}/${day}/${n}`,
        title: `${topic} on day ${index}, part ${n}`,
        publishedAt: `${day}T08:00:00Z`,
      })
    return [
      ...Array.from({ length: count }, (_, n) => about('Oat milk', n)),
      ...Array.from({ length: 5 }, (_, n) => about('Rail freight', n)),
    ]
  })
}

/** Closes whose returns follow the changes of the counts `lagDays` later, with little noise; null for an independent price. */
export function plantCloses(
  counts: readonly number[],
  { firstDay, lagDays }: { firstDay: string; lagDays: number | null },
): Close[] {
  const next = createStream(29)
  let price = Math.log(20)
  return counts.map((_, index) => {
    const [now, before] = lagDays === null ? [1, 1] : [counts[index - lagDays] ?? 5, counts[index - lagDays - 1] ?? 5]
    price += 0.02 * Math.log((now + 0.5) / (before + 0.5)) + (lagDays === null ? 0.02 : 0.002) * (next() - 0.5)
    return { day: addDays(firstDay, index), close: Number(Math.exp(price).toFixed(4)) }
  })
}

type Answer = Awaited<ReturnType<PriceProvider['fetchCloses']>>

interface ProviderFacts {
  key: PriceProvider['key']
  label: string
  market: PriceProvider['market']
  searchSymbols?: PriceProvider['searchSymbols']
}

/** A provider whose response a test sets; it counts its queries. */
export function createFakeProvider(
  facts: ProviderFacts,
): PriceProvider & { queriedSymbols: string[]; answer: (next: Answer) => void } {
  const queriedSymbols: string[] = []
  let current: Answer = { ok: false, status: 'not_found', reason: 'It knows no such symbol.', retryAfterMs: null }
  return {
    ...facts,
    licence: 'Own use.',
    rate: 'Any.',
    homepage: 'https://example.org/',
    queriedSymbols,
    answer: (next) => {
      current = next
    },
    fetchCloses: async ({ symbol }) => {
      queriedSymbols.push(symbol)
      return current
    },
    probe: async () => ({ status: 'ok', reason: null, retryAfterMs: null }),
  }
}
