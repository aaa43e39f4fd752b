import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

/**
 * Makes a step that moves freshly stored words from the index's waiting list into the index: searches read the whole
 * list, inserts are three times as fast with it (decision 0017). It waits until nothing was stored since it last
 * looked, so that an import is not slowed; the step returns whether the index is in order.
 */
export function createSettleStep(database: Database): () => Promise<boolean> {
  let lastSeen = ''
  let settled = ''
  return async () => {
    const { rows } = await sql<{ revision: string }>`select revision from library`.execute(database.kysely)
    const revision = rows[0]?.revision ?? ''
    const isUnchanged = revision === lastSeen
    lastSeen = revision
    if (revision === settled) return true
    if (!isUnchanged) return false
    for (const index of ['document_tsv', 'document_tsv_sample']) {
      await sql`select gin_clean_pending_list(${index}::regclass)`.execute(database.kysely)
    }
    settled = revision
    return true
  }
}
