import type { Close } from '../prices/price.types.ts'
import { dayOfMs } from '../prices/price-results.ts'
import { parseJson } from '../text/parse-json.ts'

/** Daily candles: `[openTime, open, high, low, close, …]`, prices as strings. Null when the body has another shape. */
export function parseBinance(body: string): Close[] | null {
  const rows = parseJson(body)
  if (!Array.isArray(rows)) return null
  const closes: Close[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) return null
    const [openTime, , , , close] = row as unknown[]
    if (typeof openTime !== 'number' || typeof close !== 'string') return null
    closes.push({ day: dayOfMs(openTime), close: Number(close) })
  }
  return closes
}
