import { sql } from 'kysely'
import type { DatabaseLog } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Library } from '../document-store.port.ts'

/** Attempts before an item is set aside. */
const maxTries = 3
const maxReasonLength = 500

/** Failures of background work by item, so that one that always fails does not block the others. */
export type WorkFaults = ReturnType<typeof createWorkFaults>

/** `work` names the kind of work, as in its table of pending items. */
export function createWorkFaults({ database, store, clock, log }: Library & { clock: Clock; log: DatabaseLog }) {
  const { kysely } = database
  /** Rethrows a failure that is not the item's: while a database is down everything fails, and nothing must be set aside for that. */
  async function ensureItIsNotTheDatabase(failure: unknown): Promise<void> {
    try {
      await store.documents(['doc_0'])
    } catch {
      throw failure
    }
  }

  return {
    ensureItIsNotTheDatabase,
    /** Records that an item failed; returns true when it is now set aside. Rejects like `ensureItIsNotTheDatabase`. */
    async note(work: string, item: string, failure: unknown): Promise<boolean> {
      await ensureItIsNotTheDatabase(failure)
      const reason = String(failure).slice(0, maxReasonLength)
      const { rows } = await sql<{ isSetAside: boolean }>`
        insert into work_fault as known (work, item, tries, is_set_aside, reason, failed_at)
        values (${work}, ${item}, 1, false, ${reason}, ${clock.now()})
        on conflict (work, item) do update set tries = known.tries + 1, is_set_aside = known.tries + 1 >= ${maxTries},
          reason = excluded.reason, failed_at = excluded.failed_at
        returning is_set_aside as "isSetAside"`.execute(kysely)
      const isSetAside = rows[0]?.isSetAside ?? false
      if (isSetAside)
        log.warn(
          { work, item, reason },
          'set aside after repeated failures, so that the rest continues (table work_fault)',
        )
      return isSetAside
    },
    /** Call after an item succeeded. */
    async forget(work: string, item: string): Promise<void> {
      await sql`delete from work_fault where work = ${work} and item = ${item}`.execute(kysely)
    },
  }
}
