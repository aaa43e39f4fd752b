import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import {
  answer,
  type Behaviour,
  type FaultServer,
  startFaultServer,
  testHttp,
  testNow,
} from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseReddit, textForms } from './reddit.parse.ts'
import { createRedditSource } from './reddit.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/search.json'), 'utf8')
const query: SourceQuery = { terms: { text: 'heat pump', phrases: ['heat pump'] }, geo: null, from: null, to: null }
const token = '{"access_token":"ticket","token_type":"bearer","expires_in":3600,"scope":"*"}'
const serve =
  (found: string): Behaviour =>
  (request, response) =>
    answer({ body: request.url === '/token' ? token : found })(request, response)

const readPost = (fields: object) => {
  const post = { name: 't3_1', title: 'T', subreddit: 's', created_utc: 1_764_237_600, permalink: '/r/s/1', ...fields }
  return parseReddit(JSON.stringify({ kind: 'Listing', data: { children: [{ kind: 't3', data: post }] } }))?.documents
}

describeDocumentSource('Reddit', {
  create: ({ http, url }) =>
    createRedditSource({
      http,
      clock: () => testNow,
      baseUrl: url,
      tokenUrl: `${url}/token`,
      credentials: 'app:secret',
    }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '{"kind":"Listing","data":{"after":null,"children":[]}}',
  serve,
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: { title: (title) => readPost({ title }), selftext: (selftext) => readPost({ selftext }) },
  },
})

describe('parseReddit', () => {
  test('posts that lost their author stay, those that lost their text do not; moderated ones are reported as deleted', () => {
    const page = parseReddit(sample)
    expect(page?.gone).toEqual(['t3_aaaaa3', 't3_aaaaa4'])
    expect(page?.documents).toEqual([
      expect.objectContaining({
        nativeId: 't3_aaaaa1',
        outlet: 'reddit/r/heatpumps',
        url: 'https://www.reddit.com/r/heatpumps/comments/aaaaa1/our_heat_pump/',
        title: 'Our heat pump & the balcony',
        body: 'It hums.\n\nQuietly.',
        author: 'warm_home',
        publishedAt: '2026-05-20T12:00:00Z',
        engagement: { score: 41, comments: 12, views: null, reposts: null },
      }),
      expect.objectContaining({ author: null, body: null }),
    ])
  })

  test.each(['', '{}', '[]', '{"kind":"Listing","data":{"children":[{"kind":"t1"}]}}'])(
    '%j is an unexpected response',
    (body) => {
      expect(parseReddit(body)).toBeNull()
    },
  )

  const payloads = sharedData('payloads/reddit')
  test.skipIf(!payloads)('reads the recorded listings', () => {
    const names = readdirSync(payloads ?? '').filter((name) => /^TestFront\.(hot|new|top)\.json$/.test(name))
    const pages = names.map((name) => parseReddit(readFileSync(join(payloads ?? '', name), 'utf8')))
    expect(pages.reduce((sum, page) => sum + (page?.documents.length ?? 0), 0)).toBeGreaterThan(100)
  })
})

describe('an approved application', () => {
  let server: FaultServer
  let now = testNow
  const seen: string[] = []
  beforeAll(async () => {
    server = await startFaultServer()
  })
  beforeEach(() => {
    seen.length = 0
    now = testNow
  })
  afterAll(() => server.close())
  const create = () =>
    createRedditSource({
      http: testHttp({ timeoutMs: 2000 }),
      clock: () => now,
      baseUrl: server.url,
      tokenUrl: `${server.url}/token`,
      credentials: 'app:secret',
    })
  const search = (source = create(), searched: Partial<SourceQuery> = {}) =>
    source.search({ ...query, ...searched }, { signal: AbortSignal.timeout(5000), limit: 100 })
  /** Records the requests and their tokens; `refuse` selects those that are answered with 401. */
  const listen = (refuse: (line: string) => boolean = () => false) =>
    server.behave((request, response) => {
      const path = request.url?.split('?')[0] ?? ''
      const line = `${request.method} ${path} ${request.headers.authorization}`
      seen.push(line)
      const good = serve(sample)
      if (refuse(line)) answer({ status: 401, body: '{"message":"Unauthorized","error":401}' })(request, response)
      else good(request, response)
    })
  const signIn = `POST /token Basic ${Buffer.from('app:secret').toString('base64')}`

  test('signs in once, uses its token, and signs in again when it expires', async () => {
    listen()
    const source = create()
    const { run } = await search(source)
    await search(source)
    expect(seen).toEqual([signIn, 'GET /search Bearer ticket', 'GET /search Bearer ticket'])
    expect(JSON.stringify(run)).not.toMatch(/secret|ticket/)
    now = new Date(testNow.getTime() + 3_600_000)
    await search(source)
    expect(seen.slice(3)).toEqual([signIn, 'GET /search Bearer ticket'])
  })

  test('replaces a revoked token once, and reports a rejected application', async () => {
    let refusals = 0
    listen((line) => line.startsWith('GET') && seen.length > 2 && refusals++ === 0)
    const source = create()
    await search(source)
    expect((await search(source)).run.status).toBe('ok')
    expect(seen).toHaveLength(5)
    listen((line) => line.startsWith('POST'))
    expect((await search(create())).run).toMatchObject({ status: 'auth', complete: false })
  })

  test('requests the period that includes the first day, and reports deleted posts', async () => {
    listen()
    server.requestPaths.length = 0
    const { gone } = await search(create(), { from: '2026-05-10' })
    expect(new URL(server.requestPaths[1] ?? '', server.url).searchParams.get('t')).toBe('month')
    expect(gone).toEqual(['t3_aaaaa3', 't3_aaaaa4'])
  })

  test('looks up stored posts: missing or removed ones are reported as deleted', async () => {
    listen()
    const gone = await create().findGone?.(['t3_aaaaa1', 't3_aaaaa4', 't3_zzzzz9'], {
      signal: AbortSignal.timeout(5000),
    })
    expect(gone).toEqual(['t3_aaaaa4', 't3_zzzzz9'])
  })
})

test('an existing post that cannot be parsed keeps its id', () => {
  const children = [
    { kind: 't3', data: { name: 't3_one', title: 'One', subreddit: 'tea', created_utc: 1, permalink: '/r/tea/one' } },
    { kind: 't3', data: { name: 't3_two', title: { of: 'a new shape' } } },
  ]
  const page = parseReddit(JSON.stringify({ kind: 'Listing', data: { children, after: null } }))
  expect(page).toMatchObject({ ids: ['t3_one', 't3_two'], gone: [] })
})
