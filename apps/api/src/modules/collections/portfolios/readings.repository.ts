import type { SignalReading } from '@auspex/analytics'
import { type Kysely, sql } from 'kysely'
import type { PortfolioTrend } from '@auspex/sdk/types'

type Stage = PortfolioTrend['stage']

/** A signal in any portfolio, with its last reading. */
export interface ReadSignal {
  signalId: string
  /** Its title in the portfolio that has had it the longest. */
  title: string
  portfolioId: string
  trendId: string
  reading: (Omit<SignalReading, 'weeks'> & { computedAt: Date; stage: Stage }) | null
}

export interface NewReading {
  signalId: string
  computedAt: Date
  stage: Stage
  documents: number
  numbers: SignalReading
}

interface StoredReading {
  signalId: string
  title: string
  portfolioId: string
  trendId: string
  computedAt: Date | null
  stage: Stage
  numbers: Omit<SignalReading, 'weeks'> | null
}

/** Readings by signal. */
export function createReadingsRepository(db: Kysely<object>) {
  return {
    async countSignals(portfolioIds: readonly string[]): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(distinct signal_id)::int as count from portfolio_trend
        where portfolio_id = any(${[...portfolioIds]}::text[])`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Ids of the trends that represent the signals of the portfolios, each signal once, the last saved first. */
    async listSignals(portfolioIds: readonly string[], limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select distinct on (signal_id) id, added_at from portfolio_trend
          where portfolio_id = any(${[...portfolioIds]}::text[]) order by signal_id, added_at, id
        ) as each order by added_at desc, id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    async read(trendIds: readonly string[]): Promise<ReadSignal[]> {
      const { rows } = await sql<StoredReading>`
        select t.signal_id as "signalId", t.title, t.portfolio_id as "portfolioId", t.id as "trendId",
          r.computed_at as "computedAt", r.stage, r.numbers - 'weeks' as numbers
        from portfolio_trend t left join trend_reading r on r.signal_id = t.signal_id
        where t.id = any(${[...trendIds]}::text[])`.execute(db)
      return rows.map(({ computedAt, stage, numbers, ...signal }) => ({
        ...signal,
        reading: numbers === null || computedAt === null ? null : { ...numbers, computedAt, stage },
      }))
    },

    /** The stages of the signals at a point in time; omits those not measured by then. */
    async stagesAt(signalIds: readonly string[], at: Date): Promise<Map<string, Stage>> {
      const { rows } = await sql<{ signalId: string; stage: Stage }>`
        select distinct on (signal_id) signal_id as "signalId", stage from trend_stage
        where signal_id = any(${[...signalIds]}::text[]) and changed_at <= ${at}::timestamptz
        order by signal_id, changed_at desc`.execute(db)
      return new Map(rows.map(({ signalId, stage }) => [signalId, stage]))
    },
  }
}

export async function saveReading(
  { signalId, computedAt, stage, documents, numbers }: NewReading,
  db: Kysely<object>,
): Promise<void> {
  await sql`
    insert into trend_reading (signal_id, computed_at, stage, documents, numbers)
    values (${signalId}, ${computedAt}::timestamptz, ${stage}, ${documents}, ${JSON.stringify(numbers)}::jsonb)
    on conflict (signal_id) do update set computed_at = excluded.computed_at, stage = excluded.stage,
      documents = excluded.documents, numbers = excluded.numbers
    where trend_reading.computed_at <= excluded.computed_at`.execute(db)
  await sql`
    insert into trend_stage (signal_id, changed_at, stage)
    select ${signalId}, ${computedAt}::timestamptz, ${stage}::text
    where not exists (
      select 1 from (select stage from trend_stage where signal_id = ${signalId} order by changed_at desc limit 1) as last
      where last.stage is not distinct from ${stage}::text)
    on conflict do nothing`.execute(db)
}

/** Deletes stages that had ended before `before`, and readings that no portfolio needs any more. */
export async function forgetReadings(before: Date, db: Kysely<object>): Promise<void> {
  await sql`
    delete from trend_stage old where old.changed_at < ${before}::timestamptz and exists (
      select 1 from trend_stage later where later.signal_id = old.signal_id
        and later.changed_at > old.changed_at and later.changed_at < ${before}::timestamptz)`.execute(db)
  await sql`
    delete from trend_reading r where r.computed_at < ${before}::timestamptz
      and not exists (select 1 from portfolio_trend t where t.signal_id = r.signal_id)`.execute(db)
}

/** The signals of portfolios, and of all portfolios of projects, by item. Whose they are does not matter: only the server's own work calls it. */
export async function listSignalsOf(
  itemIds: readonly string[],
  db: Kysely<object>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ item: string; signals: string[] }>`
    select item, array_agg(distinct signal_id) as signals from (
      select portfolio_id as item, signal_id from portfolio_trend where portfolio_id = any(${[...itemIds]}::text[])
      union all
      select p.project_id, t.signal_id from project_portfolio p join portfolio_trend t on t.portfolio_id = p.portfolio_id
      where p.project_id = any(${[...itemIds]}::text[])
    ) as kept group by item`.execute(db)
  return new Map(rows.map(({ item, signals }) => [item, signals]))
}
