import type { DocumentCount, Export, SearchState, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeOnChdb } from '../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { openTestShards, type TestShards } from '../../testing/test-shards.ts'
import { createDocumentsModule, type DocumentsModule } from '../library/index.ts'
import { documentsAbout } from '../../testing/stored-documents.ts'

/** Documents of each topic in the library. */
const documentsPerTopic = 400

describeOnChdb('while a shard of the library is away', () => {
  let shards: TestShards
  let api: TestApi
  let documents: DocumentsModule
  let minutes = 0

  const get = (path: string) => api.request({ method: 'GET', path, as: 'mira' })
  const search = async (term: string) => {
    const body = { trend_name: term }
    const reply = await api.request({ method: 'POST', path: '/signal/smartRedirect', as: 'mira', body })
    return reply.json<{ signalId: string }>().signalId
  }
  const readReport = async (signalId: string) => {
    const reply = await get(`/signal/json/${signalId}`)
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<SignalReport>()
  }
  const waitMinute = () => api.clock.set(new Date(Date.UTC(2026, 10, 21, 9, (minutes += 1))).toISOString())
  const countStored = async (signalId: string) =>
    (await api.database.pool.query('select 1 from signal_report where signal_id = $1', [signalId])).rows.length

  beforeAll(async () => {
    shards = await openTestShards()
    api = await createTestApi({ database: shards.database, config: { sources: 'live' }, jobs: true })
    const { database, clock } = api
    documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    for (const term of ['oat milk', 'matcha', 'cold brew', 'kombucha'])
      await documents.storeDocuments(documentsAbout({ term, count: documentsPerTopic, url: null }))
    while (await documents.enrich.step());
  })
  beforeEach(() => {
    shards.away.clear()
    waitMinute()
  })
  afterAll(async () => {
    await documents.enrich.stop()
    await api.close()
  })

  test('a new report says how many shards answered, and its interval contains the true count', async () => {
    const signalId = await search('oat milk')
    shards.away.add(1)
    const { counts, stale, documents: documentPage } = await readReport(signalId)
    expect(counts).toMatchObject({ shards: { answered: 1, total: 2 }, sampled: true, sampleFraction: 0.5 })
    expect(counts.documents).not.toBe(documentsPerTopic)
    expect(counts.documentsLow).toBeLessThan(documentsPerTopic)
    expect(counts.documentsHigh).toBeGreaterThan(documentsPerTopic)
    // the stories' documents are spread over several shards
    expect([counts.storyClusters, stale]).toEqual([null, false])
    expect(documentPage.items.length).toBeGreaterThan(0)
  })

  test('a partial measurement is not stored, and is exact a minute after the shard is back', async () => {
    const signalId = await search('matcha')
    shards.away.add(0)
    await readReport(signalId)
    expect(await countStored(signalId)).toBe(0)
    shards.away.clear()
    waitMinute()
    const { counts } = await readReport(signalId)
    expect(counts).toMatchObject({
      documents: documentsPerTopic,
      storyClusters: expect.any(Number),
      sampled: false,
      shards: null,
    })
  })

  test('an estimate is measured once for all who read it within a minute', async () => {
    const signalId = await search('cold brew')
    shards.away.add(0)
    const estimate = await readReport(signalId)
    expect(await readReport(signalId)).toEqual(estimate)
  })

  test('the document count says it too', async () => {
    const signalId = await search('kombucha')
    shards.away.add(1)
    const reply = await get(`/signal/doc_count/${signalId}`)
    const { counts } = reply.json<DocumentCount>()
    expect([reply.statusCode, counts.shards]).toEqual([200, { answered: 1, total: 2 }])
    expect(counts.documentsLow).toBeLessThan(documentsPerTopic)
  })

  test('a complete report stays available, marked as outdated', async () => {
    const signalId = await search('matcha')
    const { stale: _, ...before } = await readReport(signalId)
    await documents.storeDocuments(documentsAbout({ term: 'flat white', count: 20, url: null }))
    waitMinute()
    shards.away.add(1)
    expect(await readReport(signalId)).toEqual({ ...before, stale: true })
    expect(before.counts).toMatchObject({ documents: documentsPerTopic, shards: null })
  })

  test('a search ends with the report, and counts nothing itself', async () => {
    shards.away.add(1)
    const body = { query_term: 'kombucha story' }
    const started = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
    expect(started).toMatchObject({ statusCode: 200 })
    const { request_id } = started.json<SearchState>()
    const ended = await vi.waitFor(async () => {
      const statusRequest = {
        method: 'POST',
        path: '/explore/getQueryStatus',
        as: 'mira',
        body: { request_id },
      } as const
      const state = (await api.request(statusRequest)).json<SearchState>()
      expect(state.finishedAt).not.toBeNull()
      return state
    }, 10_000)
    expect(ended).toMatchObject({ status: 'complete', matched: null })
    expect((await readReport(ended.signal_id)).counts.shards).toEqual({ answered: 1, total: 2 })
  })

  test('refuses responses that cannot state it: sections, lists, and derivatives of a report', async () => {
    const signalId = await search('cold brew')
    const other = await search('kombucha')
    shards.away.add(1)
    await readReport(signalId)
    const paths = [
      `/signal/json/${signalId}/tone`,
      `/signal/json/${signalId}/forecast`,
      `/signals/${signalId}/documents`,
      `/signal/getTone?id=${signalId}`,
      `/signal/getTone?id=${signalId}&geo=DE`,
      `/signals/compare?ids=${signalId},${other}`,
    ]
    for (const path of paths) {
      const reply = await get(path)
      expect([path, reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
        path,
        503,
        'documents.unreachable',
      ])
    }
  })

  test('an export waits for the shard and never contains a part of the documents', async () => {
    const signalId = await search('cold brew')
    shards.away.add(1)
    const before = shards.unanswered()
    const body = { kind: 'signal', id: signalId, format: 'csv' }
    const { id } = (await api.request({ method: 'POST', path: '/exports', as: 'mira', body })).json<Export>()
    const readExport = async () => (await get(`/exports/${id}`)).json<Export>()
    await vi.waitFor(async () => {
      expect(shards.unanswered()).toBeGreaterThan(before)
      expect((await readExport()).status).toBe('queued') // left queued for the next attempt
    }, 10_000)
    expect((await get(`/exports/${id}/file`)).statusCode).not.toBe(200)
  })

  test('says nothing about the library if no shard answers', async () => {
    const signalId = await search('oat milk latte')
    shards.away.add(0).add(1)
    const reply = await get(`/signal/json/${signalId}`)
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([503, 'documents.unreachable'])
  })

  test('a process is ready as long as one shard answers', async () => {
    shards.away.add(1)
    expect((await get('/health/ready')).statusCode).toBe(200)
    shards.away.add(0)
    expect((await get('/health/ready')).statusCode).toBe(503)
  })
})
