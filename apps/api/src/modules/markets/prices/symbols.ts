import type { StockList } from '@auspex/sdk/types'
import { demoInstruments, knownListings, type Market, type PriceSymbol } from '@auspex/sources'
import type { PriceDependencies } from './price-dependencies.ts'

/** Whether a symbol is a currency. Every unknown symbol is treated as a stock. */
export function marketOf(symbol: string): Market {
  const isCurrency =
    knownListings.some((one) => one.kind === 'crypto' && one.symbol === symbol) ||
    demoInstruments.some((one) => one.market === 'crypto' && one.symbol === symbol)
  return isCurrency ? 'crypto' : 'stock'
}

/** Symbols that begin with a text: stored ones, then well-known ones, and only if there are none, those of a provider that can search. */
export async function suggestSymbols(
  { query, limit = 10, signal }: { query: string; limit?: number; signal: AbortSignal },
  { prices, providers, demo, provenance: findProvenance, clock }: PriceDependencies,
): Promise<StockList> {
  const text = query.trim().toLowerCase()
  const provenance = await findProvenance()
  if (provenance === 'demo') await demo.prepare()
  const stored = await prices.findSymbols({ text, provenance, limit: 200 })
  const wellKnown = provenance === 'real' ? knownListings.filter((one) => begins(one, text)) : []
  const ranked = rank([...stored, ...wellKnown], text)
  const items = ranked.length > 0 || provenance === 'demo' ? ranked : rank(await search(), text, { keepAll: true })
  return { items: items.slice(0, limit), provenance }

  async function search(): Promise<PriceSymbol[]> {
    for (const provider of providers) {
      const found = await provider.searchSymbols?.(text, signal)
      if (found === undefined || !found.ok) continue
      await prices.saveSymbols(found.symbols, clock.now())
      return found.symbols
    }
    return []
  }
}

function begins({ symbol, name }: PriceSymbol, text: string): boolean {
  const words = name.toLowerCase()
  return symbol.toLowerCase().startsWith(text) || words.startsWith(text) || words.includes(` ${text}`)
}

/** The exact symbol first, then symbols with the prefix, then names; without duplicates. */
function rank(symbols: readonly PriceSymbol[], text: string, { keepAll = false } = {}): PriceSymbol[] {
  const place = ({ symbol, name }: PriceSymbol) => {
    const ticker = symbol.toLowerCase()
    if (ticker === text) return 0
    return ticker.startsWith(text) ? 1 : name.toLowerCase().startsWith(text) ? 2 : 3
  }
  const bySymbol = new Map<string, PriceSymbol>()
  for (const one of symbols)
    if (!bySymbol.has(one.symbol) && (keepAll || begins(one, text))) bySymbol.set(one.symbol, one)
  return [...bySymbol.values()].toSorted((a, b) => place(a) - place(b))
}
