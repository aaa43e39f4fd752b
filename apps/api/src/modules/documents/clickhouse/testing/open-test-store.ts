import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { OpenStore } from '../../document-store.contract.ts'
import { openClickhouseStore } from '../open-clickhouse-store.ts'

/** An empty store in a new folder, which `close` removes. */
export async function openTestStore(database: Pick<Database, 'kysely'>): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-chdb-'))
  const { store, close } = await openClickhouseStore(database, folder)
  return {
    store,
    close: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
