import { createRandom } from '@auspex/contract/random'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openTestStore } from './clickhouse/testing/open-test-store.ts'
import { formerIds } from './document-id.ts'
import { type OpenStore, save } from './document-store.contract.ts'
import { createImportOrder } from './import-order.ts'
import { findImport } from './imports.repository.ts'
import { startImport } from './imports.usecases.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { prepareDocument } from './prepare-document.ts'
import { prepareDocuments } from './prepare-documents.ts'
import { storeImportBatch } from './store-import-batch.ts'

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
    const { importId } = await startImport(file, { database, clock, createId })
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

  test('equal ids of two outlets, and of two files that name no outlet, are documents of their own', async () => {
    const rows = (prefix: string, outlet: string) =>
      ['1', '2'].map((nativeId) => ({ outlet, nativeId, title: `${prefix} ${nativeId}` }))
    expect(await importRows(rows('Left', 'left.example'))).toEqual({ stored: 2, duplicates: 0, ...none })
    expect(await importRows(rows('Right', 'right.example'))).toEqual({ stored: 2, duplicates: 0, ...none })
    expect(await importRows(rows('First', 'imported'))).toEqual({ stored: 2, duplicates: 0, ...none })
    expect(await importRows(rows('Second', 'imported'))).toEqual({ stored: 2, duplicates: 0, ...none })
    expect(await importRows(rows('First', 'imported'))).toEqual({ stored: 0, duplicates: 2, ...none })
  })

  test('a duplicate whose text differs is told with both titles, of the library and of the same file', async () => {
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

  test('a file that an earlier version imported adds nothing, and what that version lost is stored', async () => {
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
  })

  test.each([1, 2, 3])(
    'any file that is imported again adds nothing, and its counts add up (seed %i)',
    async (seed) => {
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
      // two rows with different texts are never merged silently
      const texts = new Set(
        rows.map(({ outlet, nativeId, url, title }) => JSON.stringify([outlet, nativeId, url, title])),
      )
      expect((first.stored ?? 0) + (first.differing ?? 0)).toBeGreaterThanOrEqual(
        new Set([...texts].map((text) => (JSON.parse(text) as string[])[3])).size,
      )
    },
  )
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
