import { readDocuments, type SourceDocument } from '@auspex/sources'
import { type CorpusPlan, generateDocument } from './corpus.ts'

const batchSize = 1_000

/**
 * The benchmark's documents in batches, deterministic: those of the files first, then generated ones up to the requested number; without a number,
 * only those of the files.
 */
export async function* benchDocuments(options: {
  files: readonly string[]
  documents?: number
  /** Generates this many, even if the files contain enough. */
  generated?: number
}): AsyncGenerator<SourceDocument[], void, undefined> {
  let batch: SourceDocument[] = []
  let left = options.documents ?? Infinity
  for (const path of options.files) {
    for await (const row of readDocuments({ path, clock: () => new Date() })) {
      if (left <= (options.generated ?? 0)) break
      if (!('document' in row)) continue
      batch.push({ ...row.document, sourceKey: 'imported' })
      left -= 1
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  }
  if (options.documents === undefined) left = 0
  const plan = toPlan(options.documents ?? 0, left)
  for (let index = 0; index < left; index += 1) {
    batch.push(generateDocument(index, plan))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** One in a hundred and one in twenty of the library's documents contain the planted terms, all among the generated ones. */
export function toPlan(library: number, generated: number): CorpusPlan {
  return {
    documents: generated,
    rare: Math.min(generated, Math.round(library / 100)),
    common: Math.min(generated, Math.round(library / 20)),
  }
}
