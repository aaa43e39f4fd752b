import type { HttpFailure } from '../http/http.types.ts'
import { schemaChanged } from '../source-run.ts'
import { secondsToIso } from '../text/published-at.ts'
import type { Close, PriceFailure } from './price.types.ts'

type FailedResult = { ok: false } & PriceFailure

/** The failure of a request in the terms of a price provider; quotations from the response are removed, because they may contain a key. */
export function priceFailure(
  label: string,
  { status, retryAfterMs }: Omit<HttpFailure, 'ok' | 'reason' | 'httpStatus'>,
): FailedResult {
  return { ok: false, status, reason: `${label} ${clauses[status]}.`, retryAfterMs }
}

export function symbolUnknown(label: string, symbol: string): FailedResult {
  return { ok: false, status: 'not_found', reason: `${label} knows no ${symbol}.`, retryAfterMs: null }
}

export const priceShapeUnknown: FailedResult = { ok: false, ...schemaChanged }

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
      .map((one) => [one.day, one]),
  )
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
