import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { parseQuery } from '@auspex/analytics'
import { createDocumentsModule, createLogger, createRandomId, openDatabase, systemClock, toMatching } from '@auspex/api'
import { readDocuments, type SourceDocument } from '@auspex/sources'
import type { EvalTask } from './eval.types.ts'
import { type NaiveRow, readRow } from './search-counts/naive-matcher.ts'
import { questions } from './search-counts/queries.ts'

const corpora = ['forum_hn_stackexchange', 'forum_reddit_2006_2013', 'news_gdelt_2017_2021']
const rowsEach = 30_000
const batchSize = 2_000

/** Checks that searches count exactly: a hundred queries against a scan of the same rows that shares no code with the product. */
export const searchCounts: EvalTask = {
  name: 'search-counts',
  async run(data) {
    const files = corpora.map((name) => data.path(`corpora/${name}.jsonl.gz`)).filter((path) => path !== null)
    const row = {
      task: 'search counts',
      data: `${questions.length} queries over ${rowsEach.toLocaleString('en')} documents of each of ${corpora.length} corpora`,
      measure: 'share of counts exactly equal',
      bar: { atLeast: 1 },
      baseline: null,
    }
    if (files.length < corpora.length) return [{ ...row, value: null }]
    const library = await openLibrary()
    try {
      const rows: NaiveRow[] = []
      for (const path of files) for (const loaded of await library.load(path)) rows.push(loaded)
      let equal = 0
      for (const [typed, matches] of questions) {
        const expected = rows.filter(matches).length
        const counted = await library.count(typed)
        if (counted === expected) equal++
        else console.error(`${typed}: ${counted} counted, ${expected} expected`)
      }
      return [{ ...row, value: equal / questions.length }]
    } finally {
      await library.close()
    }
  },
}

/** An embedded library in a folder that is deleted at the end; its documents are in ClickHouse if AUSPEX_CHDB is set. */
async function openLibrary() {
  const dataDir = await mkdtemp(join(tmpdir(), 'auspex-eval-'))
  const log = createLogger('error')
  const inClickhouse = process.env['AUSPEX_CHDB'] !== undefined
  const documentsIn = inClickhouse ? `chdb:${join(dataDir, 'documents')}` : undefined
  const database = await openDatabase({ dataDir: join(dataDir, 'database'), documents: documentsIn, log })
  const documents = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
  await documents.openLibrary()
  const knownIds = new Set<string>()
  return {
    /** Stores the first rows of a file; returns the new ones, parsed by the naive matcher. */
    async load(path: string): Promise<NaiveRow[]> {
      const naive = await readRows(path)
      const newRows: NaiveRow[] = []
      let batch: SourceDocument[] = []
      const store = async () => {
        const { ids } = await documents.storeDocuments(batch)
        for (const [index, id] of ids.entries()) {
          if (!knownIds.has(id)) newRows.push(naiveOf(batch[index]))
          knownIds.add(id)
        }
        batch = []
      }
      const naiveOf = (document: SourceDocument | undefined): NaiveRow => {
        const found = naive.get(document?.nativeId ?? '')
        if (found === undefined) throw new Error(`The file ${path} has no row ${document?.nativeId ?? 'without an id'}`)
        return found
      }
      let read = 0
      for await (const row of readDocuments({ path, clock: () => new Date() })) {
        if (++read > rowsEach) break
        if ('document' in row) batch.push(row.document)
        if (batch.length === batchSize) await store()
      }
      await store()
      return newRows
    },
    async count(typed: string): Promise<number> {
      const read = parseQuery(typed)
      if (!read.ok) throw new Error(`${typed}: ${read.message}`)
      return documents.countDocuments({ world: 'real', ...toMatching(read.query) })
    },
    async close() {
      await documents.enrich.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function readRows(path: string): Promise<Map<string, NaiveRow>> {
  const rows = new Map<string, NaiveRow>()
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
  for await (const line of lines) {
    if (rows.size === rowsEach) break
    const row = readRow(line)
    rows.set(row.id, row)
  }
  return rows
}
