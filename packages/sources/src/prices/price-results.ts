import type { HttpFailure } from '../http/http.types.ts'
import type { SourceFacts, SourceProbe } from '../source.types.ts'
import { schemaChanged } from '../source-run.ts'
import { secondsToIso } from '../text/published-at.ts'

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

type FailedResult = { ok: false } & PriceFailure

/** The failures of one provider, which is named in each. */
export function failuresOf(label: string) {
  return {
    /** The failure of a request; quotations from the response are removed, because they may contain a key. */
    ofRequest: ({ status, retryAfterMs }: HttpFailure): FailedResult => ({
      ok: false,
      status,
      reason: `${label} ${clauses[status]}.`,
      retryAfterMs,
    }),
    symbolUnknown: (symbol: string): FailedResult => ({
      ok: false,
      status: 'not_found',
      reason: `${label} knows no ${symbol}.`,
      retryAfterMs: null,
    }),
    shapeUnknown: { ok: false, ...schemaChanged } satisfies FailedResult,
  }
}

const clauses: Record<HttpFailure['status'], string> = {
  rate_limited: 'asks to wait: its limit of requests is reached',
  blocked: 'refuses this installation or this kind of data',
  bad_query: 'does not accept the request',
  auth: 'does not accept the key',
  upstream_down: 'does not answer',
  schema_changed: 'answered in a shape that this version does not know',
}

/** The UTC day of an instant; empty, which sorts before every day, for an instant outside the range of dates. */
export function dayOfMs(ms: number): string {
  return secondsToIso(ms / 1000)?.slice(0, 10) ?? ''
}

/** Each day once with the last price given for it, oldest first, from `from` to yesterday; values that are not prices are dropped. */
export function tidyCloses(closes: readonly Close[], { from, now }: { from: string; now: Date }): Close[] {
  const today = now.toISOString().slice(0, 10)
  const byDay = new Map(
    closes
      .filter(({ day, close }) => Number.isFinite(close) && close > 0 && day >= from && day < today)
      .map((close) => [close.day, close]),
  )
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The closes in the rows of a response, each read by its columns; null when the rows or one of them have another shape. */
export function readCloses(rows: unknown, toClose: (columns: readonly unknown[]) => Close | null): Close[] | null {
  if (!Array.isArray(rows)) return null
  const closes: Close[] = []
  for (const row of rows as unknown[]) {
    const close = Array.isArray(row) ? toClose(row) : null
    if (close === null) return null
    closes.push(close)
  }
  return closes
}
