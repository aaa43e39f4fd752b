import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

let database: Database
let api: TestApi

/** Every distance of two words that occur in all documents, many times each: minutes of comparing. */
const hostile = Array.from({ length: 10 }, (_, n) => `zebra near/${16 - n} of OR zebra near/${16 - n} the`).join(' OR ')
const documents = 20_000
const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }

beforeAll(async () => {
  database = await createTestDatabase()
  api = await createTestApi({ database, config: { sources: 'live' } })
  const positionsOf = (word: string, offset: number) =>
    `'${word}':${Array.from({ length: 200 }, (_, n) => n * 80 + offset).join(',')}`
  await sql`
    insert into outlet (id, name) overriding system value values (1, 'example.org')`.execute(database.kysely)
  await sql`
    insert into document (id, cluster_id, ts, day, outlet_id, source_id, bucket, kind, tone_label, tsv)
    select i, i, '2026-01-05', '2026-01-05', 1, 1, i & 127, 1, 0, ${[positionsOf('the', 1), positionsOf('of', 25), positionsOf('zebra', 50)].join(' ')}::tsvector
    from generate_series(1, ${documents}::int) i`.execute(database.kysely)
  await sql`
    insert into document_text (id, date_precision, title) select id, 1, 'The zebra of the day' from document`.execute(
    database.kysely,
  )
  await sql`insert into source_day (source_id, kind, day, documents) values (1, 1, '2026-01-05', ${documents})`.execute(
    database.kysely,
  )
})

afterAll(() => api.close())

const knowWords = (sampled: number) =>
  sql`update term_background_state set sampled_documents = ${sampled}, library_documents = ${documents * 30}`.execute(
    database.kysely,
  )

describe('a query that is too expensive', () => {
  test('is refused with a reason by every operation, before the library is queried', async () => {
    await sql`
      insert into term_background (term, demo, documents)
      select t, false, 2500 from unnest(array['the', 'of', 'zebra']) as t`.execute(database.kysely)
    await knowWords(2_500)
    const refused = { statusCode: 422 }
    const searches: [path: string, body: object][] = [
      ['/explore/topicQuery', { query_term: hostile }],
      [
        '/explore/topicQuery',
        { x_term: hostile.slice(0, 240).replace(/ OR [^O]*$/, ''), y_term: 'zebra', isCompound: false },
      ],
      ['/explore/signalBySources', { query_term: hostile }],
      ['/monitorPreviews', { query: { query_term: hostile, isCompound: false }, rule }],
      ['/explore/createMonitorSubscription', { query: { query_term: hostile, isCompound: false }, rule }],
      ['/explore/topicQueryLiteBulk', { queries: [{ query_term: hostile, isCompound: false }] }],
      ['/explore/smartSearchLite', { query: hostile }],
      ['/newsfeed', { terms: [hostile.slice(0, 200)] }],
      ['/newsfeed/clusters', { terms: [hostile.slice(0, 200)] }],
    ]
    for (const [path, body] of searches) {
      const reply = await api.request({ method: 'POST', path, as: 'mira', body })
      expect(reply, `${path}: ${reply.body}`).toMatchObject(refused)
      expect(reply.json()).toMatchObject({
        code: 'documents.query_too_costly',
        detail: expect.stringContaining('zebra near/16 of, which about 600,000 documents may hold'),
      })
    }
  })

  test('stops when its caller disconnects, and frees the library for the next', async () => {
    await knowWords(0)
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = api.app.server.address() as AddressInfo // it listens on TCP
    const headers = { authorization: `Bearer ${await api.tokenOf('ana')}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query_term: hostile })
    const post = (path: string, init: RequestInit) =>
      fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers, body, ...init })
    const caller = new AbortController()
    const leaving = Array.from({ length: 5 }, () => post('/explore/signalBySources', { signal: caller.signal }))
    // answered concurrently, so the searches have started
    expect(await api.request({ method: 'GET', path: '/users/me', as: 'mira' })).toMatchObject({ statusCode: 200 })
    caller.abort()
    await Promise.allSettled(leaving)
    const counted = await api.request({
      method: 'POST',
      path: '/explore/signalBySources',
      as: 'mira',
      body: { query_term: 'zebra' },
    })
    expect(counted.json()).toMatchObject({ counts: [{ source: 'imported', documents }] })
  })
})
