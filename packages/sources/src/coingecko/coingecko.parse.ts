import { dayOfMs } from '../prices/price-results.ts'
import type { Close } from '../prices/price.types.ts'
import { parseJson } from '../text/parse-json.ts'

const dayMs = 86_400_000

/** `prices: [[ms, value]]`. A value at midnight closes the day before; one at another time belongs to the current day. Null for another shape. */
export function parseMarketChart(body: string): Close[] | null {
  const chart = parseJson(body)
  if (typeof chart !== 'object' || chart === null || !('prices' in chart) || !Array.isArray(chart.prices)) return null
  const closes: Close[] = []
  for (const row of chart.prices as unknown[]) {
    if (!Array.isArray(row)) return null
    const [ms, close] = row as unknown[]
    if (typeof ms !== 'number' || typeof close !== 'number') return null
    closes.push({ day: dayOfMs(ms % dayMs === 0 ? ms - dayMs : ms), close })
  }
  return closes
}

/** The highest-ranked coin with exactly this symbol; undefined when there is none, null when the body has another shape. */
export function parseCoinSearch(body: string, symbol: string): { id: string; name: string } | undefined | null {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null || !('coins' in answer) || !Array.isArray(answer.coins)) return null
  const coins = (answer.coins as unknown[]).filter(isCoin).filter((coin) => coin.symbol.toUpperCase() === symbol)
  return coins.toSorted((a, b) => (a.market_cap_rank ?? Infinity) - (b.market_cap_rank ?? Infinity))[0]
}

interface Coin {
  id: string
  name: string
  symbol: string
  market_cap_rank: number | null
}

function isCoin(value: unknown): value is Coin {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'symbol' in value &&
    typeof value.symbol === 'string'
  )
}
