import type { Import, ImportDeletion, ImportDocument } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTraces } from '../../../testing/find-traces.ts'
import { countStored } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

const document = (word: string, n: number): ImportDocument => ({
  sourceKey: 'imported',
  nativeId: `${word}-${n}`,
  kind: 'article',
  outlet: `${word}.example`,
  url: `https://${word}.example/${n}`,
  title: `Prices of ${word} rise in district ${n}`,
  body: `What ${word} costs in district ${n}, told by one who grows it.`,
  author: `Grower of ${word}`,
  publishedAt: `2026-11-${String((n % 20) + 1).padStart(2, '0')}T00:00:00Z`,
  datePrecision: 'day',
  country: 'US',
  countryBasis: 'source',
  lang: 'en',
  engagement: null,
})
const plums = Array.from({ length: 12 }, (_, n) => document('damson', n))
const pears = Array.from({ length: 12 }, (_, n) => document('bergamot', n))

let files = 0
async function load(documents: readonly ImportDocument[]): Promise<string> {
  const file = { name: `fruit-${++files}.jsonl`, sha256: String(files).padStart(64, 'c'), bytes: 1 }
  const { id: importId } = (
    await api.request({ method: 'POST', path: '/imports', as: 'importer', body: file })
  ).json<Import>()
  const body = {
    firstLine: 1,
    lastLine: documents.length + 1,
    documents,
    rejected: [{ line: documents.length + 1, reason: 'no date' }],
  }
  const path = `/imports/${importId}`
  expect((await api.request({ method: 'POST', path: `${path}/batches`, as: 'importer', body })).statusCode).toBe(200)
  await api.request({ method: 'PATCH', path, as: 'importer', body: { state: 'completed' } })
  return importId
}
const preview = async (importId: string) =>
  (await api.request({ method: 'GET', path: `/imports/${importId}/deletion`, as: 'importer' })).json<ImportDeletion>()
const remove = (importId: string) => api.request({ method: 'DELETE', path: `/imports/${importId}`, as: 'importer' })
const count = () => countStored(api.database)

test('deletes an import with everything derived from it, except documents that another import also contains', async () => {
  const first = await load([...plums, ...pears])
  const second = await load(pears)
  const search = { method: 'POST', path: '/explore/topicQuery', as: 'mira', body: { query_term: 'damson' } } as const
  const { signal_id: signalId } = (await api.request(search)).json()
  const report = { method: 'GET', path: `/signal/json/${signalId}`, as: 'mira' } as const
  expect((await api.request(report)).body).toContain('damson')
  expect(await preview(first)).toMatchObject({ documents: 12, kept: 12, isDeleted: false })
  expect(await count()).toBe(24)

  const deleted = await remove(first)
  expect([deleted.statusCode, deleted.json()]).toMatchObject([200, { documents: 12, kept: 12, isDeleted: true }])
  expect(await count()).toBe(12)
  expect(await findTraces(api.database, first)).toEqual([])
  // only the person's own query is left, and what is cleaned up in the background
  expect(await findTraces(api.database, 'damson.example')).toEqual([])
  expect(await findTraces(api.database, 'Grower of damson')).toEqual([])
  expect(await findTraces(api.database, 'damson rise')).toEqual([])
  expect((await api.request({ method: 'GET', path: `/imports/${first}`, as: 'importer' })).statusCode).toBe(404)

  // the pears now belong to the second import
  expect((await remove(second)).json()).toMatchObject({ documents: 12, kept: 0 })
  expect(await count()).toBe(0)
  expect(await findTraces(api.database, 'bergamot')).toEqual([])
})

test('marks earlier measurements as older than a deletion', async () => {
  const readLibrary = async () =>
    (
      await sql<{ revision: number; deleted: number }>`
        select revision::int as revision, deletion_revision::int as deleted from library`.execute(api.database.kysely)
    ).rows[0]
  const importId = await load(plums)
  const before = await readLibrary()
  await remove(importId)
  const after = await readLibrary()
  expect(after?.deleted).toBeGreaterThan(before?.revision ?? Infinity)
  expect(after?.deleted).toBe(after?.revision)
})

test('the same file can be imported again to undo a deletion', async () => {
  const importId = await load(plums)
  await remove(importId)
  await load(plums)
  expect(await count()).toBe(12)
})

test('refuses to delete an import of an older version, which did not record its documents', async () => {
  const importId = await load(pears)
  await sql`delete from import_part where import_id = ${importId}`.execute(api.database.kysely)
  expect(await preview(importId)).toMatchObject({ documents: null })
  const before = await count()
  const refused = await remove(importId)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'imports.contents_unknown'])
  expect(await count()).toBe(before)
})

test('an import on a server of demo documents says that searches do not find it', async () => {
  const demo = await createTestApi({ config: { sources: 'demo' } })
  try {
    const body = { name: 'news.jsonl', sha256: 'd'.repeat(64), bytes: 1000 }
    const reply = await demo.request({ method: 'POST', path: '/imports', as: 'importer', body })
    expect(reply.json().note).toContain('is found once it is started with AUSPEX_SOURCES=live')
  } finally {
    await demo.close()
  }
})
