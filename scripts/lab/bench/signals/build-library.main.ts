/**
 * Usage: node build-library.main.ts FOLDER DOCUMENTS|all [FILE.jsonl.gz…]. Creates a library of this many documents, real ones first and the rest
 * generated ("all": only those of the files), and prints the time taken as JSON.
 */
import { createDocumentsModule, createLogger, createRandomId, openDatabase, systemClock } from '@auspex/api'
import { benchDocuments } from './documents.ts'
import { plantNames } from './plant-names.ts'

const [folder, size, ...files] = process.argv.slice(2)
if (folder === undefined || size === undefined) throw new TypeError('build-library needs a folder and a number')
const log = createLogger('warn')
const database = await openDatabase({ dataDir: folder, log })
const library = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
const startedAt = performance.now()
const names = await plantNames(database)

/** Prepares the next batch while the engine stores one, which uses two cores better; nothing is measured here. */
let storing: Promise<unknown> = Promise.resolve()
let documents = 0
const plan = size === 'all' ? { files } : { files, documents: Number(size), generated: Number(size) / 2 }
for await (const batch of benchDocuments(plan)) {
  await storing
  storing = library.storeDocuments(batch)
  storing.catch(() => undefined) // handled at the next await
  documents += batch.length
}
await storing
await names.finish()
await database.maintain(['document', 'document_text', 'outlet', 'author', 'source_day'])
// only term backgrounds are left to compute; names and stories exist already
while (await library.enrich.step());
await library.enrich.stop()
await database.maintain(['term_background'])
await database.close()
console.log(JSON.stringify({ documents, seconds: (performance.now() - startedAt) / 1000 }))
