import type { AuspexClient, CompareSignalsParams } from '@auspex/sdk'
import {
  autocompleteStockQueryOptions,
  compareSignalsQueryOptions,
  correlateCryptoQueryOptions,
  correlateStockQueryOptions,
  getSignalReportQueryOptions,
  getStockForecastQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData } from '@tanstack/react-query'

/** The old result stays until the new one arrives, so that changing the range does not blank the page. */
export const comparisonOptions = (client: AuspexClient, params: CompareSignalsParams) =>
  compareSignalsQueryOptions(params, {
    request: { client },
    query: { placeholderData: keepPreviousData },
  })

export const reportOptions = (client: AuspexClient, signalId: string) =>
  getSignalReportQueryOptions(signalId, undefined, { request: { client } })

export interface PriceChoice {
  readonly symbol: string
  readonly market: 'stock' | 'crypto'
}

interface CorrelationParams extends PriceChoice {
  readonly signalId: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The maximum lag between price and signal, in days. */
export const maxLagDays = 14

export const correlationOptions = (client: AuspexClient, { signalId, symbol, market, from, to }: CorrelationParams) => {
  const input = { signalId, symbol, maxLagDays, startDate: from ?? null, endDate: to ?? null }
  const settings = { request: { client } }
  return market === 'crypto'
    ? correlateCryptoQueryOptions(input, settings)
    : correlateStockQueryOptions(input, settings)
}

const maxSuggestions = 8

export const symbolsOptions = (client: AuspexClient, text: string) =>
  autocompleteStockQueryOptions(
    { query: text, limit: maxSuggestions },
    { request: { client }, query: { enabled: text !== '', placeholderData: keepPreviousData } },
  )

export const forecastTradingDays = 20

/** Works for crypto currencies too, despite the operation's name. */
export const priceForecastOptions = (client: AuspexClient, symbol: string) =>
  getStockForecastQueryOptions({ symbol, horizonDays: forecastTradingDays }, { request: { client } })
