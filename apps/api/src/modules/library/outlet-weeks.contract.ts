import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { emptyDocuments } from './testing/empty-documents.ts'

/** The contract for the weekly counts of outlets, on whichever engine `open` returns. Call inside a `describe`. */
export function outletWeeksContract(open: () => Promise<Database>): void {
  let database: Database
  let documents: DocumentsModule
  beforeAll(async () => {
    database = await open()
    const clock = createFixedClock('2026-02-01T00:00:00Z')
    documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  })
  beforeEach(() => emptyDocuments(database))
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })

  const post = (nativeId: string, outlet: string, day: string) =>
    sampleDocument({
      nativeId,
      sourceKey: 'demo',
      outlet,
      kind: 'post',
      url: `https://${outlet}/${nativeId}`,
      publishedAt: `${day}T08:00:00Z`,
    })
  // 5 January 2026 is a Monday
  const library = [
    post('a', 'large.example', '2026-01-05'),
    post('b', 'large.example', '2026-01-11'),
    post('c', 'large.example', '2026-01-20'),
    post('d', 'small.example', '2025-12-31'),
  ]
  const read = async () => {
    const { counted } = await documents.reportFacts({ world: 'demo', tsquery: null })
    const weeks = await documents.outletWeeks(counted.groups, counted.revision)
    return weeks.map(({ outlet: _outlet, ...week }) => week).toSorted((a, b) => (a.firstWeek < b.firstWeek ? -1 : 1))
  }
  const group = { source: 'demo', kind: 'post' }
  const allWeeks = [
    { ...group, firstWeek: '2025-12-29', documents: [1] },
    { ...group, firstWeek: '2026-01-05', documents: [2, 0, 1] },
  ]

  describe('weekly outlet counts of a topic', () => {
    test('run from Monday to Sunday across batches and count each document once', async () => {
      await documents.storeDocuments(library.slice(0, 1))
      await documents.storeDocuments(library)
      expect(await read()).toEqual(allWeeks)
    })

    test('exclude removed documents', async () => {
      await documents.storeDocuments(library)
      await documents.removeByOrigin({ sourceKey: 'demo', nativeIds: ['b', 'd'] })
      expect(await read()).toEqual([{ ...group, firstWeek: '2026-01-05', documents: [1, 0, 1] }])
    })

    test('are recounted in a library of a version without them', async () => {
      await documents.storeDocuments(library)
      await database.pool.query('truncate outlet_week')
      await documents.openLibrary()
      expect(await read()).toEqual(allWeeks)
    })

    test('exclude sources filled by searches, which may be incomplete', async () => {
      await documents.storeDocuments([sampleDocument({ nativeId: 'a', sourceKey: 'rss' })])
      const { counted } = await documents.reportFacts({ world: 'real', tsquery: null })
      expect(counted.groups).toMatchObject([{ sourceKey: 'rss', outlets: [{ documents: 1 }] }])
      expect(await documents.outletWeeks(counted.groups, counted.revision)).toEqual([])
    })
  })
}
