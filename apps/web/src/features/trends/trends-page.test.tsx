import {
  getClustersMockHandler,
  getTrendSummaryMockHandler,
  getTrendSummaryMockHandler500,
  getTrendSummaryResponseMock,
  listGeneralTrendsMockHandler,
  listGeneralTrendsMockHandler500,
  listGeneralTrendsResponseMock,
  searchTopicsMockHandler,
  smartSearchLiteMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

describe('explore', () => {
  test('a topic says why it is shown, since when and in how many outlets, and links to the search for all of its terms', async () => {
    renderApp('/trends')
    const trend = await screen.findByRole('link', {
      name: /oat milk with oat drink.*54 pieces in 28 days, 30 in the 28 before · 23 outlets · since 24 Oct 2026/,
    })
    expect(trend.textContent).toContain('×1.8')
    expect(trend.getAttribute('title')).toContain('1.8 times as large a share of what was collected')
    const target = new URL(trend.getAttribute('href') ?? '', 'https://auspex.example')
    expect(target.searchParams.get('term')).toBe('"oat milk" OR "oat drink"')
  })

  test('a trend expands to a summary, with the document of each quotation', async () => {
    const requests: unknown[] = []
    const query = '("oat milk" OR "oat drink") country:NO'
    server.use(
      getTrendSummaryMockHandler(async ({ request }) => {
        requests.push(await request.json())
        const summary = getTrendSummaryResponseMock()
        const inQuery = (text: string) => text.replace('mention oat milk', `mention ${query}`)
        return {
          ...summary,
          statements: summary.statements.map((statement) => ({ ...statement, text: inQuery(statement.text) })),
        }
      }),
    )
    const { user } = renderApp('/trends?geo=NO')
    const button = await screen.findByRole('button', { name: 'What is said about oat milk' })
    expect(requests).toEqual([])
    await user.click(button)
    const summary = within(await screen.findByRole('region', { name: 'What is said about oat milk' }))
    expect(summary.getByText('412 documents mention oat milk (Norway).')).toBeTruthy()
    expect(summary.getByText('Oat milk prices rise').closest('li')?.querySelector('a')?.textContent).toBe(
      'altoonamirror.com',
    )
    expect(requests).toEqual([{ trend: query, input: null }])
  })

  test('a failed summary keeps the trends and can be retried', async () => {
    server.use(getTrendSummaryMockHandler500())
    const { user } = renderApp('/trends')
    await user.click(await screen.findByRole('button', { name: 'What is said about oat milk' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while getting Executive summary')
    server.use(getTrendSummaryMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('412 documents mention oat milk.')).toBeTruthy()
  })

  test('the URL determines the country and the category', async () => {
    const queries: string[] = []
    server.use(
      http.get(`${apiUrl}/explore/categoryTrends`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return new HttpResponse(null, { status: 404 })
      }),
    )
    renderApp('/trends?geo=NO&category=food_drink')
    await waitFor(() => expect(queries).toContain('?category=food_drink&geo=NO'))
    const country = await screen.findByRole('combobox', { name: 'Country' })
    await waitFor(() => expect((country as HTMLInputElement).value).toBe('Norway (1,840)')) // a combobox is an input
  })

  test('uncertain growth is behind a switch, which the URL stores, and is labelled as such', async () => {
    const { user, location } = renderApp('/trends')
    const toggle = await screen.findByRole('switch', { name: 'Show changes that may be chance (1)' })
    expect(screen.queryByRole('link', { name: /matcha/ })).toBeNull()
    await user.click(toggle)
    await waitFor(() => expect(location().href).toBe('/trends?uncertain=1'))
    const matcha = await within(await screen.findByRole('list', { name: 'May be chance' })).findByRole('link', {
      name: /matcha/,
    })
    expect(matcha.textContent).toContain('unclear')
  })

  test('growth of unknown size is shown as two counts', async () => {
    const list = listGeneralTrendsResponseMock()
    const yearBefore = {
      fromDay: '2025-10-25',
      toDay: '2025-11-21',
      stories: null,
      growth: null,
      reason: 'Not covered.',
    }
    const items = list.items.map((trend) => ({ ...trend, isRatioTold: false, previousStories: 0, yearBefore }))
    server.use(listGeneralTrendsMockHandler({ ...list, items }))
    renderApp('/trends')
    const trend = await screen.findByRole('link', { name: /oat milk.*54 pieces.*none before/ })
    expect(trend.textContent).not.toContain('×')
  })

  test('the URL determines the window and the day, which can be changed', async () => {
    const queries: string[] = []
    server.use(
      http.get(`${apiUrl}/explore/generalTrends`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json(listGeneralTrendsResponseMock())
      }),
    )
    const { user, location } = renderApp('/trends?window=90&asOf=2013-08-19')
    await waitFor(() => expect(queries).toContain('?limit=60&windowDays=90&asOf=2013-08-19'))
    expect(screen.getByLabelText<HTMLInputElement>('As of').value).toBe('2013-08-19')
    await user.click(await screen.findByRole('radio', { name: '365 days' }))
    await waitFor(() => expect(location().search).toEqual({ window: '365', asOf: '2013-08-19' }))
  })

  describe('if nothing grew for certain in the usual window', () => {
    const list = listGeneralTrendsResponseMock()
    /** Trends that are certain only in these windows. */
    const growWithin = (...windows: readonly number[]) =>
      server.use(
        http.get(`${apiUrl}/explore/generalTrends`, ({ request }) => {
          const windowDays = Number(new URL(request.url).searchParams.get('windowDays') ?? 28)
          const uncertain = list.items.map((trend) => ({ ...trend, change: 'unclear' as const }))
          return HttpResponse.json({
            ...list,
            windowDays,
            items: windows.includes(windowDays) ? list.items : uncertain,
          })
        }),
      )

    test('the shortest longer window with certain growth is shown, and the page says so', async () => {
      growWithin(365)
      renderApp('/trends')
      expect(await screen.findByText(/^Nothing clearly grew in 28 or 90 days\. The 365 days/)).toBeTruthy()
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '365 days' }).checked).toBe(true)
      const certain = within(screen.getByRole('list', { name: 'Clearly growing' }))
      expect(certain.getByRole('link', { name: /^oat milk/ })).toBeTruthy()
    })

    test('a chosen window is kept, with its uncertain growth behind the switch', async () => {
      growWithin(90)
      renderApp('/trends?window=28')
      expect(await screen.findByRole('heading', { name: 'Nothing is clearly growing' })).toBeTruthy()
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '28 days' }).checked).toBe(true)
      expect(screen.getByRole('switch', { name: /^Show changes that may be chance/ })).toBeTruthy()
    })

    test('a library without certain growth in any window names the windows that were tried', async () => {
      growWithin()
      renderApp('/trends')
      expect(
        await screen.findByText(
          'No topic clearly took a larger share of the last 28, 90 or 365 days than of as many days before.',
        ),
      ).toBeTruthy()
    })
  })

  test('the trends can be shown as a table', async () => {
    const { user } = renderApp('/trends')
    await user.click(await screen.findByRole('button', { name: 'Show as a table' }))
    const table = within(await screen.findByRole('table', { name: 'Growing topics' }))
    expect(
      table.getByRole('row', { name: /oat milk, oat drink 54 30 ×1\.80 1\.30–2\.50 23 24 Oct 2026 7 Nov 2026/ }),
    ).toBeTruthy()
  })

  test.each(['/trends', '/trends?view=categories', '/trends?view=industries', '/trends?view=stories'])(
    'an empty library explains how to add documents in every view: %s',
    async (address) => {
      server.use(
        listGeneralTrendsMockHandler({
          ...listGeneralTrendsResponseMock(),
          asOf: null,
          firstDay: null,
          latestDay: null,
          items: [],
        }),
      )
      renderApp(address)
      expect(await screen.findByRole('heading', { name: 'The library is empty' })).toBeTruthy()
      expect(screen.getByText('npm run import -- archive.jsonl.gz')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Search a topic' }).getAttribute('href')).toBe('/')
    },
  )

  test('a library too young for two periods says what to do', async () => {
    server.use(
      listGeneralTrendsMockHandler({
        asOf: null,
        windowDays: 28,
        stepDays: 1,
        firstDay: '2026-11-18',
        latestDay: '2026-11-20',
        provenance: 'real',
        basis: 'library-share',
        country: null,
        documents: 12,
        previous: 0,
        items: [],
      }),
    )
    renderApp('/trends')
    expect(await screen.findByRole('heading', { name: 'No trends yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search a topic' }).getAttribute('href')).toBe('/')
  })

  test('failed trends can be retried', async () => {
    server.use(listGeneralTrendsMockHandler500())
    renderApp('/trends')
    expect(await screen.findByRole('heading', { name: 'Error while searching trends' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Try again/ })).toBeTruthy()
  })

  test('a category opens from its card, with its names', async () => {
    const { user, location } = renderApp('/trends?view=categories')
    await user.click(await screen.findByRole('link', { name: 'Food and drink' }))
    await waitFor(() => expect(location().href).toBe('/trends?view=categories&category=food_drink'))
    expect((await screen.findByRole('link', { name: /Fjord Oats/ })).getAttribute('title')).toMatch(/14 times as often/)
  })

  test('a category that does not exist links back to all categories', async () => {
    server.use(http.get(`${apiUrl}/category/technology`, () => new HttpResponse(null, { status: 404 })))
    renderApp('/trends?view=categories&category=technology')
    expect(await screen.findByRole('heading', { name: 'Category not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all categories' }).getAttribute('href')).toBe(
      '/trends?view=categories',
    )
  })

  test('categories that are too quiet to measure are listed once, with the reason', async () => {
    server.use(
      searchTopicsMockHandler({
        items: [],
        page: { page: 1, perPage: 200, total: 0, totalPages: 0, nextCursor: null },
      }),
    )
    renderApp('/trends?view=categories')
    const quiet = within(await screen.findByRole('list', { name: 'Quiet categories' }))
    expect(quiet.getByRole('link', { name: 'Food and drink' })).toBeTruthy()
    expect(screen.getAllByText(/^No term with at least 10 documents .* grew/)).toHaveLength(1)
  })

  test('industries link to their categories', async () => {
    renderApp('/trends?view=industries')
    const links = within(await screen.findByRole('list', { name: 'Categories of Food and beverage' }))
    expect((await links.findByRole('link')).getAttribute('href')).toBe('/trends?view=categories&category=food_drink')
  })

  test('stories say why they are shown, and their absence is explained', async () => {
    const { unmount } = renderApp('/trends?view=stories')
    expect(await screen.findByText(/4 independent outlets tell it/)).toBeTruthy()
    unmount()
    server.use(
      getClustersMockHandler({
        items: [],
        page: { page: 1, perPage: 20, total: 0, totalPages: 0, nextCursor: null },
      }),
    )
    renderApp('/trends?view=stories')
    expect(await screen.findByRole('heading', { name: 'Nothing was covered twice' })).toBeTruthy()
  })
})

describe('the topic box', () => {
  const box = async () => screen.findByRole('textbox', { name: 'Topic, name or headline' })

  test('finds topics, names and documents, and opens the report of a topic', async () => {
    const { user, location } = renderApp('/trends')
    await user.type(await box(), 'oat')
    const option = await screen.findByRole('option', { name: /oat milk.*412 documents/, hidden: true })
    expect(screen.getByRole('option', { name: /Fjord Oats/, hidden: true })).toBeTruthy()
    await user.click(option)
    await waitFor(() => expect(location().pathname).toMatch(/^\/signals\/sig_/))
  })

  test('searches what was typed if nothing matches', async () => {
    server.use(smartSearchLiteMockHandler500())
    const { user, location } = renderApp('/trends')
    await user.type(await box(), 'oat milk{Enter}')
    await waitFor(() => expect(location().href).toBe('/search?term=oat+milk'))
  })
})
