import { sql } from 'kysely'
import type { Library } from '../document-store.port.ts'

/**
 * Makes a step that puts in order what quick storing leaves. It waits until nothing was stored since it last looked, so that an import is
 * not slowed; the step returns whether all is in order.
 */
export function createSettleStep({ database, store }: Library): () => Promise<boolean> {
  let lastSeen = ''
  let settled = ''
  return async () => {
    const { rows } = await sql<{ revision: string }>`select revision from library`.execute(database.kysely)
    const revision = rows[0]?.revision ?? ''
    const isUnchanged = revision === lastSeen
    lastSeen = revision
    if (revision === settled) return true
    if (!isUnchanged) return false
    await store.settle()
    settled = revision
    return true
  }
}
