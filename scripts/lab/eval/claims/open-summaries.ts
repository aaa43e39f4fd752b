import { createSignalsModule, type Database, readSignalQuery, systemClock } from '@auspex/api'
import { wordsOfQuery, wordsWithoutTone } from '@auspex/analytics'
import type { SignalQuery, SummarySection } from '@auspex/sdk/types'
import { generateDemoDocuments, readDocuments, type SourceDocument } from '@auspex/sources'
import { openLibrary, storeDocuments } from '../../../checks/harness/library.ts'
import { toWords } from '../naive-matcher.ts'

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
export async function openSummaries(
  corpora: readonly string[],
  { documentsEach = Infinity, isWanted = () => true }: LibraryWish,
): Promise<SummedUpLibrary> {
  const library = await openLibrary()
  const { database, documents } = library
  const world = corpora.length === 0 ? 'demo' : 'real'
  const { signals } = createSignalsModule({
    database,
    documents,
    provenance: async () => world,
    connectors: [],
    clock: systemClock,
  })
  for (const path of corpora) await storeDocuments(library, readWanted(path, isWanted), documentsEach)
  if (world === 'demo')
    await storeDocuments(library, generateDemoDocuments({ seed: 1, until: '2026-11-20' }), demoDocuments)
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
    close: library.close,
  }
}

async function* readWanted(
  path: string,
  isWanted: NonNullable<LibraryWish['isWanted']>,
): AsyncGenerator<SourceDocument> {
  for await (const row of readDocuments({ path, clock: () => new Date() }))
    if ('document' in row && isWanted(path, row.document)) yield row.document
}

/** A stored document as plain columns, with its words. Claims are recounted over these. */
export interface StoredRow {
  id: string
  /** The id as a number; reports read the words of the lowest ones. */
  number: bigint
  story: string
  day: string
  /** When it was published, in milliseconds since 1970. */
  time: number
  kind: string
  outlet: string
  isChatter: boolean
  /** 0 unknown, 1 negative, 2 neutral, 3 positive. */
  toneLabel: number
  tone: number | null
  country: string | null
  isSampled: boolean
  names: readonly string[]
  title: string
  body: string | null
  words: { title: readonly string[]; body: readonly string[] }
  all: ReadonlySet<string>
}

interface Columns {
  id: string
  story: string
  day: string
  outlet: string
  ms: number
  kind: number
  tone_label: number
  tone: number | null
  country: string | null
  bucket: number
  names: string[]
  title: string
  body: string | null
}

/** The kinds by their stored number. */
const kinds = ['unknown', 'article', 'post', 'comment', 'question', 'answer']
const chatterKinds = new Set([2, 3, 4, 5])
const sampleBuckets = 16

/** Every document of a library. */
async function readStoredRows(pool: Database['pool']): Promise<StoredRow[]> {
  const { rows } = await pool.query<Columns>(`
    select d.id::text as id, d.cluster_id::text as story, to_char(d.ts at time zone 'UTC', 'YYYY-MM-DD') as day,
      extract(epoch from d.ts)::float8 * 1000 as ms, o.name as outlet,
      d.kind, d.tone_label, d.tone, d.country, d.bucket,
      array(select e.name from entity e where e.id = any(d.entities)) as names, t.title, t.body
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id`)
  return rows.map(({ id, kind, ms, tone_label: toneLabel, bucket, ...row }) => {
    const words = { title: toWords(row.title), body: toWords(row.body) }
    return {
      ...row,
      id: `doc_${BigInt(id).toString(36)}`,
      number: BigInt(id),
      time: ms,
      kind: kinds[kind] ?? 'unknown',
      story: `doc_${BigInt(row.story).toString(36)}`,
      isChatter: chatterKinds.has(kind),
      toneLabel,
      isSampled: bucket < sampleBuckets,
      words,
      all: new Set([...words.title, ...words.body]),
    }
  })
}
