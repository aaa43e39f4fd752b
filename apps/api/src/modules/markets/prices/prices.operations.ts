import { addDays, type Forecast, forecastSeries } from '@auspex/analytics'
import type {
  ImportClosesInput,
  ImportedCloses,
  PriceOrigin,
  Provenance,
  StockForecast,
  StockForecastInput,
  StockList,
} from '@auspex/sdk/types'
import {
  type Close,
  demoInstruments,
  knownListings,
  type Market,
  type PriceFailure,
  type PriceProvider,
  type PriceSymbol,
  publicationFault,
} from '@auspex/sources'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Signals } from '../../reports/index.ts'
import {
  daysOutside,
  demoSymbolReserved,
  noProvider,
  providersFailed,
  symbolNotFound,
  tooFewDays,
} from '../markets.errors.ts'
import { type createDemoPriceSet, findCloses } from './closes.ts'
import { correlate } from './correlate.ts'
import type { PricesRepository } from './prices.repository.ts'

/** Whether a symbol is a currency. Every unknown symbol is treated as a stock. */
function marketOf(symbol: string): Market {
  const isCurrency =
    knownListings.some((listing) => listing.kind === 'crypto' && listing.symbol === symbol) ||
    demoInstruments.some((instrument) => instrument.market === 'crypto' && instrument.symbol === symbol)
  return isCurrency ? 'crypto' : 'stock'
}

/** Symbols that begin with a text: stored ones, then well-known ones, and only if there are none, those of a provider that can search. */
async function suggestSymbols(
  { query, limit = 10, signal }: { query: string; limit?: number; signal: AbortSignal },
  { prices, providers, demo, provenance: findProvenance, clock }: PriceDependencies,
): Promise<StockList> {
  const text = query.trim().toLowerCase()
  const provenance = await findProvenance()
  if (provenance === 'demo') await demo.prepare()
  const storedSymbols = await prices.findSymbols({ text, provenance, limit: 200 })
  const wellKnown = provenance === 'real' ? knownListings.filter((listing) => begins(listing, text)) : []
  const ranked = rank([...storedSymbols, ...wellKnown], text)
  const items = ranked.length > 0 || provenance === 'demo' ? ranked : rank(await search(), text, { keepAll: true })
  return { items: items.slice(0, limit), provenance }

  async function search(): Promise<PriceSymbol[]> {
    for (const provider of providers) {
      const matches = await provider.searchSymbols?.(text, signal)
      if (matches === undefined || !matches.ok) continue
      await prices.saveSymbols(matches.symbols, clock.now())
      return matches.symbols
    }
    return []
  }
}

function begins({ symbol, name }: PriceSymbol, text: string): boolean {
  const words = name.toLowerCase()
  return symbol.toLowerCase().startsWith(text) || words.startsWith(text) || words.includes(` ${text}`)
}

/** The exact symbol first, then symbols with the prefix, then names; without duplicates. */
function rank(symbols: readonly PriceSymbol[], text: string, { keepAll = false } = {}): PriceSymbol[] {
  const matchRank = ({ symbol, name }: PriceSymbol) => {
    const ticker = symbol.toLowerCase()
    if (ticker === text) return 0
    return ticker.startsWith(text) ? 1 : name.toLowerCase().startsWith(text) ? 2 : 3
  }
  const bySymbol = new Map<string, PriceSymbol>()
  for (const listing of symbols)
    if (!bySymbol.has(listing.symbol) && (keepAll || begins(listing, text))) bySymbol.set(listing.symbol, listing)
  return [...bySymbol.values()].toSorted((a, b) => matchRank(a) - matchRank(b))
}

const minTradingDays = 250

/** Older prices add no information. */
const maxTradingDays = 1000

/** Every forecast is made this far and cut, so that the forecast of a day does not depend on the horizon. */
const pathDays = 60
const longAgo = '1990-01-01'

export type PricesOperations = ReturnType<typeof createPricesOperations>

export function createPricesOperations(deps: PriceDependencies) {
  return {
    autocompleteStock: async ({ body }, { signal }) => ({
      status: 200,
      body: await suggestSymbols({ ...body, signal }, deps),
    }),
    correlateStock: async ({ body }, { signal }) => ({
      status: 200,
      body: await correlate({ ...body, market: 'stock', signal }, deps),
    }),
    correlateCrypto: async ({ body }, { signal }) => ({
      status: 200,
      body: await correlate({ ...body, market: 'crypto', signal }, deps),
    }),
    getStockForecast: async ({ body }, { signal }) => ({
      status: 200,
      body: await forecastPrice({ ...body, signal }, deps),
    }),
    importCloses: async ({ body }) => ({ status: 200, body: await importCloses(body, deps) }),
  } satisfies Partial<Handlers>
}

/** Stores imported prices; they take precedence over every provider. */
async function importCloses(
  { symbol, market, name = null, exchange = null, currency = null, adjusted = false, closes }: ImportClosesInput,
  { prices, clock }: PriceDependencies,
): Promise<ImportedCloses> {
  if (symbol.startsWith('DEMO')) throw demoSymbolReserved()
  const faults = closes.flatMap(({ day }, closeIndex) => {
    const fault = publicationFault(Date.parse(day), clock.now())
    return fault === null ? [] : [{ place: closeIndex, day, fault }]
  })
  if (faults.length > 0) throw daysOutside(faults)
  const key = { provider: 'imported', market, symbol } as const
  const byDay = new Map(closes.map((close) => [close.day, close]))
  const kind = market === 'stock' ? 'stock' : 'crypto'
  await prices.save({ ...key, kind, name, exchange, currency, adjusted, provenance: 'real', fetchedAt: clock.now() }, [
    ...byDay.values(),
  ])
  const span = await prices.findSpan(key)
  return { symbol, market, days: span?.days ?? 0, firstDay: span?.first ?? '', lastDay: span?.last ?? '' }
}

/** Forecasts closing prices with the model that performed best on past ones. */
async function forecastPrice(
  { symbol, horizonDays = 20, signal }: StockForecastInput & { signal: AbortSignal },
  deps: PriceDependencies,
): Promise<StockForecast> {
  const market = marketOf(symbol)
  const lookup = await findCloses({ market, symbol, provenance: await deps.provenance(), from: longAgo, signal }, deps)
  if (lookup.outcome === 'unknown-symbol')
    throw symbolNotFound(symbol, 'Look the symbol up with the list of suggestions.')
  if (lookup.outcome === 'no-provider') throw noProvider(`No provider of ${market} prices is set up`)
  if (lookup.outcome === 'failed') throw providersFailed(lookup.reason, lookup.retryAfterMs)
  const closes = lookup.closes.slice(-maxTradingDays)
  if (closes.length < minTradingDays) throw tooFewDays(closes.length, minTradingDays)
  const forecast = forecastSeries({
    values: closes.map(({ close }) => close),
    kind: 'positive',
    horizon: pathDays,
    period: 1,
    candidates: [],
    isWalk: true,
  })
  if ('refusal' in forecast) throw tooFewDays(closes.length, minTradingDays)
  return present({
    symbol,
    market,
    forecast: { ...forecast, steps: forecast.steps.slice(0, horizonDays) },
    closes,
    origin: lookup.origin,
  })
}

function present({
  symbol,
  market,
  forecast,
  closes,
  origin,
}: {
  symbol: string
  market: Market
  forecast: Forecast
  closes: readonly Close[]
  origin: PriceOrigin
}): StockForecast {
  const last = closes.at(-1) ?? { day: origin.asOf, close: 0 }
  const days = comingDays(last.day, forecast.steps.length, market)
  const naive = forecast.models.find(({ name }) => name === 'naive')
  const margin = naive === undefined ? 0 : 1 - (forecast.models[0]?.mase ?? 1) / naive.mase
  const won =
    forecast.model === 'naive'
      ? 'Past prices say little of coming ones: no model did better than repeating the last close.'
      : `On ${forecast.models[0]?.folds ?? 0} past forecasts over ${pathDays} days ${forecast.model} missed by ${(margin * 100).toFixed(0)}% less than repeating the last close.`
  return {
    symbol,
    currency: origin.currency,
    asOf: last.day,
    lastClose: last.close,
    horizonDays: forecast.steps.length,
    days: forecast.steps.map((step, index) => ({ day: days[index] ?? last.day, ...step })),
    models: forecast.models.map(({ coverage, ...model }) => ({
      ...model,
      coverage50: coverage[0.5],
      coverage80: coverage[0.8],
      coverage95: coverage[0.95],
    })),
    origin,
    note: `${won} Holidays of the exchange are not known, and no news that is still to come. Not advice.`,
  }
}

/** The days on which prices are expected: weekdays for an exchange, every day for a currency. */
function comingDays(last: string, count: number, market: Market): string[] {
  const days: string[] = []
  for (let day = addDays(last, 1); days.length < count; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay()
    if (market === 'crypto' || (weekday !== 0 && weekday !== 6)) days.push(day)
  }
  return days
}

/** What prices are found and compared with. */
export interface PriceDependencies {
  prices: PricesRepository
  /** In the order in which they are queried. */
  providers: readonly PriceProvider[]
  /** The failures of the last minute, by provider and symbol. */
  failures: Map<string, { at: number; failure: PriceFailure }>
  demo: ReturnType<typeof createDemoPriceSet>
  signals: Signals
  provenance: () => Promise<Provenance>
  clock: Clock
}
