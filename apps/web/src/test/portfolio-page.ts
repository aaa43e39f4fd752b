import type { Portfolio } from '@auspex/sdk'
import {
  getPortfolioMockHandler,
  getPortfolioResponseMock,
  listGroupPortfoliosMockHandler,
  listPortfoliosMockHandler,
  listPortfoliosResponseMock,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { apiUrl, renderApp } from './render-app.tsx'
import { server } from './server.ts'

export const example = getPortfolioResponseMock()
/** Two portfolios to choose from. */
const choices = listPortfoliosResponseMock()
export const address = `/portfolios/${example.id}`

export const openPortfolio = async (portfolio: Portfolio = example, path = address) => {
  // in this order: otherwise the handler of one portfolio would match the addresses of the lists
  server.use(listPortfoliosMockHandler(), listGroupPortfoliosMockHandler(choices), getPortfolioMockHandler(portfolio))
  const app = renderApp(path)
  await screen.findByRole('heading', { name: portfolio.title, level: 1 })
  return app
}
export const trendRow = (name: string) => screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')
export const trendNames = () =>
  screen.getAllByRole('rowheader').map((header) => within(header).getByRole('link').textContent)

/** Responds to each call with the next response, and records the requests. */
export const recordRequests = (path: string, ...answers: { status?: number; body: object }[]): unknown[] => {
  const bodies: unknown[] = []
  server.use(
    http.post(`${apiUrl}${path}`, async ({ request }) => {
      const { status = 200, body } = answers[Math.min(bodies.length, answers.length - 1)] ?? { body: {} }
      bodies.push(await request.json())
      return HttpResponse.json(body, { status })
    }),
  )
  return bodies
}

export const staleAnswer = (current: Portfolio) => ({
  status: 409,
  body: {
    type: 'about:blank',
    title: 'Someone else changed this portfolio',
    status: 409,
    code: 'portfolios.stale',
    requestId: 'r-1',
    current,
  },
})
