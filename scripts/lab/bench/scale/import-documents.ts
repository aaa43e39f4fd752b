import type { DocumentsModule } from '@auspex/api'
import { toPlan } from '../signals/documents.ts'
import { generateDocument } from '../signals/corpus.ts'
import type { Figure } from '../signals/figures.ts'

/** As `npm run import` gives a library whose documents lie in ClickHouse, and as it does the next while one is stored. */
const batchLines = 10_000

/** Imports generated documents as a file is, those from a number on; they are made beforehand, because no source makes its own. */
export async function importDocuments(
  { imports }: DocumentsModule,
  { what, from, count }: { what: string; from: number; count: number },
): Promise<Figure> {
  const plan = toPlan(count, count)
  const made = Array.from({ length: count }, (_, at) => generateDocument(from + at, plan))
  const start = performance.now()
  const { importId } = await imports.startImport({ name: 'generated.jsonl', sha256: `${from}`, bytes: count })
  let storing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < made.length; at += batchLines) {
    const documents = made.slice(at, at + batchLines)
    const before = storing
    storing = imports.storeImportBatch({
      importId,
      firstLine: at + 1,
      lastLine: at + documents.length,
      documents,
      rejected: [],
    })
    await before
  }
  await storing
  const seconds = (performance.now() - start) / 1_000
  return {
    what,
    value: count / seconds,
    unit: 'documents/s',
    bar: { atLeast: 15_000 },
    note: `${count.toLocaleString('en')} documents in batches of ${batchLines.toLocaleString('en')}, read, counted and stored with fsync`,
  }
}
