import {
  getPortfolioMockHandler,
  getPortfolioResponseMock,
  listPortfoliosMockHandler,
  listPortfoliosMockHandler500,
  listPortfoliosResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = listPortfoliosResponseMock()
const empty = { ...example, items: [], page: { ...example.page, total: 0, totalPages: 0 } }
const findList = async () => within(await screen.findByRole('list', { name: 'Portfolios' }))

/** Records the bodies sent to an address. */
const recordRequests = (path: string, answer: object): unknown[] => {
  const sent: unknown[] = []
  server.use(
    http.post(`${apiUrl}${path}`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answer)
    }),
  )
  return sent
}

describe('portfolios', () => {
  test('each shows its size, its audience and the growth of its trends', async () => {
    server.use(listPortfoliosMockHandler())
    renderApp('/portfolios')
    const list = await findList()
    const card = list.getByRole('link', { name: 'Plant milks' }).closest('li')
    expect(card?.textContent).toMatch(/2 trends/)
    expect(card?.textContent).toMatch(/oat milk.*×1\.80/)
    expect(list.getByText('Nothing saved yet')).toBeTruthy()
  })

  test('an unknown growth says so', async () => {
    const [coffee] = example.items
    const [milk] = getPortfolioResponseMock().trends
    if (!coffee || !milk) throw new Error('The examples have a portfolio and a trend')
    const unknown = { ...milk, momentum: null, momentumReason: 'Too few days.' }
    const trends = [unknown, { ...unknown, id: 'tr_new', title: 'a new topic', refreshedAt: null }]
    server.use(listPortfoliosMockHandler({ ...example, items: [{ ...coffee, trends, trendCount: 2 }] }))
    renderApp('/portfolios')
    const rows = within(await screen.findByRole('list', { name: `In ${coffee.title}` })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['oat milkunknown', 'a new topicnot measured yet'])
  })

  test('hundreds are fetched to the last page, and rendered in steps', async () => {
    const [coffee] = example.items
    const pageOf = (page: number, count: number) => ({
      items: Array.from({ length: count }, (_, index) => ({
        ...coffee,
        id: `pf_p${page}n${index}`,
        title: `Tea ${page}.${index}`,
      })),
      page: { ...example.page, page, perPage: 200, total: 210, totalPages: 2 },
    })
    server.use(
      http.get(`${apiUrl}/portfolio`, ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('page') === '2' ? pageOf(2, 10) : pageOf(1, 200)),
      ),
    )
    const { user } = renderApp('/portfolios')
    const list = await findList()
    expect(list.getAllByRole('link')).toHaveLength(60)
    await user.click(screen.getByRole('button', { name: 'Show 60 more of 210 portfolios' }))
    expect(list.getAllByRole('link')).toHaveLength(120)
    await user.type(screen.getByRole('textbox', { name: 'Find a portfolio' }), 'Tea 2.')
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(10))
    expect(screen.queryByRole('button', { name: /^Show \d+ more/ })).toBeNull()
  }, 60_000)

  test('search finds a portfolio by its name or by a trend in it, and is stored in the URL', async () => {
    const [coffee, milks] = example.items
    const manyPortfolios = Array.from({ length: 5 }, (_, index) => ({
      ...coffee,
      id: `pf_more${index}`,
      title: `Tea ${index}`,
    }))
    server.use(listPortfoliosMockHandler({ ...example, items: [...manyPortfolios, milks] as typeof example.items }))
    const { user, location } = renderApp('/portfolios')
    await user.type(await screen.findByRole('textbox', { name: 'Find a portfolio' }), 'matcha')
    const list = await findList()
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(1))
    expect(list.getByRole('link', { name: 'Plant milks' })).toBeTruthy()
    expect(location().search).toEqual({ find: 'matcha' })
  })

  test('without a portfolio, the page explains how to start', async () => {
    server.use(listPortfoliosMockHandler(empty))
    renderApp('/portfolios')
    expect(await screen.findByRole('heading', { name: 'No portfolio yet' })).toBeTruthy()
    expect(screen.getByText(/press S/)).toBeTruthy()
  })

  test('the page says when they are loading', async () => {
    server.use(listPortfoliosMockHandler(async () => new Promise<never>(() => {})))
    renderApp('/portfolios')
    expect((await screen.findByRole('group', { name: 'Loading portfolios' })).getAttribute('aria-busy')).toBe('true')
  })

  test('a failure says what failed and can be retried', async () => {
    server.use(listPortfoliosMockHandler500())
    const { user } = renderApp('/portfolios')
    expect(await screen.findByRole('heading', { name: 'Error while getting Portfolios' })).toBeTruthy()
    server.use(listPortfoliosMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findList()
  })
})

describe('a new portfolio', () => {
  test('is created with its name, and opens', async () => {
    const createdPortfolio = { ...example.items[0], id: 'pf_made', title: 'Tea' }
    server.use(
      listPortfoliosMockHandler(empty),
      getPortfolioMockHandler(createdPortfolio as (typeof example.items)[number]),
    )
    const sent = recordRequests('/portfolio/create', createdPortfolio)
    const { user, location } = renderApp('/portfolios')
    await user.click(await screen.findByRole('button', { name: 'New portfolio' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New portfolio' }))
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(dialog.getByText('Give it a name')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), '  Tea ')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(location().pathname).toBe('/portfolios/pf_made'))
    expect(sent).toEqual([{ title: 'Tea', organizationGroupId: null }])
  })

  test('the input is kept if it could not be created', async () => {
    server.use(
      listPortfoliosMockHandler(empty),
      http.post(`${apiUrl}/portfolio/create`, () =>
        HttpResponse.json({ title: 'The server failed', code: 'failure', status: 500 }, { status: 500 }),
      ),
    )
    const { user } = renderApp('/portfolios?new=1')
    const dialog = within(await screen.findByRole('dialog', { name: 'New portfolio' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Tea')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Error while creating portfolio')
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Tea')
  })

  test('the input survives a reload until it is cancelled', async () => {
    server.use(listPortfoliosMockHandler(empty))
    const type = async () => {
      const app = renderApp('/portfolios?new=1')
      const field = await screen.findByRole('textbox', { name: 'Name' })
      return { ...app, field }
    }
    const first = await type()
    await first.user.type(first.field, 'Tea from')
    first.unmount()
    const second = await type()
    expect(second.field).toHaveProperty('value', 'Tea from')
    await second.user.type(second.field, ' Assam')
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
    second.unmount()
    expect((await type()).field).toHaveProperty('value', '')
  })
})

describe('a deleted portfolio', () => {
  const remove = async () => {
    server.use(listPortfoliosMockHandler())
    const sent = recordRequests('/portfolio/remove', { id: 'pf_p1a2m3', deleted: true })
    const { user, router } = renderApp('/portfolios')
    await user.click(await screen.findByRole('button', { name: 'More for Plant milks' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Plant milks and its 2 trends deleted.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Plant milks' })).toBeNull()
    return { user, router, sent }
  }

  test('disappears immediately and is restored by undo without any request', async () => {
    const { user, sent } = await remove()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Plant milks' })).toBeTruthy()
    window.dispatchEvent(new Event('pagehide'))
    expect(sent).toEqual([])
  })

  test('is deleted on the server if the page is left before undo expires', async () => {
    const { sent } = await remove()
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(sent).toEqual([{ id: 'pf_p1a2m3' }]))
  })

  test('is deleted on the server once a story is presented, where undo is not offered', async () => {
    const { router, sent } = await remove()
    await router.navigate({ to: '/stories/$storyId/present', params: { storyId: 'st_7h2k9m4q' } })
    // well before the undo period would have ended
    for (let question = 0; question < 50 && sent.length === 0; question += 1) await fetch(`${apiUrl}/health/getStatus`)
    expect(sent).toEqual([{ id: 'pf_p1a2m3' }])
  })

  test('reappears with the reason if the server refuses', async () => {
    await remove()
    server.use(
      http.post(`${apiUrl}/portfolio/remove`, () =>
        HttpResponse.json({ title: 'The server failed', code: 'failure', status: 500 }, { status: 500 }),
      ),
    )
    window.dispatchEvent(new Event('pagehide'))
    expect(await screen.findByText(/Error while removing portfolio\..*Nothing was changed\./)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Plant milks' })).toBeTruthy()
  })
})
