import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBlueskySource } from '../bluesky/bluesky.source.ts'
import { createMastodonSource } from '../mastodon/mastodon.source.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { generateDemoVideos } from './demo-videos.ts'
import { foldHashtag, hashtagsIn } from './hashtag.ts'
import { createPublicTags } from './create-hashtag-sources.ts'

const timeline = readFileSync(join(import.meta.dirname, '../mastodon/samples/timeline.json'), 'utf8')
const days = { from: '2026-05-03', to: '2026-06-01' }

describe('public tags as a substitute', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const clock = () => testNow
  const http = testHttp({ timeoutMs: 1000 })
  const facts = { name: 'Somewhere', attribution: 'theirs', clock }
  const mastodon = () =>
    createPublicTags({
      ...facts,
      origin: 'mastodon',
      client: createMastodonSource({ http, clock, baseUrl: server.url }),
    })
  const tagQuery = { tag: 'heatpump', geo: null, days, signal: AbortSignal.timeout(5000) }

  test('are posts with the tag, labelled as a substitute, with unknown view counts', async () => {
    server.behave(answer({ body: timeline }))
    const source = mastodon()
    const result = await source.read(tagQuery)
    expect(source).toMatchObject({ isSubstitute: true, unit: 'post' })
    expect(server.requestPaths.at(-1)).toMatch(/^\/api\/v1\/timelines\/tag\/heatpump\?/)
    if (!result.ok) throw new Error(result.reason ?? '')
    expect(result.reading.videos[0]).toMatchObject({
      nativeId: 'https://social.example/users/ana/statuses/900000000000000001',
      hashtags: ['heatpump'],
      creator: 'ana@social.example',
      views: null,
      likes: 9,
      comments: 1,
      shares: 4,
      country: null,
    })
    expect(result.reading.videos.every(({ hashtags }) => hashtags.includes('heatpump'))).toBe(true)
    expect(result.reading.notices[0]).toContain('stand in for videos')
  })

  test('that reach their limit count only days after the oldest post', async () => {
    const posts = (from: number) =>
      Array.from({ length: 40 }, (_, index) => ({
        id: String(10_000 - from - index),
        uri: `https://a.example/${from + index}`,
        url: `https://a.example/${from + index}`,
        created_at: new Date(Date.UTC(2026, 4, 31, 23) - (from + index) * 3_600_000).toISOString(),
        visibility: 'public',
        content: '<p>#heatpump</p>',
        account: { acct: 'a', url: 'https://a.example/@a' },
      }))
    let requestCount = 0
    server.behave((request, response) =>
      answer({ body: JSON.stringify(posts(40 * requestCount++)) })(request, response),
    )
    const result = await mastodon().read(tagQuery)
    if (!result.ok) throw new Error(result.reason ?? '')
    const oldest = result.reading.videos.map(({ publishedAt }) => publishedAt).toSorted()[0] ?? ''
    expect(result.reading.isComplete).toBe(false)
    expect(Date.parse(result.reading.firstCountedDay ?? '')).toBe(Date.parse(oldest.slice(0, 10)) + 86_400_000)
  })

  test('of Bluesky are searched for as tags', async () => {
    server.behave(answer({ body: '{"posts":[]}' }))
    const source = createPublicTags({
      ...facts,
      origin: 'bluesky',
      client: createBlueskySource({ http, clock, baseUrl: server.url }),
    })
    expect(await source.read(tagQuery)).toMatchObject({ ok: true, reading: { videos: [], firstCountedDay: days.from } })
    expect(new URL(server.requestPaths.at(-1) ?? '', server.url).searchParams.get('q')).toContain('#heatpump')
  })

  test('say why nothing was returned', async () => {
    server.behave(answer({ status: 429, body: '{"error":"Too many requests"}' }))
    expect(await mastodon().read(tagQuery)).toMatchObject({ ok: false, status: 'rate_limited' })
  })
})

describe('a hashtag', () => {
  test.each([
    ['#OatMilk', 'oatmilk'],
    ['＃Ｏａｔ', 'oat'],
    ['##x', 'x'],
    ['ÉTÉ', 'été'],
  ])('%s is normalized to %s', (written, folded) => expect(foldHashtag(written)).toBe(folded))

  test('is found once in a text of any script, unless it is only a number', () => {
    expect(hashtagsIn('#Tea and #tea, #1 #抹茶! a#b #été_2026.')).toEqual(['tea', '抹茶', 'b', 'été_2026'])
  })
})

describe('the demo videos', () => {
  const until = new Date('2026-11-21T08:00:00Z')
  const videos = generateDemoVideos({ seed: 7, until })

  test('are the same for the same seed and day, never in the future, and without working addresses', () => {
    expect(generateDemoVideos({ seed: 7, until })).toEqual(videos)
    expect(videos.length).toBeGreaterThan(4000)
    expect(videos.every(({ publishedAt }) => Date.parse(publishedAt) <= until.getTime())).toBe(true)
    expect(videos.every(({ url }) => new URL(url ?? '').hostname.endsWith('.invalid'))).toBe(true)
    expect(new Set(videos.map(({ nativeId }) => nativeId)).size).toBe(videos.length)
  })

  test('follow their planted courses: one grows, one fades, one jumped twelve days ago', () => {
    const count = (tag: string, from: number, to: number) =>
      videos.filter(({ hashtags, publishedAt }) => {
        const daysAgo = (until.getTime() - Date.parse(publishedAt)) / 86_400_000
        return hashtags[0] === tag && daysAgo >= from && daysAgo < to
      }).length
    expect(count('matcha', 0, 60)).toBeGreaterThan(1.5 * count('matcha', 60, 120))
    expect(count('coldplunge', 0, 60)).toBeLessThan(0.75 * count('coldplunge', 60, 120))
    expect(count('digitaldetox', 10, 15) / 5).toBeGreaterThan((3 * count('digitaldetox', 30, 90)) / 60)
  })
})
