import type { DocumentsModule } from '@auspex/api'
import { toPlan } from '../signals/documents.ts'
import { generateDocument } from '../signals/corpus.ts'
import type { Figure } from '../signals/figures.ts'

/** The same batch size as `npm run import` with documents in ClickHouse, which also prepares the next batch while one is stored. */
const batchLines = 10_000

/**
 * Imports generated documents, starting at a number, as if from a file; they are generated before the timing starts, because a real import does not
 * generate its documents.
 */
export async function importDocuments(
  { imports }: DocumentsModule,
  { what, from, count }: { what: string; from: number; count: number },
): Promise<Figure> {
  const plan = toPlan(count, count)
  const generatedDocuments = Array.from({ length: count }, (_, at) => generateDocument(from + at, plan))
  const start = performance.now()
  const { importId } = await imports.startImport({ name: 'generated.jsonl', sha256: `${from}`, bytes: count })
  let storing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < generatedDocuments.length; at += batchLines) {
    const documents = generatedDocuments.slice(at, at + batchLines)
    const previousBatch = storing
    storing = imports.storeImportBatch({
      importId,
      firstLine: at + 1,
      lastLine: at + documents.length,
      documents,
      rejected: [],
    })
    await previousBatch
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
