import type { Close, PriceSymbol } from '../prices/price.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { parsePublishedAt } from '../text/published-at.ts'

/** `Time Series (Daily)`: by day, with `4. close` as a string. Null when the body has another shape. */
export function parseDailySeries(body: string): Close[] | null {
  const days = objectAt(parseJson(body), 'Time Series (Daily)')
  if (days === null) return null
  const closes: Close[] = []
  for (const [day, row] of Object.entries(days)) {
    const close: unknown =
      typeof row === 'object' && row !== null ? (row as Record<string, unknown>)['4. close'] : undefined
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || parsePublishedAt(day) === null || typeof close !== 'string') return null
    closes.push({ day, close: Number(close) })
  }
  return closes
}

/** `bestMatches` of a symbol search, best first. Null when the body has another shape. */
export function parseSymbolSearch(body: string): PriceSymbol[] | null {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null || !('bestMatches' in answer) || !Array.isArray(answer.bestMatches))
    return null
  return (answer.bestMatches as Record<string, unknown>[]).flatMap((match) => {
    const [symbol, name, type, region] = ['1. symbol', '2. name', '3. type', '4. region'].map((key) => match[key])
    if (typeof symbol !== 'string' || typeof name !== 'string' || !/^[A-Z0-9.^=-]{1,20}$/.test(symbol)) return []
    const kind = /etf|fund/i.test(String(type)) ? 'fund' : 'stock'
    return [{ symbol, name, exchange: typeof region === 'string' ? region : null, kind }]
  })
}

function objectAt(value: unknown, key: string): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  const member = (value as Record<string, unknown>)[key]
  return typeof member === 'object' && member !== null ? (member as Record<string, unknown>) : null
}
