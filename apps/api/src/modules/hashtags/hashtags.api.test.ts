import type {
  HashtagCreatorPage,
  HashtagImport,
  HashtagPage,
  HashtagTrends,
  HashtagVideoPage,
  Problem,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** Today is 2026-11-21. */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const importer = { ...people.mira, roles: ['importer'] }
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the response type of the contract
const get = async <T>(path: string, as: Parameters<TestApi['request']>[0]['as'] = 'mira') => {
  const reply = await api.request({ method: 'GET', path, as })
  return { status: reply.statusCode, body: reply.json<T>() }
}
let requests = 0
const send = async (body: object, as: Parameters<TestApi['request']>[0]['as'] = importer) => {
  requests += 1
  const headers = { 'idempotency-key': `hashtags-${requests}` }
  const reply = await api.request({ method: 'POST', path: '/demographics/hashtagImports', as, body, headers })
  return { status: reply.statusCode, body: reply.json<HashtagImport & { code?: string }>() }
}
const tags = '/demographics/tiktok/hashtags'

interface Line {
  id: string
  day: string
  hashtags: string[]
  author?: string
  country?: string | null
  plays?: number | null
  likes?: number | null
}
const toLine = ({ id, day, hashtags, author = 'ann', country = 'NO', plays = 1000, likes = 50 }: Line) =>
  JSON.stringify({ id, time: `${day}T12:00:00+01:00`, text: `On ${id}`, hashtags, author, country, plays, likes })
const dayBefore = (daysAgo: number) => new Date(Date.UTC(2026, 10, 21 - daysAgo)).toISOString().slice(0, 10)

/**
 * On each of the last 30 days, excluding today: 20 videos; #tea on 2 of them in the older half and on 6 in the newer; #milk together with half of
 * those.
 */
function plantedLines(): string[] {
  const lines: string[] = []
  for (let daysAgo = 1; daysAgo < 30; daysAgo += 1) {
    const carrying = daysAgo <= 14 ? 6 : 2
    for (let index = 0; index < 20; index += 1) {
      const isTea = index < carrying
      const hashtags = isTea
        ? ['#Tea', ...(index % 2 === 0 ? ['milk'] : [])]
        : ['news', ...(index === 19 ? ['milk'] : [])]
      const author = isTea ? `brewer${index}` : 'someone'
      lines.push(
        toLine({
          id: `${daysAgo}-${index}`,
          day: dayBefore(daysAgo),
          hashtags,
          author,
          country: index === 0 ? 'SE' : 'NO',
        }),
      )
    }
  }
  return lines
}

describe('a hashtag of imported videos', () => {
  let imported: HashtagImport
  beforeAll(async () => {
    const lines = plantedLines()
    imported = (await send({ name: 'tea.jsonl', firstLine: 1, lines })).body
  })

  test('is stored completely, and the import reports its days', () => {
    expect(imported).toMatchObject({
      read: 580,
      stored: 580,
      renewed: 0,
      refused: 0,
      firstDay: dayBefore(29),
      lastDay: dayBefore(1),
    })
  })

  test('has its share of all imported videos with an interval, and its growth over the previous half', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/TEA/trends?period=30`)
    // 14 days of 6 and 15 days of 2, out of 20 each day
    expect(body).toMatchObject({
      tag: 'tea',
      origin: 'import',
      videos: 114,
      creators: 6,
      views: 114_000,
      shareReason: null,
    })
    expect(body.share?.value).toBeCloseTo(114 / 580, 9)
    expect(body.share?.low).toBeLessThan(114 / 580)
    expect(body.share?.high).toBeGreaterThan(114 / 580)
    // 14 whole days against the 14 before, excluding today: 84 of 280 against 28 of 280
    expect(body.growth?.value).toBeCloseTo(3, 9)
    expect(body.growth?.low).toBeGreaterThan(1.9)
    expect(body.growth?.n).toBe(112)
  })

  test('counts only days that the files cover: today is unknown, not 0', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/tea/trends?period=30`)
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({
      day: '2026-11-21',
      videos: null,
      views: null,
      total: null,
      share: null,
      shareLow: null,
      shareHigh: null,
    })
    expect(body.days.at(-2)).toMatchObject({ videos: 6, views: 6000, total: 20, share: 0.3 })
    expect(body.note).toBe('1 of 30 days is not in the stored videos.')
  })

  test('lists hashtags that appear with it more often than expected', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/tea/trends?period=30`)
    // 3 of 6 and 1 of 2: 57 of 114 with tea; 29 of 466 without
    expect(body.relatedTags).toMatchObject([{ tag: 'milk', videos: 57, elsewhere: 29, share: 0.5, isDistinct: true }])
    const expected = (114 * 29) / 466
    expect(body.relatedTags[0]?.lift).toBeCloseTo((57 + 1) / (expected + 1), 9)
    expect(body.relatedTags[0]?.low).toBeGreaterThan(3)
  })

  test('is counted by country, and can be limited to one country', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/tea/trends?period=30`)
    expect(body.countries).toMatchObject([
      { country: 'NO', videos: 85 },
      { country: 'SE', videos: 29, share: 29 / 114 },
    ])
    const { body: sweden } = await get<HashtagTrends>(`${tags}/tea/trends?period=30&geo=SE`)
    expect(sweden).toMatchObject({ geo: 'SE', videos: 29, share: { value: 1 } })
    expect(sweden.relatedReason).toContain('no others to compare')
  })

  test('applies the period', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/tea/trends?period=7`)
    expect(body).toMatchObject({ period: 7, videos: 36 })
    expect(body.days).toHaveLength(7)
  })

  test('reports what each source answered, and that no other was queried', async () => {
    const { body } = await get<HashtagTrends>(`${tags}/tea/trends`)
    expect(body.coverage).toMatchObject([
      { origin: 'import', status: 'ok', videos: 114, isShown: true },
      { origin: 'research_api', status: 'not_asked', isShown: false },
    ])
    expect(body.source).toMatchObject({ name: 'Imported videos', isSubstitute: false, unit: 'video' })
  })

  test('says that a source is not set up instead of blaming the spelling', async () => {
    const { status, body } = await get<Problem>(`${tags}/tea/trends?origin=research_api`)
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'hashtags.not_found' })
    expect(body.detail).toMatch(/^TikTok research interface is not set up\. It needs TIKTOK_RESEARCH_CREDENTIALS/)
  })

  test('is invisible to another organization, in every response and list', async () => {
    for (const answer of ['trends', 'videos', 'creators'])
      expect(await get(`${tags}/tea/${answer}`, 'ana')).toMatchObject({
        status: 404,
        body: { code: 'hashtags.not_found' },
      })
    const listed = await get<HashtagPage>('/demographics/hashtags?beginning=tea', 'ana')
    expect(listed.body.items).toEqual([])
    expect((await get<HashtagPage>('/demographics/hashtags?beginning=te')).body.items).toMatchObject([
      { tag: 'tea', origin: 'import', videos: 114, creators: 6, lastDay: dayBefore(1) },
    ])
  })

  test('that no one has used is not found, with what to do', async () => {
    const { status, body } = await get<{ detail: string }>(`${tags}/unheardof/trends`)
    expect([status, body.detail]).toEqual([404, expect.stringContaining('import a file')])
  })
})

describe('videos of a hashtag', () => {
  beforeAll(async () => {
    const plays = [900, 950, 1000, 1000, 1050, 1100, 1200, 5_000_000, null]
    const lines = plays.map((count, index) =>
      toLine({
        id: `v${index}`,
        day: dayBefore(index + 1),
        hashtags: ['tram'],
        plays: count,
        likes: index === 0 ? 200 : 20,
      }),
    )
    lines.push(toLine({ id: 'tiny', day: dayBefore(3), hashtags: ['tram'], plays: 2, likes: 1 }))
    await send({ name: 'tram.jsonl', firstLine: 1, lines })
  })
  const ids = async (query: string) =>
    (await get<HashtagVideoPage>(`${tags}/tram/videos?period=30&${query}`)).body.items.map(({ id }) => id)

  test('are sorted by views, and unknown views are last, not 0', async () => {
    expect((await ids('')).slice(0, 3)).toEqual(['v7', 'v6', 'v5'])
    expect((await ids('')).at(-1)).toBe('v8')
  })

  test('are described by medians, which one viral hit does not move', async () => {
    const { body } = await get<HashtagVideoPage>(`${tags}/tram/videos?period=30`)
    expect(body.typical).toMatchObject({
      videos: 9,
      viewsMedian: 1000,
      viewsLowerQuarter: 950,
      viewsUpperQuarter: 1100,
    })
    expect(body.typical?.topShare).toBeGreaterThan(0.99)
    expect(body.items.find(({ id }) => id === 'v7')?.isTypical).toBe(false)
    expect(body.items.find(({ id }) => id === 'v2')?.isTypical).toBe(true)
    expect(body.items.find(({ id }) => id === 'v8')).toMatchObject({
      views: null,
      engagementRate: null,
      isTypical: null,
    })
  })

  test('are sorted by how typical they are on request, with the hit and the tiny one last', async () => {
    const order = await ids('sort=typical')
    expect(order.slice(0, 2).toSorted()).toEqual(['v2', 'v3'])
    expect(order.slice(-3)).toEqual(['tiny', 'v7', 'v8'])
  })

  test('with one like of two views do not outrank one with reliable engagement', async () => {
    const { body } = await get<HashtagVideoPage>(`${tags}/tram/videos?period=30&sort=engagement`)
    const lows = body.items.map(({ engagementLow }) => engagementLow ?? -1)
    expect(lows).toEqual(lows.toSorted((a, b) => b - a))
    expect(body.items[0]).toMatchObject({ id: 'v0', engagementRate: 200 / 900 })
    expect(body.items.find(({ id }) => id === 'tiny')?.engagementRate).toBe(0.5)
  })

  test('have pages without duplicates', async () => {
    const first = await ids('perPage=6&page=1')
    const second = await ids('perPage=6&page=2')
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([6, 4, 10])
  })
})

describe('creators of a hashtag', () => {
  beforeAll(async () => {
    const crowd = Array.from({ length: 25 }, (_, index) =>
      toLine({
        id: `c${index}`,
        day: dayBefore(2),
        hashtags: ['choir'],
        author: `@singer${index}`,
        plays: 100,
        likes: 10,
      }),
    )
    const star = [10, 20, 30].map((likes, index) =>
      toLine({ id: `s${index}`, day: dayBefore(index + 1), hashtags: ['choir'], author: 'diva', plays: 5000, likes }),
    )
    await send({ name: 'choir.jsonl', firstLine: 1, lines: [...crowd, ...star] })
  })

  test('have their reach, a rate with its number of videos, and no rate for a single video', async () => {
    const { body } = await get<HashtagCreatorPage>(`${tags}/choir/creators?perPage=2`)
    expect(body.page.total).toBe(26)
    expect(body.items[0]).toMatchObject({
      handle: 'diva',
      videos: 3,
      views: 15_000,
      engagementVideos: 3,
      engagementRate: 0.004,
    })
    // residuals -10, 0, 10 of 5000 views: 4.3027 · √(3/2 · 200) / 15000
    expect(body.items[0]?.engagementHigh).toBeCloseTo(0.004 + (4.3027 * Math.sqrt(300)) / 15_000, 9)
    expect(body.items[1]).toMatchObject({
      handle: 'singer0',
      engagementRate: 0.1,
      engagementLow: null,
      engagementVideos: 1,
    })
  })

  test('show how concentrated it is among few creators', async () => {
    const { body } = await get<HashtagCreatorPage>(`${tags}/choir/creators`)
    expect(body.concentration).toMatchObject({
      basis: 'views',
      creators: 26,
      topShare: 15_000 / 17_500,
      verdict: 'one_voice',
    })
    expect(body.concentration?.effectiveCreators).toBeCloseTo(17_500 ** 2 / (15_000 ** 2 + 25 * 100 ** 2), 9)
  })

  test('are sorted by reliable engagement on request', async () => {
    const { body } = await get<HashtagCreatorPage>(`${tags}/choir/creators?sort=engagement`)
    expect(body.items[0]?.handle).toBe('diva')
  })
})
