import { addDays } from '@auspex/analytics'
import type { PriceOrigin, Provenance, SourceKey } from '@auspex/sdk/types'
import {
  type Close,
  demoInstruments,
  generateDemoPrices,
  type Market,
  type PriceFailure,
  type PriceProvider,
} from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import { demoSeed, type DocumentsModule } from '../../library/index.ts'
import type { PriceDependencies } from './prices.operations.ts'
import type { PricesRepository, SeriesFacts } from './prices.repository.ts'

export interface ClosesQuestion {
  market: Market
  symbol: string
  provenance: Provenance
  /** First day, inclusive. */
  from: string
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal
}

/** Prices with their origin, or the reason there are none. */
export type StoredCloses =
  | { outcome: 'found'; closes: Close[]; origin: PriceOrigin }
  | { outcome: 'unknown-symbol' }
  | { outcome: 'no-provider' }
  | ({ outcome: 'failed' } & PriceFailure)

/** How long a provider that failed is not queried again. */
const failedForMs = 60_000
/** Providers are always queried for their full range, so that one response serves every later question of the day. */
const longAgo = '1990-01-01'

/**
 * Finds daily closes: imported ones first, otherwise those of the first provider that has the symbol, queried at most once a day. If a provider
 * fails, its earlier closes are used, up to their last day; without any, the next one is queried.
 */
export async function findCloses(question: ClosesQuestion, deps: PriceDependencies): Promise<StoredCloses> {
  const { prices, providers, demo, clock } = deps
  const { market, provenance, from } = question
  if (provenance === 'demo') await demo.prepare()
  const storedSeries = await prices.findSeries(question)
  const importedSeries = storedSeries.find(({ provider }) => provider === 'imported' || provider === 'demo')
  if (importedSeries !== undefined) return readCloses(importedSeries, from, deps)
  if (provenance === 'demo') return { outcome: 'unknown-symbol' }
  const today = clock.now().toISOString().slice(0, 10)
  const providerFailures: PriceFailure[] = []
  for (const provider of providers.filter((candidate) => candidate.market === market)) {
    const earlierSeries = storedSeries.find((facts) => facts.provider === provider.key)
    if (earlierSeries !== undefined && earlierSeries.fetchedAt.toISOString().slice(0, 10) === today)
      return readCloses(earlierSeries, from, deps)
    const answer = await queryProvider(provider, question, deps)
    if (!('status' in answer)) return readCloses(answer, from, deps)
    if (earlierSeries !== undefined) return readCloses(earlierSeries, from, deps)
    providerFailures.push(answer)
  }
  if (providerFailures.length === 0) return { outcome: 'no-provider' }
  const worst = providerFailures.find(({ status }) => status !== 'not_found')
  return worst === undefined ? { outcome: 'unknown-symbol' } : { outcome: 'failed', ...worst }
}

async function queryProvider(
  provider: PriceProvider,
  question: ClosesQuestion,
  { prices, failures, clock }: PriceDependencies,
): Promise<SeriesFacts | PriceFailure> {
  const { market, symbol, signal } = question
  const memory = `${provider.key} ${symbol}`
  const recentFailure = failures.get(memory)
  if (recentFailure !== undefined && clock.now().getTime() - recentFailure.at < failedForMs)
    return recentFailure.failure
  const result = await provider.fetchCloses({ symbol, from: longAgo, signal })
  if (!result.ok) {
    if (failures.size > 1000) failures.clear()
    failures.set(memory, { at: clock.now().getTime(), failure: result })
    return result
  }
  const { closes, name, currency, adjusted } = result.series
  const facts: SeriesFacts = {
    provider: provider.key,
    market,
    symbol,
    kind: market === 'stock' ? 'stock' : 'crypto',
    name,
    exchange: null,
    currency,
    adjusted,
    provenance: 'real',
    fetchedAt: clock.now(),
  }
  await prices.save(facts, closes)
  return facts
}

async function readCloses(
  facts: SeriesFacts,
  from: string,
  { prices, providers, clock }: PriceDependencies,
): Promise<StoredCloses> {
  // a day has no close before it is over, even if a close is dated there
  const before = clock.now().toISOString().slice(0, 10)
  const closes = await prices.findCloses(facts, { from, before })
  const provider = providers.find(({ key }) => key === facts.provider)
  const { adjusted, currency, provenance } = facts
  const asOf = closes.at(-1)?.day ?? (await prices.findLastDay(facts, before)) ?? from
  return {
    outcome: 'found',
    closes,
    origin: {
      provider: facts.provider,
      providerName: provider?.label ?? names[facts.provider] ?? facts.provider,
      asOf,
      adjusted,
      currency,
      attribution: provider?.attribution ?? null,
      provenance,
    },
  }
}

const names: Partial<Record<SourceKey, string>> = { imported: 'Imported prices', demo: 'Demo prices (demo)' }

export interface DemoPriceSetOptions {
  prices: PricesRepository
  documents: DocumentsModule
  clock: Clock
}

/**
 * The made-up prices of the demo, generated from the stored demo corpus: the same seed, the same end. `prepare` stores them once, in about half a
 * second; later calls only check.
 */
export function createDemoPriceSet({ prices, documents, clock }: DemoPriceSetOptions) {
  let prepared: Promise<void> | null = null

  async function make(): Promise<void> {
    const { sources } = await documents.librarySummary()
    const lastDay = sources.find(
      ({ sourceKey, documents: documentCount }) => sourceKey === 'demo' && documentCount > 0,
    )?.lastDay
    const until = lastDay == null ? clock.now().toISOString().slice(0, 10) : addDays(lastDay, 1)
    const [sample] = demoInstruments.filter(({ market }) => market === 'crypto')
    const demoSpan = sample && (await prices.findSpan({ ...sample, provider: 'demo' }))
    if (demoSpan != null && addDays(demoSpan.last, 1) === until) return
    const generated = generateDemoPrices({ seed: demoSeed, until })
    for (const { symbol, market, name, currency } of demoInstruments) {
      const exchange = market === 'stock' ? 'Demo Exchange (demo)' : null
      const facts = { provider: 'demo', market, symbol, name, exchange, currency, provenance: 'demo' } as const
      const kind = market === 'stock' ? 'stock' : 'crypto'
      await prices.save({ ...facts, kind, adjusted: true, fetchedAt: clock.now() }, generated.get(symbol) ?? [])
    }
  }

  return {
    prepare(): Promise<void> {
      prepared ??= make().catch((error: unknown) => {
        prepared = null
        throw error
      })
      return prepared
    },
  }
}
