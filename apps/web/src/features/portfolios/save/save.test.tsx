import {
  addTrendsMockHandler500,
  createPortfolioMockHandler,
  getPortfolioMockHandler,
  getPortfolioResponseMock,
  listGroupPortfoliosMockHandler,
  listGroupPortfoliosMockHandler500,
  listPortfoliosResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const choices = listPortfoliosResponseMock()
const [milk, matcha] = getPortfolioResponseMock().trends
const signalId = 'sig_k2m4p6q8'

afterEach(() => void vi.restoreAllMocks())

/** Responds to a call, and records the requests. */
const recordRequests = (path: string, answer: object): unknown[] => {
  const requests: unknown[] = []
  server.use(
    http.post(`${apiUrl}${path}`, async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json(answer)
    }),
  )
  return requests
}

const openReport = async () => {
  server.use(listGroupPortfoliosMockHandler(choices), getPortfolioMockHandler())
  const app = renderApp(`/signals/${signalId}`)
  await screen.findByRole('button', { name: 'Save' })
  return app
}

const choosePortfolio = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(screen.getByRole('button', { name: 'More about this report' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Choose a portfolio' }))
}

describe('saving a signal', () => {
  test('asks for a portfolio the first time, then saves to the same one with one key', async () => {
    const { user } = await openReport()
    const sent = recordRequests('/portfolio/addTrendsBulk', { items: [{ ...milk, id: 'tr_new' }] })
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: 'Save “oat milk”' }))
    await user.click(await dialog.findByRole('button', { name: /^Coffee at home/ }))
    expect(await screen.findByText('“oat milk” saved to Coffee at home.')).toBeTruthy()
    expect(sent).toEqual([{ id: 'pf_c4f5e6', trends: [{ signalId }] }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('s')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('undo removes the saved signal', async () => {
    const { user } = await openReport()
    recordRequests('/portfolio/addTrendsBulk', { items: [{ ...milk, id: 'tr_new' }] })
    const removed = recordRequests('/portfolio/removeTrendBulk', { items: [{ id: 'tr_new', deleted: true }] })
    await user.keyboard('s')
    await user.click(await screen.findByRole('button', { name: /^Coffee at home/ }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('“oat milk” removed from Coffee at home.')).toBeTruthy()
    expect(removed).toEqual([{ id: 'pf_c4f5e6', trendIds: ['tr_new'] }])
  })

  test('undo does not remove a signal that was already there', async () => {
    const { user } = await openReport()
    recordRequests('/portfolio/addTrendsBulk', { items: [milk] })
    await choosePortfolio(user)
    const savedButton = await screen.findByRole('button', { name: /^Plant milks/ })
    expect(savedButton.textContent).toContain('saved')
    await user.click(savedButton)
    expect(await screen.findByText('Plant milks already has “oat milk”.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('gives the focus back to its button once a new portfolio is saved', async () => {
    const { user } = await openReport()
    server.use(listGroupPortfoliosMockHandler({ ...choices, items: [] }))
    recordRequests('/portfolio/createWithTrendsBulk', { ...choices.items[0], id: 'pf_first', title: 'Milks' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name of the portfolio' }), 'Milks{Enter}')
    await screen.findByText('“oat milk” saved to the new portfolio Milks.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })))
  })

  test('creates the first portfolio in the dialog, which undo reverts', async () => {
    const { user } = await openReport()
    const portfolio = { ...choices.items[0], id: 'pf_first', title: 'Milks' }
    server.use(listGroupPortfoliosMockHandler({ ...choices, items: [] }))
    const requests = recordRequests('/portfolio/createWithTrendsBulk', portfolio)
    const removed = recordRequests('/portfolio/remove', { id: 'pf_first', deleted: true })
    await user.keyboard('s')
    await user.type(await screen.findByRole('textbox', { name: 'Name of the portfolio' }), 'Milks{Enter}')
    expect(await screen.findByText('“oat milk” saved to the new portfolio Milks.')).toBeTruthy()
    expect(requests).toEqual([{ title: 'Milks', organizationGroupId: null, trends: [{ signalId }] }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(removed).toEqual([{ id: 'pf_first' }]))
  })

  const makeWithPicture = async () => {
    // jsdom's forms do not reach Node's fetch, so the appended fields are checked instead
    const append = vi.spyOn(FormData.prototype, 'append')
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = () => {}
    const { user } = await openReport()
    const portfolio = { ...getPortfolioResponseMock(), id: 'pf_first', title: 'Milks', trends: [], trendCount: 0 }
    server.use(listGroupPortfoliosMockHandler({ ...choices, items: [] }), createPortfolioMockHandler(portfolio))
    await user.keyboard('s')
    await user.type(await screen.findByRole('textbox', { name: 'Name of the portfolio' }), 'Milks')
    const picture = new File(['four'], 'milk.png', { type: 'image/png' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('a picture can be chosen')
    await user.upload(input, picture)
    return { user, made: append.mock.calls }
  }

  test('creates a portfolio with its picture in the dialog', async () => {
    const { user, made } = await makeWithPicture()
    const added = recordRequests('/portfolio/addTrendsBulk', { items: [{ ...milk, id: 'tr_new' }] })
    await user.click(screen.getByRole('button', { name: 'Create and save' }))
    expect(await screen.findByText('“oat milk” saved to the new portfolio Milks.')).toBeTruthy()
    expect(made).toEqual([
      ['title', 'Milks'],
      ['file', expect.any(File)],
    ])
    expect(added).toEqual([{ id: 'pf_first', trends: [{ signalId }] }])
  })

  test('leaves no portfolio behind if the signals cannot be added to it', async () => {
    const { user } = await makeWithPicture()
    server.use(addTrendsMockHandler500())
    const removed = recordRequests('/portfolio/remove', { id: 'pf_first', deleted: true })
    await user.click(screen.getByRole('button', { name: 'Create and save' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await waitFor(() => expect(removed).toEqual([{ id: 'pf_first' }]))
  })

  test('a typed name survives a reload until it is cancelled', async () => {
    const type = async () => {
      const app = await openReport()
      await choosePortfolio(app.user)
      return app
    }
    const field = () => screen.findByRole('textbox', { name: 'Name of the portfolio' })
    const first = await type()
    await first.user.click(await screen.findByRole('button', { name: 'New portfolio' }))
    await first.user.type(await field(), 'Milks')
    first.unmount()
    const second = await type()
    expect(await field()).toHaveProperty('value', 'Milks')
    await second.user.click(screen.getByRole('button', { name: 'Back' }))
    second.unmount()
    await type()
    expect(await screen.findByRole('button', { name: 'New portfolio' })).toBeTruthy()
  })

  test('finds one of many portfolios by keyboard alone', async () => {
    const { user } = await openReport()
    const [coffee] = choices.items
    const manyPortfolios = Array.from({ length: 20 }, (_, index) => ({
      ...coffee,
      id: `pf_n${index}`,
      title: `Tea ${index}`,
    }))
    server.use(
      http.get(`${apiUrl}/portfolio/getPortfolios`, () => HttpResponse.json({ ...choices, items: manyPortfolios })),
    )
    const sent = recordRequests('/portfolio/addTrendsBulk', { items: [{ ...milk, id: 'tr_new' }] })
    await user.keyboard('s')
    const search = await screen.findByRole('textbox', { name: 'Find a portfolio' })
    await waitFor(() => expect(document.activeElement).toBe(search))
    await user.keyboard('Tea 17{Enter}')
    expect(await screen.findByText('“oat milk” saved to Tea 17.')).toBeTruthy()
    expect(sent).toEqual([{ id: 'pf_n17', trends: [{ signalId }] }])
  })

  test('a refusal is shown in the dialog, which keeps the choice', async () => {
    const { user } = await openReport()
    server.use(
      http.post(`${apiUrl}/portfolio/addTrendsBulk`, () =>
        HttpResponse.json(
          { title: 'This portfolio is full', detail: 'It holds 500 trends.', code: 'portfolios.full', status: 409 },
          { status: 409 },
        ),
      ),
    )
    await user.keyboard('s')
    await user.click(await screen.findByRole('button', { name: /^Coffee at home/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('It holds 500 trends.')
  })

  test('portfolios that cannot be loaded can be retried', async () => {
    const { user } = await openReport()
    server.use(listGroupPortfoliosMockHandler500())
    await user.keyboard('s')
    expect((await screen.findByRole('alert')).textContent).toContain('Error while getting Portfolios')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a trending term is searched first', async () => {
    server.use(listGroupPortfoliosMockHandler(choices), getPortfolioMockHandler())
    const sent = recordRequests('/portfolio/addTrendsBulk', { items: [matcha] })
    const { user } = renderApp('/trends')
    const [save] = await screen.findAllByRole('button', { name: /^Save / })
    if (!save) throw new Error('Each trend can be saved')
    await user.click(save)
    await user.click(await screen.findByRole('button', { name: /^Coffee at home/ }))
    expect(await screen.findByText(/saved to Coffee at home\.$/)).toBeTruthy()
    expect(sent).toEqual([{ id: 'pf_c4f5e6', trends: [{ signalId: expect.stringMatching(/^sig_/) }] }])
  })
})
