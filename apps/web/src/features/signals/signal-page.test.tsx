import type { SignalReport } from '@auspex/sdk'
import {
  getGetSignalNumberMockHandler,
  getGetSignalReportMockHandler,
  getGetSignalReportMockHandler404,
  getGetSignalReportMockHandler500,
  getGetSignalReportResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example: SignalReport = getGetSignalReportResponseMock()
const withReport = (change: Partial<SignalReport>) =>
  server.use(getGetSignalReportMockHandler({ ...example, ...change }))
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('signal report', () => {
  test('has one heading, every section and the figures with their intervals', async () => {
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    for (const name of [
      'Executive summary',
      'Volume and tone over time',
      'What is said',
      'Voices',
      'Places',
      'Contexts',
      'Coverage',
    ])
      expect(screen.getByRole('region', { name })).toBeTruthy()
    expect(screen.getByText('Momentum').parentElement?.textContent).toContain('×1.8 1.3 to 2.5')
    expect(screen.getByText('Mean tone', { selector: 'dt' }).parentElement?.textContent).toContain(
      '+0.12 +0.05 to +0.19',
    )
  })

  test('a figure that is not known says why instead of showing 0', async () => {
    withReport({
      momentum: { ...example.momentum, ratio: null, reason: 'The window before holds no document.' },
      tone: { ...example.tone, mean: null },
    })
    renderApp(path)
    await screen.findByRole('heading', { level: 1, name: 'oat milk' })
    expect(screen.getByText('Momentum').parentElement?.textContent).toContain(
      'UnknownThe window before holds no document.',
    )
    expect(screen.getByText('Mean tone', { selector: 'dt' }).parentElement?.textContent).toContain('Unknown')
  })

  test('a sentence of the summary opens the document it quotes, and what its number counts', async () => {
    const { user, location } = renderApp(path)
    const summary = await section('Executive summary')
    await user.click(summary.getByRole('link', { name: /the source of “Oat milk prices rise”/ }))
    expect(location().search).toEqual({ docs: 'all', ids: 'doc_3k9f2m' })
    expect(await screen.findByRole('dialog', { name: 'Documents about oat milk' })).toBeTruthy()
    expect(summary.getByRole('link', { name: /behind 412 documents/, hidden: true })).toBeTruthy()
  })

  test('a quotation of the opposite tone is told from the others, however it is worded', async () => {
    const [counted, quoted] = example.summary.statements
    if (!counted || !quoted) throw new Error('The example of a report has no sentences.')
    const contrast = { ...quoted, text: 'By contrast: “Oat milk prices rise”', role: 'contrastive' as const }
    withReport({ summary: { ...example.summary, statements: [counted, contrast] } })
    renderApp(path)
    const summary = await section('Executive summary')
    const roleOf = (text: RegExp) => summary.getByText(text).closest('li')?.dataset['role']
    expect([roleOf(/mention oat milk/), roleOf(/^By contrast/)]).toEqual([undefined, 'contrastive'])
  })

  test('a claim that is weak says so and why', async () => {
    const { user } = renderApp(path)
    const summary = await section('Executive summary')
    await user.click(summary.getByRole('button', { name: /^Weak/ }))
    expect(await screen.findByText('One outlet alone carries it.')).toBeTruthy()
  })

  test('a key figure opens how it was counted', async () => {
    server.use(getGetSignalNumberMockHandler())
    const { user } = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'How documents was counted' }))
    expect(await screen.findByText('Every matching document was read. n = 412')).toBeTruthy()
    expect(screen.getByRole('link', { name: /behind Documents that match/ }).textContent).toBe(
      'Open the 412 documents behind it',
    )
  })

  test('sections without data say what is missing', async () => {
    withReport({
      summary: {
        ...example.summary,
        statements: [],
        claims: [],
        sentences: [],
        cited: [],
        note: 'The documents have only titles.',
      },
      locations: { ...example.locations, countries: [], known: 0, unknown: 412 },
      contexts: { ...example.contexts, items: [], note: 'Names are still being read.' },
    })
    const { user } = renderApp(path)
    expect((await section('Executive summary')).getByText('The documents have only titles.')).toBeTruthy()
    expect((await section('Places')).getByText('None of the 412 documents tells where it comes from.')).toBeTruthy()
    expect((await section('Contexts')).getByText('Names are still being read.')).toBeTruthy()
    const voices = await section('Voices')
    await user.click(voices.getByRole('radio', { name: 'Authors 0' }))
    expect(voices.getByRole('heading', { name: 'No authors are known' })).toBeTruthy()
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
    renderApp(path)
    const coverage = await section('Coverage')
    expect(coverage.getByText('Asked to wait')).toBeTruthy()
    expect(coverage.getByText(/GDELT asked to wait 5 s/)).toBeTruthy()
    expect(coverage.getByText(/3 of 4 documents \(75 %\) have been read/)).toBeTruthy()
  })

  test('a stale report offers to measure the same query again', async () => {
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

  test('a signal that nobody searched leads back to search', async () => {
    server.use(getGetSignalReportMockHandler404())
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such signal' })).toBeTruthy()
    expect(screen.getByText('Search the topic again to make it.')).toBeTruthy()
  })

  test('a failure shows the product message and can be tried again', async () => {
    server.use(getGetSignalReportMockHandler500())
    const { user } = renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Error while loading data' })).toBeTruthy()
    server.use(getGetSignalReportMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'oat milk' })).toBeTruthy()
  })

  test('the measure and the dates of the charts are in the URL', async () => {
    const { user, location } = renderApp(path)
    const charts = await section('Volume and tone over time')
    await user.click(charts.getByRole('radio', { name: 'Share' }))
    await user.click(charts.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(location().search).toEqual({ measure: 'share', from: '2026-08-23' }))
    await user.click(charts.getByRole('button', { name: 'All' }))
    await waitFor(() => expect(location().search).toEqual({ measure: 'share' }))
  })

  test('a chart has a table twin whose numbers open their documents', async () => {
    const { user, location } = renderApp(`${path}?from=2026-11-01&to=2026-11-01`)
    const charts = await section('Volume and tone over time')
    await user.click(charts.getByRole('button', { name: 'Volume: show as table' }))
    const row = within(charts.getByRole('table', { name: 'Volume by day' })).getByRole('row', { name: /1 Nov 2026/ })
    await user.click(within(row).getByRole('link'))
    expect(location().search).toEqual(
      expect.objectContaining({ docs: 'all', since: '2026-11-01', until: '2026-11-01' }),
    )
  })

  test('the keyboard reads a chart and opens a column', async () => {
    const { user, location } = renderApp(`${path}?from=2026-10-30&to=2026-11-03`)
    const chart = (await section('Volume and tone over time')).getByRole('slider', {
      name: /Documents about oat milk by day/,
    })
    chart.focus()
    await user.keyboard('{Home}{ArrowRight}{ArrowRight}')
    expect(chart.getAttribute('aria-valuetext')).toBe('1 Nov 2026: Documents 4')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(location().search).toEqual(expect.objectContaining({ since: '2026-11-01', until: '2026-11-01' })),
    )
  })

  test('the keyboard moves the ends of the strip', async () => {
    const { user, location } = renderApp(path)
    const charts = await section('Volume and tone over time')
    charts.getByRole('slider', { name: 'First day shown' }).focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(location().search).toEqual({ from: '2026-01-06' }))
    charts.getByRole('slider', { name: 'Last day shown' }).focus()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await waitFor(() => expect(location().search).toEqual({ from: '2026-01-06', to: '2026-10-19' }))
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
    const { user } = renderApp(path)
    const table = within((await section('Voices')).getByRole('table', { name: 'Outlets' }))
    const names = () => table.getAllByRole('rowheader').map((cell) => cell.textContent)
    await user.click(table.getByRole('button', { name: 'Reach' }))
    expect(names()).toEqual(['c.example', 'b.example', 'a.example'])
    expect(table.getByRole('columnheader', { name: 'Reach' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(table.getByRole('button', { name: 'Reach' }))
    expect(names()).toEqual(['b.example', 'c.example', 'a.example'])
  })
})
