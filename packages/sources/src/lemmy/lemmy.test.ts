import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { parseLemmy, textForms } from './lemmy.parse.ts'
import { createLemmySource } from './lemmy.source.ts'

const sample = (version: 3 | 4) => readFileSync(join(import.meta.dirname, `samples/search-v${version}.json`), 'utf8')
const clock = () => testNow
const query: SourceQuery = { terms: { text: 'heat pump', phrases: ['heat pump'] }, geo: null, from: null, to: null }

const around = { creator: { name: 'c' }, community: { name: 'm' } }
const thing = { ap_id: 'https://home.example/1', published: '2026-11-27T09:00:00Z' }
const readPost = (fields: object) =>
  parseLemmy(JSON.stringify({ posts: [{ ...around, post: { ...thing, ...fields } }], comments: [] }))?.documents

describeDocumentSource('Lemmy', {
  create: ({ http, url }) => createLemmySource({ http, clock, baseUrl: url }),
  sample: { body: sample(3), type: 'application/json' },
  documents: 2,
  empty: '{"type_":"All","comments":[],"posts":[],"communities":[],"users":[]}',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      name: (name) => readPost({ name }),
      body: (body) => readPost({ name: 'T', body }),
      content: (content) =>
        parseLemmy(JSON.stringify({ posts: [], comments: [{ ...around, comment: { ...thing, content } }] }))?.documents,
    },
  },
})

describe('parseLemmy', () => {
  test('posts and comments have the ids of their home server; deleted or removed ones are reported as deleted', () => {
    const page = parseLemmy(sample(3))
    expect(page?.gone).toEqual(['https://asked.example/post/2', 'https://feddit.example/comment/8'])
    expect(page?.documents).toEqual([
      expect.objectContaining({
        nativeId: 'https://asked.example/post/1',
        kind: 'post',
        outlet: 'lemmy/c/homes@asked.example',
        title: 'Heat pump & balcony',
        author: 'ana@asked.example',
        engagement: { score: 40, comments: 12, views: null, reposts: null },
      }),
      expect.objectContaining({
        kind: 'comment',
        title: '',
        body: 'Mine hums. The heat pump, that is.',
        author: 'ben@feddit.example',
        publishedAt: '2026-05-20T12:00:00Z',
        engagement: { score: 3, comments: 1, views: null, reposts: null },
      }),
    ])
  })

  test('the newer API is read as well', () => {
    expect(parseLemmy(sample(4))?.documents).toEqual([
      expect.objectContaining({
        publishedAt: '2026-05-19T08:00:00Z',
        outlet: 'lemmy/c/homes@asked.example',
        engagement: { score: 40, comments: 12, views: null, reposts: null },
      }),
    ])
  })

  test.each(['', '{}', '{"posts":[{"a":1}],"comments":[]}'])('%j is an unexpected response', (body) => {
    expect(parseLemmy(body)).toBeNull()
  })
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  beforeEach(() => void (server.requestPaths.length = 0))
  afterAll(() => server.close())
  const create = () => createLemmySource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url })
  const search = (source = create(), limit = 100) => source.search(query, { signal: AbortSignal.timeout(5000), limit })

  test('a server that has only the newer API is queried with it, and directly in later searches', async () => {
    server.behave((request, response) => {
      const isOld = request.url?.startsWith('/api/v3') ?? false
      answer(isOld ? { status: 404, body: '' } : { body: sample(4) })(request, response)
    })
    const source = create()
    expect((await search(source)).documents).toHaveLength(1)
    expect((await search(source)).documents).toHaveLength(1)
    expect(server.requestPaths.map((path) => path.slice(0, 7))).toEqual(['/api/v3', '/api/v4', '/api/v4'])
  })

  test('further pages are read after a full one, and deleted items reported', async () => {
    const { posts } = JSON.parse(sample(3))
    const full = JSON.stringify({ comments: [], posts: Array.from({ length: 50 }, () => posts[0]) })
    server.behave((request, response) => {
      const isFirst = request.url?.includes('page=1&') || request.url?.endsWith('page=1')
      answer({ body: isFirst ? full : sample(3) })(request, response)
    })
    const { run, gone } = await search()
    expect(run).toMatchObject({ status: 'ok', complete: true, requests: 2, nativeQuery: 'heat pump' })
    expect(gone).toEqual(['https://asked.example/post/2', 'https://feddit.example/comment/8'])
  })
})
