import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DocumentsUnreachableError } from '../adapters/clickhouse/clickhouse.errors.ts'
import type { ClickhouseEngine } from '../adapters/clickhouse/engine.port.ts'
import { openClickhouse } from '../adapters/clickhouse/open-clickhouse.ts'
import { openShards } from '../adapters/clickhouse/open-shards.ts'
import type { Database } from '../adapters/database/database.port.ts'
import { withClickhouse } from '../adapters/database/open-database.ts'
import { createTestDatabase } from './test-database.ts'

/** A database whose documents are on two shards, which `close` removes. */
export interface TestShards {
  database: Database
  /** Indexes of the shards that do not answer. */
  away: Set<number>
  /** Queries that a shard did not answer. */
  unanswered(): number
}

export async function openTestShards(): Promise<TestShards> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-shards-'))
  const away = new Set<number>()
  let unanswered = 0
  const reach = (at: number, engine: ClickhouseEngine): ClickhouseEngine => {
    const whenThere = async <Answer>(query: () => Promise<Answer>): Promise<Answer> => {
      if (!away.has(at)) return query()
      unanswered += 1
      throw new DocumentsUnreachableError(new Error(`shard ${at} is away`))
    }
    return {
      ...engine,
      ask: (statement) => whenThere(() => engine.ask(statement)),
      read: (statement) => whenThere(() => engine.read(statement)),
      insert: (table, rows) => whenThere(() => engine.insert(table, rows)),
    }
  }
  const shards = await Promise.all(
    [0, 1].map(async (at) => reach(at, await openClickhouse(`chdb:${join(folder, `${at}`)}`))),
  )
  const database = withClickhouse(await createTestDatabase(), openShards(shards))
  await database.pool.query("update library set documents_in = 'clickhouse'")
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { database: { ...database, close }, away, unanswered: () => unanswered }
}
