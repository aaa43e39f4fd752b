import {
  getSignalReportMockHandler,
  getSignalReportResponseMock,
  parseQueryMockHandler,
  parseQueryResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const questionText = 'Is bitcoin a bubble?'
const question = {
  query_term: 'bitcoin AND bubble',
  words: ['bitcoin', 'bubble'],
  startDate: null,
  endDate: null,
}
const readQuestions = () =>
  parseQueryMockHandler(async ({ request }) => {
    const { query_term: text } = (await request.json()) as { query_term?: string } // a request of our own app
    return { ...parseQueryResponseMock(), question: text === questionText ? question : null }
  })
let terms: unknown[]

beforeEach(() => {
  terms = []
  server.use(
    readQuestions(),
    http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
      const body = (await request.json()) as { query_term?: unknown } // as above
      terms.push(body.query_term)
      return new HttpResponse(null, { status: 503 })
    }),
  )
})

test('a question in a link is read as in the form, which is said, and one click searches its very words', async () => {
  const { user, location } = renderApp(`/search?${new URLSearchParams({ term: questionText })}`)
  const notice = within(await screen.findByRole('complementary', { name: 'How your question was read' }))
  expect(notice.getByRole('status').textContent).toBe('We search forbitcoinbubble— orexactly what you typed')
  await waitFor(() => expect(terms).toEqual(['bitcoin AND bubble']))
  await user.click(notice.getByRole('button', { name: 'exactly what you typed' }))
  await waitFor(() => expect(location().search).toEqual({ term: questionText, exactly: '1' }))
  await waitFor(() => expect(terms).toEqual(['bitcoin AND bubble', questionText]))
})

test('a question typed into the palette is read as well', async () => {
  const { user } = renderApp('/')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('textbox', { name: 'Topic or command' }), `${questionText}{Enter}`)
  await waitFor(() => expect(terms).toEqual(['bitcoin AND bubble']))
})

test('the report says how the question was read that led to it', async () => {
  const example = getSignalReportResponseMock()
  server.use(getSignalReportMockHandler({ ...example, query: { ...example.query, geo: 'DE' } }))
  const { user, location } = renderApp(`/signals/sig_k2m4p6q8?${new URLSearchParams({ asked: questionText })}`)
  const notice = within(await screen.findByRole('complementary', { name: 'How your question was read' }))
  await user.click(notice.getByRole('button', { name: 'exactly what you typed' }))
  await waitFor(() => expect(location().search).toMatchObject({ term: questionText, geo: 'DE', exactly: '1' }))
})

test('a topic is searched as it stands', async () => {
  renderApp('/search?term=oat+milk')
  await waitFor(() => expect(terms).toEqual(['oat milk']))
  expect(screen.queryByRole('complementary', { name: 'How your question was read' })).toBeNull()
})
