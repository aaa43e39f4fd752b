import type { SearchState } from '@auspex/sdk'
import {
  cancelSearchMockHandler,
  getQueryStatusMockHandler,
  getQueryStatusResponseMock,
  getSearchHelpMockHandler,
  listRecentSearchesMockHandler,
  listSimilarDocumentsMockHandler,
  topicQueryMockHandler,
  topicQueryMockHandler422,
  topicQueryResponseMock,
} from '@auspex/sdk/msw'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const running: SearchState = topicQueryResponseMock()
const sparse: SearchState = {
  ...getQueryStatusResponseMock(),
  message: 'data-too-sparse',
  matched: 4,
  suggestions: ['Search everywhere instead of Austria'],
}

describe('help with a search', () => {
  const help = {
    query_term: 'oat mlik',
    documents: 4,
    didYouMean: { query_term: 'oat milk', documents: 412 },
    alsoCalled: [{ name: 'oatmilk', adds: 37, query_term: '"oat milk" OR "oatmilk"' }],
    meanings: [
      { label: 'barista, foam', terms: ['barista'], share: 0.6, documents: 40, query_term: '"oat milk" AND "barista"' },
      {
        label: 'harvest, price',
        terms: ['harvest'],
        share: 0.3,
        documents: 20,
        query_term: '"oat milk" AND "harvest"',
      },
    ],
  }

  test('offers what was meant, other names and meanings as searches, and can be hidden', async () => {
    server.use(getQueryStatusMockHandler(sparse), topicQueryMockHandler(running), getSearchHelpMockHandler(help))
    renderApp('/search?term=oat+mlik')
    const lines = await screen.findByRole('complementary', { name: 'Help with this search' })
    const targets = within(lines)
      .getAllByRole('link')
      .map((link) => [link.textContent, new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('term')])
    expect(targets).toEqual([
      ['oat milk', 'oat milk'],
      ['oatmilk', '"oat milk" OR "oatmilk"'],
      ['barista, foam', '"oat milk" AND "barista"'],
      ['harvest, price', '"oat milk" AND "harvest"'],
    ])
    expect(lines.textContent).toContain('+37')
    fireEvent.click(within(lines).getByRole('button', { name: 'Hide the help with this search' }))
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Help with this search' })).toBeNull())
  })

  test('shows documents close in meaning to a sentence that few documents contain', async () => {
    server.use(
      getQueryStatusMockHandler(sparse),
      topicQueryMockHandler(running),
      getSearchHelpMockHandler({ ...help, didYouMean: null, alsoCalled: [], meanings: [] }),
      listSimilarDocumentsMockHandler(),
    )
    renderApp('/search?term=complaints+about+the+price+of+plant+drinks')
    const list = await screen.findByRole('list', { name: 'Similar documents' })
    expect(within(list).getByRole('link', { name: 'Oat milk prices rise' })).toBeTruthy()
    expect(list.textContent).toContain('71%')
  })
})

describe('search', () => {
  test('shows the count, the time and the failure of each source', async () => {
    server.use(getQueryStatusMockHandler(running))
    renderApp('/search?term=oat+milk')
    expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
    const [imported, hackerNews] = within(await screen.findByRole('list', { name: 'Sources' })).getAllByRole('listitem')
    expect(imported?.textContent).toContain('412 documents')
    expect(imported?.textContent).toContain('12 ms')
    expect(hackerNews?.textContent).toContain('Rate limited')
    expect(hackerNews?.textContent).toContain('Hacker News asked to wait 30 s')
    expect(screen.getByText('1 of 2 sources answered, 1 did not, 412 documents so far')).toBeTruthy()
  })

  test('no source has answered before the search is accepted, and the progress says so', async () => {
    server.use(http.post(`${apiUrl}/explore/topicQuery`, () => new Promise<never>(() => undefined)))
    renderApp('/search?term=oat+milk')
    const progress = await screen.findByText('Asking the sources')
    const bar = progress.nextElementSibling?.querySelector<HTMLElement>('span')
    expect(bar?.style.width).toBe('4%')
  })

  test('a search that ends is replaced by its report, and Back does not search again', async () => {
    const { router, location } = renderApp('/?term=oat+milk')
    await router.navigate({ to: '/search', search: { term: 'oat milk' } })
    await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
    router.history.back()
    await waitFor(() => expect(location().pathname).toBe('/'))
  })

  test('a search that ends before the server replies opens its report without a poll', async () => {
    let polls = 0
    server.use(
      topicQueryMockHandler({ ...running, status: 'complete', finishedAt: running.startedAt }),
      getQueryStatusMockHandler(() => {
        polls += 1
        return running
      }),
    )
    const { location } = renderApp('/search?term=oat+milk')
    await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
    expect(polls).toBe(0)
  })

  test('a search is stored on the server, and the recent searches are refetched', async () => {
    const requests: unknown[] = []
    let reads = 0
    server.use(
      getQueryStatusMockHandler(running),
      http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(running)
      }),
      listRecentSearchesMockHandler(() => {
        reads += 1
        return { items: [] }
      }),
    )
    const { router } = renderApp('/')
    await waitFor(() => expect(reads).toBe(1))
    await router.navigate({ to: '/search', search: { term: 'Oat Milk' } })
    await waitFor(() =>
      expect(requests).toEqual([expect.objectContaining({ query_term: 'Oat Milk', interpret: true, remember: true })]),
    )
    await router.navigate({ to: '/' })
    await waitFor(() => expect(reads).toBe(2))
  })

  test('a forced search sets the force parameter, so that the server lowercases its terms and skips the stored report', async () => {
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(running)
      }),
    )
    renderApp('/search?term=Oat+Milk&geo=DE&source=imported&from=2026-01-01&force=1')
    await waitFor(() =>
      expect(requests).toEqual([
        {
          query_term: 'Oat Milk',
          geo: 'DE',
          sources: ['imported'],
          startDate: '2026-01-01',
          endDate: null,
          check_cache: false,
          force: true,
          interpret: false,
          remember: true,
          waitMs: 400,
        },
      ]),
    )
  })

  test('cancelling stops the search on the server and returns with the topic', async () => {
    let cancelled = ''
    server.use(
      getQueryStatusMockHandler(running),
      cancelSearchMockHandler(({ params }) => {
        cancelled = String(params['requestId'])
        return { ...running, status: 'cancelled' }
      }),
    )
    const { user, location } = renderApp('/search?term=oat+milk')
    await screen.findByRole('list', { name: 'Sources' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location().href).toBe('/?term=oat+milk'))
    expect(cancelled).toBe('req_x7m2p9q4')
  })

  describe('that does not end within ten minutes', () => {
    /** Searches for ten minutes; `statusRequests` counts the polls, `cancelled` lists the cancelled searches. */
    const giveUp = async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const statusRequests: unknown[] = []
      const cancelled: string[] = []
      // A slow second response: ten minutes of quick ones would take too long in a test.
      const slow = Promise.withResolvers<void>()
      server.use(
        http.post(`${apiUrl}/explore/getQueryStatus`, async ({ request }) => {
          statusRequests.push(await request.json())
          if (statusRequests.length === 2) await slow.promise
          return HttpResponse.json(running)
        }),
        cancelSearchMockHandler(({ params }) => {
          cancelled.push(String(params['requestId']))
          return { ...running, status: 'cancelled' }
        }),
      )
      const view = renderApp('/search?term=oat+milk')
      await screen.findByRole('list', { name: 'Sources' })
      await waitFor(() => expect(statusRequests).toHaveLength(2))
      await vi.advanceTimersByTimeAsync(599_000 - 5000)
      expect(cancelled).toEqual([])
      await vi.advanceTimersByTimeAsync(6000)
      expect(await screen.findByRole('heading', { level: 1, name: 'The search took too long' })).toBeTruthy()
      slow.resolve()
      return { ...view, statusRequests, cancelled }
    }

    test('is no longer polled, and is cancelled on the server', async () => {
      const { statusRequests, cancelled } = await giveUp()
      await waitFor(() => expect(cancelled).toEqual(['req_x7m2p9q4']))
      const before = statusRequests.length
      await vi.advanceTimersByTimeAsync(60_000)
      expect(statusRequests.length).toBe(before)
    })

    test('is restarted by Try again without showing its old state', async () => {
      const { location } = await giveUp()
      server.use(
        topicQueryMockHandler({ ...running, request_id: 'req_anew' }),
        getQueryStatusMockHandler(async ({ request }) => {
          const { request_id } = (await request.json()) as { request_id: string }
          return request_id === 'req_anew'
            ? { ...getQueryStatusResponseMock(), request_id }
            : { ...running, status: 'cancelled' }
        }),
      )
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
    })
  })

  test('polls send the term and the client to the server', async () => {
    const statusRequests: Record<string, unknown>[] = []
    server.use(
      http.post(`${apiUrl}/explore/getQueryStatus`, async ({ request }) => {
        statusRequests.push((await request.json()) as Record<string, unknown>)
        return HttpResponse.json(statusRequests.length < 3 ? running : getQueryStatusResponseMock())
      }),
    )
    renderApp('/search?term=oat+milk')
    await waitFor(() => expect(statusRequests).toHaveLength(3))
    const [{ socketID } = {}] = statusRequests
    expect(socketID).toMatch(/^[0-9a-f]{32}$/)
    for (const statusRequest of statusRequests)
      expect(statusRequest).toEqual({ request_id: 'req_x7m2p9q4', query_term: 'oat milk', socketID, waitMs: 400 })
  })

  test('a lost response does not end the search', async () => {
    server.use(
      http.post(`${apiUrl}/explore/getQueryStatus`, () => new HttpResponse(null, { status: 503 }), { once: true }),
    )
    const { location } = renderApp('/search?term=oat+milk')
    await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
  })

  test('Try again restarts a failed search', async () => {
    server.use(
      http.post(`${apiUrl}/explore/getQueryStatus`, () => HttpResponse.json({}, { status: 404 }), { once: true }),
    )
    const { user, location } = renderApp('/search?term=oat+milk')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
  })

  test('too few documents: shows what was found, what a report needs and what would help', async () => {
    const query = { ...sparse.query, subject: 'oat milk from Austria' }
    server.use(getQueryStatusMockHandler({ ...sparse, query }))
    const { user, location } = renderApp('/search?term=oat+milk&geo=AT')
    const title = 'Too few documents about “oat milk from Austria”'
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByText(/4 documents match\. A report needs at least 10/)).toBeTruthy()
    expect(screen.getByText('Search everywhere instead of Austria')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Search everywhere, any time' }))
    await waitFor(() => expect(location().href).toBe('/search?term=oat+milk'))
  })

  test('too few documents about a pair: searching everywhere keeps both terms', async () => {
    server.use(getQueryStatusMockHandler(sparse))
    renderApp('/search?term=oat+milk&and=coffee&both=1&geo=AT')
    const link = await screen.findByRole('link', { name: 'Search everywhere, any time' })
    expect(link.getAttribute('href')).toBe('/search?term=oat+milk&and=coffee&both=1')
  })

  test('too few documents: the first response can report them too', async () => {
    server.use(topicQueryMockHandler(sparse))
    renderApp('/search?term=oat+milk')
    expect(await screen.findByRole('heading', { level: 1, name: /Too few documents/ })).toBeTruthy()
  })

  test('an invalid query is reported with its column, in a form with its text', async () => {
    const problem = {
      type: 'about:blank',
      title: 'This quotation mark is never closed.',
      status: 422,
      code: 'signals.query_unreadable',
      detail: 'Column 1: Add a closing " after the phrase, or remove this one.',
      requestId: 'r-1',
    }
    server.use(
      http.post(`${apiUrl}/explore/topicQuery`, () =>
        HttpResponse.json(problem, { status: 422, headers: { 'content-type': 'application/problem+json' } }),
      ),
    )
    const { user, location } = renderApp('/search?term=%22oat&geo=AT')
    expect(await screen.findByRole('heading', { level: 1, name: 'This quotation mark is never closed.' })).toBeTruthy()
    expect(screen.getByText(/^Column 1: Add a closing/)).toBeTruthy()
    const topic = screen.getByLabelText('Topic')
    expect(topic).toHaveProperty('value', '"oat')
    server.resetHandlers()
    await user.clear(topic)
    await user.type(topic, 'oat milk')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().pathname).toBe('/signals/sig_k2m4p6q8'))
  })

  test('any other refusal shows the product message and the request id', async () => {
    server.use(topicQueryMockHandler422())
    const { user, location } = renderApp('/search?term=%22oat')
    expect(await screen.findByRole('heading', { level: 1, name: 'Error while searching trends' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy request id r-7f3a' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location().search).toEqual(expect.objectContaining({ term: '"oat' })))
  })

  test('a link without a topic says so', async () => {
    renderApp('/search')
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing to search for yet' })).toBeTruthy()
  })
})
