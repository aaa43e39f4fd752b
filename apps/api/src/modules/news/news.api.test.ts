import type {
  NewsClusterDetail,
  NewsClusterPage,
  NewsFeed,
  NewsFeedList,
  NewsMute,
  NewsOpml,
  NewsOpmlImport,
  NewsPage,
  NewsReadMark,
  Portfolio,
  Problem,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestRequest } from '../../testing/test-api.ts'
import { article, type NewsfeedWorld, startNewsfeed } from './testing/start-newsfeed.ts'

/** Two stories, a copy of one telling, and a single article. */
const quake = [
  article('one.example', '2026-11-20T06:00:00Z', 'Earthquake of magnitude 6.4 shakes Antofagasta in northern Chile', {
    body: 'A strong earthquake shook Antofagasta in northern Chile on Friday, the seismological centre said. No deaths were reported.',
    country: 'CL',
    countryBasis: 'source',
  }),
  article(
    'two.example',
    '2026-11-20T07:30:00Z',
    'Chile: strong quake hits Antofagasta, mines stop work',
    'A quake of magnitude 6.4 hit the region of Antofagasta in Chile. Copper mines stopped work while tunnels were inspected.',
  ),
  article(
    'news.three.example',
    '2026-11-20T09:00:00Z',
    'Copper mines near Antofagasta reopen after Chile earthquake',
    'Mines around Antofagasta opened again on Friday after the earthquake in northern Chile. The price of copper fell back.',
  ),
  article(
    'four.example',
    '2026-11-20T10:00:00Z',
    'Earthquake of magnitude 6.4 shakes Antofagasta in northern Chile',
    'A strong earthquake shook Antofagasta in northern Chile on Friday, the seismological centre said. No deaths were reported.',
  ),
]
const milk = [
  article('dairy.example', '2026-11-19T08:00:00Z', 'Oatly opens a factory for oat milk in Landskrona', {
    body: 'Oatly opened its new factory in Landskrona on Thursday.',
    country: 'SE',
    countryBasis: 'source',
  }),
  article(
    'one.example',
    '2026-11-19T12:00:00Z',
    'New oat milk factory of Oatly starts in Landskrona',
    'The factory of Oatly in Landskrona makes oat milk for Scandinavia.',
  ),
]
const singleArticle = article('two.example', '2026-11-18T12:00:00Z', 'Lighthouse keeper retires after forty years')

let world: NewsfeedWorld
beforeAll(async () => {
  world = await startNewsfeed()
  await world.publish([...quake, ...milk, singleArticle])
})
afterAll(() => world.close())

const news = async (input: object, as?: TestRequest['as']) =>
  (await world.ask<NewsPage>('POST', '/newsfeed', input, as)).body
const titles = async (input: object, as?: TestRequest['as']) => (await news(input, as)).items.map(({ title }) => title)
const clusters = async (input: object = { feedId: 'all' }, as?: TestRequest['as']) =>
  (await world.ask<NewsClusterPage>('POST', '/newsfeed/clusters', input, as)).body.items
const feeds = async (as?: TestRequest['as']) =>
  (await world.ask<NewsFeedList>('GET', '/newsfeed/feeds', undefined, as)).body.items
const mark = (documentIds: string[], marks: object, as?: TestRequest['as']) =>
  world.ask('PATCH', '/newsfeed/articles', { documentIds, ...marks }, as)

describe('the feed', () => {
  test('lists the newest first, and groups copies of a text into one entry with their number', async () => {
    const page = await news({ feedId: 'all' })
    expect(page.items.map(({ title, copies }) => [title, copies?.documents])).toEqual([
      [quake[2]?.title, 1],
      [quake[1]?.title, 1],
      [quake[0]?.title, 2],
      [milk[1]?.title, 1],
      [milk[0]?.title, 1],
      [singleArticle.title, 1],
    ])
    expect(page).toMatchObject({ provenance: 'real', unread: 6, page: { total: 6 }, hidden: [] })
  })

  test('a cursor continues after the last article, whatever arrived since', async () => {
    const first = await news({ feedId: 'all', perPage: 2 })
    await world.store([article('late.example', '2026-11-21T07:00:00Z', 'Something new and unrelated happened')])
    const second = await news({ feedId: 'all', perPage: 2, cursor: first.page.nextCursor })
    expect(second.items.map(({ title }) => title)).toEqual([quake[0]?.title, milk[1]?.title])
    expect(second.page.page).toBe(2)
    const refused = await world.ask<Problem>('POST', '/newsfeed', { feedId: 'all', cursor: 'bm9uc2Vuc2U' })
    expect([refused.status, refused.body.code]).toEqual([422, 'newsfeed.cursor_invalid'])
  })

  test('is filtered by words, country and outlet, independently', async () => {
    expect(await titles({ terms: ['copper'] })).toEqual([quake[2]?.title, quake[1]?.title])
    expect(await titles({ geo: 'SE' })).toEqual([milk[0]?.title])
    expect(await titles({ outlets: ['dairy.example'] })).toEqual([milk[0]?.title])
    expect(await titles({ terms: ['copper', 'lighthouse'] })).toHaveLength(3)
    expect(await titles({ feedId: 'all', endDate: '2026-11-18' })).toEqual([singleArticle.title])
  })

  test('of watched topics has the signals of all portfolios that the person may see', async () => {
    expect(await titles({ feedId: 'watched' })).toEqual([])
    expect((await feeds()).map(({ id }) => id)).not.toContain('watched')
    const signalId = await world.saveSignal('oat milk')
    const portfolio = await world.ask<Portfolio>('POST', '/portfolio/createWithTrendsBulk', {
      title: 'plant drinks',
      trends: [{ signalId }],
    })
    expect(portfolio.status).toBe(200)
    const watched = await news({ feedId: 'watched' })
    expect(watched.items.map(({ title }) => title)).toEqual([milk[1]?.title, milk[0]?.title])
    expect(watched.feedId).toBe('watched')
    expect(await titles({ feedId: 'watched', terms: ['copper'] })).toEqual([])
    expect(await titles({ feedId: 'watched', signalIds: [signalId], terms: ['scandinavia'] })).toEqual([milk[1]?.title])
    expect(await titles({ feedId: portfolio.body.id })).toEqual([milk[1]?.title, milk[0]?.title])
    expect((await world.ask('POST', '/newsfeed', { feedId: portfolio.body.id }, 'ana')).status).toBe(404)
    expect((await feeds()).filter(({ unread }) => unread === 2).map(({ id }) => id)).toEqual([
      'watched',
      portfolio.body.id,
    ])
    expect((await feeds('ana')).map(({ id }) => id)).toEqual(['all', 'saved'])
  })
})

describe('marks', () => {
  test('reading a copy marks its entry as read for this person only, and can be undone', async () => {
    const { items } = await news({ feedId: 'all', terms: ['earthquake'] })
    const id = items.find(({ title }) => title === quake[0]?.title)?.id ?? ''
    const before = (await news({ feedId: 'all' })).unread ?? 0
    expect((await mark([id], { isRead: true })).body).toEqual({
      items: [{ documentId: id, isRead: true, isSaved: false }],
    })
    expect((await news({ feedId: 'all' })).unread).toBe(before - 1)
    expect((await news({ feedId: 'all' }, 'jon')).unread).toBe(before)
    expect(await titles({ feedId: 'all', state: 'unread' })).not.toContain(quake[0]?.title)
    await mark([id], { isRead: false })
    expect((await news({ feedId: 'all' })).unread).toBe(before)
  })

  test('saved articles are kept in their own feed, even if a mute hides them', async () => {
    const { items } = await news({ outlets: ['dairy.example'] })
    const id = items[0]?.id ?? ''
    await mark([id], { isSaved: true })
    const mute = await world.ask<NewsMute>('POST', '/newsfeed/mutes', { kind: 'outlet', subject: 'dairy.example' })
    expect(await titles({ feedId: 'saved' })).toEqual([milk[0]?.title])
    expect(await titles({ feedId: 'saved' }, 'jon')).toEqual([])
    expect(await titles({ feedId: 'all' })).not.toContain(milk[0]?.title)
    await world.ask('DELETE', `/newsfeed/mutes/${mute.body.id}`)
    await mark([id], { isSaved: false })
    expect(await titles({ feedId: 'saved' })).toEqual([])
  })

  test('a whole feed is marked as read up to a moment, and undo marks it as unread', async () => {
    const before = (await news({ feedId: 'all' })).unread ?? 0
    const marked = await world.ask<NewsReadMark>('POST', '/newsfeed/readMarks', {
      feedId: 'all',
      until: '2026-11-20T07:00:00Z',
    })
    expect(marked.body.documents).toBe(4)
    // the copy that arrived later does not count as unread: its text was read
    expect((await news({ feedId: 'all' })).unread).toBe(before - 4)
    expect((await world.ask('DELETE', `/newsfeed/readMarks/${marked.body.id}`, undefined, 'jon')).status).toBe(404)
    expect((await world.ask<NewsReadMark>('DELETE', `/newsfeed/readMarks/${marked.body.id}`)).body.documents).toBe(4)
    expect((await news({ feedId: 'all' })).unread).toBe(before)
    expect((await world.ask('DELETE', `/newsfeed/readMarks/${marked.body.id}`)).status).toBe(404)
  })

  test('an unknown article is refused, and then none is marked', async () => {
    const id = (await news({ outlets: ['dairy.example'] })).items[0]?.id ?? ''
    const refused = await mark([id, 'doc_1'], { isRead: true })
    expect([refused.status, (refused.body as Problem).code]).toEqual([404, 'newsfeed.article_not_found'])
    expect((await news({ outlets: ['dairy.example'] })).items[0]?.news?.isRead).toBe(false)
  })
})

describe('mutes', () => {
  test('a word hides matching articles, shows how many, and can be removed by its owner only', async () => {
    const mute = (await world.ask<NewsMute>('POST', '/newsfeed/mutes', { kind: 'word', subject: 'copper' })).body
    expect(mute).toMatchObject({
      kind: 'word',
      title: 'copper',
      hidden: 2,
      examples: [quake[2]?.title, quake[1]?.title],
    })
    const page = await news({ feedId: 'all' })
    expect(page.items.map(({ title }) => title)).not.toContain(quake[2]?.title)
    expect(page.hidden).toEqual([{ muteId: mute.id, kind: 'word', title: 'copper', documents: 2 }])
    const open = await news({ feedId: 'all', withMuted: true })
    expect(open.items.find(({ title }) => title === quake[2]?.title)?.news?.mutedBy).toBe(mute.id)
    expect(await titles({ feedId: 'all' }, 'jon')).toContain(quake[2]?.title)
    const duplicate = await world.ask<Problem>('POST', '/newsfeed/mutes', { kind: 'word', subject: 'copper' })
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'newsfeed.mute_exists'])
    for (const other of ['jon', 'ana'] as const)
      expect((await world.ask('DELETE', `/newsfeed/mutes/${mute.id}`, undefined, other)).status).toBe(404)
    expect((await world.ask('DELETE', `/newsfeed/mutes/${mute.id}`)).status).toBe(200)
    expect(await titles({ feedId: 'all' })).toContain(quake[2]?.title)
  })

  test('a story hides all of its articles, including later ones', async () => {
    const story = (await clusters()).find(({ terms }) => terms.includes('oatly'))
    const mute = (await world.ask<NewsMute>('POST', '/newsfeed/mutes', { kind: 'story', subject: story?.id ?? '' }))
      .body
    expect(mute.hidden).toBe(2)
    await world.publish([
      article(
        'late.example',
        '2026-11-20T08:00:00Z',
        'Landskrona welcomes the oat milk factory of Oatly',
        'Oatly makes oat milk in its factory in Landskrona.',
      ),
    ])
    const page = await news({ feedId: 'all', terms: ['oatly'] })
    expect([page.items, page.hidden?.[0]?.documents]).toEqual([[], 3])
    await world.ask('DELETE', `/newsfeed/mutes/${mute.id}`)
    const unknown = await world.ask<Problem>('POST', '/newsfeed/mutes', { kind: 'story', subject: 'nw_1' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'newsfeed.cluster_not_found'])
  })
})

describe('feeds', () => {
  test('of a country, an outlet and words contain matching articles and are private', async () => {
    const createPrivateFeed = async (kind: string, subject: string) =>
      (await world.ask<NewsFeed>('POST', '/newsfeed/feeds', { kind, subject })).body
    const country = await createPrivateFeed('country', 'se')
    expect(country).toMatchObject({ title: 'Sweden', subject: 'SE', unread: 1, isFixed: false })
    expect((await createPrivateFeed('outlet', 'dairy.example')).unread).toBe(1)
    expect((await createPrivateFeed('term', 'copper')).unread).toBe(2)
    expect(await titles({ feedId: country.id })).toEqual([milk[0]?.title])
    for (const other of ['jon', 'ana'] as const) {
      expect((await world.ask('POST', '/newsfeed', { feedId: country.id }, other)).status).toBe(404)
      expect((await world.ask('DELETE', `/newsfeed/feeds/${country.id}`, undefined, other)).status).toBe(404)
      expect((await feeds(other)).map(({ id }) => id)).not.toContain(country.id)
    }
    const duplicate = await world.ask<Problem>('POST', '/newsfeed/feeds', { kind: 'country', subject: 'SE' })
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'newsfeed.feed_exists'])
    expect((await world.ask('DELETE', `/newsfeed/feeds/${country.id}`)).status).toBe(200)
    expect((await world.ask('POST', '/newsfeed', { feedId: country.id })).status).toBe(404)
  })

  test('with an invalid subject are refused with what to do', async () => {
    const refusal = async (kind: string, subject: string) => {
      const { status, body } = await world.ask<Problem>('POST', '/newsfeed/feeds', { kind, subject })
      return [status, body.code]
    }
    expect(await refusal('country', 'Norway')).toEqual([422, 'newsfeed.subject_invalid'])
    expect(await refusal('category', 'nowhere')).toEqual([404, 'newsfeed.category_not_found'])
    expect(await refusal('signal', 'sig_1')).toEqual([404, 'signals.not_found'])
    expect(await refusal('portfolio', 'pf_1')).toEqual([404, 'portfolios.not_found'])
    expect(await refusal('term', '(oat')).toEqual([422, 'signals.query_unreadable'])
    expect((await world.ask('DELETE', '/newsfeed/feeds/all')).status).toBe(404)
  })

  test('that do not exist are not found by any operation', async () => {
    const feedId = 'nf_unknown'
    const until = '2026-11-21T08:00:00Z'
    const statuses = [
      await world.ask('POST', '/newsfeed/clusters', { feedId }),
      await world.ask('POST', '/newsfeed/readMarks', { feedId, until }),
      await world.ask('GET', '/newsfeed/articles/doc_unknown'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404])
  })

  test('survive an export to OPML and an import, and those of other readers can be imported', async () => {
    const ownFeeds = (await feeds()).filter(({ isFixed }) => !isFixed)
    const { opml, feeds: count } = (await world.ask<NewsOpml>('GET', '/newsfeed/opml')).body
    expect(count).toBe(ownFeeds.length)
    const same = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml })).body
    expect(same).toEqual({ added: [], existing: ownFeeds.length, refused: [] })
    const importedByJon = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml }, 'jon')).body
    expect(importedByJon.added.map(({ kind, subject }) => [kind, subject])).toEqual(
      ownFeeds.map(({ kind, subject }) => [kind, subject]),
    )
    const other = `<?xml version="1.0"?><opml version="1.0"><head/><body><outline text="Papers">
      <outline text="A &amp; B" type="rss" xmlUrl="https://www.paper.example/feed?a=1&amp;b=2"/><outline text="Nothing"/>
      <outline text="Local" xmlUrl="file:///etc/passwd"/></outline></body></opml>`
    const read = (await world.ask<NewsOpmlImport>('POST', '/newsfeed/opml', { opml: other })).body
    expect(read.added).toMatchObject([
      { kind: 'outlet', subject: 'paper.example', title: 'A & B', feedUrl: 'https://www.paper.example/feed?a=1&b=2' },
    ])
    expect(read.refused.map(({ title }) => title)).toEqual(['Nothing', 'Local'])
    const refused = await world.ask<Problem>('POST', '/newsfeed/opml', { opml: '<html><body/></html>' })
    expect([refused.status, refused.body.code]).toEqual([422, 'newsfeed.opml_unreadable'])
  })
})

describe('stories', () => {
  test('group articles in different words, and count copies, versions and outlets separately', async () => {
    const story = (await clusters()).find(({ terms }) => terms.includes('antofagasta'))
    expect(story).toMatchObject({
      documents: 4,
      independentOutlets: 3,
      outletCount: 4,
      why: expect.stringMatching(/^3 independent outlets tell it, and 1 more carries a copy, in 4 articles/),
      life: { tellings: 3, countries: [{ country: 'CL', documents: 1 }], merged: 0, phase: 'developing' },
    })
    expect(story?.life?.brief).toContain('Antofagasta')
    expect((await clusters()).map(({ title }) => title)).not.toContain(singleArticle.title)
  })

  test('of an archive are ordered by the number of outlets, with the time of their last article', async () => {
    const bigStory = ['four.example', 'five.example', 'six.example'].map((outlet, at) =>
      article(
        outlet,
        `2009-03-0${at + 2}T10:00:00Z`,
        'Tunnel between Lillestad and Norvik opens after nine years',
        'The tunnel between Lillestad and Norvik was opened by the mayor.',
      ),
    )
    const smallStory = ['one.example', 'two.example'].map((outlet) =>
      article(outlet, '2009-03-05T10:00:00Z', 'Vardheim library lends out fishing rods', 'The library lends.'),
    )
    await world.publish([...bigStory, ...smallStory])
    const listed = await clusters({ feedId: 'all', startDate: '2009-03-01', endDate: '2009-03-07' })
    expect(listed.map(({ title }) => title.slice(0, 6))).toEqual(['Tunnel', 'Vardhe'])
    expect(listed[0]).toMatchObject({
      why: 'One text, carried by 3 outlets in 3 articles, the last on 4 March 2009.',
      life: { phase: 'over' },
    })
  })

  test('show who was first and by how much, an hourly series, and what their articles have in common', async () => {
    const story = (await clusters()).find(({ terms }) => terms.includes('antofagasta'))
    const { status, body } = await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${story?.id}`)
    expect(status).toBe(200)
    expect(body.firstMover).toMatchObject({ outlet: 'one.example', leadMinutes: 90 })
    expect(body.timeline.map(({ documents }) => documents)).toEqual([1, 1, 0, 1, 1])
    expect(body.explanation[0]).toEqual({ term: 'antofagasta', documents: 4 })
    expect(body.lineage.at(-1)).toMatchObject({
      kind: 'began',
      documents: 1,
      why: 'Its first article here was from one.example.',
    })
    expect(body.outletTones.map(({ country, documents }) => [country, documents])).toEqual([
      [null, 3],
      ['CL', 1],
    ])
    expect((await world.ask('GET', '/newsfeed/clusters/nw_1')).status).toBe(404)
  })

  test('update their brief when there is something new, and say what changed', async () => {
    const id = (await clusters()).find(({ terms }) => terms.includes('antofagasta'))?.id ?? ''
    const before = (await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${id}`)).body
    await world.publish([
      article(
        'five.example',
        '2026-11-21T06:00:00Z',
        'Antofagasta earthquake: Chile counts 40 damaged schools',
        'Chile counted 40 damaged schools in Antofagasta after the earthquake in the north, the ministry of education said. Classes begin on Tuesday.',
      ),
    ])
    const after = (await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${id}`)).body
    expect(after.cluster.id).toBe(id)
    expect(after.cluster.documents).toBe(5)
    expect(after.cluster.life?.brief).not.toBe(before.cluster.life?.brief)
    expect(after.changes).toHaveLength(before.changes.length + 1)
    expect(after.changes[0]?.added.length).toBeGreaterThan(0)
    expect(after.cluster.life?.brief).toContain(after.changes[0]?.added[0])
    expect(after.lineage.filter(({ kind }) => kind === 'grew')[0]).toMatchObject({ documents: 5 })
  })

  test('list their articles oldest first, and drop one that its publisher retracted', async () => {
    const story = await world.publish([
      article('a.example', '2026-11-20T01:00:00Z', 'Zanzibar ferry service resumes with three new ships', {
        sourceKey: 'gdelt',
        nativeId: 'ferry-1',
      }),
      article('b.example', '2026-11-20T02:00:00Z', 'Three new ships for the Zanzibar ferry service', {
        sourceKey: 'gdelt',
        nativeId: 'ferry-2',
      }),
    ])
    const cluster = (await clusters()).find(({ terms }) => terms.includes('zanzibar'))
    expect(cluster?.documents).toBe(2)
    expect((await news({ clusterId: cluster?.id ?? '' })).items.map(({ id }) => id)).toEqual(story)
    await world.remove({ sourceKey: 'gdelt', nativeIds: ['ferry-1'] })
    await world.runJobs()
    const after = (await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${cluster?.id}`)).body
    expect(after.cluster.documents).toBe(1)
    await world.remove({ sourceKey: 'gdelt', nativeIds: ['ferry-2'] })
    await world.runJobs()
    expect((await world.ask('GET', `/newsfeed/clusters/${cluster?.id}`)).status).toBe(404)
  })
})
