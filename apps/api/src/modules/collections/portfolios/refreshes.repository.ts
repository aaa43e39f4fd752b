import { type Kysely, sql } from 'kysely'
import type { PortfolioTrend } from '@auspex/sdk/types'
import type { SignalReading } from './take-reading.ts'

export interface NewReading {
  signalId: string
  computedAt: Date
  stage: PortfolioTrend['stage']
  documents: number
  numbers: SignalReading
}

/** The outcome of measuring a trend; without a code it succeeded. */
export interface TrendResult {
  trendId: string
  at: Date
  failure: { code: string; reason: string } | null
}

/** All SQL of refreshes. The portfolio's row is locked when trends are added or removed, so that a refresh does not end without one of them. */
export function createRefreshesRepository(db: Kysely<object>) {
  return {
    /** Begins a refresh of every trend; false when there is none to measure, so that it ends at once. */
    async beginAll(portfolioId: string, refreshId: string, at: Date): Promise<boolean> {
      const { numAffectedRows } =
        await sql`update portfolio_trend set awaits_refresh = ${refreshId} where portfolio_id = ${portfolioId}`.execute(
          db,
        )
      const trends = Number(numAffectedRows ?? 0n)
      await sql`
        update portfolio set refresh_id = ${refreshId}, refresh_state = ${trends === 0 ? 'completed' : 'running'},
          refresh_is_whole = true, refresh_trends = ${trends}, refresh_done = 0, refresh_failed = 0,
          refresh_started_at = ${at}::timestamptz, refresh_finished_at = ${trends === 0 ? at : null}::timestamptz
        where id = ${portfolioId}`.execute(db)
      return trends > 0
    },

    /** Begins a refresh of the newly saved trends. */
    async beginNew(portfolioId: string, { refreshId, trends, at }: { refreshId: string; trends: number; at: Date }) {
      await sql`
        update portfolio set refresh_id = ${refreshId}, refresh_state = 'running', refresh_is_whole = false,
          refresh_trends = ${trends}, refresh_done = 0, refresh_failed = 0, refresh_started_at = ${at}::timestamptz,
          refresh_finished_at = null
        where id = ${portfolioId}`.execute(db)
    },

    /** Adds trends to the running refresh, or removes some with a negative number. */
    async extend(portfolioId: string, trends: number): Promise<void> {
      await sql`update portfolio set refresh_trends = greatest(refresh_trends + ${trends}, refresh_done)
        where id = ${portfolioId} and refresh_state = 'running'`.execute(db)
    },

    /** The next trend that the refresh has to measure; null when there is none, or the refresh is over. */
    async next(portfolioId: string, refreshId: string): Promise<{ trendId: string; signalId: string } | null> {
      const { rows } = await sql<{ trendId: string; signalId: string }>`
        select t.id as "trendId", t.signal_id as "signalId" from portfolio_trend t join portfolio p on p.id = t.portfolio_id
        where t.portfolio_id = ${portfolioId} and t.awaits_refresh = ${refreshId} and p.refresh_id = ${refreshId}
        order by t.position, t.id limit 1`.execute(db)
      return rows[0] ?? null
    },

    /** Stores the outcome of measuring a trend; idempotent. */
    async saveResult(portfolioId: string, refreshId: string, { trendId, at, failure }: TrendResult): Promise<void> {
      const { numAffectedRows } = await sql`
        update portfolio_trend set awaits_refresh = null, outcome_at = ${at}::timestamptz,
          outcome_code = ${failure?.code ?? null}, outcome_reason = ${failure?.reason ?? null}
        where id = ${trendId} and awaits_refresh = ${refreshId}`.execute(db)
      if ((numAffectedRows ?? 0n) === 0n) return
      await sql`
        update portfolio set refresh_done = refresh_done + 1, refresh_failed = refresh_failed + ${failure === null ? 0 : 1}
        where id = ${portfolioId} and refresh_id = ${refreshId}`.execute(db)
    },

    async saveReading({ signalId, computedAt, stage, documents, numbers }: NewReading): Promise<void> {
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
    },

    /** Ends a refresh that has nothing left to measure; returns whether it is over. The portfolio's row must be locked. */
    async complete(portfolioId: string, refreshId: string, at: Date): Promise<boolean> {
      const left = await this.next(portfolioId, refreshId)
      if (left !== null) return false
      await sql`
        update portfolio set refresh_state = 'completed', refresh_finished_at = ${at}::timestamptz
        where id = ${portfolioId} and refresh_id = ${refreshId} and refresh_state = 'running'`.execute(db)
      return true
    },

    async lock(portfolioId: string): Promise<void> {
      await sql`select 1 from portfolio where id = ${portfolioId} for update`.execute(db)
    },

    /** Fails the rest of a refresh: unmeasured trends keep their numbers and get the failure. */
    async fail(portfolioId: string, refreshId: string, { at, failure }: Omit<TrendResult, 'trendId'>): Promise<void> {
      await sql`
        update portfolio_trend set awaits_refresh = null, outcome_at = ${at}::timestamptz,
          outcome_code = ${failure?.code ?? null}, outcome_reason = ${failure?.reason ?? null}
        where portfolio_id = ${portfolioId} and awaits_refresh = ${refreshId}`.execute(db)
      await sql`
        update portfolio set refresh_state = 'failed', refresh_finished_at = ${at}::timestamptz,
          refresh_failed = refresh_failed + refresh_trends - refresh_done, refresh_done = refresh_trends
        where id = ${portfolioId} and refresh_id = ${refreshId} and refresh_state = 'running'`.execute(db)
    },

    /** Deletes stages that had ended before `before`, and readings that no portfolio needs any more. */
    async forget(before: Date): Promise<void> {
      await sql`
        delete from trend_stage old where old.changed_at < ${before}::timestamptz and exists (
          select 1 from trend_stage later where later.signal_id = old.signal_id
            and later.changed_at > old.changed_at and later.changed_at < ${before}::timestamptz)`.execute(db)
      await sql`
        delete from trend_reading r where r.computed_at < ${before}::timestamptz
          and not exists (select 1 from portfolio_trend t where t.signal_id = r.signal_id)`.execute(db)
    },
  }
}
