import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { OpenStore } from '../../document-store.contract.ts'
import { createClickhouseStore } from '../clickhouse-store.ts'
import { createNames } from '../names.ts'
import { openChdb } from '../open-chdb.ts'

/** An empty store in a new folder, which `close` removes. */
export async function openTestStore(database: Pick<Database, 'kysely'>): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-chdb-'))
  const engine = openChdb(folder)
  return {
    store: await createClickhouseStore({ engine, names: createNames(database) }),
    close: async () => {
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
