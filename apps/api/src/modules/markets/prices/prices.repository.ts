import type { Provenance, SourceKey } from '@auspex/sdk/types'
import { type Close, type Market, type PriceSymbol, publicationDays } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

/** Identifies a series: provider and symbol. */
export interface SeriesKey {
  provider: SourceKey
  market: Market
  symbol: string
}

/** What is known about a series in addition to its prices. */
export interface SeriesFacts extends SeriesKey {
  kind: PriceSymbol['kind']
  name: string | null
  exchange: string | null
  currency: string | null
  adjusted: boolean
  provenance: Provenance
  /** When the provider was queried, or the prices were imported. */
  fetchedAt: Date
}

interface SeriesOfSymbol {
  market: Market
  symbol: string
  provenance: Provenance
}

/** The plausible days of stored closes, relative to when they were stored. */
const canBe = sql`day >= '1990-01-01' and day <= (fetched_at at time zone 'UTC')::date + 2`

export type PricesRepository = ReturnType<typeof createPricesRepository>

/** All SQL of prices. */
export function createPricesRepository({ kysely }: Database) {
  return {
    async findSeries(series: SeriesOfSymbol): Promise<SeriesFacts[]> {
      const { rows } = await sql<SeriesFacts>`
        select provider, market, symbol, kind, name, exchange, currency, adjusted, provenance, fetched_at as "fetchedAt"
        from price_series where market = ${series.market} and symbol = ${series.symbol} and provenance = ${series.provenance}
      `.execute(kysely)
      return rows
    },

    /** Closes from `from` to before `before`, oldest first. Excludes implausible days, which earlier versions accepted. */
    async findCloses(
      { provider, market, symbol }: SeriesKey,
      { from, before }: { from: string; before: string },
    ): Promise<Close[]> {
      const { rows } = await sql<Close>`
        select to_char(day, 'YYYY-MM-DD') as day, close from price_close natural join price_series
        where provider = ${provider} and market = ${market} and symbol = ${symbol} and day >= ${from}::date
          and day < ${before}::date and ${canBe}
        order by day`.execute(kysely)
      return rows
    },

    async findSpan({
      provider,
      market,
      symbol,
    }: SeriesKey): Promise<{ days: number; first: string; last: string } | null> {
      const { rows } = await sql<{ days: number; first: string | null; last: string | null }>`
        select count(*)::int as days, to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last
        from price_close natural join price_series
        where provider = ${provider} and market = ${market} and symbol = ${symbol} and ${canBe}`.execute(kysely)
      const { days, first, last } = rows[0] ?? { days: 0, first: null, last: null }
      return first === null || last === null ? null : { days, first, last }
    },

    /** The last day with a close before another day; null when there is none. */
    async findLastDay({ provider, market, symbol }: SeriesKey, before: string): Promise<string | null> {
      const { rows } = await sql<{ last: string | null }>`
        select to_char(max(day), 'YYYY-MM-DD') as last from price_close natural join price_series
        where provider = ${provider} and market = ${market} and symbol = ${symbol} and day < ${before}::date and ${canBe}
      `.execute(kysely)
      return rows[0]?.last ?? null
    },

    /** Stores a series and its closes of plausible days, replacing existing ones; null fields leave the stored values. */
    async save(facts: SeriesFacts, closes: readonly Close[]): Promise<void> {
      const { provider, market, symbol, kind, name, exchange, currency, adjusted, provenance, fetchedAt } = facts
      const { first, last } = publicationDays(fetchedAt)
      const closesInSpan = closes.filter(({ day }) => day >= first && day <= last)
      await sql`
        with series as (
          insert into price_series (provider, market, symbol, kind, name, exchange, currency, adjusted, provenance, fetched_at)
          values (${provider}, ${market}, ${symbol}, ${kind}, ${name}, ${exchange}, ${currency}, ${adjusted}, ${provenance}, ${fetchedAt})
          on conflict (provider, market, symbol) do update set
            name = coalesce(excluded.name, price_series.name), exchange = coalesce(excluded.exchange, price_series.exchange),
            currency = coalesce(excluded.currency, price_series.currency), kind = excluded.kind,
            adjusted = excluded.adjusted, fetched_at = excluded.fetched_at
        )
        insert into price_close (provider, market, symbol, day, close)
        select ${provider}, ${market}, ${symbol}, day, close
        from unnest(${closesInSpan.map(({ day }) => day)}::date[], ${closesInSpan.map(({ close }) => close)}::float8[]) as given (day, close)
        on conflict (provider, market, symbol, day) do update set close = excluded.close`.execute(kysely)
    },

    /** Symbols that begin with a text, or contain a word that does, among stored prices and earlier searches at providers. */
    async findSymbols({
      text,
      provenance,
      limit,
    }: {
      text: string
      provenance: Provenance
      limit: number
    }): Promise<PriceSymbol[]> {
      const beginning = `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const { rows } = await sql<PriceSymbol>`
        select distinct on (symbol) symbol, name, exchange, kind from (
          select symbol, coalesce(name, symbol) as name, exchange, kind, 0 as place from price_series where provenance = ${provenance}
          union all
          select symbol, name, exchange, kind, 1 as place from price_symbol where ${provenance} = 'real'
        ) known
        where lower(symbol) like ${beginning} or lower(name) like ${beginning} or lower(name) like ${`% ${beginning}`}
        order by symbol, place limit ${limit}`.execute(kysely)
      return rows
    },

    async saveSymbols(symbols: readonly PriceSymbol[], at: Date): Promise<void> {
      if (symbols.length === 0) return
      await sql`
        insert into price_symbol (symbol, name, exchange, kind, found_at)
        select distinct on (symbol) symbol, name, exchange, kind, ${at}::timestamptz from unnest(
          ${symbols.map(({ symbol }) => symbol)}::text[], ${symbols.map(({ name }) => name)}::text[],
          ${symbols.map(({ exchange }) => exchange)}::text[], ${symbols.map(({ kind }) => kind)}::text[]
        ) as given (symbol, name, exchange, kind)
        on conflict (symbol) do update set name = excluded.name, exchange = excluded.exchange, found_at = excluded.found_at
      `.execute(kysely)
    },
  }
}
