import type { SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { documentsAbout } from '../../testing/stored-documents.ts'

let api: TestApi
let documents: ReturnType<typeof createDocumentsModule>
let signalId: string

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'auto' } })
  const { database, clock } = api
  documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const redirect = await api.request({
    method: 'POST',
    path: '/signal/smartRedirect',
    as: 'mira',
    body: { trend_name: 'oat milk' },
  })
  signalId = redirect.json<{ signalId: string }>().signalId
})

afterAll(async () => {
  await documents.enrich.stop()
  await api.close()
})

async function readReport(): Promise<SignalReport> {
  const reply = await api.request({ method: 'GET', path: `/signal/json/${signalId}`, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<SignalReport>()
}

test('a report without documents has unknown values and is not an error', async () => {
  const report = await readReport()
  expect(report).toMatchObject({
    provenance: 'demo',
    counts: { documents: 0, authors: null },
    momentum: { ratio: null },
  })
  expect(report).toMatchObject({
    stage: { stage: null },
    tone: { mean: null, undecidedShare: null },
    summary: { sentences: [] },
  })
})

test('a report of demo documents gives way to the first real ones at once', async () => {
  await documents.storeDocuments(documentsAbout({ term: 'oat milk', count: 30, sourceKey: 'demo', url: null }))
  api.clock.set('2026-11-21T09:00:00Z')
  expect(await readReport()).toMatchObject({ provenance: 'demo', counts: { documents: 30 } })
  await documents.storeDocuments(documentsAbout({ term: 'oat milk', count: 12, url: null }))
  expect(await readReport()).toMatchObject({ provenance: 'real', counts: { documents: 12 }, stale: false })
})

test('a report says that the library moved on, and is measured again a minute later', async () => {
  const before = await readReport()
  await documents.storeDocuments(documentsAbout({ term: 'oat milk drink', count: 5, url: null }))
  expect(await readReport()).toEqual({ ...before, stale: true })
  api.clock.set('2026-11-21T09:01:00Z')
  expect(await readReport()).toMatchObject({ stale: false, counts: { documents: 17 } })
})

test('a report that was measured before names were extracted is measured again afterwards', async () => {
  expect((await readReport()).contexts.note).toContain('still to be read')
  while (await documents.enrich.step());
  api.clock.set('2026-11-21T09:02:00Z')
  const settled = await readReport()
  expect(settled.contexts.note).toBeNull()
  api.clock.set('2026-11-22T09:00:00Z')
  expect((await readReport()).computedAt).toBe(settled.computedAt)
})

test('a report that an earlier version wrote is measured again when it is opened', async () => {
  const before = await readReport()
  api.clock.set('2026-11-22T10:00:00Z')
  expect((await readReport()).computedAt).toBe(before.computedAt)
  await api.database.pool.query('update signal_report set version = 0')
  expect((await readReport()).computedAt).toBe('2026-11-22T10:00:00.000Z')
})

test('a topic is named as its documents write it, in its report and among recent searches, with what was typed beside it', async () => {
  const about = documentsAbout({ term: 'sopa', count: 12, url: null })
  const written = about.map((one, at) => ({ ...one, title: `Week ${at} of the fight over SOPA`, body: null }))
  await documents.storeDocuments(written)
  const query = { query_term: 'sopa' }
  const search = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body: query })
  const { signal_id: id } = search.json<{ signal_id: string }>()
  const report = await api.request({ method: 'GET', path: `/signal/json/${id}`, as: 'mira' })
  expect(report.json()).toMatchObject({ query: { title: 'SOPA', subject: 'SOPA', query_term: 'sopa' } })
  await api.request({ method: 'POST', path: '/explore/saveRecentSearch', as: 'mira', body: query })
  const recent = await api.request({ method: 'GET', path: '/recentSearches', as: 'mira' })
  expect(recent.json()).toMatchObject({ items: [{ query: { title: 'SOPA', query_term: 'sopa' } }] })
})
