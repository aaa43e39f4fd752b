import type { Database } from '../../adapters/database/database.port.ts'
import { createRandom } from '@auspex/contract/random'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { type CreateId, createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { openTestStore } from './clickhouse/testing/open-test-store.ts'
import { formerIds } from './document-id.ts'
import { type OpenStore, save } from './document-store.contract.ts'
import { createDocumentsModule } from './documents.module.ts'
import { findImport, listRejections } from './imports.repository.ts'
import { finishImport, startImport } from './imports.usecases.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { prepareDocument } from './prepare-document.ts'
import { prepareDocuments } from './prepare-documents.ts'
import { createImportOrder, type StoreBatchDependencies, storeImportBatch } from './store-import-batch.ts'
import { emptyDocuments } from './testing/empty-documents.ts'

describe('imports', () => {
  let database: Database
  let deps: StoreBatchDependencies & { createId: CreateId }
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await emptyDocuments(database)
    beforeRun = () => Promise.resolve()
    const clock = createFixedClock('2026-02-01T00:00:00Z')
    deps = {
      database,
      store: createPostgresStore(database),
      clock,
      createId: createSequentialIds(),
      yieldToSearches: () => beforeRun(),
      mayTakeLong: () => false,
      prepare: prepareDocuments,
      inOrder: createImportOrder(),
    }
  })
  afterAll(() => database.close())

  let beforeRun = () => Promise.resolve()

  const file = { name: 'posts.jsonl', sha256: 'abc', bytes: 1_234 }
  const batch = (importId: string, firstLine: number, lastLine: number) => ({
    importId,
    firstLine,
    lastLine,
    documents: Array.from({ length: lastLine - firstLine + 1 }, (_, n) =>
      sampleDocument({ nativeId: `${firstLine + n}` }),
    ),
    rejected: [],
  })

  describe('an import', () => {
    test('advances its line with each batch and counts the stored documents', async () => {
      const { id: importId } = await startImport(file, deps)
      await storeImportBatch(batch(importId, 1, 10), deps)
      const rejected = [{ line: 21, reason: 'not JSON' }]
      await storeImportBatch({ ...batch(importId, 11, 20), lastLine: 21, rejected }, deps)
      expect(await finishImport(importId, deps)).toMatchObject({
        ...file,
        resumeLine: 21,
        stored: 20,
        duplicates: 0,
        rejected: 1,
        state: 'finished',
        finishedAt: '2026-02-01T00:00:00.000Z',
      })
      expect(await listRejections(database, [importId])).toEqual(new Map([[importId, rejected]]))
    })

    test('finishes before background work continues', async () => {
      const documents = createDocumentsModule({ ...deps, log: silentLog })
      const { id: importId } = await documents.imports.startImport(file)
      const order: string[] = []
      const storing = documents.imports
        .storeImportBatch(batch(importId, 1, 50))
        .then(() => documents.imports.storeImportBatch(batch(importId, 51, 100)))
        .then(() => order.push('imported'))
      await documents.yieldToForeground()
      order.push('background work')
      await storing
      expect(order).toEqual(['imported', 'background work'])
      await documents.enrich.stop()
    })

    test('of the same file resumes the earlier import', async () => {
      const first = await startImport(file, deps)
      await storeImportBatch(batch(first.id, 1, 10), deps)
      expect(await startImport({ ...file, name: 'copy.jsonl' }, deps)).toMatchObject({
        id: first.id,
        resumeLine: 10,
      })
    })

    test('ignores a batch that was already acknowledged', async () => {
      const { id: importId } = await startImport(file, deps)
      await storeImportBatch(batch(importId, 1, 10), deps)
      expect(await storeImportBatch(batch(importId, 1, 10), deps)).toEqual({
        stored: 0,
        duplicates: 0,
        rejected: 0,
        resumeLine: 10,
      })
    })

    test.each([
      ['a gap', 12, 20, 'imports.out_of_order'],
      ['an overlap', 5, 20, 'imports.out_of_order'],
    ])('refuses %s and does not advance', async (_, firstLine, lastLine, code) => {
      const { id: importId } = await startImport(file, deps)
      await storeImportBatch(batch(importId, 1, 10), deps)
      await expect(storeImportBatch(batch(importId, firstLine, lastLine), deps)).rejects.toMatchObject({ code })
      expect(await findImport(database, importId)).toMatchObject({ resumeLine: 10, stored: 10 })
    })

    test('that was interrupted during a batch stores the rest when the batch is resent', async () => {
      const { id: importId } = await startImport({ ...file, sha256: 'cut' }, deps)
      const fullBatch = batch(importId, 1, 600)
      let runs = 0
      beforeRun = () => ((runs += 1) === 2 ? Promise.reject(new Error('cut off')) : Promise.resolve())
      await expect(storeImportBatch(fullBatch, deps)).rejects.toThrow('cut off')
      const { resumeLine } = (await findImport(database, importId)) ?? { resumeLine: 0 }
      expect(resumeLine).toBeGreaterThan(0)
      expect(await storeImportBatch(fullBatch, deps)).toEqual({
        stored: 600 - resumeLine,
        duplicates: 0,
        rejected: 0,
        resumeLine: 600,
      })
      expect(await findImport(database, importId)).toMatchObject({ stored: 600, duplicates: 0, resumeLine: 600 })
    })

    test('prepares the next batch while the current one is being stored', async () => {
      const { id: importId } = await startImport({ ...file, sha256: 'ahead' }, deps)
      const release = Promise.withResolvers<void>()
      const bothRead = Promise.withResolvers<void>()
      beforeRun = () => release.promise
      let reads = 0
      const prepare: typeof prepareDocuments = async (documents, form) => {
        const prepared = await prepareDocuments(documents, form)
        if ((reads += 1) === 2) bothRead.resolve()
        return prepared
      }
      const [first, second] = [batch(importId, 1, 10), batch(importId, 11, 20)].map((one) =>
        storeImportBatch(one, { ...deps, prepare }),
      )
      await bothRead.promise
      expect(await findImport(database, importId)).toMatchObject({ resumeLine: 0 })
      release.resolve()
      expect(await first).toMatchObject({ stored: 10, resumeLine: 10 })
      expect(await second).toMatchObject({ stored: 10, resumeLine: 20 })
    })

    test.each([
      [true, 1],
      [false, 4],
    ])('nobody searches: %s; stores a thousand lines in %i transactions', async (mayTakeLong, transactions) => {
      const { id: importId } = await startImport({ ...file, sha256: `quiet ${mayTakeLong}` }, deps)
      const allPrepared = Promise.withResolvers<void>()
      let [reads, runs] = [0, 0]
      const prepare: typeof prepareDocuments = async (documents, form) => {
        const prepared = await prepareDocuments(documents, form)
        if ((reads += 1) === 4) setImmediate(allPrepared.resolve)
        return prepared
      }
      beforeRun = () => {
        runs += 1
        return allPrepared.promise
      }
      const documents = batch(importId, 1, 999)
      const rejected = [{ line: 1000, reason: 'not JSON' }]
      const deps1000 = { ...deps, prepare, mayTakeLong: () => mayTakeLong }
      expect(await storeImportBatch({ ...documents, lastLine: 1000, rejected }, deps1000)).toEqual({
        stored: 999,
        duplicates: 0,
        rejected: 1,
        resumeLine: 1000,
      })
      expect(runs).toBe(transactions)
      expect(await listRejections(database, [importId])).toEqual(new Map([[importId, rejected]]))
    })

    test('stores no batch after a failed one', async () => {
      const { id: importId } = await startImport({ ...file, sha256: 'behind' }, deps)
      let runs = 0
      beforeRun = () => ((runs += 1) === 1 ? Promise.reject(new Error('cut off')) : Promise.resolve())
      const [first, second] = [batch(importId, 1, 10), batch(importId, 11, 20)].map((one) =>
        storeImportBatch(one, deps),
      )
      await Promise.all([
        expect(first).rejects.toThrow('cut off'),
        expect(second).rejects.toMatchObject({ code: 'imports.out_of_order' }),
      ])
      expect(await findImport(database, importId)).toMatchObject({ resumeLine: 0, stored: 0 })
    })

    test('that does not exist is refused', async () => {
      await expect(storeImportBatch(batch('imp_none', 1, 2), deps)).rejects.toMatchObject({ code: 'imports.not_found' })
      expect(await findImport(database, 'imp_none')).toBeNull()
    })
  })
})

describe('import identity', () => {
  function identityOn(open: () => Promise<OpenStore>): void {
    let opened: OpenStore
    let files = 0
    const clock = createFixedClock('2026-02-01T00:00:00Z')
    const createId = createSequentialIds()
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    /** Imports rows as a separate file and returns its counts. */
    async function importRows(rows: readonly Partial<SourceDocument>[]) {
      const { database } = opened
      files += 1
      const file = { name: 'rows.jsonl', sha256: files.toString(16).padStart(64, '0'), bytes: 1 }
      const { id: importId } = await startImport(file, { database, clock, createId })
      const documents = rows.map((row) => sampleDocument(row))
      const lines = rows.map((_, index) => 2 * index + 1) // with a blank line after each
      await storeImportBatch(
        { importId, firstLine: 1, lastLine: 2 * rows.length, documents, lines, rejected: [] },
        {
          ...opened,
          clock,
          prepare: prepareDocuments,
          inOrder: createImportOrder(),
          yieldToSearches: () => Promise.resolve(),
          mayTakeLong: () => false,
        },
      )
      const state = await findImport(database, importId)
      return {
        stored: state?.stored,
        duplicates: state?.duplicates,
        differing: state?.differing,
        differences: state?.differences,
      }
    }
    const none = { differing: 0, differences: [] }

    test('equal ids from two outlets, or from two files without an outlet, are separate documents', async () => {
      const rows = (prefix: string, outlet: string) =>
        ['1', '2'].map((nativeId) => ({ outlet, nativeId, title: `${prefix} ${nativeId}` }))
      expect(await importRows(rows('Left', 'left.example'))).toEqual({ stored: 2, duplicates: 0, ...none })
      expect(await importRows(rows('Right', 'right.example'))).toEqual({ stored: 2, duplicates: 0, ...none })
      expect(await importRows(rows('First', 'imported'))).toEqual({ stored: 2, duplicates: 0, ...none })
      expect(await importRows(rows('Second', 'imported'))).toEqual({ stored: 2, duplicates: 0, ...none })
      expect(await importRows(rows('First', 'imported'))).toEqual({ stored: 0, duplicates: 2, ...none })
    })

    test('reports both titles of a duplicate with a different text, in the library and within a file', async () => {
      const outlet = 'edits.example'
      const first = [
        { outlet, nativeId: 'e1', title: 'Before the edit' },
        { outlet, nativeId: 'e1', title: 'Twice in one file' },
        { outlet, nativeId: 'e2', title: 'Same title', body: 'One body' },
      ]
      const twice = { line: 3, nativeId: 'e1', title: 'Twice in one file', storedTitle: 'Before the edit' }
      expect(await importRows(first)).toEqual({ stored: 2, duplicates: 1, differing: 1, differences: [twice] })
      const later = [
        { outlet, nativeId: 'e1', title: 'After the edit' },
        { outlet, nativeId: 'e2', title: 'Same title', body: 'Another body' },
        { outlet, nativeId: 'e1', title: 'Before the edit' },
      ]
      expect(await importRows(later)).toMatchObject({
        stored: 0,
        duplicates: 3,
        differences: [
          { line: 1, title: 'After the edit', storedTitle: 'Before the edit' },
          { line: 3, nativeId: 'e2', storedTitle: 'Same title' },
        ],
      })
      const many = Array.from({ length: 50 }, (_, n) => ({ outlet, nativeId: 'e2', title: `Edit ${n}` }))
      const result = await importRows(many)
      expect([result.differing, result.differences?.length]).toEqual([50, 20])
    })

    test('importing a file from an earlier version again adds only the documents that version lost', async () => {
      const outlet = 'old.example'
      const rows: Partial<SourceDocument>[] = [
        { outlet, nativeId: 'blog:7', title: 'By its id' },
        { outlet, nativeId: `${outlet}:1801234567890123457`, title: 'Its number was rounded' },
        { outlet: 'imported', nativeId: 'imported:3', title: 'Without an outlet' },
        { outlet, nativeId: null, url: 'https://old.example/a', title: 'By its address' },
        { outlet, nativeId: null, title: 'By its text' },
      ]
      const ofEarlierVersion = rows.map((row) => {
        const prepared = prepareDocument(sampleDocument(row), opened.store.indexForm)
        const id = formerIds(prepared).at(-1) ?? prepared.id
        return { ...prepared, id, bucket: Number(BigInt(id) & 127n) }
      })
      await save(opened, ofEarlierVersion)
      await opened.database.pool.query('update library set has_former_import_ids = true')
      expect(await importRows(rows)).toEqual({ stored: 0, duplicates: 5, ...none })
      const lost = [
        { outlet: 'other.example', nativeId: 'blog:7', title: 'The same id of another outlet' },
        { outlet, nativeId: `${outlet}:1801234567890123459`, title: 'Rounded to the same number' },
        { outlet: 'imported', nativeId: 'imported:3', title: 'The third row of another file' },
      ]
      expect(await importRows([...rows, ...lost])).toEqual({ stored: 3, duplicates: 5, ...none })
      expect(await importRows([...lost, ...rows])).toEqual({ stored: 0, duplicates: 8, ...none })
      const [edited] = [{ ...rows[0], title: 'Edited since' }]
      expect(await importRows([edited])).toMatchObject({ stored: 0, duplicates: 1, differing: 1 })
      await opened.database.pool.query('update library set has_former_import_ids = false')
    })

    test.each([1, 2, 3])('importing any file again adds nothing, and its counts add up (seed %i)', async (seed) => {
      const { below, pick } = createRandom(seed)
      const rows = Array.from({ length: 60 }, () => ({
        outlet: pick(['a.example', 'b.example', 'imported']),
        nativeId: pick(['1', '2', 'x', null]),
        url: pick([null, `https://a.example/${below(5)}`]),
        title: `Seed ${seed} title ${below(20)}`,
      }))
      const first = await importRows(rows)
      expect((first.stored ?? 0) + (first.duplicates ?? 0)).toBe(rows.length)
      expect(await importRows(rows)).toMatchObject({ stored: 0, duplicates: rows.length })
      // rows with different titles are never merged silently: each is stored, or counted as differing
      const titles = new Set(rows.map(({ title }) => title))
      expect((first.stored ?? 0) + (first.differing ?? 0)).toBeGreaterThanOrEqual(titles.size)
    })
  }

  describe('imported documents in the embedded database', () => {
    identityOn(async () => {
      const database = await createTestDatabase()
      return { store: createPostgresStore(database), database, close: () => database.close() }
    })
  })

  describeOnChdb('imported documents in ClickHouse', () => {
    identityOn(() => openTestStore())
  })
})
