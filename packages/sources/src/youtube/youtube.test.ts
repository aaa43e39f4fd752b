import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery, SourceQueryNode } from '../source.types.ts'
import {
  answer,
  type Behaviour,
  type FaultServer,
  startFaultServer,
  testHttp,
  testNow,
} from '../testing/fault-server.ts'
import { parseVideoIds, parseVideos, textForms } from './youtube.parse.ts'
import { createYoutubeSource } from './youtube.source.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', `${name}.json`), 'utf8')
const clock = () => testNow
const query: SourceQuery = { terms: { text: 'heat pump', phrases: ['heat pump'] }, geo: null, from: null, to: null }
/** Answers the search with this, and the lookup with the sample's videos. */
const serve =
  (found: string): Behaviour =>
  (request, response) =>
    answer({ body: request.url?.startsWith('/search') ? found : sample('videos') })(request, response)

const readVideo = (fields: object) => {
  const snippet = { publishedAt: '2026-11-27T09:00:00Z', title: 'T', ...fields }
  return parseVideos(JSON.stringify({ items: [{ id: 'v', snippet }] }))?.documents
}

describeDocumentSource('YouTube', {
  create: ({ http, url }) => createYoutubeSource({ http, clock, baseUrl: url, apiKey: 'secret' }),
  sample: { body: sample('search'), type: 'application/json' },
  documents: 2,
  empty: '{"items":[],"pageInfo":{"totalResults":0}}',
  serve,
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (title) => readVideo({ title }),
      description: (description) => readVideo({ description }),
      channelTitle: (channelTitle) => readVideo({ channelTitle }),
    },
  },
})

describe('parseVideos', () => {
  test('a video has its full description, its language, and its public counts', () => {
    expect(parseVideos(sample('videos'))?.documents).toEqual([
      expect.objectContaining({
        nativeId: 'aaaaaaaaaa1',
        kind: 'video',
        url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1',
        title: 'Heat pump & balcony',
        body: 'We put one up.\nIt works.',
        author: 'Warm Homes',
        lang: 'en',
        engagement: { score: 88, comments: 9, views: 1204, reposts: null },
      }),
      expect.objectContaining({
        body: null,
        lang: null,
        engagement: { score: null, comments: null, views: 30, reposts: null },
      }),
    ])
  })

  test.each(['', '{}', '{"items":[{"a":1}]}'])('%j is an unexpected response', (body) => {
    expect(parseVideos(body)).toBeNull()
    expect(parseVideoIds(body)).toBeNull()
  })
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  beforeEach(() => void (server.requestPaths.length = 0))
  afterAll(() => server.close())
  const create = () =>
    createYoutubeSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url, apiKey: 'secret' })
  const search = (searched: Partial<SourceQuery> = {}) =>
    create().search({ ...query, ...searched }, { signal: AbortSignal.timeout(5000), limit: 500 })

  test('uses two searches at most, and never exposes its key', async () => {
    server.behave(serve(sample('search').replace('"regionCode": "DE"', '"nextPageToken": "more"')))
    const { run } = await search({ geo: 'DE' })
    expect(server.requestPaths.filter((path) => path.startsWith('/search'))).toHaveLength(2)
    expect(server.requestPaths.every((path) => path.includes('key=secret'))).toBe(true)
    expect(run).toMatchObject({
      status: 'ok',
      requests: 4,
      complete: false,
      notHonoured: [expect.stringContaining('where')],
    })
    expect(JSON.stringify(run)).not.toContain('secret')
  })

  test('alternatives bind inside required terms, as in its query syntax', async () => {
    server.behave(serve(sample('search')))
    const phrase = (text: string): SourceQueryNode => ({ kind: 'phrase', words: [{ text, prefix: false }] })
    const node: SourceQueryNode = {
      kind: 'and',
      operands: [
        { kind: 'or', operands: [phrase('boating'), phrase('sailing')] },
        { kind: 'not', operand: phrase('fishing') },
      ],
    }
    expect((await search({ node })).run).toMatchObject({ nativeQuery: 'boating|sailing -fishing', notHonoured: [] })
  })

  test('a probe uses no search', async () => {
    server.behave(serve(''))
    expect(await create().probe(AbortSignal.timeout(5000))).toMatchObject({ status: 'ok' })
    expect(server.requestPaths.some((path) => path.startsWith('/search'))).toBe(false)
  })

  test('reports videos that no longer exist', async () => {
    server.behave(serve(''))
    const gone = await create().findGone?.(['aaaaaaaaaa1', 'aaaaaaaaaa2', 'aaaaaaaaaa3'], {
      signal: AbortSignal.timeout(5000),
    })
    expect(gone).toEqual(['aaaaaaaaaa3'])
  })

  test.each([
    [403, '{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}', 'rate_limited'],
    [400, '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}', 'auth'],
    [403, '{"error":{"code":403,"errors":[{"reason":"accessNotConfigured"}]}}', 'auth'],
  ])('%d %s is %s', async (status, body, named) => {
    server.behave(answer({ status, body }))
    expect((await search()).run).toMatchObject({ status: named, complete: false })
  })
})

test('an existing video that cannot be parsed keeps its id', () => {
  const items = [
    { id: 'aaaaaaaaaa1', snippet: { publishedAt: '2026-05-01T00:00:00Z', title: 'One' } },
    { id: 'aaaaaaaaaa2', snippet: 'of a new shape' },
  ]
  expect(parseVideos(JSON.stringify({ items }))).toMatchObject({ ids: ['aaaaaaaaaa1', 'aaaaaaaaaa2'] })
})
