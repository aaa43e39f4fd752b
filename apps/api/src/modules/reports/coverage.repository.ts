import type { DailyAttention } from '@auspex/analytics'
import { type Kysely, sql } from 'kysely'
import type { SourceKey, SourceRun } from '@auspex/sdk/types'
import type { DailySeries } from '@auspex/sources'

/** A source's last attention series for a signal, or the reason there is none. */
export interface Attention {
  signalId: string
  source: SourceKey
  series: DailySeries | null
  reason: string | null
}

export type CoverageRepository = ReturnType<typeof createCoverageRepository>

/** All SQL of source runs and attention series. */
export function createCoverageRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely
  return {
    /** Writes the state of each source in a fan-out; later writes replace earlier ones. The first write sets their order. */
    async recordRuns({
      jobId,
      signalId,
      runs,
      at,
    }: {
      jobId: string
      signalId: string
      runs: readonly SourceRun[]
      at: Date
    }): Promise<void> {
      await sql`
        insert into source_run (job_id, source, signal_id, recorded_at, position, run)
        select ${jobId}, run->>'source', ${signalId}, ${at}, position, run
        from jsonb_array_elements(${JSON.stringify(runs)}::jsonb) with ordinality as r (run, position)
        on conflict (job_id, source) do update set run = excluded.run`.execute(db)
    },

    /** The runs of one fan-out. */
    async findRuns(jobId: string): Promise<SourceRun[]> {
      const { rows } = await sql<{
        run: SourceRun
      }>`select run from source_run where job_id = ${jobId} order by position`.execute(db)
      return rows.map(({ run }) => run)
    },

    /** The runs of the last fan-out for any of these signals, until the end of a day if one is given; empty when no source was queried. */
    async findLastRuns(signalIds: readonly string[], asOf: string | null = null): Promise<SourceRun[]> {
      const { rows } = await sql<{ run: SourceRun }>`
        select run from source_run
        where job_id = (select job_id from source_run where signal_id = any(${[...signalIds]}::text[])
          and (${asOf}::date is null or recorded_at < ${asOf}::date + 1) order by recorded_at desc limit 1)
        order by position`.execute(db)
      return rows.map(({ run }) => run)
    },

    /** Ends the runs of fan-outs left behind by a stopped process. */
    async endRuns({ jobIds, reason }: { jobIds: readonly string[]; reason: string }): Promise<void> {
      await sql`
        update source_run set run = run || jsonb_build_object('status', 'cancelled', 'reason', ${reason}::text)
        where job_id = any(${[...jobIds]}::text[]) and run->>'status' in ('pending', 'running')`.execute(db)
    },

    async recordAttention({ signalId, source, series, reason }: Attention, at: Date): Promise<void> {
      const json = series === null ? null : JSON.stringify(series)
      // a failed fetch does not discard a stored series
      await sql`
        insert into signal_attention as known (signal_id, source, series, reason, fetched_at)
        values (${signalId}, ${source}, ${json}::jsonb, ${reason}, ${at})
        on conflict (signal_id, source) do update set
          series = coalesce(excluded.series, known.series), reason = excluded.reason, fetched_at = excluded.fetched_at`.execute(
        db,
      )
    },

    /** The newest series of each source for any of these signals, with its points until the end of a day if one is given. */
    async findAttention(signalIds: readonly string[], asOf: string | null = null): Promise<DailyAttention> {
      const { rows } = await sql<{ source: SourceKey; series: DailySeries | null; reason: string | null }>`
        select distinct on (source) source, series, reason from signal_attention
        where signal_id = any(${[...signalIds]}::text[]) order by source, fetched_at desc`.execute(db)
      const coverages = rows.flatMap(({ source, series }) => {
        if (series === null) return []
        const points = series.points.filter(({ day }) => asOf === null || day <= asOf)
        return [{ source, ...series, points }]
      })
      const reasons = rows.flatMap(({ reason }) => reason ?? [])
      const reason =
        coverages.length > 0 ? null : reasons.join(' ') || 'No source of attention was queried for this signal.'
      return { section: 'attention', series: coverages, reason: reason?.slice(0, 500) ?? null }
    },
  }
}
