import {
  createNewsMuteResponseMock,
  getNewsArticleResponseMock,
  getNewsClusterMockHandler,
  getNewsClusterMockHandler404,
  getNewsClusterResponseMock,
  listNewsClustersMockHandler,
  listNewsFeedsMockHandler,
  listNewsFeedsMockHandler500,
  listNewsMockHandler500,
  listNewsResponseMock,
  listNewsMutesMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = listNewsResponseMock()
const [first, second] = example.items
const baristas = 'Why baristas switch to oat milk'
const prices = 'Oat milk prices rise'

/** Responds like the server, and records the requests. */
function startNews() {
  const questions: Record<string, unknown>[] = []
  const marks: unknown[] = []
  const deletions: string[] = []
  server.use(
    listNewsFeedsMockHandler(),
    listNewsMutesMockHandler(),
    listNewsClustersMockHandler(),
    getNewsClusterMockHandler(),
    http.post(`${apiUrl}/newsfeed`, async ({ request }) => {
      questions.push((await request.json()) as Record<string, unknown>) // sent by the page under test
      return HttpResponse.json(example)
    }),
    http.get(`${apiUrl}/newsfeed/articles/:id`, ({ params }) => {
      const document = example.items.find(({ id }) => id === params['id'])
      return HttpResponse.json({ ...getNewsArticleResponseMock(), document })
    }),
    http.patch(`${apiUrl}/newsfeed/articles`, async ({ request }) => {
      const body = (await request.json()) as { documentIds: string[] } // as above
      marks.push(body)
      return HttpResponse.json({ items: [{ documentId: body.documentIds[0], isRead: true, isSaved: false }] })
    }),
    http.post(`${apiUrl}/newsfeed/mutes`, () => HttpResponse.json(createNewsMuteResponseMock())),
    http.delete(`${apiUrl}/newsfeed/mutes/:id`, ({ params }) => {
      deletions.push(String(params['id']))
      return HttpResponse.json({ id: params['id'], deleted: true })
    }),
  )
  return { questions, marks, deletions }
}

let news: ReturnType<typeof startNews>
beforeEach(() => {
  news = startNews()
})
const articles = async () => within(await screen.findByRole('list', { name: 'Articles' }))
const pane = async () => within(await screen.findByRole('region', { name: 'Reading pane' }))

describe('reading the news', () => {
  test('opening an article beside the list marks it as read', async () => {
    const { user } = renderApp('/news')
    const list = await articles()
    expect(screen.getByText('1 unread article')).toBeTruthy()
    await user.click(list.getByRole('button', { name: new RegExp(baristas) }))
    expect(await (await pane()).findByText(/foams like dairy/)).toBeTruthy()
    await waitFor(() => expect(news.marks).toEqual([{ documentIds: [first?.id], isRead: true }]))
    await waitFor(() => expect(list.queryByRole('img', { name: 'Unread' })).toBeNull())
    await user.click((await pane()).getByRole('button', { name: 'Back' }))
    expect(screen.queryByRole('region', { name: 'Reading pane' })).toBeNull()
  })

  test('keys move, open, mark, save and close', async () => {
    const { user } = renderApp('/news')
    const list = await articles()
    await user.keyboard('j')
    expect(document.activeElement).toBe(list.getByRole('button', { name: new RegExp(baristas) }))
    await user.keyboard('jo')
    expect(await (await pane()).findByRole('heading', { name: prices })).toBeTruthy()
    await user.keyboard('k')
    expect(await (await pane()).findByRole('heading', { name: baristas })).toBeTruthy()
    await user.keyboard('s')
    await user.keyboard('m')
    await waitFor(() =>
      expect(news.marks).toEqual([
        { documentIds: [first?.id], isRead: true },
        { documentIds: [first?.id], isSaved: false },
        { documentIds: [first?.id], isRead: false },
      ]),
    )
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Reading pane' })).toBeNull()
  })

  test('marks reach the server in order, even if the first is slow', async () => {
    const done: unknown[] = []
    server.use(
      http.patch(`${apiUrl}/newsfeed/articles`, async ({ request }) => {
        const { isRead } = (await request.json()) as { isRead: boolean } // sent by the page under test
        if (isRead) await delay(50)
        done.push(isRead)
        return HttpResponse.json({ items: [{ documentId: first?.id, isRead, isSaved: false }] })
      }),
    )
    const { user } = renderApp('/news')
    await articles()
    await user.keyboard('jo')
    await user.keyboard('m')
    await waitFor(() => expect(done).toHaveLength(2))
    expect(done).toEqual([true, false])
  })

  test('a link opens its article', async () => {
    renderApp(`/news?article=${second?.id}`)
    expect(await (await pane()).findByRole('heading', { name: prices })).toBeTruthy()
  })

  test('a feed is a link with its unread count, and the list requests it', async () => {
    const { user } = renderApp('/news')
    const feeds = within(await screen.findByRole('navigation', { name: 'Feeds' }))
    await user.click(await feeds.findByRole('link', { name: /Harbor Ledger\s*4\s*unread/ }))
    await waitFor(() => expect(news.questions.at(-1)).toMatchObject({ feedId: 'nf_h4l5k6' }))
    await user.click(screen.getByRole('button', { name: 'Unread only' }))
    await waitFor(() => expect(news.questions.at(-1)).toMatchObject({ feedId: 'nf_h4l5k6', state: 'unread' }))
  })

  test('other days can be chosen with one press, are in the URL, and are requested', async () => {
    const { user, router } = renderApp('/news?from=2020-03-16&to=2020-03-22')
    await articles()
    expect(news.questions.at(-1)).toMatchObject({ startDate: '2020-03-16', endDate: '2020-03-22' })
    await user.click(screen.getByRole('button', { name: 'Days: 16 Mar 2020 – 22 Mar 2020' }))
    await user.click(await screen.findByRole('button', { name: 'Week before' }))
    await waitFor(() => expect(news.questions.at(-1)).toMatchObject({ startDate: '2020-03-09', endDate: '2020-03-15' }))
    await user.click(screen.getByRole('radio', { name: 'Headlines' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ view: 'stories', from: '2020-03-09', to: '2020-03-15' }),
    )
  })

  test('a library with only old news offers its newest week', async () => {
    server.use(
      http.post(`${apiUrl}/newsfeed`, async ({ request }) => {
        const { startDate } = (await request.json()) as { startDate?: string } // sent by the page under test
        const items = startDate === '1900-01-01' ? example.items.slice(0, 1) : []
        return HttpResponse.json({ ...example, items, page: { ...example.page, total: items.length } })
      }),
    )
    const { user, router } = renderApp('/news')
    await user.click(await screen.findByRole('link', { name: /^Show the week to / }))
    const newest = first?.publishedAt.slice(0, 10)
    await waitFor(() => expect(router.state.location.search).toMatchObject({ to: newest }))
  })

  test('shows how many articles a mute hides, with an undo', async () => {
    const { user } = renderApp('/news')
    await user.click(await screen.findByRole('button', { name: 'Which?' }))
    expect(screen.getByText('“coupon” hides 3 articles')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(news.deletions).toEqual(['mut_c1o2u3']))
  })

  test('muting an outlet says how many articles that hides, and can be undone', async () => {
    const { user } = renderApp(`/news?article=${first?.id}`)
    await user.click(await (await pane()).findByRole('button', { name: 'Mute' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mute harborledger.example' }))
    expect(await screen.findByText(/it hides 3 articles of the last four weeks/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(news.deletions).toEqual(['mut_g1i2v3']))
  })
})

describe('missing news', () => {
  test('a failure can be retried, and the feeds stay', async () => {
    server.use(listNewsMockHandler500())
    renderApp('/news')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(await screen.findByRole('navigation', { name: 'Feeds' })).toBeTruthy()
  })

  test('a failure of the feeds keeps the articles', async () => {
    server.use(listNewsFeedsMockHandler500())
    renderApp('/news')
    expect((await articles()).getAllByRole('listitem')).toHaveLength(2)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test.each([
    ['/news', 'No articles in the last four weeks'],
    ['/news?feed=saved', 'Nothing saved yet'],
    ['/news?feed=saved&show=unread', 'You’re all caught up'],
    ['/news?show=unread', 'You’re all caught up'],
  ])('%s without articles says why and what to do', async (path, title) => {
    const nothing = { ...example, items: [], unread: 0, hidden: [], page: { ...example.page, total: 0, totalPages: 0 } }
    server.use(http.post(`${apiUrl}/newsfeed`, () => HttpResponse.json(nothing)))
    renderApp(path)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByText('All caught up')).toBeNull()
  })
})

describe('stories', () => {
  test('are listed with their outlets, and each opens its page', async () => {
    const { user } = renderApp('/news?view=stories')
    const list = within(await screen.findByRole('list', { name: 'Headlines' }))
    expect(list.getByText('9 articles')).toBeTruthy()
    await user.click(list.getByRole('link', { name: baristas }))
    expect(await screen.findByRole('heading', { level: 1, name: baristas })).toBeTruthy()
    for (const title of ['Timeline', 'Who covers it', 'Tone by country of the outlets', 'What happened next'])
      expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText('Merged with another')).toBeTruthy()
  })

  test('of several outlets at one time, none is named as the first', async () => {
    const detail = getNewsClusterResponseMock()
    const publishedAt = '2020-03-04T00:00:00.000Z'
    const answer = {
      ...detail,
      firstMover: { ...detail.firstMover, publishedAt, outlets: 29, tellers: 12, leadMinutes: null },
    }
    server.use(http.get(`${apiUrl}/newsfeed/clusters/:id`, () => HttpResponse.json(answer)))
    renderApp(`/news/${detail.cluster.id}`)
    expect(await screen.findByText('12 of 29 outlets')).toBeTruthy()
    expect(screen.getByText('all on 4 Mar 2020')).toBeTruthy()
  })

  test('of one text in many outlets has an unknown first publisher', async () => {
    const detail = getNewsClusterResponseMock()
    const publishedAt = '2020-03-04T00:00:00.000Z'
    const cluster = { ...detail.cluster, independentOutlets: 1, outletCount: 120 }
    const firstMover = { ...detail.firstMover, publishedAt, outlets: 120, tellers: 1, leadMinutes: null }
    server.use(http.get(`${apiUrl}/newsfeed/clusters/:id`, () => HttpResponse.json({ ...detail, cluster, firstMover })))
    renderApp(`/news/${detail.cluster.id}`)
    expect(await screen.findByText('Unknown')).toBeTruthy()
    expect(screen.getByText('one text in 120 outlets, all on 4 Mar 2020')).toBeTruthy()
    expect(screen.getByText('one text, carried by 120 outlets')).toBeTruthy()
  })

  test('of one day says so instead of drawing a single column', async () => {
    const detail = getNewsClusterResponseMock()
    server.use(
      getNewsClusterMockHandler({
        ...detail,
        timeline: [{ at: '2026-11-20T00:00:00Z', documents: 16, outlets: 14 }],
      }),
    )
    renderApp(`/news/${detail.cluster.id}`)
    expect(await screen.findByText('16 articles, all on 20 Nov 2026.')).toBeTruthy()
  })

  test('a deleted story is an error with a link back', async () => {
    server.use(getNewsClusterMockHandler404())
    renderApp('/news/nw_1')
    expect(await screen.findByRole('heading', { name: 'Headline not found', level: 1 })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All headlines' })).toBeTruthy()
  })
})
