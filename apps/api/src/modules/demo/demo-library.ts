import { generateDemoDocuments, type SourceDocument } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createDemoRepository } from './demo.repository.ts'

export interface DemoLibraryOptions {
  database: Database
  documents: Pick<DocumentsModule, 'storeDocuments'>
  clock: Clock
  log: Logger
  /** What to load; tests give a small corpus. Default: three years, at least 20,000 documents. */
  generate?: (until: string) => Iterable<SourceDocument>
}

const batchSize = 1000
/** Any fixed number: the corpus is the same in every installation that begins on the same day. */
export const demoSeed = 20_261_121

/**
 * The synthetic documents that searches use when there is nothing else. `prepare` stores them once; a load that was
 * cut off is continued, and one that is running is joined.
 */
export function createDemoLibrary({
  database,
  documents,
  clock,
  log,
  generate = (until) => generateDemoDocuments({ seed: demoSeed, until }),
}: DemoLibraryOptions) {
  const repository = createDemoRepository(database)
  let preparing: Promise<void> | null = null

  async function load(): Promise<void> {
    const { until, isFinished } = await repository.begin(clock.now().toISOString().slice(0, 10))
    if (isFinished) return
    let stored = 0
    for (const batch of inBatches(generate(until))) stored += (await documents.storeDocuments(batch)).stored
    await repository.finish(clock.now())
    log.info({ stored, until }, 'the demo corpus is loaded')
  }

  return {
    prepare(): Promise<void> {
      preparing ??= load().catch((error: unknown) => {
        preparing = null
        throw error
      })
      return preparing
    },

    /** Resolves when a load that is running has ended, however it ended; at once when none is. */
    async whenSettled(): Promise<void> {
      await preparing?.catch(() => {})
    },
  }
}

function* inBatches(documents: Iterable<SourceDocument>): Generator<SourceDocument[], void, undefined> {
  let batch: SourceDocument[] = []
  for (const document of documents) {
    batch.push(document)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
