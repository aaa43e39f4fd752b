import { findAnsweringShards } from '../../adapters/clickhouse/answering-shards.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import type { DocumentStore } from './document-store.port.ts'

/** How many of the places where documents lie answered. */
export interface ShardCoverage {
  answered: number
  total: number
}

/** What can be read of the library while a place where documents lie does not answer. */
export interface AnsweringStore {
  store: Pick<DocumentStore, 'estimate' | 'matching' | 'texts' | 'contexts' | 'documents' | 'titles'>
  shards: ShardCoverage
}

/**
 * The library over the shards that answer; null when all do, or documents lie in PostgreSQL. Documents are spread by their ids, which tell
 * nothing of them, so what is read is a fair sample of all. Rejects when none answers.
 */
export async function findAnsweringStore(database: Database): Promise<AnsweringStore | null> {
  if (database.clickhouse === null) return null
  const { engine, ...shards } = await findAnsweringShards(database.clickhouse)
  if (shards.answered === shards.total) return null
  return { store: createClickhouseStore({ engine, database }), shards }
}
