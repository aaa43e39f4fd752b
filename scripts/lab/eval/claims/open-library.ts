import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDocumentsModule,
  createLogger,
  createRandomId,
  createSignalsModule,
  openDatabase,
  readSignalQuery,
  systemClock,
} from '@auspex/api'
import type { SignalQuery, SummarySection } from '@auspex/sdk/types'
import { wordsOfQuery, wordsWithoutTone } from '@auspex/analytics'
import { generateDemoDocuments, readDocuments, type SourceDocument } from '@auspex/sources'
import { readStoredRows, type StoredRow } from './stored-rows.ts'

const batchSize = 1_000
const toneLabels = ['unknown', 'negative', 'neutral', 'positive']
const demoDocuments = 12_000

/** An embedded library, filled and with names and stories processed, in a folder that is deleted at the end. */
interface SummedUpLibrary {
  rows: StoredRow[]
  /** The rows with the tone they have for a query, whose own words count as neutral. */
  toneFor: (query: SignalQuery, rows: readonly StoredRow[]) => Promise<StoredRow[]>
  sumUp: (query: SignalQuery) => Promise<SummarySection>
  close: () => Promise<void>
}

/** Which documents of a corpus to use: the first wanted ones, up to the limit if there is one. */
interface LibraryWish {
  documentsEach?: number
  isWanted?: (path: string, document: SourceDocument) => boolean
}

/** Fills a library with documents from each corpus, or with demo documents if there is none. */
export async function openLibrary(
  corpora: readonly string[],
  { documentsEach = Infinity, isWanted = () => true }: LibraryWish,
): Promise<SummedUpLibrary> {
  const dataDir = await mkdtemp(join(tmpdir(), 'auspex-eval-'))
  const log = createLogger('error')
  const database = await openDatabase({ dataDir, log })
  const documents = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
  const world = corpora.length === 0 ? 'demo' : 'real'
  const { signals } = createSignalsModule({
    database,
    documents,
    provenance: async () => world,
    connectors: [],
    clock: systemClock,
  })
  const store = async (source: AsyncIterable<SourceDocument> | Iterable<SourceDocument>, most: number) => {
    let [batch, read]: [SourceDocument[], number] = [[], 0]
    for await (const document of source) {
      if (++read > most) break
      batch.push(document)
      if (batch.length === batchSize) await documents.storeDocuments(batch.splice(0))
    }
    await documents.storeDocuments(batch)
  }
  for (const path of corpora) await store(readable(path, isWanted), documentsEach)
  if (world === 'demo') await store(generateDemoDocuments({ seed: 1, until: '2026-11-20' }), demoDocuments)
  while (await documents.enrich.step());
  return {
    rows: await readStoredRows(database.pool),
    sumUp: (query) => signals.sumUp(readSignalQuery(query), null),
    async toneFor(query, rows) {
      const without = wordsWithoutTone(wordsOfQuery(readSignalQuery(query).node))
      if (without.length === 0) return [...rows]
      const ids = rows.map(({ id }) => id as `doc_${string}`) // the column of ids was written with this type
      const scored = await documents.getDocuments(ids, without)
      const toned = new Map<string, (typeof scored)[number]>(scored.map((document) => [document.documentId, document]))
      return rows.map((row) => {
        const tonedRow = toned.get(row.id)
        return tonedRow === undefined
          ? row
          : { ...row, tone: tonedRow.tone, toneLabel: toneLabels.indexOf(tonedRow.toneLabel) }
      })
    },
    async close() {
      await documents.enrich.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function* readable(path: string, isWanted: NonNullable<LibraryWish['isWanted']>): AsyncGenerator<SourceDocument> {
  for await (const row of readDocuments({ path, clock: () => new Date() }))
    if ('document' in row && isWanted(path, row.document)) yield row.document
}
