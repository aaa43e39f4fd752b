import {
  autocompleteClinicalTermMockHandler,
  getPubmedTimeSeriesMockHandler,
  getPubmedTimeSeriesResponseMock,
  getPubmedTopicsMockHandler,
  getPubmedTopicsMockHandler500,
  listPubmedArticlesMockHandler,
  listPubmedArticlesResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { tellYears } from './article-years.tsx'

beforeEach(() =>
  server.use(
    autocompleteClinicalTermMockHandler(),
    listPubmedArticlesMockHandler(),
    getPubmedTimeSeriesMockHandler(),
    getPubmedTopicsMockHandler(),
  ),
)

describe('literature', () => {
  test('an article opens its abstract, and leads to PubMed and to the study that it names', async () => {
    const { user } = renderApp('/literature?q=hypercholesterolemia')
    const list = within(await screen.findByRole('list', { name: 'Articles' }))
    expect(list.getByRole('link', { name: /Oat beta-glucan/ }).getAttribute('href')).toBe(
      'https://pubmed.ncbi.nlm.nih.gov/999000001/',
    )
    expect(list.getByRole('link', { name: 'NCT99990102' }).getAttribute('href')).toBe('/trials/NCT99990102')
    await user.click(list.getByRole('button', { name: /Read the abstract/ }))
    expect(list.getByText(/lowered LDL cholesterol by 6 %/)).toBeTruthy()
  })

  test('the share stands beside the count, and the running year is called running', async () => {
    const { user } = renderApp('/literature?q=hypercholesterolemia')
    await user.click(await screen.findByRole('button', { name: 'Articles by year: show as table' }))
    const table = within(screen.getByRole('table', { name: 'Articles by year' }))
    const row = within(table.getByRole('row', { name: /2026, not over/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1,740', '1,580,000', '1,101'])
  })

  test('years that are not counted are hatched and said, not 0', async () => {
    const series = getPubmedTimeSeriesResponseMock()
    const [first, ...others] = series.years
    server.use(
      getPubmedTimeSeriesMockHandler({
        ...series,
        isComplete: false,
        gapReason: 'PubMed asked for a pause.',
        years: first ? [{ ...first, articles: null, total: null, perMillion: null }, ...others] : [],
      }),
    )
    const { user } = renderApp('/literature?q=hypercholesterolemia')
    expect(await screen.findByText(/2 of 3 years counted\. PubMed asked for a pause\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Articles by year: show as table' }))
    expect(screen.getAllByText('not counted')).toHaveLength(3)
  })

  test('a year narrows the list, and can be removed', async () => {
    const requestedUrls: string[] = []
    server.use(
      http.get(`${apiUrl}/pubmed`, ({ request }) => {
        requestedUrls.push(new URL(request.url).search)
        return HttpResponse.json(listPubmedArticlesResponseMock())
      }),
    )
    const { user, location } = renderApp('/literature?q=gout&year=2024')
    expect(await screen.findByRole('heading', { name: 'Articles of 2024' })).toBeTruthy()
    await waitFor(() => expect(requestedUrls[0]).toBe('?condition=gout&year=2024&page=1&perPage=20'))
    await user.click(screen.getByRole('link', { name: 'Remove the filter Year: 2024' }))
    await waitFor(() => expect(location().search).toEqual({ q: 'gout' }))
  })

  test('another source than PubMed is named', async () => {
    const page = listPubmedArticlesResponseMock()
    const notice = 'PubMed did not answer; this is what Europe PMC says.'
    server.use(
      listPubmedArticlesMockHandler({
        ...page,
        origin: { ...page.origin, source: 'europe_pmc', name: 'Europe PMC', attribution: 'Europe PMC', notice },
      }),
    )
    renderApp('/literature?q=gout')
    expect(await screen.findByText(new RegExp(notice))).toBeTruthy()
  })

  test('topics that fail leave the articles and the years', async () => {
    server.use(getPubmedTopicsMockHandler500())
    renderApp('/literature?q=gout')
    const region = await screen.findByRole('region', { name: 'What grew' })
    expect(await within(region).findByRole('alert')).toBeTruthy()
    expect(await screen.findByRole('list', { name: 'Articles' })).toBeTruthy()
  })
})

describe('tellYears', () => {
  const year = (of: number, articles: number, perMillion: number) => ({ year: of, articles, total: 1000, perMillion })
  const series = { ...getPubmedTimeSeriesResponseMock(), condition: 'gout' }

  test('compares whole years by share, so that the growth of PubMed is no growth of the field', () => {
    const years = [year(2020, 100, 100), year(2025, 200, 100), year(2026, 10, 10)]
    expect(tellYears({ ...series, years })).toBe('200 articles about gout in 2025: about the share of 2020')
    const grown = [year(2020, 100, 100), year(2025, 300, 150), year(2026, 10, 10)]
    expect(tellYears({ ...series, years: grown })).toBe('300 articles about gout in 2025: 1.50 times the share of 2020')
  })

  test('names the year with the largest share when it is neither the first nor the last', () => {
    const years = [year(2019, 0, 0), year(2023, 690, 690), year(2025, 520, 520), year(2026, 10, 10)]
    expect(tellYears({ ...series, years })).toBe(
      '520 articles about gout in 2025: 0.75 times the share of 2023, when it was highest',
    )
  })
})
