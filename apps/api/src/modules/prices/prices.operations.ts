import type { ImportClosesInput, ImportedCloses } from '@auspex/sdk/types'
import { publicationFault } from '@auspex/sources'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { correlate, type CorrelateDependencies } from './correlate.ts'
import { forecastPrice, type PriceForecastDependencies } from './price-forecast.ts'
import { daysOutside, demoSymbolReserved } from './prices.errors.ts'
import type { PricesRepository } from './prices.repository.ts'
import { suggestSymbols, type SymbolsDependencies } from './symbols.ts'

export type PricesOperations = Pick<
  Handlers,
  'autocompleteStock' | 'correlateStock' | 'correlateCrypto' | 'getStockForecast' | 'importCloses'
>

/** The operations of prices. */
export function createPricesOperations(
  deps: CorrelateDependencies &
    PriceForecastDependencies &
    SymbolsDependencies & { repository: PricesRepository; clock: Clock },
): PricesOperations {
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
  }
}

/** Stores prices that somebody brought; they are asked before any provider. */
async function importCloses(
  { symbol, market, name = null, exchange = null, currency = null, adjusted = false, closes }: ImportClosesInput,
  { repository, clock }: { repository: PricesRepository; clock: Clock },
): Promise<ImportedCloses> {
  if (symbol.startsWith('DEMO')) throw demoSymbolReserved()
  const faults = closes.flatMap(({ day }, place) => {
    const fault = publicationFault(Date.parse(day), clock.now())
    return fault === null ? [] : [{ place, day, fault }]
  })
  if (faults.length > 0) throw daysOutside(faults)
  const key = { provider: 'imported', market, symbol } as const
  const byDay = new Map(closes.map((one) => [one.day, one]))
  const kind = market === 'stock' ? 'stock' : 'crypto'
  await repository.save(
    { ...key, kind, name, exchange, currency, adjusted, provenance: 'real', fetchedAt: clock.now() },
    [...byDay.values()],
  )
  const span = await repository.findSpan(key)
  return { symbol, market, days: span?.days ?? 0, firstDay: span?.first ?? '', lastDay: span?.last ?? '' }
}
