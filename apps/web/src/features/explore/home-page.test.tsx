import {
  autocompleteEntityMockHandler,
  clearRecentSearchesMockHandler,
  getMeResponseMock,
  listGeneralTrendsMockHandler,
  listGeneralTrendsMockHandler500,
  listGeneralTrendsResponseMock,
  listRecentSearchesMockHandler,
  listRecentSearchesResponseMock,
  compareSignalsMockHandler,
  topicQueryMockHandler,
  topicQueryResponseMock,
  topicQueryLiteBulkMockHandler,
  topicQueryLiteBulkMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { storeClearedSearches } from './cleared-searches.ts'
import { readTopics } from './several/several-topics.tsx'

const noTrends = {
  asOf: null,
  windowDays: 28,
  stepDays: 1,
  firstDay: '2026-11-01',
  latestDay: '2026-11-05',
  provenance: 'real',
  basis: 'library-share',
  country: null,
  documents: 0,
  previous: 0,
} as const

const noMedia = window.matchMedia

const searchForm = async () => within(await screen.findByRole('search', { name: 'Search a topic' }))

describe('home', () => {
  test('a topic with dates becomes a search in the URL', async () => {
    const { user, location } = renderApp('/')
    const search = await searchForm()
    await user.type(search.getByLabelText('Topic'), 'oat milk')
    await user.click(search.getByRole('button', { name: 'Refine' }))
    await user.type(search.getByLabelText('From'), '2026-01-01')
    expect(search.getByRole('button', { name: 'Remove since 1 Jan 2026' })).toBeTruthy()
    await user.click(search.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().href).toBe('/search?term=oat+milk&from=2026-01-01'))
  })

  test('an empty topic is refused with a message', async () => {
    const { user, location } = renderApp('/')
    const search = await searchForm()
    await user.click(search.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('Enter a topic')).toBeTruthy()
    expect(location().pathname).toBe('/')
  })

  test('dates in the wrong order are refused', async () => {
    const { user } = renderApp('/?term=oat+milk&from=2026-02-01&to=2026-01-01')
    const search = await searchForm()
    await user.click(search.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('The first day must not be after the last day')).toBeTruthy()
  })

  test('choosing a suggestion by keyboard searches it', async () => {
    const { user, location } = renderApp('/')
    const search = await searchForm()
    await user.type(search.getByLabelText('Topic'), 'oat')
    // jsdom does no layout, so the list counts as detached and hidden.
    const option = await screen.findByRole('option', { name: /oat milk/, hidden: true })
    expect(option.textContent).toContain('412 pieces')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(location().search).toEqual(expect.objectContaining({ term: 'oat milk' })))
  })

  test('a name in the library is suggested and filters the search', async () => {
    server.use(autocompleteEntityMockHandler())
    const { user, location } = renderApp('/?term=oat+milk')
    const search = await searchForm()
    await user.click(search.getByRole('button', { name: 'Refine' }))
    await user.type(search.getByRole('combobox', { name: 'Mentions' }), 'oat')
    await screen.findByRole('option', { name: /Oatly.*96 documents/, hidden: true })
    await user.keyboard('{ArrowDown}{Enter}')
    await user.click(search.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().href).toBe('/search?term=oat+milk&entity=Oatly'))
  })

  test('a trend shows its growth with the interval and searches all of its terms', async () => {
    renderApp('/')
    const trend = await screen.findByRole('link', { name: /54 pieces in 28 days, 30 in the 28 before · 23 outlets/ })
    expect(trend.textContent).toContain('×1.8')
    expect(trend.textContent).toContain('at least ×1.3')
    const target = new URL(trend.getAttribute('href') ?? '', 'https://auspex.example')
    expect(target.searchParams.get('term')).toBe('"oat milk" OR "oat drink"')
  })

  test('a trend opens its main headline, and uncertain trends are only on the trends page', async () => {
    renderApp('/')
    const section = within(await screen.findByRole('region', { name: 'Growing topics' }))
    const headline = await section.findByRole('link', { name: /Oat milk prices rise as harvest fails/ })
    expect(headline.getAttribute('href')).toBe('https://www.altoonamirror.com/oat-milk-prices')
    expect(section.queryByText('matcha')).toBeNull()
  })

  test('a quiet month is replaced by the last three months, and the page says so', async () => {
    const list = listGeneralTrendsResponseMock()
    server.use(
      http.get(`${apiUrl}/explore/generalTrends`, ({ request }) => {
        const isLonger = new URL(request.url).searchParams.get('windowDays') === '90'
        return HttpResponse.json(isLonger ? { ...list, windowDays: 90, stepDays: 7 } : { ...list, items: [] })
      }),
    )
    renderApp('/')
    const section = within(await screen.findByRole('region', { name: 'Growing topics' }))
    expect(await section.findByText('In the 90 days to 20 Nov 2026. Nothing clearly grew in 28 days.')).toBeTruthy()
    // the trends page uses the same default window
    expect(section.getByRole('link', { name: 'All growing topics' }).getAttribute('href')).toBe('/trends')
  })

  test('the filters of a search are shown as chips, each of which is removed by a press', async () => {
    const { user, location } = renderApp('/?term=oat+milk&geo=ES&from=2026-01-01&and=tea&both=1')
    const search = await searchForm()
    expect(search.queryByRole('combobox', { name: 'Country' })).toBeNull()
    await user.click(search.getByRole('button', { name: 'Remove Spain' }))
    await user.click(search.getByRole('button', { name: 'Remove and tea' }))
    expect(search.queryByRole('button', { name: 'Remove Spain' })).toBeNull()
    await user.click(search.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(location().href).toBe('/search?term=oat+milk&from=2026-01-01'))
  })

  /** A library whose year had other growing topics than its month, and a person with these searches. */
  const answerWithYear = (terms: readonly string[], searches = listRecentSearchesResponseMock().items.slice(0, 0)) => {
    const list = listGeneralTrendsResponseMock()
    const [trend] = list.items
    if (trend === undefined) throw new Error('the contract has an example')
    const year = [...list.items, ...terms.map((term) => ({ ...trend, term, query: `"${term}"` }))]
    server.use(
      http.get(`${apiUrl}/explore/generalTrends`, ({ request }) => {
        const isYear = new URL(request.url).searchParams.get('windowDays') === '365'
        return HttpResponse.json(isYear ? { ...list, items: year } : list)
      }),
      listRecentSearchesMockHandler({ ...listRecentSearchesResponseMock(), items: searches }),
    )
  }
  const findExamples = async () => within(await screen.findByRole('list', { name: 'For example' })).getAllByRole('link')

  test('growing topics of the year are examples below the field, without those that the page lists', async () => {
    answerWithYear(['outdoor dining'])
    renderApp('/')
    const examples = await findExamples()
    expect(examples.map(({ textContent }) => textContent)).toEqual(['outdoor dining'])
    const href = examples[0]?.getAttribute('href') ?? ''
    expect(new URL(href, 'https://auspex.example').searchParams.get('term')).toBe('"outdoor dining"')
  })

  test('the examples are names and phrases where there are enough of them', async () => {
    answerWithYear(['Paris', 'cases', 'outdoor dining', 'virus'])
    renderApp('/')
    expect((await findExamples()).map(({ textContent }) => textContent)).toEqual(['Paris', 'outdoor dining'])
  })

  test('a person who has searched sees those searches and no examples', async () => {
    answerWithYear(['Paris', 'outdoor dining'], listRecentSearchesResponseMock().items)
    renderApp('/')
    const growing = within(await screen.findByRole('region', { name: 'Growing topics' }))
    await growing.findByRole('link', { name: 'All growing topics' })
    await within(screen.getByRole('region', { name: 'Recent searches' })).findAllByRole('link')
    expect(screen.queryByRole('list', { name: 'For example' })).toBeNull()
  })

  test('with a keyboard the search box has the focus', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(noMedia(query), { matches: true }))
    renderApp('/')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Topic'))
    vi.restoreAllMocks()
  })

  test('an empty library explains how to add documents', async () => {
    server.use(listGeneralTrendsMockHandler({ ...noTrends, firstDay: null, latestDay: null, items: [] }))
    renderApp('/')
    const steps = within(await screen.findByRole('region', { name: 'First steps' }))
    expect(steps.getByRole('heading', { name: 'The library is empty' })).toBeTruthy()
    expect(screen.getByText('npm run import -- archive.jsonl.gz')).toBeTruthy()
    expect(screen.getByText('AUSPEX_SOURCES=demo npm start')).toBeTruthy()
  })

  test('failed trends show the reason and the request id, and the rest of the page stays', async () => {
    server.use(listGeneralTrendsMockHandler500())
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Error while searching trends' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy request id r-7f3a' })).toBeTruthy()
    expect(await searchForm()).toBeTruthy()
  })

  test('a library without trends offers starter topics', async () => {
    server.use(listGeneralTrendsMockHandler({ ...noTrends, items: [] }))
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'No trends yet' })).toBeTruthy()
    const topics = within(await screen.findByRole('list', { name: 'Topics to start with' }))
    const topic = topics.getByRole('link', { name: 'oat milk' })
    expect(topic.getAttribute('href')).toBe('/search?term=oat+milk')
  })

  test('without searches the page says what to do', async () => {
    server.use(listRecentSearchesMockHandler({ items: [] }))
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'No searches yet' })).toBeTruthy()
  })

  test('cleared searches can be restored', async () => {
    const saved: unknown[] = []
    server.use(
      clearRecentSearchesMockHandler({ removed: 1 }),
      http.post(`${apiUrl}/explore/saveRecentSearch`, async ({ request }) => {
        saved.push(await request.json())
        return HttpResponse.json({
          id: 'rs_1',
          signalId: 'sig_k2m4p6q8',
          query: {},
          searchedAt: '2026-11-21T08:00:00Z',
        })
      }),
    )
    const { user } = renderApp('/')
    const section = within(await screen.findByRole('region', { name: 'Recent searches' }))
    await section.findByRole('link', { name: /oat milk/ })
    await user.click(section.getByRole('button', { name: 'Clear recent searches' }))
    expect(await section.findByText(/1 search cleared\. You can undo this for ten minutes\./)).toBeTruthy()
    expect(section.queryByRole('link', { name: /oat milk/ })).toBeNull()
    await user.click(section.getByRole('button', { name: 'Undo' }))
    expect(await section.findByRole('link', { name: /oat milk/ })).toBeTruthy()
    expect(saved).toEqual([expect.objectContaining({ query_term: 'oat milk' })])
    await waitFor(() => expect(section.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  describe('undo of a cleared history', () => {
    const storeCleared = (clearedAt: number, personId = getMeResponseMock().profile.id) =>
      storeClearedSearches({ personId, clearedAt, queries: [{ query_term: 'oat milk' }] })

    test('is offered after a reload', async () => {
      storeCleared(Date.now() - 9 * 60_000)
      renderApp('/')
      expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
    })

    test('also restores the searches of an earlier clear', async () => {
      storeCleared(Date.now() - 60_000)
      const { user } = renderApp('/')
      await user.click(await screen.findByRole('button', { name: 'Clear recent searches' }))
      expect(await screen.findByText(/2 searches cleared\./)).toBeTruthy()
    })

    test('expires after ten minutes, and is never offered to another person', async () => {
      storeCleared(Date.now() - 10 * 60_000)
      const first = renderApp('/')
      await screen.findByRole('button', { name: 'Clear recent searches' })
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
      first.unmount()
      storeCleared(Date.now(), 'usr_somebody_else')
      renderApp('/')
      await screen.findByRole('button', { name: 'Clear recent searches' })
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
      expect(sessionStorage.getItem('auspex.cleared')).toBeNull()
    })
  })
})

const growth = { value: 1.8, low: 1.4, high: 2.3, n: 412, method: 'log-ratio' }
const createMeasuredTopic = (title: string, signalId: string) =>
  ({ signalId, title, status: 'measured', reason: null, documents: 412, momentum: growth, toneMean: 0.12 }) as const

const createCompleteSearch = (signal_id: string) => ({
  ...topicQueryResponseMock(),
  signal_id,
  status: 'complete' as const,
  finishedAt: '2026-11-21T08:00:01Z',
})

const submitTopics = async (lines: string) => {
  const { user, location } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Refine' }))
  await user.click(await screen.findByRole('button', { name: 'Search several topics' }))
  const form = within(await screen.findByRole('form', { name: 'Several topics at once' }))
  await user.click(form.getByLabelText('Topics, one per line'))
  await user.paste(lines)
  await user.click(form.getByRole('button', { name: 'Measure' }))
  return { user, location, form }
}

describe('several topics at once', () => {
  test('each shows its state and links to its report, and measured ones are compared once they are searched', async () => {
    const searched: unknown[] = []
    server.use(
      compareSignalsMockHandler(),
      topicQueryLiteBulkMockHandler({
        asOf: '2026-11-20',
        windowDays: 28,
        items: [
          createMeasuredTopic('oat milk', 'sig_a1'),
          createMeasuredTopic('matcha', 'sig_b2'),
          {
            signalId: null,
            title: 'tea AND (',
            status: 'bad-query',
            reason: 'A parenthesis is not closed at column 9',
            documents: null,
            momentum: null,
            toneMean: null,
          },
        ],
      }),
      http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
        const { query_term } = (await request.json()) as { query_term: string } // the client's own body
        searched.push(query_term)
        return HttpResponse.json(createCompleteSearch(query_term === 'matcha' ? 'sig_b2' : 'sig_a1'))
      }),
    )
    const { user, location } = await submitTopics('oat milk\nmatcha\ntea AND (')
    const table = within(await screen.findByRole('table', { name: 'Topics that were measured' }))
    expect(table.getByText('A parenthesis is not closed at column 9')).toBeTruthy()
    expect(table.getByRole('link', { name: 'matcha' }).getAttribute('href')).toBe('/search?term=matcha')
    await user.click(screen.getByRole('button', { name: 'Compare these 2' }))
    await waitFor(() => expect(location().pathname).toBe('/compare'))
    expect(location().search).toEqual(expect.objectContaining({ signals: 'sig_a1,sig_b2' }))
    expect(new Set(searched)).toEqual(new Set(['oat milk', 'matcha']))
  })

  test('a topic that cannot be searched says why, and is not compared', async () => {
    server.use(
      topicQueryLiteBulkMockHandler({
        asOf: null,
        windowDays: 28,
        items: [createMeasuredTopic('oat milk', 'sig_a1'), createMeasuredTopic('matcha', 'sig_b2')],
      }),
      topicQueryMockHandler({ ...createCompleteSearch('sig_a1'), status: 'failed', message: 'No source answers' }),
    )
    const { user, location } = await submitTopics('oat milk\nmatcha')
    await user.click(await screen.findByRole('button', { name: 'Compare these 2' }))
    expect(await screen.findAllByText('No source answers')).toHaveLength(2)
    expect(location().pathname).toBe('/')
  })

  test('a failed measurement says so and can be retried', async () => {
    server.use(topicQueryLiteBulkMockHandler500())
    await submitTopics('oat milk')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

test('each line is one topic, ignoring case; empty lines are skipped', () => {
  expect(readTopics(' oat milk \r\n\nMatcha\nOat Milk')).toEqual({ topics: ['oat milk', 'Matcha'] })
})

test('too many topics and a line that is too long are refused with the reason', () => {
  const tooManyTopics = Array.from({ length: 101 }, (_, index) => `topic ${index}`).join('\n')
  expect(readTopics(tooManyTopics)).toEqual({ fault: 'You entered 101 topics. The limit is 100 at once.' })
  expect(readTopics(`tea\n${'a'.repeat(501)}`)).toEqual({
    fault: 'Line 2 is longer than 500 characters. Please shorten it.',
  })
  expect(readTopics(' \n')).toEqual({ fault: 'Enter at least one topic' })
})
