import {
  getSignalReportResponseMock,
  getSignalReportMockHandler,
  getSignalReportMockHandler500,
  getSignalSectionMockHandler,
  getSignalSectionResponseMock,
} from '@auspex/sdk/msw'
import { expect, test, beforeEach, describe, vi } from 'vitest'
import type { SignalReport } from '@auspex/sdk'
import { act, screen, waitFor, within } from '@testing-library/react'
import { daysFinding } from './signal-page.tsx'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const report = getSignalReportResponseMock()
const range = { first: '2026-03-02', last: '2026-11-21' }
const find = (documents: number, laterDocuments?: number) =>
  daysFinding(
    { ...report, counts: { ...report.counts, documents, ...(laterDocuments !== undefined && { laterDocuments }) } },
    range,
  )

test('the number of documents of the chosen days states how many are dated later', () => {
  expect(find(37, 4)).toMatch(/^37 documents mention oat milk, 2 Mar 2026 – 21 Nov 2026, with 4 documents dated later$/)
  expect(find(37, 0)).toMatch(/21 Nov 2026$/)
  expect(find(37)).toMatch(/21 Nov 2026$/)
})

const days = 'from=2026-03-02&to=2026-09-27'
const path = `/signals/sig_k2m4p6q8?${days}`
const whole: SignalReport = getSignalReportResponseMock()
const [loudest] = whole.voices.outlets
/** The report of a search for these days. */
const part: SignalReport = {
  ...whole,
  signalId: 'sig_days',
  counts: { ...whole.counts, documents: 37, storyClusters: 31 },
  voices: { ...whole.voices, outlets: loudest ? [{ ...loudest, name: 'a.example', documents: 7 }] : [] },
  summary: { ...whole.summary, statements: [], claims: [], note: 'These days say little.' },
  coverage: { ...whole.coverage, sources: whole.coverage.sources.map((one) => ({ ...one, documents: 36 })) },
}
let requests: string[]

beforeEach(() => {
  requests = []
  server.use(
    getSignalReportMockHandler(({ request }) => {
      const { search, searchParams } = new URL(request.url)
      requests.push(search)
      return searchParams.has('from') ? part : whole
    }),
    getSignalSectionMockHandler(getSignalSectionResponseMock()),
  )
})

const open = (tab = '') => renderApp(`${path}${tab}`)

describe('chosen days', () => {
  test('limit the figures, each of which opens the documents of these days', async () => {
    const { user, location } = open()
    const number = await screen.findByRole('link', { name: 'Open 37 documents' })
    expect(screen.getByText('in 31 pieces')).toBeTruthy()
    expect(screen.getByText(/of the chosen days, 2 Mar 2026 – 27 Sept? 2026;/)).toBeTruthy()
    expect(requests).toEqual(['', `?${days}`])
    await user.click(number)
    await waitFor(() =>
      expect(location().search).toEqual({
        from: '2026-03-02',
        to: '2026-09-27',
        docs: 'all',
        since: '2026-03-02',
        until: '2026-09-27',
      }),
    )
  })

  test('change the title of the chart, and keep the summary of all days', async () => {
    open()
    const title = /^37 documents mention oat milk, 2 Mar 2026 – 27 Sept? 2026$/
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy()
    expect(screen.queryByText('These days say little.')).toBeNull()
    expect(await screen.findByText(/the sentences beside the chart are of all days/)).toBeTruthy()
  })

  test('limit the voices and the coverage', async () => {
    const { user, location } = open('&tab=who')
    const voices = within(await screen.findByRole('region', { name: 'Voices' }))
    await user.click(await voices.findByRole('link', { name: 'Open 7 documents of a.example' }))
    expect(location().search).toMatchObject({ outlet: 'a.example', since: '2026-03-02', until: '2026-09-27' })
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('tab', { name: 'Evidence and method' }))
    expect((await screen.findAllByRole('link', { name: /^Open 36 documents from/ })).length).toBeGreaterThan(0)
  })

  test('do not change the outlook, which says so', async () => {
    open('&tab=outlook')
    expect(await screen.findByText(/the chosen days do not change it/)).toBeTruthy()
  })

  test('that cannot be counted keep the figures of all days, say so, and can be retried', async () => {
    const { user, router } = renderApp('/signals/sig_k2m4p6q8')
    await screen.findByRole('link', { name: 'Open 412 documents' })
    server.use(getSignalReportMockHandler500())
    await act(async () => router.navigate({ to: '.', search: { from: '2026-03-02', to: '2026-09-27' } }))
    expect(await screen.findByText(/of all days of the report\. The chosen days could not be counted/)).toBeTruthy()
    server.use(getSignalReportMockHandler(part))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Open 37 documents' })).toBeTruthy()
  })

  test('cancel the request for earlier ones', async () => {
    const fetches = vi.spyOn(globalThis, 'fetch')
    let answer = () => {}
    server.use(
      getSignalReportMockHandler(async ({ request }) => {
        const from = new URL(request.url).searchParams.get('from')
        if (from === '2026-03-02') await new Promise<void>((resolve) => (answer = resolve))
        return from === null ? whole : part
      }),
    )
    const isAborted = (address: string) =>
      fetches.mock.calls
        .filter(([input]) => (input instanceof Request ? input.url : String(input)).includes(address))
        .map(([input, init]) => new Request(input, init).signal.aborted)
    const { router } = open()
    await screen.findByText('Counting the chosen days…')
    await act(async () => router.navigate({ to: '.', search: { from: '2026-05-01', to: '2026-09-27' } }))
    expect(await screen.findByRole('link', { name: 'Open 37 documents' })).toBeTruthy()
    expect(isAborted('signal/json/sig_k2m4p6q8?from=2026-03-02')).toEqual([true])
    expect(isAborted('signal/json/sig_k2m4p6q8?from=2026-05-01')).toEqual([false])
    answer()
    fetches.mockRestore()
  })
})
