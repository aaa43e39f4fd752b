import { createRandom, type Random } from '@auspex/contract/random'
import { generateDemoDocuments } from '../demo/generate-demo-documents.ts'
import { type Close, dayOfMs, type Market } from './price-results.ts'

/** An invented firm or currency whose price is derived from the demo corpus. */
export interface DemoInstrument {
  symbol: string
  name: string
  market: Market
  /** ISO 4217. */
  currency: string
  /** The topic whose daily documents move the price, with a delay in days; null for a price that follows nothing. */
  follows: { topic: string; lagDays: number } | null
  start: number
}

/** The planted links: a correct analysis finds these, and none for the others. */
export const demoInstruments: readonly DemoInstrument[] = [
  {
    symbol: 'DEMO.QLN',
    name: 'Quillon Motors (demo)',
    market: 'stock',
    currency: 'USD',
    follows: { topic: 'electric cars', lagDays: 2 },
    start: 84,
  },
  {
    symbol: 'DEMO.MRD',
    name: 'Meridian Foods (demo)',
    market: 'stock',
    currency: 'USD',
    follows: { topic: 'oat milk', lagDays: 1 },
    start: 37,
  },
  {
    symbol: 'DEMO.TAM',
    name: 'Tamarind Labs (demo)',
    market: 'stock',
    currency: 'USD',
    follows: { topic: 'weight-loss drugs', lagDays: 0 },
    start: 61,
  },
  {
    symbol: 'DEMO.BLB',
    name: 'Bluebell Insurance (demo)',
    market: 'stock',
    currency: 'EUR',
    follows: null,
    start: 112,
  },
  { symbol: 'DEMO.SBW', name: 'Sablewood Capital (demo)', market: 'stock', currency: 'EUR', follows: null, start: 23 },
  {
    symbol: 'DEMOBTC',
    name: 'Demo Bitcoin (demo)',
    market: 'crypto',
    currency: 'USD',
    follows: { topic: 'bitcoin', lagDays: 1 },
    start: 41_000,
  },
  { symbol: 'DEMOETH', name: 'Demo Ether (demo)', market: 'crypto', currency: 'USD', follows: null, start: 2300 },
]

const dayMs = 86_400_000
/** Standard deviation of a day's own log return, and the effect of one step of log(1 + documents). */
const ownDeviation = 0.011
const pull = 0.018

/**
 * Closing prices of the demo instruments, up to the day before `until`, from the same seed as the demo corpus. The return of a day is chance plus,
 * where one is planted, the change of log(1 + documents) of its topic some days before; stocks are not traded at weekends.
 */
export function generateDemoPrices({
  seed,
  until,
  days = 1095,
}: {
  seed: number
  until: string
  days?: number
}): Map<string, Close[]> {
  const end = Date.parse(`${until.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(end)) throw new RangeError('until must be an ISO date')
  const counts = countByTopic(seed, until)
  return new Map(
    demoInstruments.map((instrument, place) => [
      instrument.symbol,
      walk({ instrument, counts, random: createRandom(seed + 1009 * (place + 1)), end, days }),
    ]),
  )
}

function walk({
  instrument,
  counts,
  random,
  end,
  days,
}: {
  instrument: DemoInstrument
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  random: Random
  end: number
  days: number
}): Close[] {
  const { follows, market, start } = instrument
  const talk = counts.get(follows?.topic ?? '')
  const level = (ms: number) => Math.log1p(talk?.get(dayOfMs(ms)) ?? 0)
  let price = Math.log(start)
  const closes: Close[] = []
  for (let ms = end - days * dayMs; ms < end; ms += dayMs) {
    const earlier = ms - (follows?.lagDays ?? 0) * dayMs
    if (follows !== null) price += pull * (level(earlier) - level(earlier - dayMs))
    price += ownDeviation * random.normal()
    const weekday = new Date(ms).getUTCDay()
    if (market === 'stock' && (weekday === 0 || weekday === 6)) continue
    closes.push({ day: dayOfMs(ms), close: Number(Math.exp(price).toPrecision(6)) })
  }
  return closes
}

/** Daily documents of the topics that prices follow, counted in the corpus itself. */
function countByTopic(seed: number, until: string): Map<string, Map<string, number>> {
  const topics = demoInstruments.flatMap(({ follows }) => (follows === null ? [] : follows.topic))
  const counts = new Map(topics.map((topic) => [topic, new Map<string, number>()]))
  for (const { title, body, publishedAt } of generateDemoDocuments({ seed, until })) {
    const text = `${title} ${body ?? ''}`.toLowerCase()
    const day = publishedAt.slice(0, 10)
    for (const [topic, byDay] of counts) if (text.includes(topic)) byDay.set(day, (byDay.get(day) ?? 0) + 1)
  }
  return counts
}
