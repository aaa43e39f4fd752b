import type { HttpFailure } from '../http/http.types.ts'
import type { SourceFacts, SourceProbe } from '../source.types.ts'

/** What is priced: shares and funds that are listed on an exchange, or cryptocurrencies. */
export type Market = 'stock' | 'crypto'

/** The closing price of one UTC day. Days without trading have none. */
export interface Close {
  day: string
  close: number
}

/** Daily closes of one symbol as a provider returned them. */
export interface PriceSeries {
  /** As requested: `BTC`, whatever the provider calls the pair. */
  symbol: string
  /** Null when the provider does not state it. */
  name: string | null
  /** ISO 4217, or null when unknown. */
  currency: string | null
  /** Whether prices are adjusted for splits and dividends. */
  adjusted: boolean
  /** Oldest first, each day once, above 0, only days that have ended. */
  closes: Close[]
}

/** Why there are no prices; `not_found` when the provider does not know the symbol. */
export interface PriceFailure {
  status: HttpFailure['status'] | 'not_found'
  /** One sentence for display, without secrets. */
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
  /** First day, inclusive. Providers with a shorter history return what they have. */
  from: string
  signal: AbortSignal
}

/**
 * A provider of daily closing prices. Failures are values; only an abort throws. Keys are passed at creation, and never appear in a reason or a
 * result.
 */
export interface PriceClient {
  market: Market
  fetchCloses(request: PriceRequest): Promise<{ ok: true; series: PriceSeries } | ({ ok: false } & PriceFailure)>
  /** Symbols that begin with a text; absent when the provider has no such search. */
  searchSymbols?(
    text: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; symbols: PriceSymbol[] } | ({ ok: false } & PriceFailure)>
  probe(signal: AbortSignal): Promise<SourceProbe>
}

/** An enabled provider of prices. */
export interface PriceProvider extends SourceFacts, PriceClient {}
