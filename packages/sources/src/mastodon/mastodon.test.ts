import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import type { SourceQuery, SourceQueryNode } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseMastodon, textForms } from './mastodon.parse.ts'
import { createMastodonSource } from './mastodon.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/timeline.json'), 'utf8')
const clock = () => testNow
const query: SourceQuery = { terms: { text: 'heat pump', phrases: ['heat pump'] }, geo: null, from: null, to: null }
const phrase = (...words: string[]): SourceQueryNode => ({
  kind: 'phrase',
  words: words.map((text) => ({ text, prefix: false })),
})

const readStatus = (fields: object) => {
  const status = {
    id: '1',
    uri: 'https://home.example/1',
    created_at: '2026-11-27T09:00:00Z',
    visibility: 'public',
    account: { acct: 'a', url: 'https://home.example/@a' },
  }
  return parseMastodon(JSON.stringify([{ ...status, content: '', ...fields }]))?.documents
}

describeDocumentSource('Mastodon', {
  create: ({ http, url }) => createMastodonSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '[]',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      spoiler_text: (text) => readStatus({ spoiler_text: text }),
      content: (text) => readStatus({ content: `<p>${escapeMarkup(text)}</p>` }),
    },
  },
})

describe('parseMastodon', () => {
  test('a post is plain text with its warning and the full name of its author; authors who opted out are skipped', () => {
    const page = parseMastodon(sample)
    expect(page).toMatchObject({ entryCount: 3, hidden: 1, lastId: '900000000000000000' })
    expect(page?.documents).toEqual([
      expect.objectContaining({
        nativeId: 'https://social.example/users/ana/statuses/900000000000000001',
        outlet: 'social.example',
        author: 'ana@social.example',
        body: 'Our #HeatPump hums.\n\nQuietly & well.',
        publishedAt: '2026-05-21T10:15:51Z',
        lang: 'en',
        engagement: { score: 9, comments: 1, views: null, reposts: 4 },
      }),
      expect.objectContaining({
        author: 'ben@asked.example',
        body: 'Energy talk\n#heatpump on a balcony?',
        lang: null,
        engagement: { score: null, comments: null, views: null, reposts: null },
      }),
    ])
  })

  test('a post that is not public is skipped', () => {
    expect(parseMastodon(sample.replaceAll('"public"', '"unlisted"'))).toMatchObject({ documents: [], entryCount: 3 })
  })

  test.each(['', '{}', '{"error":"The access token is invalid"}', '[{"id":1}]'])(
    '%j is an unexpected response',
    (body) => {
      expect(parseMastodon(body)).toBeNull()
    },
  )

  const payloads = sharedData('payloads/mastodon')
  test.skipIf(!payloads)('reads the recorded timelines', () => {
    const names = readdirSync(payloads ?? '').filter((name) => /^get_timeline_.*\.json$/.test(name))
    const pages = names.map((name) => parseMastodon(readFileSync(join(payloads ?? '', name), 'utf8')))
    expect(pages.reduce((sum, page) => sum + (page?.documents.length ?? 0), 0)).toBeGreaterThan(50)
    for (const document of pages.flatMap((page) => page?.documents ?? [])) {
      expect(document.author).toMatch(/^[^@]+@[^@]+$/)
      expect(document.body).not.toMatch(/<\/?(p|a|span|br)\b/)
    }
  })
})

describe('searching', () => {
  let server: FaultServer
  const authorizations: (string | undefined)[] = []
  beforeAll(async () => {
    server = await startFaultServer()
  })
  beforeEach(() => {
    server.requestPaths.length = 0
    authorizations.length = 0
    server.behave((request, response) => {
      authorizations.push(request.headers.authorization)
      const isSearch = request.url?.startsWith('/api/v2/search') ?? false
      answer({ body: isSearch ? `{"accounts":[],"hashtags":[],"statuses":${sample}}` : sample })(request, response)
    })
  })
  afterAll(() => server.close())
  const search = (searched: Partial<SourceQuery>, token?: string) =>
    createMastodonSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url, token }).search(
      { ...query, ...searched },
      { signal: AbortSignal.timeout(5000), limit: 100 },
    )

  test('hashtags are read without a token, and the report says what that misses', async () => {
    const node: SourceQueryNode = {
      kind: 'and',
      operands: [phrase('heat', 'pump'), phrase('grant'), { kind: 'not', operand: phrase('oil') }],
    }
    const { run } = await search({ node, geo: 'DE' })
    expect(server.requestPaths).toEqual(['/api/v1/timelines/tag/heatpump?all%5B%5D=grant&none%5B%5D=oil&limit=40'])
    expect(authorizations).toEqual([undefined])
    expect(run.nativeQuery).toBe('#heatpump #grant -#oil')
    expect(run.notHonoured).toEqual([
      expect.stringContaining('by hashtags'),
      expect.stringContaining('countries'),
      '1 post was left out: the authors opted out of searches.',
    ])
  })

  test('a number is no hashtag, and the report says that it was left out', async () => {
    const { run } = await search({ node: phrase('2026') })
    expect(run).toMatchObject({ status: 'empty', requests: 0 })
    expect(run.notHonoured).toContain('A hashtag needs a letter, so these were left out: 2026.')
  })

  test('a past period is read from its end, and not from today', async () => {
    const past = { from: '2026-03-01', to: '2026-03-31' }
    await search(past)
    expect(server.requestPaths).toEqual(['/api/v1/timelines/tag/heatpump?limit=40&max_id=116326504857600000'])
    await search(past, 'secret')
    expect(server.requestPaths.at(-1)).toBe(
      '/api/v2/search?q=%22heat+pump%22+after%3A2026-02-28+before%3A2026-04-01&type=statuses&limit=40',
    )
  })

  test('a period before the first posts is sent as days and ids that exist', async () => {
    const ancient = { from: '0000-01-01', to: '1066-10-14' }
    await search(ancient)
    expect(server.requestPaths.at(-1)).toBe('/api/v1/timelines/tag/heatpump?limit=40&max_id=0')
    await search(ancient, 'secret')
    expect(server.requestPaths.at(-1)).toContain('after%3A1970-01-01+before%3A1970-01-01')
  })

  test('a token enables text search, and is never exposed', async () => {
    const { run } = await search({ from: '2026-05-01' }, 'secret')
    expect(server.requestPaths).toEqual(['/api/v2/search?q=%22heat+pump%22+after%3A2026-04-30&type=statuses&limit=40'])
    expect(authorizations).toEqual(['Bearer secret'])
    expect(JSON.stringify(run)).not.toContain('secret')
    expect(run.notHonoured).toHaveLength(1)
  })

  test('pages are read back in time, and not before the first day', async () => {
    const full = Array.from({ length: 40 }, () => JSON.parse(sample)[0])
    server.behave(answer({ body: JSON.stringify(full) }))
    expect((await search({ from: '2026-05-22' })).run).toMatchObject({ status: 'empty', requests: 1 })
    const { run } = await search({ from: '2026-05-20' })
    expect(run).toMatchObject({ requests: 3, complete: false })
    expect(server.requestPaths.at(-1)).toContain('max_id=900000000000000002')
  })

  test('an instance that shows its timelines to members only is reported as such', async () => {
    server.behave(answer({ status: 422, body: '{"error":"This method requires an authenticated user"}' }))
    expect((await search({})).run).toMatchObject({ status: 'auth', complete: false })
  })
})
