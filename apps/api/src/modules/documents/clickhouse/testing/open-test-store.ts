import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickhouse } from '../../../../adapters/clickhouse/open-clickhouse.ts'
import { withClickhouse } from '../../../../adapters/database/with-clickhouse.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import type { OpenStore } from '../../document-store.contract.ts'
import { createClickhouseStore } from '../clickhouse-store.ts'
import { putTogether } from './put-together.ts'

/** An empty store in a new folder, which `close` removes. */
export async function openTestStore({ shards = 1 } = {}): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-chdb-'))
  const engines = await Promise.all(
    Array.from({ length: shards }, (_, shard) => openClickhouse(`chdb:${join(folder, String(shard))}`)),
  )
  const engine = putTogether(engines)
  const database = withClickhouse(await createTestDatabase(), engine)
  return {
    store: createClickhouseStore({ engine, database }),
    database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
