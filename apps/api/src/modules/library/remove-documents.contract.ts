import { parseQuery, toTsquery } from '@auspex/analytics'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { emptyDocuments } from './testing/empty-documents.ts'
import { readWholeFacts } from './testing/whole-facts.ts'

const parsedQuery = parseQuery('oat milk')
if (!parsedQuery.ok) throw new Error(parsedQuery.message)
const filter = { world: 'real', tsquery: toTsquery(parsedQuery.query) } as const

/** The contract for removing what a source has deleted, on whichever engine `open` returns. Call inside a `describe`. */
export function removeDocumentsContract(open: () => Promise<Database>): void {
  let database: Database
  let documents: DocumentsModule
  beforeAll(async () => {
    database = await open()
    documents = createDocumentsModule({
      database,
      clock: createFixedClock('2026-02-01T00:00:00Z'),
      createId: createSequentialIds(),
      log: silentLog,
    })
  })
  beforeEach(() => emptyDocuments(database))
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })
  const countMatches = () => documents.countDocuments(filter)
  const readRows = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(database.kysely)).rows
  const readRevision = async () => (await readRows<{ revision: string }>('select revision from library'))[0]?.revision
  const post = (nativeId: string, overrides: Parameters<typeof sampleDocument>[0] = {}) =>
    sampleDocument({ sourceKey: 'reddit', nativeId, url: null, ...overrides })

  test('removes a document that its source deleted from counts, lists and daily totals', async () => {
    const { ids } = await documents.storeDocuments([post('t3_a'), post('t3_b')])
    const before = await readRevision()
    expect(await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_a', 't3_a', 't3_other'] })).toBe(1)
    expect(await countMatches()).toBe(1)
    expect(await documents.findNativeIds(filter, 10)).toEqual(['t3_b'])
    expect(await documents.getDocuments(ids, { withoutTone: null })).toMatchObject([{ documentId: ids[1] }])
    expect((await documents.librarySummary()).sources).toMatchObject([{ sourceKey: 'reddit', documents: 1 }])
    expect(await readWholeFacts(documents, filter)).toMatchObject({ documents: 1 })
    expect(await readRevision()).not.toBe(before)
    expect(await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_b'] })).toBe(1)
    expect((await documents.librarySummary()).sources).toEqual([])
  })

  test('removing an unknown document changes nothing, and the same id of another source stays', async () => {
    await documents.storeDocuments([post('1', { sourceKey: 'hacker_news' })])
    const before = await readRevision()
    expect(await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['1'] })).toBe(0)
    expect(await countMatches()).toBe(1)
    expect(await readRevision()).toBe(before)
  })

  test('no longer counts the names of a removed document, processed or pending', async () => {
    const about = { title: 'Oatly sells oat milk in Stockholm', lang: 'en' }
    await documents.storeDocuments([post('t3_a', about), post('t3_b', about)])
    while (await documents.enrich.step());
    const readNameCounts = () =>
      readRows<{ key: string; documents: number }>('select key, documents from entity order by key')
    const countsBefore = await readNameCounts()
    expect(countsBefore.length).toBeGreaterThan(0)
    await documents.storeDocuments([post('t3_c', about)])
    await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_a', 't3_c'] })
    while (await documents.enrich.step());
    expect(await readNameCounts()).toEqual(countsBefore.map(({ key, documents: n }) => ({ key, documents: n - 1 })))
    expect(await readRows('select documents from entity_library where not demo')).toEqual([{ documents: 1 }])
  })

  test('an import without a document that an administrator deleted can still be deleted', async () => {
    const { id: importId } = await documents.imports.startImport({ name: 'a.jsonl', sha256: 'a'.repeat(64), bytes: 1 })
    const lines = [post('t3_a'), post('t3_b'), post('t3_c')]
    await documents.imports.storeImportBatch({ importId, firstLine: 1, lastLine: 3, documents: lines, rejected: [] })
    const { ids } = await documents.storeDocuments([lines[0] ?? post('t3_a')])
    expect(await documents.deleteDocument(ids[0] ?? 'doc_0', 'asked for by its author')).toBe(true)
    expect(await documents.imports.getImport(importId)).toMatchObject({ stored: 2 })
    expect(await documents.imports.countContents(importId)).toEqual({ documents: 2, kept: 0 })
    await documents.imports.deleteImport(importId)
    expect(await countMatches()).toBe(0)
  })

  test('a document that is stored again while its quotations are being removed is not listed as deleted', async () => {
    const { ids } = await documents.storeDocuments([post('t3_a'), post('t3_b')])
    let isFoundAgain = false
    documents.deletions.whenDeleted(async () => {
      if (!isFoundAgain) await documents.storeDocuments([post('t3_a')])
      isFoundAgain = true
    })
    await documents.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_a', 't3_b'] })
    await documents.deletions.eraseNow()
    expect(isFoundAgain).toBe(true)
    const { items } = await documents.deletions.list({ ids: null, limit: 10, offset: 0 })
    expect(items.map(({ documentId }) => documentId)).toEqual([ids[1]])
  })

  test('removes the posts of a deleted account and no others', async () => {
    const by = (account: string, key: string) =>
      post(`at://${account}/app.bsky.feed.post/${key}`, { sourceKey: 'bluesky' })
    const all = [by('did:plc:a', '1'), by('did:plc:a', '2'), by('did:plc:ab', '1'), post('t3_a')]
    const { ids } = await documents.storeDocuments(all)
    expect(await documents.removeAccounts(['did:plc:a', 'did:plc:zzz'])).toBe(2)
    const left = (await documents.getDocuments(ids, { withoutTone: null })).map(({ documentId }) => documentId)
    expect(left.toSorted()).toEqual(ids.slice(2).toSorted())
  })

  // a source is asked whether it still has these
  test('returns the source ids of the newest documents of a query', async () => {
    await documents.storeDocuments([
      post('t3_old', { publishedAt: '2026-01-01T00:00:00Z' }),
      post('t3_new', { publishedAt: '2026-01-02T00:00:00Z' }),
      post('t3_else', { title: 'Tea', body: null }),
    ])
    expect(await documents.findNativeIds({ ...filter, sources: ['reddit'] }, 10)).toEqual(['t3_new', 't3_old'])
    expect(await documents.findNativeIds(filter, 1)).toEqual(['t3_new'])
  })
}
