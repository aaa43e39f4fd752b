/**
 * Usage: npm run bench:scale [-- --documents N] [--imported N]. Stores generated documents in ClickHouse (npm `chdb`, AUSPEX_CHDB names its
 * folder), repeats them with shifted dates up to the wanted number, and prints what storing and counting took. No other work should run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger, openClickhouseStore, openDatabase } from '@auspex/api'
import { importDocuments } from './scale/import-documents.ts'
import { growLibrary, measureDisk, memoryOfEngine } from './scale/library.ts'
import { measureParallel, measureReports } from './scale/measure-reports.ts'
import { toTable } from './signals/figures.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' }, imported: { type: 'string', default: '100000' } },
})
const [documents, imported] = [Number(values.documents), Number(values.imported)]
if (!(imported > 0 && documents >= imported)) throw new TypeError('--documents must be at least --imported, above 0')

const folder = await mkdtemp(join(tmpdir(), 'auspex-scale-'))
const database = await openDatabase({ dataDir: join(folder, 'names'), log: createLogger('warn') })
const library = await openClickhouseStore(database, join(folder, 'documents'))
try {
  const figures = [await importDocuments(library.store, imported)]
  figures.push(await growLibrary(library.engine, { from: imported, to: documents }))
  figures.push(...(await measureDisk(library.engine, documents)))
  figures.push(...(await measureReports(library.store)))
  figures.push(...(await measureParallel(library.store)))
  figures.push(await memoryOfEngine())
  console.log(`${documents.toLocaleString('en')} documents, ${cpus().length} cores, ${new Date().toISOString()}\n`)
  console.log(toTable(figures))
} finally {
  await library.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
