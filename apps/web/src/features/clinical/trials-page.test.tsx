import {
  getClinicalTrialFacetsMockHandler,
  getClinicalTrialFacetsResponseMock,
  getClinicalTrialMockHandler,
  getClinicalTrialResponseMock,
  listClinicalTrialPapersMockHandler,
  searchClinicalTrialsMockHandler,
  searchClinicalTrialsResponseMock,
  autocompleteClinicalTermMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

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

  test('what is no condition cannot be watched', async () => {
    renderApp('/trials?q=Pfizer&field=sponsor')
    await screen.findByRole('link', { name: 'Oat Beta-Glucan and Cholesterol in Adults' })
    expect(screen.queryByRole('button', { name: 'Watch' })).toBeNull()
  })

  test('an NCT number opens its study', async () => {
    const { user, location } = renderApp('/trials')
    await user.type(await screen.findByRole('combobox', { name: 'Search the register' }), 'nct99990102{Enter}')
    await waitFor(() => expect(location().pathname).toBe('/trials/NCT99990102'))
  })

  test('the address is what is asked for', async () => {
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

  test('planned and counted participants are told apart', async () => {
    renderApp('/trials?q=cholesterol&view=landscape')
    expect(await screen.findByText(/1 study counted 84 participants; 2 studies plan for 420\./)).toBeTruthy()
  })

  test('a count that stops half-way says how far it came, and goes on when asked', async () => {
    const whole = getClinicalTrialFacetsResponseMock()
    let requestCount = 0
    server.use(
      http.get(`${apiUrl}/clinical-trials/facets/:field/:words`, () => {
        requestCount += 1
        const isHalf = requestCount <= 2
        return HttpResponse.json({ ...whole, total: 6400, counted: isHalf ? 5000 : 6400, isComplete: !isHalf })
      }),
    )
    const { user } = renderApp('/trials?q=cholesterol')
    expect(await screen.findByText(/5,000 of 6,400 studies counted/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Go on counting' }))
    await waitFor(() => expect(screen.queryByText(/studies counted/)).toBeNull())
  })

  test('an older answer says so, with its day', async () => {
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

  test('a register that is silent can be asked again', async () => {
    refuse('clinical.source_failed', 'ClinicalTrials.gov did not answer', 'Nobody answers.')
    const { user } = renderApp('/trials?q=cholesterol')
    const again = await screen.findByRole('button', { name: 'Ask again' })
    server.use(searchClinicalTrialsMockHandler())
    await user.click(again)
    expect(await screen.findByRole('link', { name: 'Oat Beta-Glucan and Cholesterol in Adults' })).toBeTruthy()
  })

  test('no study is an empty state that leads on', async () => {
    const page = searchClinicalTrialsResponseMock()
    server.use(searchClinicalTrialsMockHandler({ ...page, items: [], page: { ...page.page, total: 0, totalPages: 0 } }))
    const { user, location } = renderApp('/trials?q=xyzzy')
    await user.click(await screen.findByRole('link', { name: 'Search anywhere' }))
    await waitFor(() => expect(location().search).toEqual({ q: 'xyzzy', field: 'term' }))
  })
})

describe('a trial', () => {
  test('tells what changed in its record, administrative changes only when they are wanted', async () => {
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

  test('tells planned dates from actual ones, and names its papers with the reason', async () => {
    renderApp('/trials/NCT99990102')
    expect(await screen.findByText('March 2026 (actual)')).toBeTruthy()
    expect(screen.getByText('February 2027 (planned)')).toBeTruthy()
    expect(await screen.findByText(/Results, as the register says/)).toBeTruthy()
  })

  test('that the register has not is no failure of the page', async () => {
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
