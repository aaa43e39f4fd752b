import type { SearchState, SignalReport, SourceCounts, TopicQuery } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import type { PersonName } from '../../testing/people.ts'
import { finishSearch } from '../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { removeStored, documentsAbout, sampleArticle } from '../../testing/stored-documents.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { answering, failing, type FakeSource, fakeSource, hanging, waiting } from './testing/fake-sources.ts'

let database: Database
let api: TestApi
/** The connectors of the server; each test adds its own. */
const connectors: FakeSource[] = []
/** The searches that the test started, cancelled after it: one that still ran would be joined by the next test that asks the same. */
const startedSearches: { id: string; as: PersonName }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  api = await createTestApi({ connectors, config: { sources: 'live' }, database })
})

afterEach(async () => {
  for (const { id, as } of startedSearches.splice(0)) await cancel(id, as)
  api.clock.set('2026-11-21T08:00:00Z')
  await removeStored(database)
  await sql`truncate source_day, entity_pending, cluster_pending, signal, signal_report, signal_measurement, source_run,
                     signal_attention, search`.execute(database.kysely)
})

afterAll(async () => api.close())

function open(sources: FakeSource[]): void {
  connectors.splice(0, connectors.length, ...sources)
}

interface Ask {
  as?: PersonName
  body?: unknown
  method?: 'GET' | 'POST' | 'DELETE'
}

const send = async (path: string, { as = 'mira', body, method = 'POST' }: Ask) =>
  api.request({ method, path, as, ...(body === undefined ? {} : { body }) })

async function stateOf(path: string, request: Ask): Promise<SearchState> {
  const reply = await send(path, request)
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<SearchState>()
}

async function search(body: TopicQuery, as: PersonName = 'mira'): Promise<SearchState> {
  const started = await stateOf('/explore/topicQuery', { as, body })
  startedSearches.push({ id: started.request_id, as })
  return started
}
const statusOf = async (id: string, as: PersonName = 'mira', waitMs = 0) =>
  stateOf('/explore/getQueryStatus', { as, body: { request_id: id, waitMs } })
const cancel = async (id: string, as: PersonName = 'mira') => stateOf(`/searches/${id}`, { as, method: 'DELETE' })

const finish = async (started: SearchState) => finishSearch(api, started)

const fromHackerNews = documentsAbout({
  term: 'oat milk',
  count: 12,
  sourceKey: 'hacker_news',
  kind: 'post',
  outlet: 'news.ycombinator.com',
})
const runOf = (state: SearchState, source: string) => state.sources.find((run) => run.source === source)

describe('topicQuery', () => {
  test('returns a running search at once, which completes with the counts of each source', async () => {
    const hackerNews = fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })
    const gdelt = fakeSource({ key: 'gdelt', answer: failing('rate_limited', 'GDELT asked to wait 30 s') })
    open([hackerNews, gdelt])
    const started = await search({ query_term: 'Oat Milk', geo: null })
    expect(started).toMatchObject({ cached: false, finishedAt: null, needed: 10, query: { title: 'Oat Milk' } })
    expect(['queued', 'running']).toContain(started.status)

    const ended = await finish(started)
    expect(ended).toMatchObject({ status: 'complete', message: null, matched: 12, suggestions: [] })
    expect(runOf(ended, 'hacker_news')).toMatchObject({
      status: 'ok',
      documentsSeen: 12,
      documentsStored: 12,
      complete: true,
    })
    expect(runOf(ended, 'gdelt')).toMatchObject({
      status: 'rate_limited',
      reason: 'GDELT asked to wait 30 s',
      complete: false,
    })
    expect(runOf(ended, 'imported')).toMatchObject({ status: 'empty', documentsSeen: 0, complete: true })
    expect(hackerNews.receivedQueries[0]).toMatchObject({
      terms: { text: 'Oat Milk', phrases: ['oat milk'] },
      geo: null,
    })
  })

  test('with waitMs, the reply is the complete search as soon as its sources have answered', async () => {
    open([fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })])
    expect(await search({ query_term: 'oat milk', waitMs: 2_000 })).toMatchObject({ status: 'complete', matched: 12 })
  })

  test('with waitMs, a search that takes longer is returned while it runs, and its status replies when it ends', async () => {
    const slow = waiting(fromHackerNews)
    open([fakeSource({ key: 'hacker_news', answer: slow.answer })])
    const started = await search({ query_term: 'oat milk', waitMs: 1 })
    expect(started).toMatchObject({ status: 'running', finishedAt: null })
    const status = statusOf(started.request_id, 'mira', 2_000)
    slow.release()
    expect(await status).toMatchObject({ status: 'complete', matched: 12 })
  })

  test('shows results of a fast source in the report while a slow one is still being queried', async () => {
    const slow = waiting(documentsAbout({ term: 'oat milk', count: 5, sourceKey: 'gdelt' }))
    const quick = waiting(fromHackerNews)
    open([fakeSource({ key: 'hacker_news', answer: quick.answer }), fakeSource({ key: 'gdelt', answer: slow.answer })])
    const started = await search({ query_term: 'oat milk' })
    const report = async () => {
      const reply = await send(`/signal/json/${started.signal_id}`, { method: 'GET' })
      return reply.json<SignalReport>().counts.documents
    }
    expect(await report()).toBe(0)
    quick.release()
    await vi.waitFor(async () => expect(runOf(await statusOf(started.request_id), 'hacker_news')?.status).toBe('ok'), {
      timeout: 60_000,
    })
    expect(await report()).toBe(12)
    slow.release()
    await finish(started)
    expect(await report()).toBe(17)
  })

  test('stores a document returned twice once, and says how many were new', async () => {
    open([fakeSource({ key: 'hacker_news', answer: answering([...fromHackerNews, ...fromHackerNews]) })])
    const ended = await finish(await search({ query_term: 'oat milk' }))
    expect(runOf(ended, 'hacker_news')).toMatchObject({ documentsSeen: 24, documentsStored: 12 })
    expect(ended.matched).toBe(12)
  })

  test('returns the stored report while it is fresh, and queries the sources again afterwards', async () => {
    const source = fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })
    open([source])
    const first = await finish(await search({ query_term: 'oat milk' }))
    const repeated = await search({ query_term: '  OAT  milk' }, 'ana')
    expect(repeated).toMatchObject({ status: 'complete', cached: true, matched: 12, signal_id: first.signal_id })
    expect(repeated.sources).toEqual(first.sources)
    expect(await statusOf(repeated.request_id, 'ana')).toEqual(repeated)
    expect(source.receivedQueries).toHaveLength(1)

    api.clock.set('2026-11-21T08:15:00Z')
    await finish(await search({ query_term: 'oat milk' }))
    expect(source.receivedQueries).toHaveLength(2)
  })

  test('queries the sources again without check_cache, and with force in lower case', async () => {
    const source = fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })
    open([source])
    const first = await finish(await search({ query_term: 'Oat Milk' }))
    await finish(await search({ query_term: 'Oat Milk', check_cache: false }))
    const forced = await finish(await search({ query_term: 'Oat Milk', force: true }))
    expect(forced).toMatchObject({ cached: false, signal_id: first.signal_id, query: { title: 'oat milk' } })
    expect(source.receivedQueries.map(({ terms }) => terms.text)).toEqual(['Oat Milk', 'Oat Milk', 'oat milk'])
  })

  test('fetches feeds that a fresh report does not include', async () => {
    const source = fakeSource({
      key: 'rss',
      answer: answering(documentsAbout({ term: 'oat milk', count: 12, sourceKey: 'rss' })),
    })
    open([source])
    const feeds = ['https://feeds.example/a']
    await finish(await search({ query_term: 'oat milk', feeds }))
    expect((await search({ query_term: 'oat milk', feeds })).cached).toBe(true)
    const other = await search({ query_term: 'oat milk', feeds: ['https://feeds.example/b'] })
    expect(other.cached).toBe(false)
    await finish(other)
    expect(source.receivedQueries[0]?.feeds).toEqual(feeds)
  })

  test('fails with data-too-sparse and suggestions below ten documents', async () => {
    open([fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews.slice(0, 9)) })])
    const ended = await finish(await search({ query_term: 'oat milk', geo: null }))
    expect(ended).toMatchObject({ status: 'failed', message: 'data-too-sparse', matched: 9, needed: 10 })
    expect(ended.suggestions.length).toBeGreaterThan(0)
    const repeated = await search({ query_term: 'oat milk' })
    expect(repeated.cached).toBe(false)
    await finish(repeated)
  })

  test('does not fail when a source fails', async () => {
    const broken = fakeSource({ key: 'gdelt', answer: () => Promise.reject(new Error('a bug')) })
    open([broken, fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })])
    const ended = await finish(await search({ query_term: 'oat milk' }))
    expect(ended).toMatchObject({ status: 'complete', message: null })
    expect(runOf(ended, 'gdelt')).toMatchObject({ status: 'upstream_down', reason: expect.stringContaining('GDELT') })
  })

  test('queries only the named sources, and refuses to mix in demo documents', async () => {
    const [hackerNews, gdelt] = [
      fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) }),
      fakeSource({ key: 'gdelt', answer: answering([]) }),
    ]
    open([hackerNews, gdelt])
    const ended = await finish(await search({ query_term: 'oat milk', sources: ['hacker_news', 'demo'] }))
    expect(ended.sources.map(({ source, status }) => [source, status])).toEqual([
      ['demo', 'blocked'],
      ['hacker_news', 'ok'],
    ])
    expect(gdelt.receivedQueries).toEqual([])
  })

  test('counts demo documents only in demo mode, never together with real ones', async () => {
    const source = fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })
    open([source])
    const real = api
    api = await createTestApi({
      connectors,
      config: { sources: 'demo' },
      database: { ...database, close: async () => {} },
    })
    const ended = await finish(await search({ query_term: 'oat milk' }))
    await api.close()
    api = real
    expect(ended.sources.map((run) => run.source)).toEqual(['demo'])
    expect(source.receivedQueries).toEqual([])
  })
})

describe('topicQuery refuses', () => {
  test('an invalid term, naming the column', async () => {
    open([])
    const reply = await send('/explore/topicQuery', {
      body: { query_term: 'tea "oat milk' },
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      code: 'signals.query_unreadable',
      detail: expect.stringContaining('Column 5'),
    })
  })

  test('somebody who is not signed in', async () => {
    open([])
    expect(
      (await api.request({ method: 'POST', path: '/explore/topicQuery', body: { query_term: 'tea' } })).statusCode,
    ).toBe(401)
  })
})

describe('a search that several people wait for', () => {
  test('asks the sources once, and continues until the last person cancels', async () => {
    const hangingSource = hanging()
    const source = fakeSource({ key: 'hacker_news', answer: hangingSource.answer })
    open([source])
    const [mira, ana] = [
      await search({ query_term: 'oat milk' }, 'mira'),
      await search({ query_term: 'Oat milk' }, 'ana'),
    ]
    await hangingSource.started
    expect(mira.request_id).not.toBe(ana.request_id)
    expect(source.receivedQueries).toHaveLength(1)

    const cancelled = await cancel(mira.request_id)
    expect(cancelled).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
    expect(runOf(cancelled, 'hacker_news')).toMatchObject({ status: 'cancelled', complete: false })
    expect(await statusOf(ana.request_id, 'ana')).toMatchObject({ status: 'running', finishedAt: null })

    const last = await cancel(ana.request_id, 'ana')
    await hangingSource.stopped
    expect(last.status).toBe('cancelled')
    expect(runOf(last, 'hacker_news')).toMatchObject({ status: 'cancelled', complete: false })
    expect(await statusOf(ana.request_id, 'ana')).toMatchObject({ status: 'cancelled' })
  })

  test('is joined, not repeated, when a client retries after a timeout', async () => {
    const slow = waiting(fromHackerNews)
    const source = fakeSource({ key: 'hacker_news', answer: slow.answer })
    open([source])
    const first = await search({ query_term: 'oat milk' })
    expect((await search({ query_term: 'oat milk' })).request_id).toBe(first.request_id)
    slow.release()
    expect((await finish(first)).status).toBe('complete')
    expect(source.receivedQueries).toHaveLength(1)
  })

  test('can be started again immediately after it was cancelled', async () => {
    const hangingSource = hanging()
    open([fakeSource({ key: 'hacker_news', answer: hangingSource.answer })])
    const first = await search({ query_term: 'oat milk' })
    await hangingSource.started
    await cancel(first.request_id)
    const second = await search({ query_term: 'oat milk' })
    expect(second.request_id).not.toBe(first.request_id)
    expect(second.finishedAt).toBeNull()
    await cancel(second.request_id)
  })

  test('changes nothing when it is cancelled after its end', async () => {
    open([fakeSource({ key: 'hacker_news', answer: answering(fromHackerNews) })])
    const ended = await finish(await search({ query_term: 'oat milk' }))
    expect(await cancel(ended.request_id)).toEqual(ended)
  })
})

describe('getQueryStatus and cancelSearch protect', () => {
  test("another person's search is not found, neither running nor finished", async () => {
    const slow = waiting(fromHackerNews)
    open([fakeSource({ key: 'hacker_news', answer: slow.answer })])
    const started = await search({ query_term: 'oat milk' }, 'mira')
    const statuses = async () => [
      (await send('/explore/getQueryStatus', { as: 'jon', body: { request_id: started.request_id } })).statusCode,
      (await send(`/searches/${started.request_id}`, { as: 'ana', method: 'DELETE' })).statusCode,
    ]
    expect(await statuses()).toEqual([404, 404])
    slow.release()
    expect((await finish(started)).status).toBe('complete')
    expect(await statuses()).toEqual([404, 404])
  })

  test('an unknown search is not found', async () => {
    open([])
    expect((await send('/explore/getQueryStatus', { body: { request_id: 'req_00000000' } })).statusCode).toBe(404)
  })
})

describe('signalBySources', () => {
  test('queries each named source now and counts its matches', async () => {
    const source = fakeSource({
      key: 'hacker_news',
      answer: answering([
        ...fromHackerNews,
        sampleArticle({ nativeId: 'tea', sourceKey: 'hacker_news', title: 'Tea', body: null }),
      ]),
    })
    open([source])
    const reply = await send('/explore/signalBySources', {
      body: { query_term: 'oat milk', sources: ['hacker_news', 'imported'] },
    })
    const { counts, sources } = reply.json<SourceCounts>()
    expect(counts).toEqual([
      { source: 'hacker_news', documents: 12 },
      { source: 'imported', documents: 0 },
    ])
    expect(sources).toMatchObject([
      { source: 'hacker_news', status: 'ok' },
      { source: 'imported', status: 'empty' },
    ])
  })
})
