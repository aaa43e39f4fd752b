import { addDays, type Forecast, forecastSeries } from '@auspex/analytics'
import type { PriceOrigin, Provenance, StockForecast, StockForecastInput } from '@auspex/sdk/types'
import type { Close, Market } from '@auspex/sources'
import type { FindCloses } from './closes.ts'
import { noProvider, providersFailed, symbolNotFound, tooFewDays } from './prices.errors.ts'

export interface PriceForecastDependencies {
  findCloses: FindCloses
  provenance: () => Promise<Provenance>
  marketOf: (symbol: string) => Market
}

export const leastTradingDays = 250
/** Older prices say nothing that these do not. */
const mostTradingDays = 1000
const longAgo = '1990-01-01'

/** Forecasts closing prices with the model that did best on the past ones. */
export async function forecastPrice(
  { symbol, horizonDays = 20, signal }: StockForecastInput & { signal: AbortSignal },
  deps: PriceForecastDependencies,
): Promise<StockForecast> {
  const market = deps.marketOf(symbol)
  const lookup = await deps.findCloses({ market, symbol, provenance: await deps.provenance(), from: longAgo, signal })
  if (lookup.outcome === 'unknown-symbol')
    throw symbolNotFound(symbol, 'Look the symbol up with the list of suggestions.')
  if (lookup.outcome === 'no-provider') throw noProvider(`No provider of ${market} prices is set up`)
  if (lookup.outcome === 'failed') throw providersFailed(lookup.reason, lookup.retryAfterMs)
  const closes = lookup.closes.slice(-mostTradingDays)
  if (closes.length < leastTradingDays) throw tooFewDays(closes.length, leastTradingDays)
  const forecast = forecastSeries({
    values: closes.map(({ close }) => close),
    kind: 'positive',
    horizon: horizonDays,
    period: 1,
    candidates: [market === 'stock' ? 5 : 7],
  })
  if ('refused' in forecast) throw tooFewDays(closes.length, leastTradingDays)
  return present({ symbol, market, forecast, closes, origin: lookup.origin })
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
      : `On ${forecast.models[0]?.folds ?? 0} past forecasts ${forecast.model} missed by ${(margin * 100).toFixed(0)} % less than repeating the last close.`
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

/** The days on which prices will come: weekdays of an exchange, every day of a currency. */
function comingDays(last: string, count: number, market: Market): string[] {
  const days: string[] = []
  for (let day = addDays(last, 1); days.length < count; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay()
    if (market === 'crypto' || (weekday !== 0 && weekday !== 6)) days.push(day)
  }
  return days
}
