import { dayOfMs } from '../prices/price-results.ts'
import type { Close } from '../prices/price.types.ts'
import { parseJson } from '../text/parse-json.ts'

/** Daily candles: `[time s, low, high, open, close, volume]`, newest first. Null when the body has another shape. */
export function parseCoinbase(body: string): Close[] | null {
  const rows = parseJson(body)
  if (!Array.isArray(rows)) return null
  const closes: Close[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) return null
    const [seconds, , , , close] = row as unknown[]
    if (typeof seconds !== 'number' || typeof close !== 'number') return null
    closes.push({ day: dayOfMs(seconds * 1000), close })
  }
  return closes
}
