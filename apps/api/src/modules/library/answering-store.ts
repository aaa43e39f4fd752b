import { findAnsweringShards } from '../../adapters/clickhouse/open-shards.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import type { DocumentStore } from './document-store.port.ts'

/** How many shards answered. */
export interface ShardCoverage {
  answered: number
  total: number
}

/** The part of the library that can be read while a shard does not answer. */
export interface AnsweringStore {
  store: DocumentStore
  shards: ShardCoverage
}

/**
 * Returns the library over the shards that answer, or null when all of them do or the documents are in PostgreSQL. Documents are distributed by id,
 * and ids are independent of content, so what is read is a fair sample of the library. Rejects when no shard answers.
 */
export async function findAnsweringStore(database: Database): Promise<AnsweringStore | null> {
  if (database.clickhouse === null) return null
  const { engine, ...shards } = await findAnsweringShards(database.clickhouse)
  if (shards.answered === shards.total) return null
  return { store: createClickhouseStore({ engine, database }), shards }
}
