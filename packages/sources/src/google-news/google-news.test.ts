import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { countryCodes } from '@auspex/contract/countries'
import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { createGoogleNewsSource, editionOf, parseGoogleNews, textForms } from './google-news.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/search.xml'), 'utf8')
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}

const readItem = (title: string, source = '') =>
  parseGoogleNews(
    `<rss version="2.0"><channel><title>t</title><item><title>${title}</title><link>https://a.example</link><pubDate>2026-05-27T09:00:00Z</pubDate>${source}</item></channel></rss>`,
    testNow,
  )?.documents

describeDocumentSource('Google News', {
  create: ({ http, url }) => createGoogleNewsSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/rss+xml' },
  documents: 2,
  empty: '<rss version="2.0"><channel><title>Nothing</title></channel></rss>',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (text) => readItem(escapeMarkup(text)),
      source: (text) => readItem('T', `<source url="x">${escapeMarkup(text)}</source>`),
    },
  },
})

describe('parseGoogleNews', () => {
  test('a headline loses its outlet, which is identified by its site, and has no text of other headlines', () => {
    expect(parseGoogleNews(sample, testNow)).toEqual({
      entryCount: 3,
      documents: [
        expect.objectContaining({
          nativeId: 'CBMiSample1',
          outlet: 'harbour-times.example',
          title: 'Heat pumps outsell boilers & stoves',
          body: null,
          publishedAt: '2026-05-14T07:00:00Z',
        }),
        expect.objectContaining({ title: 'Why heat pumps hum - and how to stop it', outlet: 'warm-homes.example' }),
      ],
    })
  })

  test.each(['', '<html></html>', '{"a":1}'])('%j is no feed', (body) => {
    expect(parseGoogleNews(body, testNow)).toBeNull()
  })
})

describe('editions', () => {
  test.each([
    ['DE', { hl: 'de', gl: 'DE', ceid: 'DE:de' }],
    ['GB', { hl: 'en-GB', gl: 'GB', ceid: 'GB:en' }],
    ['BR', { hl: 'pt-BR', gl: 'BR', ceid: 'BR:pt-419' }],
    ['MX', { hl: 'es-419', gl: 'MX', ceid: 'MX:es-419' }],
    ['AQ', null],
  ])('%s', (country, edition) => expect(editionOf(country)).toEqual(edition))

  test('the three parameters of each edition agree', () => {
    const editions = countryCodes().flatMap((country) => editionOf(country) ?? [])
    expect(editions.length).toBeGreaterThan(40)
    expect(editions.filter(({ gl, ceid }) => !ceid.startsWith(`${gl}:`))).toEqual([])
  })
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (more: Partial<SourceQuery> = {}) =>
    createGoogleNewsSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
      { ...query, ...more },
      { signal: AbortSignal.timeout(5000), limit: 500 },
    )

  test('requests the edition of the country, with exclusive ends of the period', async () => {
    server.behave(answer({ type: 'application/rss+xml', body: sample }))
    const { run } = await search({ geo: 'DE', to: '2026-05-20' })
    const { searchParams } = new URL(server.requestPaths.at(-1) ?? '', server.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      q: '"heat pumps" after:2026-04-30 before:2026-05-21',
      hl: 'de',
      gl: 'DE',
      ceid: 'DE:de',
    })
    expect(run.notHonoured).toHaveLength(2)
  })

  test('a consent page counts as blocked', async () => {
    const body = '<!doctype html><title>Before you continue to Google</title>'
    server.behave(answer({ type: 'text/html', body }))
    expect((await search()).run).toMatchObject({ status: 'blocked', complete: false })
  })

  test('a full feed is reported as incomplete', async () => {
    const [item = ''] = /<item>[^]*?<\/item>/.exec(sample) ?? []
    const items = Array.from({ length: 100 }, (_, index) => item.replaceAll('CBMiSample1', `id${index}`))
    server.behave(
      answer({ type: 'application/rss+xml', body: `<rss version="2.0"><channel>${items.join('')}</channel></rss>` }),
    )
    const { run, documents } = await search()
    expect(documents).toHaveLength(100)
    expect(run).toMatchObject({ status: 'ok', complete: false })
  })
})
