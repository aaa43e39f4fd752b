import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseHackerNews, textForms } from './hacker-news.parse.ts'
import { createHackerNewsSource } from './hacker-news.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/search-by-date.json'), 'utf8')
const clock = () => testNow
const query: SourceQuery = { terms: { text: 'heat pumps', phrases: ['heat pumps'] }, geo: null, from: null, to: null }

const readHit = (fields: object) =>
  parseHackerNews(JSON.stringify({ hits: [{ objectID: '1', created_at_i: 1_764_237_600, ...fields }], nbHits: 1 }))
    ?.documents

describeDocumentSource('Hacker News', {
  create: ({ http, url }) => createHackerNewsSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '{"hits":[],"nbHits":0}',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (title) => readHit({ title }),
      story_text: (text) => readHit({ title: 'T', story_text: escapeMarkup(text) }),
      comment_text: (text) => readHit({ comment_text: escapeMarkup(text) }),
    },
  },
})

describe('parseHackerNews', () => {
  test('a comment has its text, a story its title and counts', () => {
    expect(parseHackerNews(sample)?.documents).toEqual([
      expect.objectContaining({
        nativeId: '900002',
        kind: 'comment',
        title: '',
        body: "Ours paid for itself in five winters.\nWe're happy with it & would do it again.",
        url: 'https://news.ycombinator.com/item?id=900002',
        engagement: null,
      }),
      expect.objectContaining({
        kind: 'post',
        title: 'Heat pumps in old houses',
        body: null,
        publishedAt: '2026-03-02T08:30:00Z',
        engagement: { score: 41, comments: 1, views: null, reposts: null },
      }),
    ])
  })

  test('deleted or killed items are reported as deleted, without a document', () => {
    const dead = sample.replaceAll('Heat pumps in old houses', '[flagged]').replace(/"Ours paid[^"]*"/, '"[deleted]"')
    expect(parseHackerNews(dead)).toMatchObject({ documents: [], gone: ['900002', '900001'], hits: 2 })
  })

  test.each(['', '{"hits":', '[]', '{"hits":[{"id":1}],"nbHits":1}', '{"results":[]}'])(
    '%j is an unexpected response',
    (body) => {
      expect(parseHackerNews(body)).toBeNull()
    },
  )

  const payloads = sharedData('payloads/hn_algolia/fixtures.json')
  test.skipIf(!payloads)('reads the recorded responses', () => {
    const recorded: { url: string; reply: unknown }[] = JSON.parse(readFileSync(payloads ?? '', 'utf8'))
    const searches = recorded.filter(({ url }) => url.includes('/search'))
    expect(searches.length).toBeGreaterThan(10)
    for (const { reply } of searches) {
      const page = parseHackerNews(JSON.stringify(reply))
      expect(page?.documents.length).toBe(page?.hits)
      for (const { body } of page?.documents ?? []) expect(body ?? '').not.toMatch(/<p>|&#x27;/)
    }
  })
})

describe('a search of more than 1,000 hits', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())

  /** Responds like Algolia with hits at these seconds: bounded, newest first, at most 1,000. */
  function serve(seconds: number[]): void {
    server.behave((request, response) => {
      const { searchParams } = new URL(request.url ?? '', server.url)
      const filters = searchParams.get('numericFilters') ?? ''
      const until = Number(/<=(\d+)/.exec(filters)?.[1] ?? Infinity)
      const since = Number(/>=(\d+)/.exec(filters)?.[1] ?? 0)
      const matching = seconds.map((at, id) => ({ at, id })).filter(({ at }) => at <= until && at >= since)
      const hits = matching
        .toSorted((a, b) => b.at - a.at)
        .slice(0, Math.min(1000, Number(searchParams.get('hitsPerPage'))))
        .map(({ at, id }) => ({ objectID: String(id), created_at_i: at, title: `Story ${id}`, _tags: ['story'] }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ hits, nbHits: matching.length }))
    })
  }
  const search = (more: Partial<SourceQuery> = {}, limit = 5000) =>
    createHackerNewsSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
      { ...query, ...more },
      { signal: AbortSignal.timeout(10_000), limit },
    )

  test('is read in slices, each hit once', async () => {
    serve(Array.from({ length: 2500 }, (_, index) => 1_700_000_000 + Math.floor(index / 3)))
    const { run, documents } = await search()
    expect(documents).toHaveLength(2500)
    expect(run).toMatchObject({ complete: true, requests: 3 })
  })

  test('terminates although a single second fills a page', async () => {
    serve([...Array.from({ length: 1200 }, () => 1_700_000_000), 1_600_000_000])
    const { documents } = await search()
    expect(documents).toHaveLength(1001)
    expect(documents.at(-1)?.nativeId).toBe('1200')
  })

  test('stops at the limit and says that it is incomplete', async () => {
    serve(Array.from({ length: 2500 }, (_, index) => 1_700_000_000 + index))
    const { run, documents } = await search({}, 1500)
    expect(documents).toHaveLength(1500)
    expect(documents[0]?.nativeId).toBe('2499')
    expect(run).toMatchObject({ status: 'ok', complete: false, reason: 'Older documents were left out.' })
  })

  test('requests only the days of the query, and says that a location filter is unsupported', async () => {
    serve([Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 0, 31, 20) / 1000, Date.UTC(2026, 1, 1) / 1000])
    const { run, documents } = await search({ from: '2026-01-02', to: '2026-01-31', geo: 'DE' })
    expect(documents.map(({ nativeId }) => nativeId)).toEqual(['1'])
    expect(run.notHonoured).toEqual(['Hacker News does not record countries; the location filter was not applied.'])
    expect(run.nativeQuery).toBe('"heat pumps"')
  })
})

describe('looking up stored items', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())

  test('removes deleted and killed items, but not unknown or unreachable ones', async () => {
    const items: Record<string, string> = {
      '/item/1.json': '{"id":1,"type":"comment","text":"here"}',
      '/item/2.json': '{"id":2,"type":"comment","deleted":true}',
      '/item/3.json': '{"id":3,"type":"story","dead":true}',
      '/item/4.json': 'null',
    }
    server.behave((request, response) => {
      const body = items[request.url ?? '']
      answer(body === undefined ? { status: 503, body: '' } : { body })(request, response)
    })
    const source = createHackerNewsSource({ http: testHttp({ timeoutMs: 2000 }), clock, itemsUrl: server.url })
    const gone = await source.findGone?.(['1', '2', '3', '4', '5'], { signal: AbortSignal.timeout(5000) })
    expect(gone).toEqual(['2', '3'])
  })
})
