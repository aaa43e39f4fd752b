import type { Database } from '../../../adapters/database/database.port.ts'
import type { DocumentStore } from '../document-store.port.ts'
import { createClickhouseStore } from './clickhouse-store.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { createNames } from './names.ts'
import { openChdb } from './open-chdb.ts'

export interface ClickhouseStore {
  store: DocumentStore
  engine: ClickhouseEngine
  close(): Promise<void>
}

/** Documents in ClickHouse on a folder of this machine, beside a database that numbers their names. */
export async function openClickhouseStore(
  database: Pick<Database, 'kysely'>,
  folder: string,
): Promise<ClickhouseStore> {
  const engine = openChdb(folder)
  try {
    const store = await createClickhouseStore({ engine, names: createNames(database) })
    return { store, engine, close: () => engine.close() }
  } catch (error) {
    await engine.close()
    throw error
  }
}
