import type { MedicineSection } from '@auspex/sdk'
import { getSignalSectionMockHandler, getSignalSectionResponseMock } from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8?tab=where'
const origin = {
  source: 'pubmed',
  name: 'PubMed',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  asOf: '2026-11-21T08:00:00Z',
  notice: null,
} as const
const link = {
  outcome: 'no-link-found',
  lag: 2,
  coefficient: { value: 0.24, low: -0.21, high: 0.61, n: 48, method: 'Fisher z' },
  n: 48,
  pValue: 0.7,
  adjustedFor: ['trend'],
  method: 'Pearson',
  verdict: 'No link found: no lag from -8 to 8 weeks holds after correcting for all 17 of them.',
  lags: [{ lag: 2, coefficient: 0.24, pValue: 0.1, n: 48 }],
} satisfies MedicineSection['talkAndTrials']
const example: MedicineSection = {
  section: 'medicine',
  subject: { term: 'Hypercholesterolemia', kind: 'condition' },
  interval: 'week',
  points: [
    { firstDay: '2026-11-02', lastDay: '2026-11-08', documents: 31, trials: 4, papers: 212, allPapers: 35_120 },
    { firstDay: '2026-11-09', lastDay: '2026-11-15', documents: 44, trials: 6, papers: null, allPapers: null },
  ],
  talkAndTrials: link,
  talkAndPapers: null,
  isComplete: false,
  gapReason: 'Nobody answers.',
  notCausal: 'A correlation is no proof. No medical advice.',
  trialsOrigin: { ...origin, source: 'clinical_trials', name: 'ClinicalTrials.gov' },
  papersOrigin: { ...origin, notice: 'PubMed did not answer; this is what Europe PMC says.' },
}
const answer = (change: Partial<MedicineSection>) =>
  server.use(
    http.get(`${apiUrl}/signal/json/:id/medicine`, () => HttpResponse.json({ ...example, ...change })),
    getSignalSectionMockHandler(getSignalSectionResponseMock()),
  )
/** The section with its content; its skeleton has the same name. */
const section = async (words: string | RegExp) => {
  await screen.findByText(words)
  return within(screen.getByRole('region', { name: 'Trials and papers' }))
}

describe('trials and papers beside a report', () => {
  test('stand as series beside the talk, with the verdict, its bounds and who counted', async () => {
    answer({})
    renderApp(path)
    const view = await section('Not causal.')
    expect(view.getByRole('slider', { name: /^New papers about oat milk by week/ })).toBeTruthy()
    expect(view.getByText('No link found')).toBeTruthy()
    expect(view.getByText('No lag from −8 to 8 weeks holds after correcting for all 17 of them.')).toBeTruthy()
    expect(view.getByText(/Strongest r 0.24 \(−0.21 to 0.61\) at trials 2 weeks later/)).toBeTruthy()
    expect(view.getByRole('heading', { name: 'New trials' })).toBeTruthy()
    expect(view.getByRole('link', { name: 'All trials of Hypercholesterolemia' })).toBeTruthy()
  })

  test('that could not all be counted say how many were, why, and who answered instead', async () => {
    answer({})
    renderApp(path)
    const view = await section('Not causal.')
    expect(view.getByText(/Papers of 1 of 2 weeks are counted. Nobody answers./)).toBeTruthy()
    expect(view.getByText(/this is what Europe PMC says/)).toBeTruthy()
    expect(view.getByRole('button', { name: 'Go on counting' })).toBeTruthy()
    expect(view.getByText('Compared with the talk once all are counted.')).toBeTruthy()
  })

  test('are one line where the topic is none of medicine, and in the demo', async () => {
    answer({ subject: null, points: [], talkAndTrials: null, isComplete: true, gapReason: null })
    const { unmount } = renderApp(path)
    await section(/no condition or treatment that is called oat milk/)
    unmount()
    server.use(
      http.get(`${apiUrl}/signal/json/:id/medicine`, () =>
        HttpResponse.json(
          { type: 'about:blank', title: 'The demo has none', status: 503, detail: '', code: 'clinical.demo' },
          { status: 503, headers: { 'content-type': 'application/problem+json' } },
        ),
      ),
    )
    renderApp(path)
    await section(/in the demo no register is asked/)
  })
})
