import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { openClickhouse } from '../../../../adapters/clickhouse/open-clickhouse.ts'
import { withClickhouse } from '../../../../adapters/database/with-clickhouse.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import type { OpenStore } from '../../document-store.contract.ts'
import { createClickhouseStore } from '../clickhouse-store.ts'

/** An empty store over two engines in new folders, each with a part of the documents: what is counted on one alone is wrong. */
export async function openShardedStore(): Promise<OpenStore> {
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'auspex-chdb-'))))
  const engine = joinShards(await Promise.all(folders.map((folder) => openClickhouse(`chdb:${folder}`))))
  const database = withClickhouse(await createTestDatabase(), engine)
  return {
    store: createClickhouseStore({ engine, database }),
    database,
    close: async () => {
      await database.close()
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** Each shard answers alone, and the rows are put one behind the other. */
function joinShards(shards: readonly ClickhouseEngine[]): ClickhouseEngine {
  return {
    ask: async <Row>(statement: Parameters<ClickhouseEngine['ask']>[0]) =>
      (await Promise.all(shards.map((shard) => shard.ask<Row>(statement)))).flat(),
    read: async (statement) => Buffer.concat(await Promise.all(shards.map((shard) => shard.read(statement)))),
    insert: async (table, rows) => {
      await Promise.all(
        shards.map(async (shard, place) => {
          const own = rows.filter((row) => placeOf(row, shards.length) === place)
          if (own.length > 0) await shard.insert(table, own)
        }),
      )
    },
    crashed: Promise.race(shards.map(({ crashed }) => crashed)),
    close: async () => {
      await Promise.all(shards.map((shard) => shard.close()))
    },
  }
}

function placeOf(row: object, shards: number): number {
  if (!('id' in row)) throw new TypeError('A row without an id lies nowhere')
  return Number(BigInt(String(row.id)) % BigInt(shards))
}
