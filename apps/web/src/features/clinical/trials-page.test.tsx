import {
  getClinicalTrialFacetsMockHandler,
  getClinicalTrialFacetsResponseMock,
  getClinicalTrialMockHandler,
  getClinicalTrialResponseMock,
  listClinicalTrialPapersMockHandler,
  searchClinicalTrialsMockHandler,
  searchClinicalTrialsResponseMock,
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
import { summarizeYears } from './article-years.tsx'

beforeEach(() =>
  server.use(
    autocompleteClinicalTermMockHandler(),
    searchClinicalTrialsMockHandler(),
    getClinicalTrialFacetsMockHandler(),
    getClinicalTrialMockHandler(),
    listClinicalTrialPapersMockHandler(),
  ),
)

const refuse = (code: string, title: string, detail: string) =>
  server.use(
    http.get(`${apiUrl}/clinical-trials/search/:field/:words`, () =>
      HttpResponse.json(
        { type: 'about:blank', title, status: 503, detail, code, requestId: 'r-1', message: title },
        { status: 503, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  )

describe('trials', () => {
  test('a search leads to its studies, beside counts that narrow it', async () => {
    const { user, location } = renderApp('/trials')
    expect(await screen.findByRole('heading', { name: 'What is being studied?' })).toBeTruthy()
    await user.type(screen.getByRole('combobox', { name: 'Search the register' }), 'cholesterol{Enter}')
    await waitFor(() => expect(location().search).toEqual({ q: 'cholesterol' }))
    const study = await screen.findByRole('link', { name: 'Oat Beta-Glucan and Cholesterol in Adults' })
    expect(study.getAttribute('href')).toBe('/trials/NCT99990102')
    expect(screen.getByText(/120 participants \(planned\)/)).toBeTruthy()
    const status = within(await screen.findByRole('region', { name: 'Status' }))
    await user.click(status.getByRole('link', { name: /Recruiting/ }))
    await waitFor(() => expect(location().search).toEqual({ q: 'cholesterol', status: 'RECRUITING' }))
    await user.click(await screen.findByRole('link', { name: 'Remove the filter Status: Recruiting' }))
    await waitFor(() => expect(location().search).toEqual({ q: 'cholesterol' }))
  })

  test('a condition can be watched: the menu leads to a monitor that is set up', async () => {
    const { user, location } = renderApp('/trials?q=asthma')
    await user.click(await screen.findByRole('button', { name: 'Watch' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Changes of status' }))
    await waitFor(() => expect(location().href).toBe('/monitors?term=asthma&rule=trial-status'))
    expect(await screen.findByRole('combobox', { name: 'Alert me when' })).toHaveProperty(
      'value',
      'Trials of a condition change their status',
    )
  })

  test('terms that are not conditions cannot be watched', async () => {
    renderApp('/trials?q=Pfizer&field=sponsor')
    await screen.findByRole('link', { name: 'Oat Beta-Glucan and Cholesterol in Adults' })
    expect(screen.queryByRole('button', { name: 'Watch' })).toBeNull()
  })

  test('an NCT number opens its study', async () => {
    const { user, location } = renderApp('/trials')
    await user.type(await screen.findByRole('combobox', { name: 'Search the register' }), 'nct99990102{Enter}')
    await waitFor(() => expect(location().pathname).toBe('/trials/NCT99990102'))
  })

  test('the URL determines the request', async () => {
    const requestedUrls: string[] = []
    server.use(
      http.get(`${apiUrl}/clinical-trials/search/:field/:words`, ({ request, params }) => {
        requestedUrls.push(`${String(params['field'])} ${String(params['words'])}${new URL(request.url).search}`)
        return HttpResponse.json(searchClinicalTrialsResponseMock())
      }),
    )
    renderApp('/trials?q=oat%20milk&field=intervention&phase=PHASE2&country=Norway')
    await waitFor(() => expect(requestedUrls).toEqual(['intervention oat milk?phase=PHASE2&country=Norway&perPage=20']))
  })

  test('a cell of the landscape opens its studies', async () => {
    const { user, location } = renderApp('/trials?q=cholesterol&view=landscape')
    await user.click(await screen.findByRole('link', { name: '1 study: Phase 2, Completed' }))
    await waitFor(() => expect(location().search).toEqual({ q: 'cholesterol', phase: 'PHASE2', status: 'COMPLETED' }))
  })

  describe('the landscape of studies in several phases', () => {
    const facets = getClinicalTrialFacetsResponseMock()
    beforeEach(() =>
      server.use(
        http.get(`${apiUrl}/clinical-trials/facets/:field/:words`, ({ request }) => {
          const sponsorClass = new URL(request.url).searchParams.get('sponsorClass')
          const landscape = [
            { phase: 'PHASE1', sponsorClass: 'INDUSTRY', status: 'COMPLETED', studies: 2 },
            { phase: 'PHASE2', sponsorClass: 'INDUSTRY', status: 'COMPLETED', studies: 2 },
            { phase: 'PHASE2', sponsorClass: 'OTHER', status: 'COMPLETED', studies: 5 },
          ].filter((cell) => sponsorClass === null || cell.sponsorClass === sponsorClass)
          return HttpResponse.json({ ...facets, landscape })
        }),
      ),
    )

    test('has only the phase of the filter: a cell of another phase would open more studies than it counts', async () => {
      renderApp('/trials?q=cholesterol&view=landscape&phase=PHASE2')
      expect(await screen.findByRole('link', { name: '7 studies: Phase 2, Completed' })).toBeTruthy()
      expect(screen.queryByRole('rowheader', { name: 'Phase 1' })).toBeNull()
    })

    test('counts one type of sponsor, and opens its studies', async () => {
      const { user, location } = renderApp('/trials?q=cholesterol&view=landscape')
      await user.click(await screen.findByRole('radio', { name: 'Industry' }))
      await user.click(screen.getByRole('link', { name: '2 studies: Phase 2, Completed' }))
      await waitFor(() =>
        expect(location().search).toEqual({
          q: 'cholesterol',
          phase: 'PHASE2',
          status: 'COMPLETED',
          sponsorClass: 'INDUSTRY',
        }),
      )
    })

    test('counts all its studies when a filter leaves none of the selected type of sponsor', async () => {
      // The answer for this filter is in the cache from here on, so that the landscape stays on the page.
      const { user } = renderApp('/trials?q=cholesterol&view=landscape&sponsorClass=OTHER')
      await user.click(await screen.findByRole('link', { name: /Remove the filter Sponsor/ }))
      await user.click(await screen.findByRole('radio', { name: 'Industry' }))
      const sponsors = within(screen.getByRole('region', { name: 'Sponsor' }))
      await user.click(sponsors.getByRole('link', { name: /University/ }))
      expect(await screen.findByRole('link', { name: '5 studies: Phase 2, Completed' })).toBeTruthy()
    })
  })

  test('planned and actual participants are kept apart', async () => {
    renderApp('/trials?q=cholesterol&view=landscape')
    expect(await screen.findByText(/1 study counted 84 participants; 2 studies plan for 420\./)).toBeTruthy()
  })

  test('a count that stops halfway says how far it got, and continues on request', async () => {
    const facets = getClinicalTrialFacetsResponseMock()
    let requestCount = 0
    server.use(
      http.get(`${apiUrl}/clinical-trials/facets/:field/:words`, () => {
        requestCount += 1
        const isHalf = requestCount <= 2
        return HttpResponse.json({ ...facets, total: 6400, counted: isHalf ? 5000 : 6400, isComplete: !isHalf })
      }),
    )
    const { user } = renderApp('/trials?q=cholesterol')
    expect(await screen.findByText(/5,000 of 6,400 studies counted/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Continue counting' }))
    await waitFor(() => expect(screen.queryByText(/studies counted/)).toBeNull())
  })

  test('an older response shows its date', async () => {
    const page = searchClinicalTrialsResponseMock()
    server.use(
      searchClinicalTrialsMockHandler({
        ...page,
        origin: { ...page.origin, notice: 'ClinicalTrials.gov did not answer now.' },
      }),
    )
    renderApp('/trials?q=cholesterol')
    expect((await screen.findByText(/did not answer now/)).textContent).toContain('20 Nov 2026')
  })

  test('the demo says that it has no trials and what to do', async () => {
    refuse('clinical.demo', 'The demo has no trials and no literature', 'Set AUSPEX_SOURCES to live.')
    renderApp('/trials?q=cholesterol')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'The demo has no trials and no literature' })).toBeTruthy()
    expect(alert.getByText('Set AUSPEX_SOURCES to live.')).toBeTruthy()
    expect(alert.queryByRole('button')).toBeNull()
  })

  test('an unavailable register can be retried', async () => {
    refuse('clinical.source_failed', 'ClinicalTrials.gov did not answer', 'Nobody answers.')
    const { user } = renderApp('/trials?q=cholesterol')
    const retryButton = await screen.findByRole('button', { name: 'Ask again' })
    server.use(searchClinicalTrialsMockHandler())
    await user.click(retryButton)
    expect(await screen.findByRole('link', { name: 'Oat Beta-Glucan and Cholesterol in Adults' })).toBeTruthy()
  })

  test('no matching study shows an empty state with a next step', async () => {
    const page = searchClinicalTrialsResponseMock()
    server.use(searchClinicalTrialsMockHandler({ ...page, items: [], page: { ...page.page, total: 0, totalPages: 0 } }))
    const { user, location } = renderApp('/trials?q=xyzzy')
    await user.click(await screen.findByRole('link', { name: 'Search anywhere' }))
    await waitFor(() => expect(location().search).toEqual({ q: 'xyzzy', field: 'term' }))
  })
})

describe('a trial', () => {
  test('shows what changed in its record, and administrative changes on request', async () => {
    const record = getClinicalTrialResponseMock()
    const [newest, ...older] = record.versions
    const stamp = {
      field: 'statusModule.lastUpdatePostDateStruct.date',
      kind: 'administrative' as const,
      before: '2026-01-12',
      after: '2026-10-30',
    }
    server.use(
      getClinicalTrialMockHandler({
        ...record,
        versions: newest ? [{ ...newest, changes: [...newest.changes, stamp] }, ...older] : [],
      }),
    )
    const { user } = renderApp('/trials/NCT99990102')
    const versions = within(await screen.findByRole('list', { name: 'Versions' }))
    expect(versions.getByText(/Not yet recruiting → Recruiting/)).toBeTruthy()
    expect(versions.getByText('1 administrative change.')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: /Show administrative changes/ }))
    expect(versions.getByText('Update posted')).toBeTruthy()
  })

  test('distinguishes planned from actual dates, and lists its papers with the reason', async () => {
    renderApp('/trials/NCT99990102')
    expect(await screen.findByText('March 2026 (actual)')).toBeTruthy()
    expect(screen.getByText('February 2027 (planned)')).toBeTruthy()
    expect(await screen.findByText(/Results, according to the register/)).toBeTruthy()
  })

  test('that the register does not have is not an error', async () => {
    server.use(
      http.get(`${apiUrl}/clinical-trials/studies/:nctId`, () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: 'The register has no study NCT00000000',
            status: 404,
            detail: 'Check the number.',
            code: 'clinical.trial_not_found',
            requestId: 'r-1',
            message: 'The register has no study NCT00000000',
          },
          { status: 404, headers: { 'content-type': 'application/problem+json' } },
        ),
      ),
    )
    renderApp('/trials/NCT00000000')
    expect(await screen.findByRole('heading', { name: 'The register has no study NCT00000000' })).toBeTruthy()
  })
})

beforeEach(() =>
  server.use(
    autocompleteClinicalTermMockHandler(),
    listPubmedArticlesMockHandler(),
    getPubmedTimeSeriesMockHandler(),
    getPubmedTopicsMockHandler(),
  ),
)

describe('literature', () => {
  test('an article opens its abstract, and links to PubMed and to the study it mentions', async () => {
    const { user } = renderApp('/literature?q=hypercholesterolemia')
    const list = within(await screen.findByRole('list', { name: 'Articles' }))
    expect(list.getByRole('link', { name: /Oat beta-glucan/ }).getAttribute('href')).toBe(
      'https://pubmed.ncbi.nlm.nih.gov/999000001/',
    )
    expect(list.getByRole('link', { name: 'NCT99990102' }).getAttribute('href')).toBe('/trials/NCT99990102')
    await user.click(list.getByRole('button', { name: /Read the abstract/ }))
    expect(list.getByText(/lowered LDL cholesterol by 6 %/)).toBeTruthy()
  })

  test('shows the share next to the count, and marks the current year', async () => {
    const { user } = renderApp('/literature?q=hypercholesterolemia')
    await user.click(await screen.findByRole('button', { name: 'Articles by year: show as table' }))
    const table = within(screen.getByRole('table', { name: 'Articles by year' }))
    const row = within(table.getByRole('row', { name: /2026, so far/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1,740', '1,580,000', '1,101'])
  })

  test('years that are not counted are hatched and labelled, not 0', async () => {
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

  test('a year filters the list, and can be removed', async () => {
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

  test('a failure of the topics keeps the articles and the years', async () => {
    server.use(getPubmedTopicsMockHandler500())
    renderApp('/literature?q=gout')
    const region = await screen.findByRole('region', { name: 'What grew' })
    expect(await within(region).findByRole('alert')).toBeTruthy()
    expect(await screen.findByRole('list', { name: 'Articles' })).toBeTruthy()
  })
})

describe('summarizeYears', () => {
  const year = (value: number, articles: number, perMillion: number) => ({
    year: value,
    articles,
    total: 1000,
    perMillion,
  })
  const series = { ...getPubmedTimeSeriesResponseMock(), condition: 'gout' }

  test('compares complete years by share, so that growth of PubMed does not count as growth of the field', () => {
    const years = [year(2020, 100, 100), year(2025, 200, 100), year(2026, 10, 10)]
    expect(summarizeYears({ ...series, years })).toBe('200 articles about gout in 2025: about the share of 2020')
    const grown = [year(2020, 100, 100), year(2025, 300, 150), year(2026, 10, 10)]
    expect(summarizeYears({ ...series, years: grown })).toBe(
      '300 articles about gout in 2025: 1.50 times the share of 2020',
    )
  })

  test('names the year with the largest share when it is neither the first nor the last', () => {
    const years = [year(2019, 0, 0), year(2023, 690, 690), year(2025, 520, 520), year(2026, 10, 10)]
    expect(summarizeYears({ ...series, years })).toBe(
      '520 articles about gout in 2025: 0.75 times the share of 2023, when it was highest',
    )
  })
})
