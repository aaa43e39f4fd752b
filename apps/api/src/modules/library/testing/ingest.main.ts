import { openDatabase } from '../../../adapters/database/open-database.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createRandomId } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../documents.module.ts'

// A process for the kill test: imports numbered documents into the given folder and prints each acknowledged line.

const [dataDir, lines, documentsIn] = [process.argv[2], Number(process.argv[3]), process.argv[4]]
if (dataDir === undefined) throw new TypeError('ingest.main needs a folder and a number of lines')
const database = await openDatabase({ dataDir, documents: documentsIn, log: silentLog })
const { imports, openLibrary } = createDocumentsModule({
  database,
  clock: systemClock,
  createId: createRandomId,
  log: silentLog,
})
await openLibrary()
const batchLines = 50

let { id: importId, resumeLine } = await imports.startImport({ name: 'numbers.jsonl', sha256: 'numbers', bytes: lines })
while (resumeLine < lines) {
  const firstLine = resumeLine + 1
  const lastLine = Math.min(lines, resumeLine + batchLines)
  const documents = Array.from({ length: lastLine - resumeLine }, (_, index) =>
    sampleDocument({ nativeId: `${firstLine + index}`, title: `Number ${firstLine + index} of the kill test` }),
  )
  ;({ resumeLine } = await imports.storeImportBatch({ importId, firstLine, lastLine, documents, rejected: [] }))
  process.stdout.write(`${resumeLine}\n`)
}
await database.close()
