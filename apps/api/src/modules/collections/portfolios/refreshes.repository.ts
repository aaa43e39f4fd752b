import { type Kysely, sql } from 'kysely'

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

    /** Ends a refresh that has nothing left to measure; returns whether it is over. The portfolio's row must be locked. */
    async complete(portfolioId: string, refreshId: string, at: Date): Promise<boolean> {
      const pending = await this.next(portfolioId, refreshId)
      if (pending !== null) return false
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
  }
}
