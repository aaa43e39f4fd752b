import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../documents.module.ts'
import { generateDemoDocuments, type SourceDocument } from '@auspex/sources'
import { sql } from 'kysely'

export interface DemoLibraryOptions {
  database: Database
  documents: DocumentsModule
  clock: Clock
  log: Logger
  /** What to load; tests pass a small corpus. Default: three years, at least 20,000 documents. */
  generate?: (until: string) => Iterable<SourceDocument>
}

const batchSize = 1000
/** Any fixed number: the corpus is the same in every installation that starts on the same day. */
export const demoSeed = 20_261_121

/**
 * The demo documents that searches use when there is nothing else. `prepare` stores them once; it continues an interrupted load and joins a running
 * one.
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
    let storedCount = 0
    for (const batch of inBatches(generate(until))) storedCount += (await documents.storeDocuments(batch)).stored
    await repository.finish(clock.now())
    log.info({ stored: storedCount, until }, 'the demo corpus is loaded')
  }

  return {
    prepare(): Promise<void> {
      preparing ??= load().catch((error: unknown) => {
        preparing = null
        throw error
      })
      return preparing
    },

    /** Resolves when a running load has ended, successfully or not; at once when none is running. */
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

// A type, not an interface, because kysely needs tables with an index signature.
type DemoTables = {
  demo_library: { only_row: boolean; until: string; finished_at: Date | null }
}

function createDemoRepository(database: Database) {
  const tables = database.kysely.withTables<DemoTables>()
  return {
    /** Begins the load with its last day, or returns the last day of the load begun before. */
    async begin(today: string): Promise<{ until: string; isFinished: boolean }> {
      await tables
        .insertInto('demo_library')
        .values({ only_row: true, until: today, finished_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await tables
        .selectFrom('demo_library')
        .select([
          sql<string>`to_char(until, 'YYYY-MM-DD')`.as('until'),
          sql<boolean>`finished_at is not null`.as('isFinished'),
        ])
        .executeTakeFirstOrThrow()
      return row
    },
    async finish(at: Date): Promise<void> {
      await tables.updateTable('demo_library').set({ finished_at: at }).execute()
    },
  }
}
