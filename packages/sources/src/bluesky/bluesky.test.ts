import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseBluesky, textForms } from './bluesky.parse.ts'
import { createBlueskySource } from './bluesky.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/search-posts.json'), 'utf8')
const clock = () => testNow
const query: SourceQuery = { terms: { text: 'heat pump', phrases: ['heat pump'] }, geo: null, from: null, to: null }

const readPost = (text: string) =>
  parseBluesky(
    JSON.stringify({
      posts: [
        {
          uri: 'at://did:plc:q/app.bsky.feed.post/1',
          author: { did: 'did:plc:q', handle: 'h.example' },
          record: { text, createdAt: '2026-11-27T09:00:00Z' },
          indexedAt: '2026-11-27T09:00:00Z',
        },
      ],
    }),
  )?.documents

describeDocumentSource('Bluesky', {
  create: ({ http, url }) => createBlueskySource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '{"posts":[]}',
  query: () => query,
  probes: true,
  texts: { forms: textForms, read: { text: readPost } },
})

describe('parseBluesky', () => {
  test('a post has its author, its permanent address and its reactions; one for signed-in users only is skipped', () => {
    const page = parseBluesky(sample)
    expect(page?.hiddenIds).toHaveLength(1)
    expect(page?.documents).toEqual([
      expect.objectContaining({
        nativeId: 'at://did:plc:aaaaexample1/app.bsky.feed.post/3kaaaaaaaaa2a',
        url: 'https://bsky.app/profile/did:plc:aaaaexample1/post/3kaaaaaaaaa2a',
        title: '',
        body: 'Our heat pump survived the winter & <b>we</b> did too.',
        author: 'ana.example',
        publishedAt: '2026-05-20T07:30:00Z',
        lang: 'en',
        engagement: { score: 14, comments: 1, views: null, reposts: 2 },
      }),
      // A date in the future is replaced with that of its arrival; an author without a valid name is identified by the
      // account id.
      expect.objectContaining({ author: 'did:plc:bbbbexample2', publishedAt: '2026-05-19T12:00:00Z', lang: null }),
    ])
  })

  test('a post loses control characters, and keeps its lines', () => {
    expect(readPost('one\u0000\r\ntwo \uD800 three')?.[0]?.body).toBe('one\ntwo \uFFFD three')
  })

  test.each(['', '{"posts":', '[]', '{"posts":[{"uri":1}]}', '{"feed":[]}'])('%j is an unexpected response', (body) => {
    expect(parseBluesky(body)).toBeNull()
  })

  const payloads = sharedData('payloads/bluesky')
  test.skipIf(!payloads)('reads the recorded responses', () => {
    for (const name of ['f_search.json', 'f_getposts.json']) {
      const page = parseBluesky(readFileSync(join(payloads ?? '', name), 'utf8'))
      expect(page?.ids.length).toBeGreaterThan(0)
      expect((page?.documents.length ?? 0) + (page?.hiddenIds.length ?? 0)).toBe(page?.ids.length)
    }
  })
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const create = () => createBlueskySource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url })
  const uriOf = (index: number) => `at://did:plc:a/app.bsky.feed.post/${index}`
  const post = (index: number, at: number) => ({
    uri: uriOf(index),
    author: { did: 'did:plc:a', handle: 'a.example' },
    record: { text: 'heat pump', createdAt: new Date(at).toISOString() },
    indexedAt: new Date(at).toISOString(),
  })

  test('continues before the oldest post of a page, because there is no second page', async () => {
    const all = Array.from({ length: 250 }, (_, index) => post(index, testNow.getTime() - index * 60_000))
    server.behave((request, response) => {
      const params = new URL(request.url ?? '', server.url).searchParams
      const until = Date.parse(params.get('until') ?? '')
      const page = all.filter(({ indexedAt }) => Date.parse(indexedAt) < until).slice(0, Number(params.get('limit')))
      answer({ body: JSON.stringify({ posts: page, cursor: 'not-for-you' }) })(request, response)
    })
    const { run, documents } = await create().search(query, { signal: AbortSignal.timeout(5000), limit: 500 })
    expect(documents).toHaveLength(250)
    expect(run).toMatchObject({ status: 'ok', complete: true, requests: 3, nativeQuery: '"heat pump"' })
    expect(server.requestPaths.some((path) => path.includes('cursor'))).toBe(false)
  })

  test('reports deleted posts, and none when the lookup fails', async () => {
    server.behave((request, response) => {
      const uris = new URL(request.url ?? '', server.url).searchParams.getAll('uris')
      const posts = uris.filter((uri) => uri !== uriOf(3) && uri !== uriOf(30)).map((uri) => ({ ...post(0, 0), uri }))
      answer({ body: JSON.stringify({ posts }) })(request, response)
    })
    const uris = Array.from({ length: 40 }, (_, index) => uriOf(index))
    const signal = AbortSignal.timeout(5000)
    expect(await create().findGone?.(uris, { signal })).toEqual([uriOf(3), uriOf(30)])
    server.behave(answer({ status: 503, body: '' }))
    expect(await create().findGone?.(uris, { signal })).toEqual([])
  })

  test('an existing post that cannot be parsed is not reported as deleted', async () => {
    const posts = [
      { ...post(0, 0), uri: uriOf(1) },
      { uri: uriOf(2), record: 'of a new shape' },
    ]
    server.behave(answer({ body: JSON.stringify({ posts }) }))
    const uris = [uriOf(1), uriOf(2), uriOf(3)]
    expect(await create().findGone?.(uris, { signal: AbortSignal.timeout(5000) })).toEqual([uriOf(3)])
  })
})
