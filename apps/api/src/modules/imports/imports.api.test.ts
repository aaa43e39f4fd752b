import type { ImportBatch, ImportDocument } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

let files = 0
const start = (as: PersonName = 'importer', sha256 = (++files).toString(16).padStart(64, '0')) =>
  api.request({ method: 'POST', path: '/imports', as, body: { name: 'news.jsonl', sha256, bytes: 1000 } })
const read = (importId: string, as: PersonName = 'importer') =>
  api.request({ method: 'GET', path: `/imports/${importId}`, as })
const store = (importId: string, batch: ImportBatch) =>
  api.request({ method: 'POST', path: `/imports/${importId}/batches`, as: 'importer', body: batch })
const finish = (importId: string) =>
  api.request({ method: 'PATCH', path: `/imports/${importId}`, as: 'importer', body: { state: 'completed' } })

const document = (nativeId: string): ImportDocument => ({
  sourceKey: 'imported',
  nativeId,
  kind: 'article',
  outlet: 'altoonamirror.com',
  url: `https://altoonamirror.com/${nativeId}`,
  title: `Oat milk prices rise in district ${nativeId}`,
  body: null,
  author: null,
  publishedAt: '2026-11-01T00:00:00Z',
  datePrecision: 'day',
  country: 'US',
  countryBasis: 'source',
  lang: 'en',
  engagement: null,
})
const batch = (firstLine: number, ids: string[]): ImportBatch => ({
  firstLine,
  lastLine: firstLine + ids.length - 1,
  documents: ids.map(document),
  rejected: [],
})

describe('an import works', () => {
  test('from its start to its end, and its documents are in the library', async () => {
    const { importId } = (await start()).json()
    const stored = await store(importId, {
      ...batch(1, ['a1', 'a2']),
      lastLine: 3,
      rejected: [{ line: 3, reason: 'no date' }],
    })
    expect(stored.statusCode).toBe(200)
    expect(stored.json()).toMatchObject({
      importId,
      state: 'running',
      resumeLine: 3,
      read: 3,
      stored: 2,
      duplicates: 0,
      rejected: 1,
      finishedAt: null,
    })
    const finished = await finish(importId)
    expect(finished.json()).toMatchObject({ state: 'completed', stored: 2, finishedAt: '2026-11-21T08:00:00.000Z' })
    expect((await read(importId)).json()).toEqual(finished.json())
    const { items } = (await api.request({ method: 'GET', path: '/sources', as: 'mira' })).json()
    expect(items[0]).toMatchObject({ key: 'imported', documents: 2, firstDay: '2026-11-01', lastDay: '2026-11-01' })
  })

  test('a file that was begun before goes on after its last stored line', async () => {
    const { importId, sha256 } = (await start()).json()
    await store(importId, batch(1, ['b1', 'b2']))
    const again = await start('importer', sha256)
    expect(again.json()).toMatchObject({ importId, resumeLine: 2, state: 'running' })
  })

  test('a batch sent twice is stored once', async () => {
    const { importId } = (await start()).json()
    await store(importId, batch(1, ['c1', 'c2']))
    const reply = await store(importId, batch(1, ['c1', 'c2']))
    expect(reply.json()).toMatchObject({ resumeLine: 2, stored: 2, duplicates: 0 })
  })

  test('documents that another file brought already are duplicates', async () => {
    const first = (await start()).json()
    await store(first.importId, batch(1, ['d1', 'd2']))
    const second = (await start()).json()
    expect((await store(second.importId, batch(1, ['d2', 'd3']))).json()).toMatchObject({ stored: 1, duplicates: 1 })
  })

  test('godmode may import too', async () => {
    expect((await start('root')).statusCode).toBe(200)
  })
})

describe('an import refuses', () => {
  test('a batch that leaves a gap, and says where to go on', async () => {
    const { importId } = (await start()).json()
    const reply = await store(importId, batch(5, ['e1']))
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({
      code: 'imports.out_of_order',
      title: expect.stringContaining('continues at line 1'),
    })
    expect((await read(importId)).json()).toMatchObject({ resumeLine: 0, stored: 0 })
  })

  test('a batch after the end', async () => {
    const { importId } = (await start()).json()
    await finish(importId)
    expect((await store(importId, batch(1, ['f1']))).json()).toMatchObject({ status: 409, code: 'imports.finished' })
  })

  test('an import that does not exist', async () => {
    for (const reply of [await read('imp_0000'), await finish('imp_0000'), await store('imp_0000', batch(1, ['g1']))]) {
      expect(reply.json()).toMatchObject({ status: 404, code: 'imports.not_found' })
    }
  })

  test('more documents than lines', async () => {
    const { importId } = (await start()).json()
    const reply = await store(importId, { ...batch(1, ['h1', 'h2']), lastLine: 1 })
    expect(reply.json()).toMatchObject({ status: 422, code: 'imports.lines_do_not_fit' })
  })

  test('a document that the contract forbids, naming its place', async () => {
    const { importId } = (await start()).json()
    const reply = await store(importId, { ...batch(1, ['i1']), documents: [{ ...document('i1'), country: 'usa' }] })
    expect(reply.json()).toMatchObject({
      status: 422,
      errors: [{ in: 'body', pointer: '/documents/0/country' }, { pointer: '/documents/0/country' }],
    })
  })
})

describe('an import protects', () => {
  test('a member without the role may not see or begin one', async () => {
    const { importId } = (await start()).json()
    for (const reply of [await start('mira'), await read(importId, 'ana')]) {
      expect(reply.json()).toMatchObject({ status: 403, code: 'identity.forbidden' })
    }
  })
})
