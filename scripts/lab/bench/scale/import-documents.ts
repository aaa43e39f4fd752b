import { type DocumentStore, prepareInThreads } from '@auspex/api'
import { benchDocuments } from '../signals/documents.ts'
import type { Figure } from '../signals/figures.ts'

const batchSize = 10_000

/** Stores generated documents; they are made beforehand, because no source makes its own. */
export async function importDocuments(store: DocumentStore, count: number): Promise<Figure> {
  const made = []
  for await (const batch of benchDocuments({ files: [], documents: count })) made.push(...batch)
  const prepare = prepareInThreads()
  const start = performance.now()
  // one batch is read while another is stored
  let storing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < made.length; at += batchSize) {
    const prepared = await prepare(made.slice(at, at + batchSize))
    await storing
    storing = store.store(prepared)
    storing.catch(() => undefined) // met at the next await
  }
  await storing
  const seconds = (performance.now() - start) / 1_000
  return {
    what: 'import until searchable',
    value: count / seconds,
    unit: 'documents/s',
    bar: { atLeast: 15_000 },
    note: `${count.toLocaleString('en')} documents in batches of ${batchSize.toLocaleString('en')}, with fsync`,
  }
}
