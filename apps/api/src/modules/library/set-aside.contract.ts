import type { Database } from '../../adapters/database/database.port.ts'
import { parseQuery, toTsquery } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { countStored, sampleDocument } from '../../testing/stored-documents.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import { type DocumentsModule, createDocumentsModule } from './documents.module.ts'
import { insertDocuments } from './insert-documents.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { prepareDocument } from './prepare-document.ts'
import { emptyDocuments } from './testing/empty-documents.ts'
import { readWholeFacts } from './testing/whole-facts.ts'

const parsedQuery = parseQuery('oat milk')
const filter = parsedQuery.ok
  ? ({ world: 'real', tsquery: toTsquery(parsedQuery.query), query: parsedQuery.query } as const)
  : null
const now = '2026-02-01T00:00:00Z'

/** The contract for stored documents with impossible dates, on whichever engine `open` returns. Call inside a `describe`. */
export function setAsideContract(open: () => Promise<Database>): void {
  let database: Database
  let documents: DocumentsModule
  const openAt = (at: string) =>
    createDocumentsModule({ database, clock: createFixedClock(at), createId: createSequentialIds(), log: silentLog })
  beforeAll(async () => {
    database = await open()
    documents = openAt(now)
  })
  beforeEach(async () => {
    await emptyDocuments(database)
    await sql`update library set opened_at = null`.execute(database.kysely)
  })
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })
  const rowsOf = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[]
  const dated = (publishedAt: string) =>
    sampleDocument({ sourceKey: 'imported', nativeId: publishedAt, url: null, publishedAt })
  const impossible = ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2026-12-24T00:00:00Z', '9998-01-01T00:00:00Z']
  const possible = ['1990-01-01T00:00:00Z', '2026-01-31T10:00:00Z']

  test('is excluded from all counts when the library is opened, and stored complete with its reason', async () => {
    await plantDocuments(database, [...impossible, ...possible].map(dated))
    await documents.openLibrary()
    expect(await countStored(database)).toBe(2)
    if (filter === null) throw new Error('the query could not be read')
    expect(await documents.countDocuments(filter)).toBe(2)
    expect(await readWholeFacts(documents, filter)).toMatchObject({ documents: 2 })
    expect((await documents.librarySummary()).sources).toMatchObject([
      { documents: 2, firstDay: '1990-01-01', lastDay: '2026-01-31' },
    ])
    expect(await rowsOf('select min(day)::text as first, max(day)::text as last from source_day')).toEqual([
      { first: '1990-01-01', last: '2026-01-31' },
    ])
    const aside = await rowsOf<{ reason: string; document: { title: string } }>(
      'select reason, document from document_set_aside order by reason',
    )
    expect(aside.map(({ reason }) => reason)).toEqual([
      'published_at is before 1990: "0001-01-01T00:00:00.000Z"',
      'published_at is before 1990: "1969-12-31T23:59:59.000Z"',
      'published_at is in the future: "2026-12-24T00:00:00.000Z"',
      'published_at is in the future: "9998-01-01T00:00:00.000Z"',
    ])
    expect(aside[0]?.document.title).toBe(dated(now).title)
    expect(await documents.openLibrary()).toBeUndefined()
    expect(await rowsOf('select 1 from document_set_aside')).toHaveLength(4)
  })

  test('leaves no pending background work', async () => {
    await plantDocuments(database, impossible.map(dated))
    // left by an older version for a document that was deleted since
    await database.pool.query(
      "insert into cluster_pending values ('0001-01-08'), ('9998-05-04') on conflict do nothing",
    )
    await documents.openLibrary()
    expect(await rowsOf('select * from cluster_pending')).toEqual([])
    expect(await rowsOf('select * from entity_pending')).toEqual([])
    expect(await documents.enrichmentProgress()).toEqual({ pending: 0, done: 0, pendingWeeks: 0, pendingWords: 0 })
    expect(await documents.enrich.step()).toBe(false)
  })

  test('is reported by its import and deleted with it', async () => {
    const file = { name: 'a.jsonl', sha256: 'a'.repeat(64), bytes: 1 }
    const { id: importId } = await documents.imports.startImport(file)
    const ids = await plantDocuments(database, [...impossible, ...possible].map(dated))
    await database.pool.query('insert into import_part values ($1, 6, $2::bigint[], $3)', [importId, ids, '{}'])
    await database.pool.query('update import_file set stored = 6, resume_line = 6 where id = $1', [importId])
    await documents.openLibrary()
    expect(await documents.imports.getImport(importId)).toMatchObject({ stored: 2, setAside: 4 })
    expect(await documents.imports.countContents(importId)).toEqual({ documents: 2, kept: 0 })
    await documents.imports.deleteImport(importId)
    expect(await rowsOf('select 1 from document_set_aside')).toEqual([])
    expect(await countStored(database)).toBe(0)
  })

  test('sets nothing aside when the clock was set back', async () => {
    await documents.openLibrary()
    await documents.storeDocuments(possible.map(dated))
    await openAt('2019-01-01T00:00:00Z').openLibrary()
    expect(await countStored(database)).toBe(2)
  })

  test('a deleted import leaves no empty weeks to compare', async () => {
    const file = { name: 'b.jsonl', sha256: 'b'.repeat(64), bytes: 1 }
    const { id: importId } = await documents.imports.startImport(file)
    await documents.imports.storeImportBatch({
      importId,
      firstLine: 1,
      lastLine: 2,
      documents: possible.map(dated),
      rejected: [],
    })
    await documents.storeDocuments([sampleDocument({ nativeId: 'other', publishedAt: '2026-01-30T00:00:00Z' })])
    expect((await documents.enrichmentProgress()).pendingWeeks).toBe(4)
    await documents.imports.deleteImport(importId)
    // the week of the remaining document; the week after it stays only while it has documents
    expect(await rowsOf('select week::text from cluster_pending')).toEqual([{ week: '2026-01-26' }])
  })

  test('sets aside a poisoned week and a poisoned document with their reasons without delaying others', async () => {
    await documents.storeDocuments(
      Array.from({ length: 40 }, (_, n) =>
        sampleDocument({ nativeId: `n${n}`, url: null, title: `Harvest of oats in district ${n}` }),
      ),
    )
    // a week outside the valid dates, and a pending name without a document
    await database.pool.query("insert into cluster_pending values ('0001-01-01'), ('20000-01-03')")
    await database.pool.query('insert into entity_pending values (0, -128)')
    let steps = 0
    while ((await documents.enrich.step()) && steps < 200) steps += 1
    expect(steps).toBeLessThan(200)
    expect(await documents.enrichmentProgress()).toEqual({ pending: 0, done: 40, pendingWeeks: 0, pendingWords: 0 })
    expect(await rowsOf('select * from entity_pending')).toEqual([])
    const faults = await rowsOf<{ item: string }>('select item, reason from work_fault where is_set_aside')
    expect(faults.map(({ item }) => item)).toContain('20000-01-03')
  })

  test('removes a queued article that is in no library from the queue, whatever its id', async () => {
    await database.pool.query("insert into article_pending values (-128, '0001-01-01Z'), (127, '0001-01-01Z')")
    const { removedIds } = await documents.articles.listPending(1_000)
    await documents.articles.settle(removedIds)
    expect(await rowsOf('select * from article_pending where document_id in (-128, 127)')).toEqual([])
  })
}

/** Stores documents as versions before 0.3 did, whatever their dates. Returns their stored ids. */
async function plantDocuments(database: Database, documents: readonly SourceDocument[]): Promise<string[]> {
  const { clickhouse } = database
  const store =
    clickhouse === null ? createPostgresStore(database) : createClickhouseStore({ engine: clickhouse, database })
  const prepared = documents.map((document) => prepareDocument(document, store.indexForm))
  const stored = await database.kysely
    .transaction()
    .execute((trx) => insertDocuments(trx, store, prepared, new Date(0)))
  return [...stored]
}
