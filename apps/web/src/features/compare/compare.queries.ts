import {
  type AuspexClient,
  autocompleteStock,
  type CompareSignalsParams,
  correlateCrypto,
  correlateStock,
  getStockForecast,
} from '@auspex/sdk'
import { compareSignalsQueryOptions, getSignalReportQueryOptions } from '@auspex/sdk/react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

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

interface CorrelationQuestion extends PriceChoice {
  readonly signalId: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The maximum lag between price and signal, in days. */
export const lagLimitDays = 14

export const correlationOptions = (client: AuspexClient, question: CorrelationQuestion) =>
  queryOptions({
    queryKey: ['compare', 'correlation', question],
    queryFn: ({ signal }) => {
      const { signalId, symbol, market, from, to } = question
      const body = { signalId, symbol, maxLagDays: lagLimitDays, startDate: from ?? null, endDate: to ?? null }
      return market === 'crypto' ? correlateCrypto(body, { client, signal }) : correlateStock(body, { client, signal })
    },
    retry: false,
  })

export const symbolsOptions = (client: AuspexClient, text: string) =>
  queryOptions({
    queryKey: ['compare', 'symbols', text],
    queryFn: ({ signal }) => autocompleteStock({ query: text, limit: 8 }, { client, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The forecast of a price; the symbol may be that of a currency. */
export const priceForecastOptions = (client: AuspexClient, symbol: string) =>
  queryOptions({
    queryKey: ['compare', 'priceForecast', symbol],
    queryFn: ({ signal }) => getStockForecast({ symbol, horizonDays: 20 }, { client, signal }),
    retry: false,
  })
