import type { HashtagPage, HashtagTrends, HashtagVideoPage } from '@auspex/sdk/types'
import type { HashtagQuestion, HashtagReading, HashtagSource, TaggedVideo } from '@auspex/sources'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

type Answer = Awaited<ReturnType<HashtagSource['read']>>

const answers = new Map<string, (question: HashtagQuestion) => Answer>()
const questions: { origin: string; tag: string; geo: string | null; days: HashtagQuestion['days'] }[] = []

function writtenSource(facts: Omit<HashtagSource, 'read' | 'attribution'>): HashtagSource {
  return {
    ...facts,
    attribution: `Said by ${facts.name}`,
    read: async (question) => {
      questions.push({ origin: facts.origin, tag: question.tag, geo: question.geo, days: question.days })
      return answers.get(facts.origin)?.(question) ?? nothing
    },
  }
}

const nothing: Answer = {
  ok: true,
  reading: { videos: [], isComplete: true, firstCountedDay: '2026-10-23', notices: [] },
}
const silent: Answer = { ok: false, status: 'upstream_down', reason: 'Nobody answers.', retryAfterMs: null }
const tooOften: Answer = { ok: false, status: 'rate_limited', reason: 'Slow down.', retryAfterMs: 90_000 }

const video = (id: string, day: string, more: Partial<TaggedVideo> = {}): TaggedVideo => ({
  nativeId: id,
  publishedAt: `${day}T10:00:00Z`,
  text: `On ${id}`,
  hashtags: ['tide', 'sea'],
  creator: 'ann',
  creatorName: null,
  followers: null,
  country: null,
  url: null,
  durationSeconds: null,
  views: null,
  likes: 3,
  comments: null,
  shares: null,
  ...more,
})
const holding = (videos: readonly TaggedVideo[], more: Partial<HashtagReading> = {}): Answer => ({
  ok: true,
  reading: { videos, isComplete: true, firstCountedDay: '2026-10-23', notices: ['Posts stand in.'], ...more },
})

let api: TestApi
let days = 0
beforeAll(async () => {
  api = await createTestApi({
    config: { sources: 'live' },
    hashtagSources: [
      writtenSource({ origin: 'research_api', name: 'Research', isSubstitute: false, unit: 'video' }),
      writtenSource({ origin: 'mastodon', name: 'Mastodon', isSubstitute: true, unit: 'post' }),
      writtenSource({ origin: 'bluesky', name: 'Bluesky', isSubstitute: true, unit: 'post' }),
    ],
  })
})
afterAll(() => api.close())
/** Each test has its own days, on which no earlier reading is valid, not even as a substitute. */
beforeEach(() => {
  days += 10
  api.clock.set(new Date(Date.UTC(2026, 10, 21 + days, 8)).toISOString())
  answers.clear()
  questions.length = 0
})
const today = (daysAgo = 0) => new Date(api.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the response type of the contract
const get = async <T>(path: string, as: Parameters<TestApi['request']>[0]['as'] = 'mira') => {
  const reply = await api.request({ method: 'GET', path, as })
  return { status: reply.statusCode, body: reply.json<T>(), retryAfter: reply.headers['retry-after'] }
}
const trend = (query = '', tag = 'tide') => get<HashtagTrends>(`/demographics/tiktok/hashtags/${tag}/trends${query}`)

describe('a hashtag that was not imported', () => {
  test('is looked up through research access first, and in no substitute if that has it', async () => {
    answers.set('research_api', () => holding([video('1', today(1), { views: 500 })]))
    const { body } = await trend()
    expect(questions.map(({ origin }) => origin)).toEqual(['research_api'])
    expect(questions[0]?.days).toEqual({ from: today(29), to: today() })
    expect(body).toMatchObject({ origin: 'research_api', videos: 1, views: 500, source: { isSubstitute: false } })
    expect(body.coverage.map(({ origin, status }) => [origin, status])).toEqual([
      ['import', 'empty'],
      ['research_api', 'ok'],
      ['mastodon', 'not_asked'],
      ['bluesky', 'not_asked'],
    ])
  })

  test('is shown of a substitute that is labelled as one, when research access has nothing', async () => {
    answers.set('mastodon', () => holding([video('1', today(1)), video('2', today(2))]))
    const { body } = await trend()
    expect(body).toMatchObject({
      origin: 'mastodon',
      videos: 2,
      views: null,
      source: { name: 'Mastodon', isSubstitute: true, unit: 'post', notice: 'Posts stand in.' },
    })
  })

  test('has no share and no lift from a source that was queried only for it, and says why', async () => {
    answers.set('mastodon', () => holding([video('1', today(1)), video('2', today(2))]))
    const { body } = await trend()
    expect([body.share, body.shareReason]).toEqual([null, expect.stringContaining('does not say how many')])
    expect(body.relatedTags).toMatchObject([{ tag: 'sea', videos: 2, share: 1, lift: null, isDistinct: null }])
    expect(body.relatedReason).toContain('only searched for this hashtag')
    expect(body.growthReason).toContain('Fewer than ten')
  })

  test('of an unfinished reading counts only days that were read to their end', async () => {
    const videos = [video('1', today(1)), video('2', today(4)), video('3', today(5))]
    answers.set('mastodon', () => holding(videos, { isComplete: false, firstCountedDay: today(4) }))
    const { body } = await trend('?period=7')
    expect(body.videos).toBeNull()
    expect(body.days.map(({ videos: count }) => count)).toEqual([null, null, 1, 0, 0, 1, 0])
    expect(body.note).toContain('2 of 7 days were not read to their end.')
  })

  test('is queried once a day for all people and all parts of the screen', async () => {
    answers.set('research_api', () => holding([video('1', today(1))]))
    await Promise.all([trend(), trend()])
    await get('/demographics/tiktok/hashtags/tide/videos')
    await get('/demographics/tiktok/hashtags/tide/creators', 'ana')
    expect(questions).toHaveLength(1)
    await trend('?period=7')
    expect(questions).toHaveLength(2)
  })

  test('in a country is queried there if the source knows countries; otherwise the answer says that it is not', async () => {
    answers.set('bluesky', () => holding([video('1', today(1))]))
    const { body } = await trend('?geo=NO')
    expect(questions.map(({ geo }) => geo)).toEqual(['NO', null, null])
    expect(body).toMatchObject({ geo: 'NO', source: { notice: expect.stringContaining('does not know countries') } })
  })

  test('can be looked up in a single origin', async () => {
    answers.set('research_api', () => holding([video('1', today(1))]))
    answers.set('bluesky', () => holding([video('2', today(1))]))
    expect((await trend('?origin=bluesky')).body).toMatchObject({ origin: 'bluesky' })
    expect(questions.map(({ origin }) => origin)).toEqual(['bluesky'])
  })
})

describe('a source that does not answer', () => {
  test('does not hide what the next one has, and is listed in the coverage with its reason', async () => {
    answers.set('research_api', () => tooOften)
    answers.set('mastodon', () => holding([video('1', today(1))]))
    const { body } = await trend()
    expect(body.origin).toBe('mastodon')
    expect(body.coverage[1]).toMatchObject({ status: 'rate_limited', reason: 'Slow down.', videos: null })
  })

  test('makes the answer unknown, not empty, if no other source has the hashtag', async () => {
    answers.set('research_api', () => tooOften)
    expect(await trend()).toMatchObject({
      status: 503,
      retryAfter: '90',
      body: { code: 'hashtags.rate_limited', title: 'Too many requests to Research' },
    })
    answers.set('research_api', () => nothing)
    answers.set('mastodon', () => silent)
    expect(await trend('', 'reef')).toMatchObject({ status: 503, body: { code: 'hashtags.source_failed' } })
  })

  test('is replaced by its answer of some days ago, but not of more than a week ago', async () => {
    answers.set('research_api', () => holding([video('1', today(1))]))
    await trend()
    const day = 86_400_000
    answers.set('research_api', () => silent)
    api.clock.set(new Date(api.clock.now().getTime() + 2 * day).toISOString())
    expect((await trend()).body).toMatchObject({
      videos: 1,
      source: { notice: expect.stringContaining('did not answer now') },
    })
    api.clock.set(new Date(api.clock.now().getTime() + 6 * day).toISOString())
    expect((await trend()).status).toBe(503)
  })
})

describe('what a source no longer returns', () => {
  test('is removed by the next reading', async () => {
    answers.set('research_api', () => holding([video('1', today(1)), video('2', today(1))]))
    await trend()
    answers.set('research_api', () => holding([video('2', today(2))]))
    api.clock.set(new Date(api.clock.now().getTime() + 86_400_000).toISOString())
    const { body } = await get<HashtagVideoPage>('/demographics/tiktok/hashtags/tide/videos')
    expect(body.items.map(({ id }) => id)).toEqual(['2'])
  })
})

describe('videos that were imported', () => {
  test('take precedence over every source, and are never mixed with its numbers', async () => {
    const importer = { ...people.mira, roles: ['importer'] }
    const line = JSON.stringify({
      time: `${today(1)}T10:00:00Z`,
      text: '',
      hashtags: ['tide'],
      author: 'own',
      plays: 10,
    })
    answers.set('research_api', () => holding([video('1', today(1)), video('2', today(1))]))
    await trend()
    const headers = { 'idempotency-key': 'tide' }
    const body = { name: 'tide.jsonl', firstLine: 1, lines: [line] }
    await api.request({ method: 'POST', path: '/demographics/hashtagImports', as: importer, body, headers })
    expect((await trend()).body).toMatchObject({ origin: 'import', videos: 1, views: 10 })
    const listed = await get<HashtagPage>('/demographics/hashtags?beginning=tide')
    expect(listed.body.items.map(({ origin, videos }) => [origin, videos])).toEqual([
      ['research_api', 2],
      ['import', 1],
    ])
  })
})
