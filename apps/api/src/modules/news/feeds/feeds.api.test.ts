import type { DocumentSource, SourceRun } from '@auspex/sources'
import type { NewsFeed, NewsFeedList, NewsOpmlImport, Problem } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { article, type NewsfeedWorld, startNewsfeed } from '../testing/start-newsfeed.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { silentLog } from '../../../testing/test-database.ts'
import type { FeedsRepository } from './feeds.repository.ts'
import { fetchFeeds } from './fetch-feeds.ts'
import { stub } from '../../../testing/stub.ts'

describe('feeds api', () => {
  const losses = '1 entry of paper.example could not be read: the feed is damaged there.'
  const run: SourceRun = {
    status: 'ok',
    reason: losses,
    nativeQuery: null,
    notHonoured: [losses],
    requests: 1,
    documentsSeen: 1,
    retryAfterMs: null,
    complete: true,
  }
  const reader: DocumentSource = {
    key: 'rss',
    kind: 'documents',
    label: 'Feeds',
    licence: 'Of nobody.',
    rate: 'Any.',
    homepage: 'https://feeds.example',
    probe: async () => ({ status: 'ok', reason: null, retryAfterMs: null }),
    search: async () => ({ run, documents: [article('paper.example', '2026-11-20T06:00:00Z', 'Tea is late')] }),
  }

  let world: NewsfeedWorld
  beforeAll(async () => {
    world = await startNewsfeed({ reader })
  })
  afterAll(() => world.close())

  const feeds = async () => (await world.ask<NewsFeedList>('GET', '/newsfeed/feeds')).body.items

  describe('feeds by address', () => {
    test('of one outlet are distinguished by their addresses', async () => {
      const feedUrl = (section: string) => `https://feeds.herald.example/news/${section}/rss.xml`
      const add = async (url: string) => {
        const input = { kind: 'outlet', subject: 'feeds.herald.example', feedUrl: url }
        return (await world.ask<NewsFeed & Problem>('POST', '/newsfeed/feeds', input)).body
      }
      expect((await add(feedUrl('world'))).feedUrl).toBe(feedUrl('world'))
      expect((await add(feedUrl('technology'))).feedUrl).toBe(feedUrl('technology'))
      expect((await add(feedUrl('technology'))).code).toBe('newsfeed.feed_exists')
      const outline = (section: string) => `<outline text="${section}" xmlUrl="${feedUrl(section)}"/>`
      const opml = `<opml version="2.0"><body>${['world', 'technology', 'business', 'sport'].map(outline).join('')}</body></opml>`
      const read = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml })).body
      expect(read.added.map((feed) => feed.feedUrl)).toEqual([feedUrl('business'), feedUrl('sport')])
      expect([read.existing, read.refused]).toEqual([2, []])
    })

    test.each([
      ['feed://paper.example/1.xml', 'http://paper.example/1.xml'],
      ['feed:https://paper.example/2.xml', 'https://paper.example/2.xml'],
    ])('at %s are fetched from %s', async (written, feedUrl) => {
      const input = { kind: 'outlet', subject: 'paper.example', feedUrl: written }
      expect((await world.ask<NewsFeed>('POST', '/newsfeed/feeds', input)).body.feedUrl).toBe(feedUrl)
      const opml = `<opml version="2.0"><body><outline text="A" xmlUrl="${written}"/></body></opml>`
      const read = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml })).body
      expect(read).toEqual({ added: [], existing: 1, refused: [] })
    })

    test.each([
      'http://127.0.0.1/feed',
      'http://localhost/feed',
      'http://printer.local/feed',
      'http://intranet/feed',
      'http://10.0.0.1/feed',
      'http://192.168.1.1/feed',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/feed',
      'http://[::ffff:10.0.0.1]/feed',
      'http://2130706433/feed',
      'http://me:secret@paper.example/feed',
      'http://paper.example:22/feed',
      'ftp://paper.example/feed',
      'feed://127.0.0.1/feed',
    ])('at %s are refused and not stored', async (feedUrl) => {
      const before = await feeds()
      const input = { kind: 'outlet', subject: 'inside.example', feedUrl }
      const { status, body } = await world.ask<Problem>('POST', '/newsfeed/feeds', input)
      expect([status, body.code]).toEqual([422, 'newsfeed.feed_url_refused'])
      const opml = `<opml version="2.0"><body><outline text="Inside" xmlUrl="${feedUrl}"/></body></opml>`
      const read = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml })).body
      expect([read.added, read.refused.map(({ title }) => title)]).toEqual([[], ['Inside']])
      expect(await feeds()).toEqual(before)
    })

    test('report entries that could not be read', async () => {
      const input = { kind: 'outlet', subject: 'paper.example', feedUrl: 'https://paper.example/damaged.xml' }
      const { id } = (await world.ask<NewsFeed>('POST', '/newsfeed/feeds', input)).body
      await world.runJobs()
      const read = (await feeds()).find((feed) => feed.id === id)
      expect(read?.lastFetch).toMatchObject({ status: 'ok', reason: losses, documents: 1 })
    })
  })
})

describe('fetch feeds', () => {
  const run = { status: 'ok', reason: null } as const
  const urls = ['https://a.example/feed', 'https://poisoned.example/feed', 'https://c.example/feed']

  test.each(['reading', 'storing'])(
    'a feed whose %s fails is noted as failed, and the feeds after it are read',
    async (step) => {
      const notes: [url: string, status: string][] = []
      const fail = (isPoisoned: boolean, at: string) => {
        if (isPoisoned && at === step) throw new Error('poisoned')
      }
      const reader = {
        search: async ({ feeds: [url = ''] = [] }: { feeds?: string[] }) => {
          fail(url.includes('poisoned'), 'reading')
          return { run, documents: [sampleDocument({ outlet: new URL(url).hostname })] }
        },
      } as unknown as DocumentSource // the only method that is called
      await fetchFeeds(
        {
          feeds: {
            listDue: async () => urls,
            recordFetch: async (url: string, { status }: { status: string }) => void notes.push([url, status]),
          } as unknown as FeedsRepository, // the only two methods that are called
          documents: stub({
            storeDocuments: async ([first]) => {
              fail(first?.outlet === 'poisoned.example', 'storing')
              return { stored: 1, duplicates: 0, ids: [], undatable: [] }
            },
          }),
          reader,
          clock: createFixedClock('2026-11-21T08:00:00Z'),
          log: silentLog,
        },
        new AbortController().signal,
      )
      expect(notes).toEqual([
        ['https://a.example/feed', 'ok'],
        ['https://poisoned.example/feed', 'schema_changed'],
        ['https://c.example/feed', 'ok'],
      ])
    },
  )
})
