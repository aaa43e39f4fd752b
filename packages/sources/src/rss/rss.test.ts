import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Http } from '../http/http.types.ts'
import { describeDocumentSource } from '../source.contract.ts'
import { answer, type FaultServer, startFaultServer, testGuardedHttp, testNow } from '../testing/fault-server.ts'
import { sharedData } from '../testing/shared-data.ts'
import { parseFeedDate } from '../text/published-at.ts'
import { hostOf, parseRss, readOwnAddress } from './rss.parse.ts'
import { createRssSource } from './rss.source.ts'

describe('rss', () => {
  const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
  const clock = () => testNow
  const read = (body: string, feedUrl = 'https://feeds.example/x') => parseRss(body, { feedUrl, now: testNow })
  const twoEntries = sample('rss.xml').replace(
    'Without a date</title>',
    'Dated</title><pubDate>Tue, 03 Mar 2026 08:30:00 GMT</pubDate>',
  )
  const queryFor = (...feeds: string[]) => ({
    terms: { text: 'heat pumps', phrases: ['heat pumps'] },
    geo: null,
    from: null,
    to: null,
    feeds,
  })

  describeDocumentSource('Feeds', {
    create: ({ url }) =>
      createRssSource({
        http: testGuardedHttp({ endpoint: new URL(url).host, timeoutMs: 300 }),
        clock,
      }),
    sample: { body: twoEntries, type: 'application/rss+xml' },
    documents: 2,
    empty: '<rss version="2.0"><channel><title>Empty</title></channel></rss>',
    query: (url) => queryFor(`${url}/feed`),
    probes: false,
    texts: null,
  })

  describe('parseRss', () => {
    test('RSS: text is plain, the full content is preferred, an entry without a date is skipped and counted', () => {
      expect(read(sample('rss.xml'))).toEqual({
        leftOut: new Map([['their date: there is none', 1]]),
        unreadable: 0,
        documents: [
          expect.objectContaining({
            nativeId: expect.stringMatching(/^feeds\.example:[\w-]{12}:ge-101$/),
            outlet: 'green-energy.example',
            title: 'Heat pumps & old houses',
            body: 'Sales rose by 14\u00a0%.',
            author: 'Ana Ruiz',
            publishedAt: '2026-03-02T07:30:00Z',
            lang: 'en',
          }),
        ],
      })
    })

    test('Atom: the alternate link is resolved, and markup removed from titles', () => {
      expect(read(sample('atom.xml'), 'https://bote.example/feed')?.documents).toEqual([
        expect.objectContaining({
          url: 'https://bote.example/1',
          title: 'Wärmepumpen im Altbau',
          body: 'Kurz gesagt.',
          author: 'Jonas Keller',
          publishedAt: '2026-03-04T08:00:00Z',
          lang: 'de',
        }),
      ])
    })

    test('JSON Feed: a note without a title has an empty one', () => {
      expect(read(sample('feed.json'))?.documents).toEqual([
        expect.objectContaining({ title: '', body: 'A note without a title.', author: 'Mei', outlet: 'notes.example' }),
      ])
    })

    test.each(['', 'hello', '<html><body>no</body></html>', '{"a":1}', '<rss'])('%j is no feed', (body) => {
      expect(read(body)).toBeNull()
    })

    test.each([
      ['Mon, 01 Jan 0001 00:00:00 +0000', 'their date: it is before 1990'],
      ['Mon, 01 Jan 0026 00:00:00 +0000', 'their date: it is before 1990'],
      ['Fri, 20 Nov 2026 10:00:00 IST', 'their date: the time zone IST stands for more than one: India and Israel'],
      ['Fri, 20 Nov 2026 10:75:00 GMT', 'their date: a time of 10:75:00 does not exist'],
      ['Sat, 20 Nov 2027 10:00:00 GMT', 'their date: it is in the future'],
    ])('an entry of %s is skipped for %s', (date, reason) => {
      const feed = `<rss><channel><item><title>Tea</title><pubDate>${date}</pubDate></item></channel></rss>`
      expect(read(feed)).toEqual({ documents: [], leftOut: new Map([[reason, 1]]), unreadable: 0 })
    })

    const item = (guid: string, title: string, link = '') =>
      `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>${link && `<link>${link}</link>`}<pubDate>Mon, 02 Mar 2026 08:30:00 GMT</pubDate></item>`
    const idsOf = (feedUrl: string, ...items: string[]) =>
      read(`<rss><channel>${items.join('')}</channel></rss>`, feedUrl)?.documents.map(({ nativeId }) => nativeId) ?? []

    test('equal ids in two feeds of a host are different documents, and stay the same in the next run', () => {
      const [world] = idsOf('https://paper.example/world', item('7', 'World'))
      const [sport] = idsOf('https://paper.example/sport', item('7', 'Sport'))
      expect(world).not.toBe(sport)
      expect(idsOf('https://paper.example/world', item('8', 'New'), item('7', 'World, now'))[1]).toBe(world)
    })

    test.each([
      ['links', item('0', 'One', 'https://paper.example/1'), item('0', 'Two', 'https://paper.example/2')],
      ['titles', item('0', 'One'), item('0', 'Two')],
      [
        'titles behind one link',
        item('0', 'One', 'https://paper.example/'),
        item('0', 'Two', 'https://paper.example/'),
      ],
      [
        'links, with an id that is an address',
        item('https://a.example', 'One', '/1'),
        item('https://a.example', 'Two', '/2'),
      ],
    ])('an id that occurs twice in a feed with different %s is ignored', (_, ...items) => {
      expect(new Set(idsOf('https://paper.example/feed', ...items)).size).toBe(2)
    })

    test('the same entry twice in a feed is one document', () => {
      expect(new Set(idsOf('https://paper.example/feed', item('7', 'One'), item('7', 'One'))).size).toBe(1)
    })

    test('relative links are resolved against the page of a feed or xml:base, not against the address of the feed', () => {
      const feed = (base: string) =>
        `<rss><channel${base}><link>https://site.example/news/</link>${item('7', 'One', 'a/1')}</channel></rss>`
      const urlOf = (body: string) => read(body, 'https://service.example/feeds/1')?.documents[0]?.url
      expect(urlOf(feed(''))).toBe('https://site.example/news/a/1')
      expect(urlOf(feed(' xml:base="https://base.example/b/"'))).toBe('https://base.example/b/a/1')
    })

    test.each([
      ['', 'Use <b> wisely'],
      [' type="text"', 'Use <b> wisely'],
      [' type="html"', 'Use wisely'],
    ])('a title of Atom%s is text unless declared otherwise', (type, title) => {
      const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title${type}>Use &lt;b&gt; wisely</title><id>1</id><updated>2026-03-02T10:00:00Z</updated></entry></feed>`
      expect(read(feed)?.documents[0]?.title).toBe(title)
    })

    test('a title of Atom with XHTML elements is their text', () => {
      const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Use <b>it</b>: 1 &lt; 2 &lt;i></div></title><id>1</id><updated>2026-03-02T10:00:00Z</updated></entry></feed>`
      expect(read(feed)?.documents[0]?.title).toBe('Use it: 1 < 2 <i>')
    })

    test('an unsafe address is dropped', () => {
      const feed = sample('rss.xml').replace('https://green-energy.example/heat-pumps', 'javascript:alert(1)')
      expect(read(feed)?.documents[0]).toMatchObject({ url: null, outlet: 'feeds.example' })
    })

    const feeds = sharedData('payloads/feeds/feedjira')
    test.skipIf(!feeds)('reads the real feeds', () => {
      const files = readdirSync(feeds ?? '').filter((name) => /\.(xml|json)$/.test(name))
      const bodies = files.map((name) => readFileSync(join(feeds ?? '', name), 'utf8'))
      // Some of the files are fragments of a feed, for other tests.
      const complete = bodies.filter((body) =>
        /^\s*(<\?xml[^>]*>\s*)?(<[?!][^>]*>\s*)*(<rss|<feed|<rdf:RDF|\{)/i.test(body),
      )
      const parsed = complete.map((body) => read(body))
      expect(complete.length).toBeGreaterThan(30)
      // One has the document type of a web page, which the parser refuses.
      expect(parsed.filter((feed) => feed === null).length).toBeLessThanOrEqual(1)
      expect(parsed.flatMap((feed) => feed?.documents ?? []).length).toBeGreaterThan(300)
    })
  })

  describe('parseFeedDate', () => {
    test.each([
      ['Mon, 02 Mar 2026 08:30:00 +0100', '2026-03-02T07:30:00Z'],
      ['2 Mar 26 08:30 EST', '2026-03-02T13:30:00Z'],
      ['Monday, 02-Mar-2026 08:30:00 GMT', '2026-03-02T08:30:00Z'],
      ['2026-03-02T08:30:00.123-05:00', '2026-03-02T13:30:00Z'],
      ['2026-03-02', '2026-03-02T00:00:00Z'],
    ])('%s is %s', (text, publishedAt) => expect(parseFeedDate(text, testNow)).toMatchObject({ publishedAt }))

    test.each([null, '', 'last week', '31 Feb 2026 08:00 GMT', '2 Mar 1970 08:00 GMT', '2027-01-01'])(
      '%s is no date',
      (text) => {
        expect(parseFeedDate(text, testNow)).toBeNull()
      },
    )
  })

  describe('searching', () => {
    let server: FaultServer
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())
    const search = (...feeds: string[]) =>
      createRssSource({ http: testGuardedHttp({ endpoint: server.endpoint, timeoutMs: 2000 }), clock }).search(
        { ...queryFor(...feeds), from: '2026-03-01' },
        { signal: AbortSignal.timeout(10_000), limit: 10 },
      )

    test('one failing feed does not fail the others, and is named', async () => {
      server.behave((request, response) => {
        if (request.url === '/bad') answer({ status: 500, body: 'oops' })(request, response)
        else answer({ type: 'application/rss+xml', body: twoEntries })(request, response)
      })
      const { run, documents } = await search(`${server.url}/bad`, `${server.url}/good`)
      expect(documents).toHaveLength(2)
      expect(run).toMatchObject({ status: 'ok', complete: false, requests: 2 })
      expect(run.reason).toMatch(/^1 of 2 feeds failed; 127\.0\.0\.1: The source answered 500/)
    })

    test('reports how many entries of a feed were skipped, and why', async () => {
      const item = (inside: string) =>
        `<item><title>Tea</title>${inside}<pubDate>Mon, 02 Mar 2026 08:30:00 GMT</pubDate></item>`
      const undated = '<item><title>Tea</title><pubDate>2 Mar 2026 08:30 XYZ</pubDate></item>'
      const body = `<rss><channel>${item('<link>/1</link>')}${undated}${item('<description><![CDATA[one')}${undated}${item('<link>/2</link>')}</channel></rss>`
      server.behave(answer({ type: 'application/rss+xml', body }))
      const { run, documents } = await search(`${server.url}/feed`)
      expect(documents).toHaveLength(2)
      const losses = [
        '1 entry of 127.0.0.1 could not be read: the feed is damaged there.',
        '2 entries of 127.0.0.1 left out for their date: the time zone “XYZ” is not known.',
      ]
      expect(run).toMatchObject({ status: 'ok', reason: losses.join(' ') })
      expect(run.notHonoured).toEqual(expect.arrayContaining(losses))
    })

    test('unresponsive feeds do not delay the others', async () => {
      const waiting: (() => void)[] = []
      const requestedPaths: string[] = []
      const names = [
        ...Array.from({ length: 4 }, (_, n) => `http://quiet-${n}.example/feed`),
        'http://good.example/feed',
      ]
      const http: Http = {
        get: async ({ url }) => {
          requestedPaths.push(url)
          if (url.includes('quiet')) await new Promise<void>((answered) => waiting.push(answered))
          return { ok: true, httpStatus: 200, url, contentType: 'application/rss+xml', body: twoEntries }
        },
      }
      const searching = createRssSource({ http, clock }).search(queryFor(...names), {
        signal: AbortSignal.timeout(5000),
        limit: 100,
      })
      await new Promise((turn) => setImmediate(turn))
      expect(requestedPaths).toEqual(names)
      for (const answered of waiting) answered()
      expect((await searching).run).toMatchObject({ status: 'ok', reason: null, requests: 5 })
    })

    test('a feed on a private address is refused', async () => {
      const { run } = await search('http://192.168.1.1/feed')
      expect(run).toMatchObject({ status: 'upstream_down', complete: false })
      expect(run.reason).toMatch(/cannot be reached from the public internet/)
    })

    test('a feed is decoded in its declared charset', async () => {
      const body = Buffer.from(twoEntries.replace('UTF-8', 'ISO-8859-1').replace('Ana Ruiz', 'Ana Núñez'), 'latin1')
      server.behave(answer({ type: 'application/xml', body }))
      const { documents } = await search(`${server.url}/latin`)
      expect(documents.map(({ author }) => author)).toContain('Ana Núñez')
    })
  })
})

describe('own address', () => {
  const address = readOwnAddress('https://me:pw@news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#top')

  describe('readOwnAddress', () => {
    test.each([
      ['the feed itself', 'https://news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#entry-1', null],
      ['another page of the feed', 'https://news.example/s/ab12cd34ef/feed.xml?page=2', null],
      ['what is resolved into the directory', new URL('entry-1', address.base).href, null],
      ['what is resolved from above it', new URL('../entry-1', address.base).href, null],
      ['what begins at the root', new URL('/entry-1', address.base).href, 'https://news.example/entry-1'],
      ['a user name', 'https://me:pw@news.example/1', 'https://news.example/1'],
      ['a token carried on', 'https://news.example/1?auth=k3yk3yk3y&page=2', 'https://news.example/1?page=2'],
      ['words carried on', 'https://news.example/1?lang=en', 'https://news.example/1?lang=en'],
      ['another page', 'https://other.example/s/1?x=y#z', 'https://other.example/s/1?x=y#z'],
    ])('a link to %s', (_, link, expected) => {
      expect(address.withoutOwn(link)).toBe(expected)
    })

    test('relative links of a feed with a directory of words are resolved as usual', () => {
      expect(readOwnAddress('https://blog.example/posts/feed.xml').base).toBe('https://blog.example/posts/feed.xml')
    })

    test('texts that quote the address, with its user and without, contain only the host', () => {
      const text = address.withoutQuotes(
        'Read https://news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en or https://me:pw@news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#top',
      )
      expect(text).toBe('Read news.example or news.example')
    })

    test('an invalid address has no host', () => {
      expect([hostOf('mailto:me@example.org'), hostOf('secret')]).toEqual(['an address', 'an address'])
    })
  })
})
