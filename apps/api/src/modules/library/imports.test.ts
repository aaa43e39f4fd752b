import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { type CreateId, createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findImport, listRejections } from './imports.repository.ts'
import { finishImport, startImport } from './imports.usecases.ts'
import { createImportOrder } from './import-order.ts'
import { prepareDocuments } from './prepare-documents.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { type StoreBatchDependencies, storeImportBatch } from './store-import-batch.ts'
import { emptyDocuments } from './testing/empty-documents.ts'

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
  test('moves its line with its documents and counts what it stored', async () => {
    const { importId } = await startImport(file, deps)
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
    expect(await listRejections(database, importId)).toEqual(rejected)
  })

  test('of the same bytes continues the one before', async () => {
    const first = await startImport(file, deps)
    await storeImportBatch(batch(first.importId, 1, 10), deps)
    expect(await startImport({ ...file, name: 'copy.jsonl' }, deps)).toMatchObject({
      importId: first.importId,
      resumeLine: 10,
    })
  })

  test('ignores a batch that was acknowledged before', async () => {
    const { importId } = await startImport(file, deps)
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
  ])('refuses %s and stays where it was', async (_, firstLine, lastLine, code) => {
    const { importId } = await startImport(file, deps)
    await storeImportBatch(batch(importId, 1, 10), deps)
    await expect(storeImportBatch(batch(importId, firstLine, lastLine), deps)).rejects.toMatchObject({ code })
    expect(await findImport(database, importId)).toMatchObject({ resumeLine: 10, stored: 10 })
  })

  test('that was cut off in the midst of a batch stores the rest of it when it is sent again', async () => {
    const { importId } = await startImport({ ...file, sha256: 'cut' }, deps)
    const whole = batch(importId, 1, 600)
    let runs = 0
    beforeRun = () => ((runs += 1) === 2 ? Promise.reject(new Error('cut off')) : Promise.resolve())
    await expect(storeImportBatch(whole, deps)).rejects.toThrow('cut off')
    const { resumeLine } = (await findImport(database, importId)) ?? { resumeLine: 0 }
    expect(resumeLine).toBeGreaterThan(0)
    expect(await storeImportBatch(whole, deps)).toEqual({
      stored: 600 - resumeLine,
      duplicates: 0,
      rejected: 0,
      resumeLine: 600,
    })
    expect(await findImport(database, importId)).toMatchObject({ stored: 600, duplicates: 0, resumeLine: 600 })
  })

  test('takes the next batch while one is stored, reads it meanwhile and stores it after', async () => {
    const { importId } = await startImport({ ...file, sha256: 'ahead' }, deps)
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

  test('stores nothing behind a batch that failed', async () => {
    const { importId } = await startImport({ ...file, sha256: 'behind' }, deps)
    let runs = 0
    beforeRun = () => ((runs += 1) === 1 ? Promise.reject(new Error('cut off')) : Promise.resolve())
    const [first, second] = [batch(importId, 1, 10), batch(importId, 11, 20)].map((one) => storeImportBatch(one, deps))
    await Promise.all([
      expect(first).rejects.toThrow('cut off'),
      expect(second).rejects.toMatchObject({ code: 'imports.out_of_order' }),
    ])
    expect(await findImport(database, importId)).toMatchObject({ resumeLine: 0, stored: 0 })
  })

  test('that does not exist is refused by name', async () => {
    await expect(storeImportBatch(batch('imp_none', 1, 2), deps)).rejects.toMatchObject({ code: 'imports.not_found' })
    expect(await findImport(database, 'imp_none')).toBeNull()
  })
})
