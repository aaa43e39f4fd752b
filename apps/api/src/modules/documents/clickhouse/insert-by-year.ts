import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { NewDocument } from '../document-store.port.ts'
import type { TableRow } from './to-table-row.ts'

/** A partition of the table (`schema.ts`). */
const yearMs = 31_536_000_000

/**
 * Stores documents, those of a year at a time: the engine stores the first while the rows of the next are written, and nobody waits a tenth of
 * a second for this thread. It makes as many parts as one insert, because each year has its own. Ends when every insert has.
 */
export async function insertByYear(
  engine: Pick<ClickhouseEngine, 'insert'>,
  fresh: readonly NewDocument[],
  toRow: (document: NewDocument) => TableRow,
): Promise<void> {
  const inserts: Promise<void>[] = []
  for (const some of Map.groupBy(fresh, ({ ts }) => Math.trunc(Date.parse(ts) / yearMs)).values()) {
    const insert = engine.insert('document', some.map(toRow))
    insert.catch(() => {}) // met below
    inserts.push(insert)
    await yieldToEventLoop()
  }
  for (const ended of await Promise.allSettled(inserts)) if (ended.status === 'rejected') throw ended.reason
}
