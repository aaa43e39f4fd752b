import type { SourceKey, SourceProbe } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'

/** The table of this module. A type, because kysely needs an index signature. */
type SourceProbeTables = {
  source_probe: {
    source_key: SourceKey
    status: SourceProbe['status']
    reason: string | null
    advice: string | null
    duration_ms: number | null
    retry_after_ms: number | null
    probed_at: Date
  }
}

export type SourceProbesRepository = ReturnType<typeof createSourceProbesRepository>

export function createSourceProbesRepository(database: Database) {
  const kysely = database.kysely.withTables<SourceProbeTables>()
  return {
    /** The last probe of each source that was probed. */
    async list(): Promise<SourceProbe[]> {
      const rows = await kysely.selectFrom('source_probe').selectAll().orderBy('source_key').execute()
      return rows.map((row) => ({
        source: row.source_key,
        status: row.status,
        reason: row.reason,
        advice: row.advice,
        durationMs: row.duration_ms,
        retryAfterMs: row.retry_after_ms,
        probedAt: row.probed_at.toISOString(),
      }))
    },

    /** Stores a probe in place of the previous one. */
    async save(probe: SourceProbe): Promise<void> {
      const { source, durationMs, retryAfterMs, probedAt, ...rest } = probe
      const values = {
        ...rest,
        duration_ms: durationMs,
        retry_after_ms: retryAfterMs,
        probed_at: new Date(probedAt),
      }
      await kysely
        .insertInto('source_probe')
        .values({ source_key: source, ...values })
        .onConflict((conflict) => conflict.column('source_key').doUpdateSet(values))
        .execute()
    },
  }
}
