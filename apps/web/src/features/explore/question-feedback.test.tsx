import type { ParsedQuery, QueryInterpretation, TopicQuery } from '@auspex/sdk'
import {
  parseQueryMockHandler,
  parseQueryResponseMock,
  getQueryStatusMockHandler,
  getSignalReportMockHandler,
  getSignalReportResponseMock,
  smartRedirectMockHandler,
  topicQueryResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, beforeEach } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const form = async () => within(await screen.findByRole('search', { name: 'Search a topic' }))
const unreadable: ParsedQuery = {
  ok: false,
  reading: null,
  fault: {
    term: 'query_term',
    code: 'field_value',
    column: 10,
    message: 'This is no value for tone.',
    found: '“angry”',
    expected: 'one of negative, neutral, positive, unknown',
    hint: 'Write tone: with one of negative, neutral, positive, unknown.',
  },
  question: null,
}
const bubble = {
  ...parseQueryResponseMock(),
  question: { query_term: 'bitcoin AND bubble', words: ['bitcoin', 'bubble'], startDate: '2011-01-01', endDate: null },
}

describe('while a query is typed', () => {
  test('its interpretation is shown and, on demand, what sources do not support', async () => {
    const { user } = renderApp('/?term=oat+milk+-powder+lang:en')
    const search = await form()
    expect(await search.findByText('"oat milk" AND -powder AND lang:en')).toBeTruthy()
    await user.click(search.getByRole('button', { name: '1 of 1 sources search more broadly' }))
    expect(await search.findByText(/Hacker News cannot choose by lang/)).toBeTruthy()
  })

  test('ignored characters are reported before the search', async () => {
    const mock = parseQueryResponseMock()
    const reading = mock.reading && { ...mock.reading, unsearched: ['$', '#'] }
    server.use(parseQueryMockHandler({ ...mock, ok: true, reading, fault: null, question: null }))
    renderApp('/?term=$tsla+%23ai')
    expect(
      await (await form()).findByText('“$” and “#” are ignored. Words are found with and without them.'),
    ).toBeTruthy()
  })

  test('an invalid query shows where and why, and is not searched', async () => {
    server.use(parseQueryMockHandler(unreadable))
    const { user, location } = renderApp('/?term=oat+tone:angry')
    const search = await form()
    expect(await search.findByText('Column 10')).toBeTruthy()
    expect(search.getByText(/Found “angry”/)).toBeTruthy()
    await user.click(search.getByRole('button', { name: 'Search' }))
    expect(await search.findByText(/This query has an error/)).toBeTruthy()
    expect(location().pathname).toBe('/')
  })

  test('a question is converted into a query, which is shown and searched', async () => {
    server.use(parseQueryMockHandler(bubble))
    const { user, location } = renderApp('/')
    const search = await form()
    await user.type(search.getByLabelText('Topic'), 'is bitcoin a bubble since 2011?')
    const status = await search.findByText('Searching for')
    expect(status.parentElement?.textContent).toBe('Searching forbitcoinbubblesince 1 Jan 2011orexactly what you typed')
    await user.click(search.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().href).toBe('/search?term=bitcoin+AND+bubble&from=2011-01-01'))
  })

  test('one click searches exactly what was typed', async () => {
    server.use(parseQueryMockHandler(bubble))
    const { user, location } = renderApp('/')
    const search = await form()
    await user.type(search.getByLabelText('Topic'), 'is bitcoin a bubble?')
    await user.click(await search.findByRole('button', { name: 'exactly what you typed' }))
    await user.click(search.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().href).toBe('/search?term=is+bitcoin+a+bubble%3F&exactly=1'))
  })

  test('a second topic and a feed become part of the search', async () => {
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(topicQueryResponseMock())
      }),
    )
    const { user } = renderApp('/?term=tea')
    const search = await form()
    await user.click(search.getByRole('button', { name: 'Refine' }))
    await user.click(search.getByRole('button', { name: 'Add a second topic' }))
    await user.keyboard('milk')
    await user.click(search.getByRole('button', { name: 'Add your own feeds' }))
    await user.click(search.getByRole('combobox', { name: /Your own feeds/ }))
    await user.paste('https://example.org/feed.xml')
    await user.keyboard('{Enter}')
    await user.click(search.getByRole('button', { name: 'Search' }))
    const pair = { x_term: 'tea', y_term: 'milk', isCompound: true, feeds: ['https://example.org/feed.xml'] }
    await waitFor(() => expect(requests).toEqual([expect.objectContaining(pair)]))
  })

  test('choosing an example puts it into the field', async () => {
    const { user } = renderApp('/')
    const search = await form()
    await user.click(search.getByRole('button', { name: 'Refine' }))
    await user.click(search.getByRole('button', { name: 'How to ask' }))
    await user.click(await screen.findByRole('button', { name: /oat near\/5 milk/ }))
    expect(search.getByLabelText<HTMLInputElement>('Topic').value).toBe('oat near/5 milk')
  })
})

const questionText = 'Is bitcoin a bubble?'
const question = {
  query_term: 'bitcoin AND bubble',
  words: ['bitcoin', 'bubble'],
  startDate: null,
  endDate: null,
}
/** Searches that are going on, with the interpretation of their words. */
const answerSearches = (interpret: (body: TopicQuery) => QueryInterpretation | undefined) =>
  http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
    const interpretation = interpret((await request.json()) as TopicQuery) // a request of our own app
    return HttpResponse.json({ ...topicQueryResponseMock(), ...(interpretation && { interpretation }) })
  })
const readQuestions = () =>
  parseQueryMockHandler(async ({ request }) => {
    const { query_term: text } = (await request.json()) as { query_term?: string } // a request of our own app
    return { ...parseQueryResponseMock(), question: text === questionText ? question : null }
  })
let requests: TopicQuery[]

beforeEach(() => {
  requests = []
  server.use(
    readQuestions(),
    getQueryStatusMockHandler(topicQueryResponseMock()),
    answerSearches((body) => {
      requests.push(body)
      return body.interpret && body.query_term === questionText ? { question, redirect: null } : undefined
    }),
  )
})

test('a question in a link is interpreted as in the form, and one click searches it verbatim', async () => {
  const { user, location } = renderApp(`/search?${new URLSearchParams({ term: questionText })}`)
  const notice = within(await screen.findByRole('complementary', { name: 'How we read your question' }))
  expect(notice.getByRole('status').textContent).toBe('Searching forbitcoinbubbleorexactly what you typed')
  await user.click(notice.getByRole('button', { name: 'exactly what you typed' }))
  await waitFor(() => expect(location().search).toEqual({ term: questionText, exactly: '1' }))
  await waitFor(() => expect(requests.map(({ interpret }) => interpret)).toEqual([true, false]))
})

test('a question typed into the palette is interpreted too', async () => {
  const { user } = renderApp('/')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('textbox', { name: 'Topic or command' }), `${questionText}{Enter}`)
  await waitFor(() => expect(requests).toMatchObject([{ query_term: questionText, interpret: true }]))
})

test('the report shows how its question was interpreted', async () => {
  const example = getSignalReportResponseMock()
  server.use(getSignalReportMockHandler({ ...example, query: { ...example.query, geo: 'DE' } }))
  const { user, location } = renderApp(`/signals/sig_k2m4p6q8?${new URLSearchParams({ asked: questionText })}`)
  const notice = within(await screen.findByRole('complementary', { name: 'How we read your question' }))
  await user.click(notice.getByRole('button', { name: 'exactly what you typed' }))
  await waitFor(() => expect(location().search).toMatchObject({ term: questionText, geo: 'DE', exactly: '1' }))
})

test('a plain topic is searched unchanged', async () => {
  renderApp('/search?term=oat+milk')
  expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
  await waitFor(() => expect(requests).toMatchObject([{ query_term: 'oat milk' }]))
  expect(screen.queryByRole('complementary', { name: 'How we read your question' })).toBeNull()
})

const reason = '“oat milk” is the more usual form, in 412 documents, 34 times as many as “milk oat” (12).'
const elsewhere = {
  signalId: 'sig_k2m4p6q8',
  path: '/signals/sig_k2m4p6q8',
  exists: true,
  reason: 'more-popular',
  why: reason,
  title: 'oat milk',
  documents: 412,
  asked: { signalId: 'sig_m1lk', path: '/signals/sig_m1lk', title: 'milk oat', documents: 12 },
} as const

test('a redirected search says so, and offers to search what was typed', async () => {
  const terms: unknown[] = []
  server.use(
    answerSearches(({ query_term: term, interpret }) => {
      terms.push(term)
      return interpret ? { question: null, redirect: elsewhere } : undefined
    }),
  )
  const { user, location } = renderApp('/search?term=milk+oat')
  expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
  expect(screen.getByText(new RegExp('is the more usual form'))).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Search for “milk oat” instead' }))
  await waitFor(() => expect(location().href).toBe('/search?term=milk+oat&exactly=1'))
  await waitFor(() => expect(terms).toEqual(['milk oat', 'milk oat']))
  await waitFor(() => expect(screen.queryByText(/more usual form/)).toBeNull())
})

test('its report shows why without another request', async () => {
  let redirects = 0
  server.use(
    smartRedirectMockHandler(() => {
      redirects += 1
      return elsewhere
    }),
    getQueryStatusMockHandler(),
    answerSearches(() => ({ question: null, redirect: elsewhere })),
  )
  const { location } = renderApp('/search?term=milk+oat')
  await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
  expect(await screen.findByRole('link', { name: 'Search for “milk oat” instead' })).toBeTruthy()
  expect(redirects).toBe(0)
})

test('the resulting report says so too', async () => {
  server.use(smartRedirectMockHandler(elsewhere))
  renderApp('/signals/sig_k2m4p6q8?asked=milk+oat')
  const back = await screen.findByRole('link', { name: 'Search for “milk oat” instead' })
  expect(back.getAttribute('href')).toBe('/search?term=milk+oat&exactly=1')
})
