import type { NewsClusterDetail, NewsClusterPage, NewsFeed, NewsPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { article, type NewsfeedWorld, startNewsfeed } from './testing/start-newsfeed.ts'

describe('feed filters api', () => {
  const shippingArticle = (outlet: string, hour: number, title: string, country: string | null = null) =>
    article(outlet, `2026-11-20T0${hour}:00:00Z`, title, country === null ? {} : { country, countryBasis: 'source' })
  const articles = [
    shippingArticle('one.example', 1, 'Ferry between Norvik and Lillestad runs again', 'SE'),
    shippingArticle('two.example', 2, 'Norvik ferry to Lillestad runs again after the storm', 'CL'),
    shippingArticle('one.example', 3, 'Copper smelter of Vardheim lays off ninety', 'CL'),
    shippingArticle('two.example', 4, 'Vardheim copper smelter lays off ninety people', 'SE'),
  ]
  const [ferry, ferryAgain, copper, copperAgain] = articles.map(({ title }) => title)

  let world: NewsfeedWorld
  beforeAll(async () => {
    world = await startNewsfeed()
    await world.publish(articles)
  })
  afterAll(() => world.close())

  const news = async (input: object) => (await world.ask<NewsPage>('POST', '/newsfeed', input)).body
  const titles = async (input: object) => (await news(input)).items.map(({ title }) => title)
  const clusters = async (input: object) => (await world.ask<NewsClusterPage>('POST', '/newsfeed/clusters', input)).body
  const createFeed = async (kind: string, subject: string) =>
    (await world.ask<NewsFeed>('POST', '/newsfeed/feeds', { kind, subject })).body.id

  describe('a list of news', () => {
    test('contains all news when no feed is named, and says so', async () => {
      expect(await titles({})).toEqual([copperAgain, copper, ferryAgain, ferry])
      expect(await news({ geo: 'SE' })).toMatchObject({ feedId: 'all', page: { total: 2 } })
      expect(await clusters({})).toMatchObject({ feedId: 'all', page: { total: 2 } })
    })

    test('is narrowed by each additional filter', async () => {
      expect(await titles({ terms: ['copper'], outlets: ['one.example'] })).toEqual([copper])
      expect(await titles({ terms: ['copper'], outlets: ['one.example'], geo: 'SE' })).toEqual([])
      expect(await titles({ terms: ['copper', 'ferry'] })).toHaveLength(4)
      const signalId = await world.saveSignal('ferry')
      expect(await titles({ signalIds: [signalId], terms: ['copper'] })).toEqual([])
      expect(await titles({ signalIds: [signalId], terms: ['storm'] })).toEqual([ferryAgain])
    })

    test('of a country or an outlet cannot be redirected to another one', async () => {
      const country = await createFeed('country', 'SE')
      const outlet = await createFeed('outlet', 'one.example')
      expect(await titles({ feedId: country })).toEqual([copperAgain, ferry])
      expect(await titles({ feedId: country, geo: 'CL' })).toEqual([])
      expect(await titles({ feedId: outlet, outlets: ['two.example'] })).toEqual([])
      expect(await titles({ feedId: outlet, outlets: ['one.example', 'two.example'] })).toEqual([copper, ferry])
    })

    test('of saved articles ignores their age, while the saved filter narrows the current feed', async () => {
      const [old = ''] = await world.publish([
        article('one.example', '2026-01-05T08:00:00Z', 'Norvik bakery turns 100'),
      ])
      await world.ask('PATCH', '/newsfeed/articles', { documentIds: [old], isSaved: true })
      expect(await titles({ feedId: 'saved' })).toEqual(['Norvik bakery turns 100'])
      expect(await titles({ state: 'saved' })).toEqual([])
      expect(await titles({ state: 'saved', startDate: '2026-01-01' })).toEqual(['Norvik bakery turns 100'])
    })

    test('of a category matches titles only: a text that mentions it in passing is left out', async () => {
      const feedId = await createFeed('category', 'business')
      expect(await titles({ feedId })).toEqual([copperAgain, copper])
      expect(await titles({ categories: ['travel'] })).toEqual([ferryAgain, ferry])
      expect(await titles({ categories: ['travel'], feedId })).toEqual([])
      expect(await titles({ categories: ['travel', 'business'] })).toHaveLength(4)
      expect(await titles({ categories: ['health'] })).toEqual([])
      expect((await clusters({ categories: ['business'] })).page.total).toBe(1)
    })

    test('of stories is filtered like a list of articles', async () => {
      const filters = [{ geo: 'SE' }, { outlets: ['two.example'] }, { terms: ['copper'] }, { endDate: '2026-11-20' }]
      for (const filter of filters)
        for (const other of filters) {
          const { page, items } = await clusters({ ...filter, ...other })
          const wide = await clusters(filter)
          expect(page.total).toBeLessThanOrEqual(wide.page.total)
          expect(wide.items.map(({ id }) => id)).toEqual(expect.arrayContaining(items.map(({ id }) => id)))
        }
      expect((await clusters({ terms: ['copper'] })).page.total).toBe(1)
    })

    test('of stories has the same count on and after its last page', async () => {
      const pageAfterLast = await clusters({ page: 99, perPage: 1 })
      expect([pageAfterLast.items, pageAfterLast.page.total, pageAfterLast.page.totalPages]).toEqual([[], 2, 2])
    })

    test('has no article of a muted outlet, whatever letters its name begins with', async () => {
      const title = 'Lawinen sperren den Arlberg'
      await world.publish([article('Österreich Heute', '2026-11-20T05:00:00Z', title)])
      expect(await titles({})).toContain(title)
      await world.ask('POST', '/newsfeed/mutes', { kind: 'outlet', subject: 'Österreich Heute' })
      expect(await titles({})).not.toContain(title)
    })
  })

  describe('a text of which one copy was read', () => {
    const copyOfFerry = shippingArticle('three.example', 6, articles[0]?.title ?? '', 'SE')
    const mark = (documentIds: string[], isRead: boolean) =>
      world.ask('PATCH', '/newsfeed/articles', { documentIds, isRead })
    beforeAll(() => world.publish([copyOfFerry]))

    test('does not make its story an unread one', async () => {
      const unread = { terms: ['ferry'], state: 'unread' }
      expect((await clusters(unread)).page.total).toBe(1)
      const ids = (await news({ terms: ['ferry'] })).items.map(({ id }) => id)
      await mark(ids, true)
      expect(await titles(unread)).toEqual([])
      expect((await clusters(unread)).page.total).toBe(0)
      await mark(ids, false)
    })

    test('is marked with all its copies when a whole feed is marked as read', async () => {
      const ids = (await news({ terms: ['ferry'], outlets: ['one.example'] })).items.map(({ id }) => id)
      await mark(ids, true)
      const unreadCopies = async () => (await news({ outlets: ['three.example'] })).unread
      expect(await unreadCopies()).toBe(1)
      await world.ask('POST', '/newsfeed/readMarks', { feedId: 'all', until: '2026-11-20T12:00:00Z' })
      expect(await unreadCopies()).toBe(0)
    })
  })
})

describe('articles dated in the future', () => {
  /** The clock is fixed at 2026-11-21T08:00Z. */
  const factory = (outlet: string, publishedAt: string, title: string) =>
    article(
      outlet,
      publishedAt,
      title,
      `${title}. Oatly opened its new factory for oat milk in Landskrona on Thursday.`,
    )
  const pastArticles = [
    factory('one.example', '2026-11-19T12:00:00Z', 'Oatly opens a factory for oat milk in Landskrona'),
    factory('two.example', '2026-11-20T10:00:00Z', 'New oat milk factory of Oatly opens in Landskrona'),
    factory('three.example', '2026-11-20T11:00:00Z', 'Oatly opens factory for oat milk in Landskrona today'),
  ]
  const toCome = [
    factory('four.example', '2026-11-22T09:00:00Z', 'Oatly opens an oat milk factory in Landskrona'),
    factory('five.example', '2026-11-22T10:00:00Z', 'Oatly opens its factory for oat milk in Landskrona'),
  ]

  let worlds: [past: NewsfeedWorld, toCome: NewsfeedWorld]
  beforeAll(async () => {
    worlds = [await startNewsfeed(), await startNewsfeed()]
    await worlds[0].publish(pastArticles)
    await worlds[1].publish([...pastArticles, ...toCome])
  })
  afterAll(async () => Promise.all(worlds.map((world) => world.close())))

  test('a story dated in the future has no growth in the last 24 hours', async () => {
    const read = async (world: NewsfeedWorld) => {
      const [listed] = (await world.ask<NewsClusterPage>('POST', '/newsfeed/clusters', { feedId: 'all' })).body.items
      const { body } = await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${listed?.id}`)
      return [listed, body.cluster].map((story) => ({ growth: story?.growth, told: story?.why.split(': ')[1] }))
    }
    const [before, after] = [await read(worlds[0]), await read(worlds[1])]
    expect(before[0]?.told).toBe('2 in the last 24 hours and 1 in the 24 before.')
    expect(after).toEqual(before)
    expect(before[1]).toEqual(before[0])
  })
})
