import type { HttpFailure } from '../http/http.types.ts'
import type { SourceFacts, SourceProbe } from '../source.types.ts'

/** What is priced: shares and funds that are listed on an exchange, or crypto currencies. */
export type Market = 'stock' | 'crypto'

/** The closing price of one UTC day. Days without trade have none. */
export interface Close {
  day: string
  close: number
}

/** Daily closes of one symbol as a provider gave them. */
export interface PriceSeries {
  /** In the words of the asker: `BTC`, whatever the provider calls the pair. */
  symbol: string
  /** Null when the provider does not tell. */
  name: string | null
  /** ISO 4217, or null when unknown. */
  currency: string | null
  /** Whether splits and dividends are worked in. */
  adjusted: boolean
  /** Oldest first, each day once, above 0, ended days only. */
  closes: Close[]
}

/** Why there are no prices; `not_found` when the provider knows no such symbol. */
export interface PriceFailure {
  status: HttpFailure['status'] | 'not_found'
  /** One sentence for a person, without secrets. */
  reason: string
  retryAfterMs: number | null
}

/** A symbol that a provider knows. */
export interface PriceSymbol {
  symbol: string
  name: string
  exchange: string | null
  kind: 'stock' | 'fund' | 'crypto'
}

export interface PriceRequest {
  symbol: string
  /** First day, inclusive. Providers that reach less far give what they have. */
  from: string
  signal: AbortSignal
}

/**
 * A provider of daily closing prices. Failures are values; only an abort throws. Keys are given when it is made, and are in no
 * reason and no result.
 */
export interface PriceClient {
  market: Market
  fetchCloses(request: PriceRequest): Promise<{ ok: true; series: PriceSeries } | ({ ok: false } & PriceFailure)>
  /** Symbols that begin like a text; absent when the provider cannot tell. */
  searchSymbols?(
    text: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; symbols: PriceSymbol[] } | ({ ok: false } & PriceFailure)>
  probe(signal: AbortSignal): Promise<SourceProbe>
}

/** A provider of prices that is switched on. */
export interface PriceProvider extends SourceFacts, PriceClient {}
