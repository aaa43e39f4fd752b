import type { ParsedQuery } from '@auspex/sdk'
import { parseQueryMockHandler, parseQueryResponseMock, topicQueryResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
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
  test('it is said how it is understood, and on demand what sources do not honour', async () => {
    const { user } = renderApp('/?term=oat+milk+-powder+lang:en')
    const search = await form()
    expect(await search.findByText('"oat milk" AND -powder AND lang:en')).toBeTruthy()
    await user.click(search.getByRole('button', { name: '1 of 1 sources ask wider' }))
    expect(await search.findByText(/Hacker News cannot choose by lang/)).toBeTruthy()
  })

  test('signs that are not searched are said before the search', async () => {
    const mock = parseQueryResponseMock()
    const reading = mock.reading && { ...mock.reading, unsearched: ['$', '#'] }
    server.use(parseQueryMockHandler({ ...mock, ok: true, reading, fault: null, question: null }))
    renderApp('/?term=$tsla+%23ai')
    expect(
      await (await form()).findByText('“$” and “#” are not searched: words are found with and without them.'),
    ).toBeTruthy()
  })

  test('one that cannot be read shows where and why, and is not searched', async () => {
    server.use(parseQueryMockHandler(unreadable))
    const { user, location } = renderApp('/?term=oat+tone:angry')
    const search = await form()
    expect(await search.findByText('Column 10')).toBeTruthy()
    expect(search.getByText(/Found “angry”/)).toBeTruthy()
    await user.click(search.getByRole('button', { name: 'Search' }))
    expect(await search.findByText(/This query cannot be read/)).toBeTruthy()
    expect(location().pathname).toBe('/')
  })

  test('a question is read into a query, which is said, and is searched', async () => {
    server.use(parseQueryMockHandler(bubble))
    const { user, location } = renderApp('/')
    const search = await form()
    await user.type(search.getByLabelText('Topic'), 'is bitcoin a bubble since 2011?')
    const status = await search.findByText('We search for')
    expect(status.parentElement?.textContent).toBe(
      'We search forbitcoinbubblesince 1 Jan 2011— orexactly what you typed',
    )
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
    await user.click(search.getByRole('button', { name: 'Second topic' }))
    await user.keyboard('milk')
    await user.click(search.getByRole('button', { name: 'Feeds' }))
    await user.click(search.getByRole('combobox', { name: /Feeds to read/ }))
    await user.paste('https://example.org/feed.xml')
    await user.keyboard('{Enter}')
    await user.click(search.getByRole('button', { name: 'Search' }))
    const pair = { x_term: 'tea', y_term: 'milk', isCompound: true, feeds: ['https://example.org/feed.xml'] }
    await waitFor(() => expect(requests).toEqual([expect.objectContaining(pair)]))
  })

  test('an example of how to ask is put into the field', async () => {
    const { user } = renderApp('/')
    const search = await form()
    await user.click(search.getByRole('button', { name: 'How to ask' }))
    await user.click(await screen.findByRole('button', { name: /oat near\/5 milk/ }))
    expect(search.getByLabelText<HTMLInputElement>('Topic').value).toBe('oat near/5 milk')
  })
})
