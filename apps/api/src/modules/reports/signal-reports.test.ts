import type { Database } from '../../adapters/database/database.port.ts'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { toSlice, writeCursor } from './list-cursor.ts'
import { createRecentTexts } from './recent-texts.ts'
import { readSignalQuery } from './signal-query.ts'
import { createSignalReportsRepository } from './signal-reports.repository.ts'
import { createSignalRepository } from './signal.repository.ts'
import { createSignalsModule } from './signals.module.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

describe('signal reports repository', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const report = {
    computedAt: new Date('2026-11-21T08:00:00Z'),
    libraryRevision: 1,
    provenance: 'real' as const,
    documents: 12,
    isSettled: true,
    body: '{"of":"damson"}',
    series: '{}',
    naming: { title: 'Damson' },
  }

  test('does not store a report measured before an import was deleted', async () => {
    const signals = createSignalRepository(database)
    const reports = createSignalReportsRepository(database)
    const { signalId: id, echo } = readSignalQuery({ query_term: 'quince' })
    await signals.save({ id, echo, at: report.computedAt })
    await database.pool.query('update library set revision = 7, deletion_revision = 7')

    expect(await reports.saveReport(id, { ...report, libraryRevision: 6 })).toBeNull()
    expect(await reports.findTexts(id)).toBeNull()
    expect(await reports.saveReport(id, { ...report, libraryRevision: 7 })).toMatchObject({ documents: 12 })
    await database.pool.query('update library set deletion_revision = 0')
  })

  test('does not restore a report deleted while its sources were being queried', async () => {
    const signals = createSignalRepository(database)
    const reports = createSignalReportsRepository(database)
    const { signalId: id, echo } = readSignalQuery({ query_term: 'damson' })
    const { computedAt: measuredAt } = report
    const settledAt = new Date('2026-11-21T08:00:05Z')
    const settled = { ...report, computedAt: settledAt }
    await signals.save({ id, echo, at: measuredAt })
    await reports.saveReport(id, report)
    expect(await reports.replaceReport(id, measuredAt, settled)).toMatchObject({ computedAt: settledAt })

    await reports.forgetReports()

    expect(await reports.replaceReport(id, settledAt, settled)).toBeNull()
    expect(await reports.findTexts(id)).toBeNull()
  })
})

describe('recent texts', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

  test('caches the newest text of a signal', () => {
    const texts = createRecentTexts(10)
    texts.keep('a', { computedAt: at(1), text: 'old' })
    texts.keep('a', { computedAt: at(2), text: 'new' })
    expect(texts.find('a')).toMatchObject({ computedAt: at(2), text: 'new' })
    expect(texts.find('b')).toBeNull()
  })

  test('evicts the least recently used text', () => {
    const texts = createRecentTexts(10)
    texts.keep('a', { computedAt: at(1), text: 'aaaa' })
    texts.keep('b', { computedAt: at(1), text: 'bbbb' })
    texts.find('a')
    texts.keep('c', { computedAt: at(1), text: 'cccc' })
    expect(['a', 'b', 'c'].map((id) => texts.find(id)?.text)).toEqual(['aaaa', undefined, 'cccc'])
  })

  test('does not cache a text larger than the whole cache', () => {
    const texts = createRecentTexts(10)
    texts.keep('a', { computedAt: at(1), text: 'a'.repeat(11) })
    expect(texts.find('a')).toBeNull()
  })

  test('compresses a text on the second request', async () => {
    const texts = createRecentTexts()
    texts.keep('a', { computedAt: at(1), text: 'oat milk' })
    expect(texts.find('a')?.compressed()).toBeNull()
    const bytes = await vi.waitFor(() => texts.find('a')?.compressed() ?? Promise.reject(new Error('not yet')), {
      timeout: 600_000,
    })
    expect(gunzipSync(bytes).toString()).toBe('oat milk')
  })
})

describe('list cursor', () => {
  const after = { key: '1763712000000000', id: 'doc_3k9f2m' }
  const encodeCursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const invalid = expect.objectContaining({ code: 'signals.cursor_invalid' })

  describe('a cursor', () => {
    test('continues after its document and keeps counting pages', () => {
      const cursor = writeCursor('oldest', after, 3)
      expect(toSlice({ page: 9, perPage: 50, cursor }, 'oldest', 'query')).toEqual({ page: 3, perPage: 50, after })
      expect(toSlice({}, 'newest', 'query')).toEqual({ page: 1, perPage: 20, after: null })
    })

    test('of another order is refused, with a pointer to the cursor', () => {
      const fields = [{ in: 'body', pointer: '/cursor', message: 'must be the nextCursor of a list in the same order' }]
      expect(() => toSlice({ cursor: writeCursor('newest', after, 2) }, 'oldest', 'body')).toThrow(
        expect.objectContaining({ kind: 'invalid', fields }),
      )
    })

    test('that the database could not parse is refused before any query', () => {
      for (const parts of [
        null,
        {},
        ['newest', 2, '0'],
        ['newest', 1, '0', 'doc_1'],
        ['newest', 2.5, '0', 'doc_1'],
        ['newest', 2, '9999999999999999999', 'doc_1'],
        ['newest', 2, 0, 'doc_1'],
        ['newest', 2, '0', 'doc_zzzzzzzzzzzzz'],
        ['newest', 2, '0', "doc_1'; drop table document"],
        ['engagement', 2, '0', 'doc_1'],
      ]) {
        expect(() => toSlice({ cursor: encodeCursor(parts) }, 'newest', 'query')).toThrow(invalid)
      }
      expect(() => toSlice({ cursor: 'nonsense' }, 'newest', 'query')).toThrow(invalid)
    })
  })
})

describe('the report after a search', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('is the one that the search measured, although an import has stored more since', async () => {
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    const provenance = async () => 'real' as const
    const { signals } = createSignalsModule({ database, documents, provenance, connectors: [], clock })
    const store = (count: number, name: string) =>
      documents.storeDocuments(
        Array.from({ length: count }, (_, n) =>
          sampleArticle({ nativeId: `${name} ${n}`, title: `Oat milk ${name} ${n}` }),
        ),
      )
    const query = readSignalQuery({ query_term: 'oat milk' })
    await signals.save(query)
    await store(12, 'before')
    const searchedSince = clock.now()
    clock.set('2026-11-21T08:00:01Z')
    expect(await signals.measureIfOld(query)).toMatchObject({ documents: 12 })
    await store(3, 'meanwhile')
    clock.set('2026-11-21T08:00:02Z')
    expect(await signals.settle(query, searchedSince)).toMatchObject({ documents: 12 })
    // the next search begins afterwards, and measures
    expect(await signals.settle(query, clock.now())).toMatchObject({ documents: 15 })
    await documents.enrich.stop()
  })
})

describe('warm up', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('warming up reports stops with the server and skips no signal or report silently', async () => {
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    const provenance = async () => 'real' as const
    const { signals } = createSignalsModule({ database, documents, provenance, connectors: [], clock })
    const many = Array.from({ length: 1_600 }, (_, n) =>
      sampleArticle({ nativeId: `${n}`, title: `Oat milk with quince${n % 200}`, body: null }),
    )
    await documents.storeDocuments(many)
    while (await documents.enrich.step());

    let checks = 0
    await signals.warmUp(() => (checks += 1) > 2)

    expect(checks).toBe(3)
    const { rows } = await database.pool.query<{ left: string }>(
      'select (select count(*) from signal) + (select count(*) from signal_report) as left',
    )
    expect(Number(rows[0]?.left)).toBe(0)
    await documents.enrich.stop()
  })
})
