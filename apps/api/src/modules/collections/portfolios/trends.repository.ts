import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { QueryEcho } from '@auspex/sdk/types'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { createNumbersRepository, type Series } from './overview.repository.ts'
import { visibleTo } from './portfolios.repository.ts'
import type { Viewer } from '../../people/index.ts'
import type { TrendRow } from './present-portfolio.ts'

interface StoredTrend {
  id: string
  portfolio_id: string
  signal_id: string
  title: string
  query: QueryEcho
  position: number
  cover_id: string | null
  added_at: Date
  outcome_at: Date | null
  outcome_code: string | null
  outcome_reason: string | null
}

export interface NewTrend {
  id: string
  signalId: string
  title: string
  query: QueryEcho
}

const columns = sql`t.id, t.portfolio_id, t.signal_id, t.title, t.query, t.position, t.cover_id, t.added_at, t.outcome_at, t.outcome_code,
  t.outcome_reason`

/** All SQL of the signals in portfolios. */
export function createTrendsRepository(db: Kysely<object>) {
  return {
    list: (portfolioId: string, series: Series): Promise<TrendRow[]> =>
      selectTrends(db, sql`where t.portfolio_id = ${portfolioId} order by t.position, t.id`, series),

    /** The trends in their order, without readings. */
    async listNames(portfolioId: string): Promise<{ id: string; coverId: string | null }[]> {
      const { rows } = await sql<{ id: string; coverId: string | null }>`
        select id, cover_id as "coverId" from portfolio_trend where portfolio_id = ${portfolioId} order by position, id`.execute(
        db,
      )
      return rows
    },

    /** The first trends of each portfolio. */
    listFirst: (portfolioIds: readonly string[], count: number, series: Series): Promise<TrendRow[]> =>
      selectTrends(
        db,
        sql`where t.id in (
          select first.id from unnest(${[...portfolioIds]}::text[]) as wanted (portfolio_id) cross join lateral (
            select f.id from portfolio_trend f where f.portfolio_id = wanted.portfolio_id order by f.position, f.id limit ${count}
          ) as first)
        order by t.portfolio_id, t.position, t.id`,
        series,
      ),

    listOfSignals: (portfolioId: string, signalIds: readonly string[]): Promise<TrendRow[]> =>
      selectTrends(
        db,
        sql`where t.portfolio_id = ${portfolioId} and t.signal_id = any(${[...signalIds]}::text[])`,
        'listed',
      ),

    async find(portfolioId: string, id: string): Promise<TrendRow | null> {
      const [row] = await selectTrends(db, sql`where t.portfolio_id = ${portfolioId} and t.id = ${id}`, 'listed')
      return row ?? null
    },

    /** Trends of all portfolios that the person may see, or of one of them, the last saved first. */
    async listVisible(viewer: Viewer, portfolioId: string | null, page: PageRequest) {
      const from = sql`where exists (select 1 from portfolio p where p.id = t.portfolio_id and ${visibleTo(viewer)})
        and (${portfolioId}::text is null or t.portfolio_id = ${portfolioId})`
      const rows = await selectTrends(
        db,
        sql`${from} order by t.added_at desc, t.position, t.id limit ${page.perPage} offset ${pageOffset(page)}`,
        'listed',
      )
      const countResult = await sql<{ total: number }>`
        select count(*)::int as total from portfolio_trend t ${from}`.execute(db)
      return { rows, total: countResult.rows[0]?.total ?? 0 }
    },

    /** Inserts signals before all others, in their order. The given refresh has to measure them. */
    async insert(portfolioId: string, trends: readonly NewTrend[], { refreshId, at }: { refreshId: string; at: Date }) {
      if (trends.length === 0) return
      const column = <K extends keyof NewTrend>(key: K) => trends.map((trend) => trend[key])
      await sql`
        insert into portfolio_trend (id, portfolio_id, signal_id, title, query, position, added_at, awaits_refresh)
        select n.id, ${portfolioId}, n.signal_id, n.title, n.query,
          n.place::int - ${trends.length}::int - 1
            + coalesce((select min(position) from portfolio_trend where portfolio_id = ${portfolioId}), 0),
          ${at}::timestamptz, ${refreshId}
        from unnest(${column('id')}::text[], ${column('signalId')}::text[], ${column('title')}::text[],
          ${trends.map(({ query }) => JSON.stringify(query))}::jsonb[])
          with ordinality as n (id, signal_id, title, query, place)`.execute(db)
    },

    async setOrder(portfolioId: string, trends: readonly { id: string; title?: string | undefined }[]): Promise<void> {
      if (trends.length === 0) return
      await sql`
        update portfolio_trend t set position = n.place::int, title = coalesce(n.title, t.title)
        from unnest(${trends.map(({ id }) => id)}::text[], ${trends.map(({ title }) => title ?? null)}::text[])
          with ordinality as n (id, title, place)
        where t.portfolio_id = ${portfolioId} and t.id = n.id`.execute(db)
    },

    /** Resolves with the deleted trends. */
    async delete(portfolioId: string, ids: readonly string[]) {
      const { rows } = await sql<{ id: string; coverId: string | null; awaitsRefresh: string | null }>`
        delete from portfolio_trend where portfolio_id = ${portfolioId} and id = any(${[...ids]}::text[])
        returning id, cover_id as "coverId", awaits_refresh as "awaitsRefresh"`.execute(db)
      return rows
    },

    async setCover(portfolioId: string, id: string, coverId: string): Promise<void> {
      await sql`update portfolio_trend set cover_id = ${coverId} where portfolio_id = ${portfolioId} and id = ${id}`.execute(
        db,
      )
    },

    /** Sets the cover of trends without one; resolves with how many there were. */
    async setMissingCovers(portfolioId: string, coverId: string): Promise<number> {
      const { numAffectedRows } = await sql`
        update portfolio_trend set cover_id = ${coverId} where portfolio_id = ${portfolioId} and cover_id is null`.execute(
        db,
      )
      return Number(numAffectedRows ?? 0n)
    },
  }
}

/** Trends with the last readings of their signals. */
async function selectTrends(db: Kysely<object>, rest: RawBuilder<unknown>, series: Series): Promise<TrendRow[]> {
  const { rows } = await sql<StoredTrend>`select ${columns} from portfolio_trend t ${rest}`.execute(db)
  const numbers = await createNumbersRepository(db).read(
    rows.map(({ signal_id: signalId }) => signalId),
    series,
  )
  return rows.map((row) => toRow(row, numbers.get(row.signal_id) ?? null))
}

function toRow(row: StoredTrend, reading: TrendRow['reading']): TrendRow {
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    signalId: row.signal_id,
    title: row.title,
    query: row.query,
    position: row.position,
    coverId: row.cover_id,
    addedAt: row.added_at,
    outcome:
      row.outcome_at === null ? null : { at: row.outcome_at, code: row.outcome_code, reason: row.outcome_reason },
    reading,
  }
}
