import {
  type Config,
  createDocumentsModule,
  createLogger,
  createRandomId,
  openDatabase,
  presentImport,
  systemClock,
} from '@auspex/api'
import { largeBatch, requestBatch } from './batches.ts'
import type { ImportTarget } from './import-target.ts'

/** Imports straight into the database, for when no server runs; the lock of the data folder keeps it to one owner. */
export async function createLibraryTarget(config: Config): Promise<ImportTarget> {
  const log = createLogger('warn')
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    documents: config.documentsUrl,
    log,
  })
  const { imports, openLibrary } = createDocumentsModule({
    database,
    clock: systemClock,
    createId: createRandomId,
    log,
  })
  await openLibrary()
  const read = async (importId: string) => {
    const file = await imports.getImport(importId)
    if (file === null) throw new Error(`The import ${importId} is gone`)
    return presentImport(file, systemClock.now())
  }
  return {
    // words are read and scored while the batch before is stored
    batchesAtOnce: 2,
    batchSize: config.documentsUrl === undefined ? requestBatch : largeBatch,
    name: config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL',
    start: async (file) => presentImport(await imports.startImport(file), systemClock.now()),
    store: async (importId, batch) => {
      await imports.storeImportBatch({ importId, ...batch })
      return read(importId)
    },
    finish: async (importId, failure) =>
      presentImport(await imports.finishImport(importId, failure), systemClock.now()),
    close: () => database.close(),
  }
}
