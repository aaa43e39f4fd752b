import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Snapshot } from './trial-versions.ts'

/** Maximum number of versions stored per study. */
const maxVersions = 100

export type TrialSnapshotsRepository = ReturnType<typeof createTrialSnapshotsRepository>

/** SQL of the versions of studies. */
export function createTrialSnapshotsRepository({ kysely }: Database) {
  return {
    /** Oldest first. */
    async list(nctId: string): Promise<Snapshot[]> {
      const { rows } = await sql<Snapshot>`
        select to_char(updated_day, 'YYYY-MM-DD') as "updatedDay", read_at as "readAt", fields
        from trial_snapshot where nct_id = ${nctId} order by read_at`.execute(kysely)
      return rows
    },

    /** Stores a version and retains only the newest hundred. */
    async add(nctId: string, { updatedDay, readAt, fields }: Snapshot): Promise<void> {
      await sql`
        insert into trial_snapshot (nct_id, read_at, updated_day, fields)
        values (${nctId}, ${readAt}, ${updatedDay}::date, ${JSON.stringify(fields)}::jsonb)
        on conflict (nct_id, read_at) do nothing`.execute(kysely)
      await sql`
        delete from trial_snapshot where nct_id = ${nctId} and read_at < (
          select min(read_at) from (
            select read_at from trial_snapshot where nct_id = ${nctId} order by read_at desc limit ${maxVersions}
          ) kept
        )`.execute(kysely)
    },

    /** Deletes a study that was removed from the register. */
    async forget(nctId: string): Promise<void> {
      await sql`delete from trial_snapshot where nct_id = ${nctId}`.execute(kysely)
    },
  }
}
