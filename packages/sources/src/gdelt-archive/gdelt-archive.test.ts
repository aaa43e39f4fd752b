import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
import { createGdeltArchiveSource } from './gdelt-archive.source.ts'
import { parseArchiveFeed, parseArchiveLine } from './gdelt-archive.parse.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-31T23:50:00Z',
  to: null,
}
const absent = answer({ status: 404, type: 'application/xml', body: '<Error><Code>NoSuchKey</Code></Error>' })
/** Serves this feed and one file, compressed as in the store. */
const serve =
  (feed: string, file: string | null = null): Behaviour =>
  (request, response) => {
    const gzip = answer({ type: 'application/octet-stream', body: gzipSync(sample('quarter.gal.jsonl')) })
    if (request.url === '/feed.rss') answer({ type: 'application/rss+xml', body: feed })(request, response)
    else if (file !== null && request.url === file) gzip(request, response)
    else absent(request, response)
  }

describeDocumentSource('GDELT article list', {
  create: ({ http, url }) => createGdeltArchiveSource({ http, clock, baseUrl: url }),
  sample: { body: sample('feed.rss'), type: 'application/rss+xml' },
  documents: 2,
  empty: '<rss version="2.0"><channel><title>Nothing new</title></channel></rss>',
  serve,
  query: () => query,
  probes: true,
  texts: null,
})

describe('reading', () => {
  test('a line is an article with its sentence', () => {
    const [line = ''] = sample('quarter.gal.jsonl').split('\n')
    expect(parseArchiveLine(line)).toMatchObject({
      outlet: 'north-post.example',
      title: 'Council buys heat pumps',
      body: 'The council will warm its schools with them.',
      author: 'Ida Lund',
      publishedAt: '2026-05-31T23:46:00Z',
      lang: 'en',
    })
  })

  test('an item without a date has the day of its feed', () => {
    const undated = sample('feed.rss').replaceAll(/<pubDate>.*?<\/pubDate>/g, '')
    expect(parseArchiveFeed(undated, testNow)?.[0]).toMatchObject({
      publishedAt: '2026-06-01T00:00:00Z',
      datePrecision: 'day',
    })
  })

  test.each(['', '{"url":"https://a.example"}', '{"date":"now","url":"https://a.example","title":"x"}', '[1]'])(
    '%j is no article',
    (line) => expect(parseArchiveLine(line)).toBeNull(),
  )
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (more: Partial<SourceQuery> = {}, options: { stopAtMs?: number } = {}) => {
    server.requestPaths.length = 0
    return createGdeltArchiveSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
      { ...query, ...more },
      { signal: AbortSignal.timeout(10_000), limit: 100, ...options },
    )
  }

  test('reads the file of each quarter of an hour, and returns the articles that match', async () => {
    server.behave(serve(sample('feed.rss'), '/20260531234600.gal.json.gz'))
    const { run, documents } = await search({ from: '2026-05-31T23:45:00Z' })
    expect(documents.map(({ outlet }) => outlet)).toEqual([
      'harbour-times.example',
      'bote.example',
      'north-post.example',
    ])
    expect(run).toMatchObject({ status: 'ok', complete: true })
  })

  test('reads three hours at most, and says how far it got', async () => {
    server.behave(serve(sample('feed.rss')))
    const { run } = await search({ from: '2026-05-01' })
    expect(run).toMatchObject({ status: 'ok', complete: false, requests: 1 + 12 * 8 })
    expect(run.reason).toBe('The article list was read back to 2026-05-31 21:15 UTC.')
  })

  test('stops at its time limit with the documents so far', async () => {
    server.behave(serve(sample('feed.rss')))
    const { run, documents } = await search({ from: '2026-05-01' }, { stopAtMs: testNow.getTime() })
    expect(run).toMatchObject({ status: 'ok', complete: false, requests: 1 })
    expect(documents).toHaveLength(2)
  })

  test('a period without any file is a failure, not an empty list', async () => {
    server.behave(absent)
    const { run } = await search({ from: '2026-05-02', to: '2026-05-03' })
    expect(run).toMatchObject({ status: 'upstream_down', complete: false })
  })

  const phrase = (text: string) => ({
    kind: 'phrase' as const,
    words: text.split(' ').map((word) => ({ text: word.replace('*', ''), prefix: word.endsWith('*') })),
  })
  test.each([
    ['a phrase folded', phrase('warmepumpen'), 1],
    ['a beginning of a word', phrase('heat pum*'), 2],
    ['part of a word', phrase('heat pum'), 0],
    ['both words', { kind: 'and' as const, operands: [phrase('heat'), phrase('boilers')] }, 1],
    [
      'without a word',
      { kind: 'and' as const, operands: [phrase('heat'), { kind: 'not' as const, operand: phrase('boilers') }] },
      1,
    ],
  ])('%s finds what has it', async (_, node, expected) => {
    server.behave(serve(sample('feed.rss')))
    expect((await search({ node })).documents).toHaveLength(expected)
  })
})
