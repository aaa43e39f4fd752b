import type { SignalReport, Counts, VolumePoint } from '@auspex/sdk'
import {
  getCounterEvidenceMockHandler,
  getSignalNumberMockHandler,
  getSignalReportMockHandler,
  getSignalReportMockHandler404,
  getSignalReportMockHandler422,
  getSignalReportMockHandler500,
  getSignalReportResponseMock,
  getSignalSectionMockHandler,
} from '@auspex/sdk/msw'
import { screen, within, waitFor } from '@testing-library/react'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { lastCoveredOf, peakOf } from './header/key-figures.tsx'

const path = '/signals/sig_k2m4p6q8'
const example: SignalReport = getSignalReportResponseMock()
const withReport = (change: Partial<SignalReport>) => server.use(getSignalReportMockHandler({ ...example, ...change }))
const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('signal report', () => {
  test('starts with the question, the finding above its chart, the summary and the figures', async () => {
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 2, name: /412 documents mention oat milk/ })).toBeTruthy()
    expect(screen.getByRole('slider', { name: /^Documents about oat milk by week/ })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'In brief' })).toBeTruthy()
    expect(await figure('Growth')).toContain('×1.80 1.30 to 2.50')
    expect(await figure('Growth')).toContain('Rising as of 20 Nov 2026')
    expect(await figure('Mean tone')).toContain('+0.12 +0.05 to +0.19')
    expect(await figure('Highest week')).toContain('28week of 26 Oct 2026')
  })

  test('shows the chart before it renders the figures and the tabs below', async () => {
    let isChartFirst: boolean | null = null
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=slider]') !== null) isChartFirst ??= screen.queryByRole('tablist') === null
    })
    observer.observe(document, { subtree: true, childList: true })
    renderApp(path)
    await screen.findByRole('tablist')
    observer.disconnect()
    expect(isChartFirst).toBe(true)
  })

  test('shows what was known on a past day under the address of that day, and leads back to today', async () => {
    const asOf = '2026-06-03'
    const days: (string | null)[] = []
    server.use(
      getSignalReportMockHandler(({ request }) => {
        const day = new URL(request.url).searchParams.get('asOf')
        days.push(day)
        if (day === null) return example
        return { ...example, signalId: 'sig_past', query: { ...example.query, asOf, todaySignalId: example.signalId } }
      }),
    )
    const { user, location } = renderApp(`${path}?asOf=${asOf}`)
    const banner = within(await screen.findByRole('complementary', { name: 'A past day is shown' }))
    expect(banner.getByText('As of 3 Jun 2026')).toBeTruthy()
    await waitFor(() => expect(location()).toMatchObject({ pathname: '/signals/sig_past', search: { asOf } }))
    expect(screen.getByRole('button', { name: /^as of 3 Jun 2026/ })).toBeTruthy()
    // the page of the other signal has a banner of its own
    await user.click(await screen.findByRole('link', { name: 'Show today' }))
    await waitFor(() => expect(location()).toMatchObject({ pathname: path, search: {} }))
    expect(await screen.findByRole('button', { name: /as known today\. Refine the question$/ })).toBeTruthy()
    expect(screen.queryByText(/^As of 3 Jun/)).toBeNull()
    expect(new Set(days)).toEqual(new Set([asOf, null]))
  })

  test('explains why a past day cannot be shown, and offers what was published until then', async () => {
    server.use(
      getSignalReportMockHandler422({
        type: 'about:blank',
        title: 'This library has recorded since 20 May 2026 what it collects.',
        status: 422,
        code: 'signals.query_invalid',
        requestId: 'r-7f3a',
      }),
    )
    renderApp(`${path}?asOf=2019-05-03`)
    expect(await screen.findByRole('heading', { name: /has recorded since 20 May 2026/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Published until 3 May 2019' }).getAttribute('href')).toContain('to=')
  })

  test('without a finding the chart title describes what is drawn', async () => {
    withReport({ summary: { ...example.summary, statements: [], claims: [], note: 'The documents have only titles.' } })
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 2, name: 'How much is said about oat milk' })).toBeTruthy()
    expect((await section('In brief')).getByText('The documents have only titles.')).toBeTruthy()
  })

  test('an unknown figure says why instead of showing 0', async () => {
    withReport({
      momentum: { ...example.momentum, ratio: null, reason: 'The window before holds no document.' },
      stage: { ...example.stage, stage: null },
      tone: { ...example.tone, mean: null },
    })
    renderApp(path)
    await screen.findByRole('heading', { level: 1, name: 'oat milk' })
    // growth that cannot be told is no figure: the last whole week is shown, as the current one is not a fall
    expect(await figure('Last whole week')).toContain('21week of 9 Nov 2026')
    expect(await figure('Last whole week')).toContain('Growth cannot be told. The window before holds no document.')
    expect(await figure('Mean tone')).toContain('Unclear')
  })

  test('a sentence of the summary opens the quoted document, and the finding opens what its number counts', async () => {
    const { user, location } = renderApp(path)
    const story = await section('In brief')
    const finding = screen.getByRole('heading', { level: 2, name: /mention oat milk/ })
    expect(within(finding).getByRole('link', { name: /behind 412 documents/ })).toBeTruthy()
    await user.click(story.getByRole('link', { name: /the source of “Oat milk prices rise”/ }))
    expect(location().search).toEqual({ docs: 'all', ids: 'doc_3k9f2m' })
    expect(await screen.findByRole('dialog', { name: 'Documents about oat milk' })).toBeTruthy()
  })

  test('what says otherwise of a sentence is opened beside it, with the documents and how one-sided the sources are', async () => {
    server.use(getCounterEvidenceMockHandler())
    const { user } = renderApp(path)
    const brief = await section('In brief')
    const [first] = brief.getAllByRole('button', { name: /^What says otherwise: / })
    expect(first).toBeDefined()
    if (first !== undefined) await user.click(first)
    const answer = within(await screen.findByRole('dialog', { name: /^What says otherwise/ }))
    expect(await answer.findByText('Some say otherwise')).toBeTruthy()
    expect(answer.getByText('“Customers hate the new price.”')).toBeTruthy()
    expect(answer.getByRole('group', { name: 'How one-sided the sources are' }).textContent).toContain('81% of 214')
  })

  test('only a sentence with weak evidence has a badge, which says why', async () => {
    const [countStatement, quoted] = example.summary.statements
    if (!countStatement || !quoted) throw new Error('The example of a report has no sentences.')
    const weak = { ...quoted, role: null }
    withReport({ summary: { ...example.summary, statements: [{ ...countStatement, part: 'story' }, weak] } })
    const { user } = renderApp(path)
    const story = await section('In brief')
    expect(story.queryByRole('button', { name: /^Supported/ })).toBeNull()
    await user.click(story.getByRole('button', { name: /^Weak/ }))
    expect(await screen.findByText('One outlet alone carries it.')).toBeTruthy()
  })

  test('a quotation of the opposite tone is distinguished, whatever its wording, and no quotation has a badge', async () => {
    const [counted, quoted] = example.summary.statements
    if (!counted || !quoted) throw new Error('The example of a report has no sentences.')
    const detail = { ...quoted, part: 'detail' as const }
    const contrast = { ...detail, text: 'By contrast: “Oat milk prices rise”', role: 'contrastive' as const }
    withReport({ summary: { ...example.summary, statements: [counted, detail, contrast] } })
    renderApp(`${path}?tab=said`)
    const quotes = await section('In their words')
    const roleOf = (text: RegExp) => quotes.getByText(text).closest('li')?.dataset['role']
    expect([roleOf(/wrote on/), roleOf(/^By contrast/)]).toEqual(['central', 'contrastive'])
    expect(quotes.queryByRole('button', { name: /^Weak/ })).toBeNull()
  })

  test('the number behind a key figure opens its method, with the evidence', async () => {
    server.use(getSignalNumberMockHandler())
    const { user } = renderApp(`${path}?tab=evidence`)
    await user.click(await screen.findByRole('button', { name: 'Explain how documents are counted' }))
    expect(await screen.findByText('Every matching document was read. n = 412')).toBeTruthy()
    expect(screen.getByRole('link', { name: /behind it: Documents that match/ }).textContent).toBe(
      'Open the 412 documents behind it',
    )
  })

  test('a source that failed is named in the coverage, with its reason', async () => {
    const [run] = example.coverage.runs
    withReport({
      coverage: {
        ...example.coverage,
        runs: run ? [{ ...run, status: 'rate_limited', reason: 'GDELT asked to wait 5 s', label: 'GDELT' }] : [],
        enrichment: { pending: 1, done: 3 },
      },
    })
    renderApp(`${path}?tab=evidence`)
    const coverage = await section('Coverage')
    expect(coverage.getByText('Rate limited')).toBeTruthy()
    expect(coverage.getByText(/GDELT asked to wait 5 s/)).toBeTruthy()
    expect(coverage.getByText(/3 of 4 documents \(75%\) have been checked/)).toBeTruthy()
  })

  test('a stale report offers to measure its query again', async () => {
    withReport({ stale: true, query: { ...example.query, geo: 'DE', sources: ['imported'] } })
    renderApp(path)
    expect(await screen.findByText(/The library has changed since/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Measure again' }).getAttribute('href')).toBe(
      '/search?term=oat+milk&geo=DE&source=imported&force=1',
    )
  })

  test('shows its skeleton while it loads', async () => {
    server.use(http.get(`${apiUrl}/signal/json/:id`, async () => delay('infinite')))
    renderApp(path)
    expect(await screen.findByRole('status', { name: 'Loading the report' })).toBeTruthy()
  })

  test('a signal that nobody searched links back to search', async () => {
    server.use(getSignalReportMockHandler404())
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Signal not found' })).toBeTruthy()
    expect(screen.getByText(/search for the topic to measure it\.$/)).toBeTruthy()
  })

  test('a failure shows the product message and can be retried', async () => {
    server.use(getSignalReportMockHandler500())
    const { user } = renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Error while loading data' })).toBeTruthy()
    server.use(getSignalReportMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
  })

  test('voices sort by their headers, unknown last', async () => {
    const [voice] = example.voices.outlets
    if (!voice) throw new Error('the example has an outlet')
    withReport({
      voices: {
        ...example.voices,
        outlets: [
          { ...voice, name: 'a.example', documents: 5, reach: null },
          { ...voice, name: 'b.example', documents: 9, reach: 10 },
          { ...voice, name: 'c.example', documents: 7, reach: 70 },
        ],
      },
    })
    const { user } = renderApp(`${path}?tab=who`)
    const table = within((await section('Voices')).getByRole('table', { name: 'Outlets' }))
    const names = () => table.getAllByRole('rowheader').map((cell) => cell.textContent)
    await user.click(table.getByRole('button', { name: 'Reach' }))
    expect(names()).toEqual(['c.example', 'b.example', 'a.example'])
    expect(table.getByRole('columnheader', { name: 'Reach' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(table.getByRole('button', { name: 'Reach' }))
    expect(names()).toEqual(['b.example', 'c.example', 'a.example'])
  })
})

const whole: SignalReport = getSignalReportResponseMock()

/** Opens a report with these counts, and returns its note. */
async function readNote(counts: Partial<Counts>): Promise<string> {
  server.use(getSignalReportMockHandler({ ...whole, counts: { ...whole.counts, ...counts } }))
  renderApp('/signals/sig_k2m4p6q8')
  const note = await screen.findByText(/95% intervals/)
  return note.textContent
}

describe('the note of a report', () => {
  test('says how many document stores did not respond, and what that means for the numbers', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 0.5, shards: { answered: 1, total: 2 } })
    expect(note).toContain('1 of 2 document stores did not answer. These numbers are estimates from the other one.')
    expect(note).not.toContain('sample of')
  })

  test('says how many of several stores are left, and if only a sample of them was read', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 3 / 64, shards: { answered: 3, total: 4 } })
    expect(note).toContain('1 of 4 document stores did not answer. These numbers are estimates from the other 3.')
    expect(note).toContain('a sample of 4.7% of the documents')
  })

  test('does not mention stores if all of them responded', async () => {
    expect(await readNote({ shards: null })).not.toContain('document stores')
  })
})

const point = (firstDay: string, lastDay: string, documents: number, coveredDays: number): VolumePoint => ({
  firstDay,
  lastDay,
  documents,
  coveredDays,
  storyClusters: null,
  outlets: null,
  total: null,
  share: null,
  groups: [documents],
})

test('the last whole week is neither the current one nor one in which the sources end', () => {
  const points = [
    point('2026-01-05', '2026-01-11', 4, 7),
    point('2026-01-12', '2026-01-18', 9, 7),
    point('2026-01-19', '2026-01-25', 2, 3),
    point('2026-01-26', '2026-01-28', 1, 3),
  ]
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-28')?.firstDay).toBe('2026-01-12')
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-14')?.firstDay).toBe('2026-01-05')
  expect(peakOf({ points })?.documents).toBe(9)
})

test('without a document or a covered week there is no such point', () => {
  const points = [point('2026-01-05', '2026-01-11', 0, 0)]
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-11')).toBeNull()
  expect(peakOf({ points })).toBeNull()
})
const notedReport = getSignalReportResponseMock()

/** Renders a report for Germany, opens a part of its question, and records where the app navigates. */
const openPart = async (name: string | RegExp) => {
  server.use(
    getSignalReportMockHandler({ ...notedReport, query: { ...notedReport.query, geo: 'DE', sources: ['imported'] } }),
  )
  const { user, router, location } = renderApp(path)
  const addresses: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => addresses.push(toLocation.href))
  await user.click(await screen.findByRole('button', { name }))
  return { user, location, addresses, form: within(await screen.findByRole('dialog')) }
}

describe('the question of a report', () => {
  test('reads as a sentence', async () => {
    const { user } = renderApp(path)
    const parts = within(await screen.findByRole('group', { name: 'Question' }))
    expect(parts.getAllByRole('button').map((part) => part.textContent)).toEqual(['3 Jan 2026 – 20 Nov 2026', 'Refine'])
    const rest = parts.getByRole('button', { name: 'all sources, everywhere, as known today. Refine the question' })
    await user.click(rest)
    const form = within(await screen.findByRole('dialog'))
    expect(form.getAllByRole('listitem').map((part) => part.textContent)).toEqual([
      'Sourcesall sources',
      'Placeeverywhere',
      'As ofas known today',
    ])
  })

  test('another topic is searched with the other filters unchanged', async () => {
    const { user, addresses, form } = await openPart('oat milk')
    await user.clear(form.getByRole('textbox', { name: 'Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Topic' }), 'soy milk{Enter}')
    await waitFor(() =>
      expect(addresses).toContain('/search?term=soy+milk&geo=DE&source=imported&previous=sig_k2m4p6q8'),
    )
  })

  test('no place and no source means everywhere and all of them', async () => {
    const { user, addresses, form } = await openPart(/Change the sources$/)
    await user.click(await form.findByRole('checkbox', { name: 'Imported documents' }))
    await user.click(form.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(addresses).toContain('/search?term=oat+milk&geo=DE&previous=sig_k2m4p6q8'))
  })

  test('another place is searched once it is chosen', async () => {
    const { user, addresses, form } = await openPart('Germany. Change the place')
    await user.clear(form.getByRole('combobox', { name: 'Country' }))
    await user.type(form.getByRole('combobox', { name: 'Country' }), 'Swed')
    await user.click(await form.findByRole('option', { name: 'Sweden' }))
    await waitFor(() =>
      expect(addresses).toContain('/search?term=oat+milk&geo=SE&source=imported&previous=sig_k2m4p6q8'),
    )
  })

  test('changing the days changes only the URL, without a new search', async () => {
    server.use(getSignalSectionMockHandler())
    const { user, location, addresses, form } = await openPart(/Change the days$/)
    await user.click(form.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(location().search).toEqual({ from: '2026-08-23' }))
    expect(addresses.filter((address) => address.startsWith('/search'))).toEqual([])
    expect(form.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
  })
})
