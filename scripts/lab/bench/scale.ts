/**
 * Usage: npm run bench:scale [-- --engine chdb|postgresql] [--documents N] [--imported N] [--keep FOLDER]. Imports generated documents, repeats
 * them with new ids and shifted dates up to the requested number, and prints how long storing and complete reports took. Documents are in ClickHouse
 * (npm `chdb`, AUSPEX_CHDB names its folder) or in a PostgreSQL on this machine. `--keep` leaves the library there, or measures the one already
 * there. Nothing else should run on the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDocumentsModule, createLogger, createRandomId, systemClock } from '@auspex/api'
import { importDocuments } from './scale/import-documents.ts'
import { measureParallel, measureReports } from './scale/measure-reports.ts'
import { openScaleLibrary } from './scale/open-scale-library.ts'
import { toTable } from './signals/figures.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chdb' },
    documents: { type: 'string', default: '1000000' },
    imported: { type: 'string', default: '100000' },
    keep: { type: 'string' },
  },
})
const [documents, imported] = [Number(values.documents), Number(values.imported)]
if (!(imported > 0 && documents >= imported)) throw new TypeError('--documents must be at least --imported, above 0')
if (values.engine !== 'chdb' && values.engine !== 'postgresql') throw new TypeError('--engine is chdb or postgresql')

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'auspex-scale-')))
const library = await openScaleLibrary(values.engine, folder)
try {
  const module = createDocumentsModule({
    database: library.database,
    clock: systemClock,
    createId: createRandomId,
    log: createLogger('warn'),
  })
  await module.openLibrary()
  const figures = []
  const storedCount = await library.count()
  if (storedCount === 0)
    figures.push(await importDocuments(module, { what: 'import until searchable', from: 0, count: imported }))
  if (storedCount < documents) {
    figures.push(await library.grow({ first: imported, from: Math.max(storedCount, imported), to: documents }))
    // word frequencies of the entire library, with which reports compare their own
    await module.enrich.countTerms()
  }
  figures.push(...(await library.measureDisk(documents)))
  figures.push(...(await measureReports(module, values.engine === 'postgresql' ? 800 : undefined)))
  figures.push(...(await measureParallel(module)))
  figures.push(
    await importDocuments(module, {
      what: 'the same into the whole library',
      from: storedCount + documents,
      count: imported,
    }),
  )
  figures.push(await library.measureMemory())
  await module.enrich.stop()
  console.log(
    `${values.engine}, ${documents.toLocaleString('en')} documents, ${cpus().length} cores, ${new Date().toISOString()}\n`,
  )
  console.log(toTable(figures))
} finally {
  await library.close()
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true })
}
