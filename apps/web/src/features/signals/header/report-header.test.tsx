import type { Counts, SignalReport, VolumePoint } from '@auspex/sdk'
import { getSignalReportMockHandler, getSignalReportResponseMock, getSignalSectionMockHandler } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'
import { lastCoveredOf, peakOf } from './key-figures.tsx'

const whole: SignalReport = getSignalReportResponseMock()

/** Opens a report with these counts, and returns its note. */
async function readNote(counts: Partial<Counts>): Promise<string> {
  server.use(getSignalReportMockHandler({ ...whole, counts: { ...whole.counts, ...counts } }))
  renderApp('/signals/sig_k2m4p6q8')
  const note = await screen.findByText(/95 % intervals/)
  return note.textContent
}

describe('the note of a report', () => {
  test('says how many stores of documents did not answer, and what the numbers are then', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 0.5, shards: { answered: 1, total: 2 } })
    expect(note).toContain('1 of 2 document stores did not answer. These numbers are estimates from the other one.')
    expect(note).not.toContain('sample of')
  })

  test('says of several how many are left, and when only a sample of these was read', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 3 / 64, shards: { answered: 3, total: 4 } })
    expect(note).toContain('1 of 4 document stores did not answer. These numbers are estimates from the other 3.')
    expect(note).toContain('a sample of 4.7 % of the documents')
  })

  test('says nothing of stores when all of them answered', async () => {
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

test('the last whole week is neither one that goes on nor one that the sources end in', () => {
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

test('without a document or a covered week there is neither', () => {
  const points = [point('2026-01-05', '2026-01-11', 0, 0)]
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-11')).toBeNull()
  expect(peakOf({ points })).toBeNull()
})

const path = '/signals/sig_k2m4p6q8'
const example = getSignalReportResponseMock()

/** Renders a report for Germany, opens a part of its question, and records where the app navigates. */
const openPart = async (name: string | RegExp) => {
  server.use(getSignalReportMockHandler({ ...example, query: { ...example.query, geo: 'DE', sources: ['imported'] } }))
  const { user, router, location } = renderApp(path)
  const addresses: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => addresses.push(toLocation.href))
  await user.click(await screen.findByRole('button', { name }))
  return { user, location, addresses, form: within(await screen.findByRole('dialog')) }
}

describe('the question of a report', () => {
  test('reads as a sentence', async () => {
    renderApp(path)
    const parts = within(await screen.findByRole('group', { name: 'What is asked' }))
    expect(parts.getAllByRole('button').map((part) => part.textContent)).toEqual([
      'all sources',
      'everywhere',
      '3 Jan 2026 – 20 Nov 2026',
    ])
  })

  test('another topic is searched with everything else as it was', async () => {
    const { user, addresses, form } = await openPart('oat milk')
    await user.clear(form.getByRole('textbox', { name: 'Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Topic' }), 'soy milk{Enter}')
    await waitFor(() => expect(addresses).toContain('/search?term=soy+milk&geo=DE&source=imported'))
  })

  test('no place and no source means everywhere and all of them', async () => {
    const { user, addresses, form } = await openPart(/Change the sources$/)
    await user.click(await form.findByRole('checkbox', { name: 'Imported documents' }))
    await user.click(form.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(addresses).toContain('/search?term=oat+milk&geo=DE'))
  })

  test('another place is searched as soon as it is chosen', async () => {
    const { user, addresses, form } = await openPart('Germany. Change the place')
    await user.clear(form.getByRole('combobox', { name: 'Country' }))
    await user.type(form.getByRole('combobox', { name: 'Country' }), 'Swed')
    await user.click(await form.findByRole('option', { name: 'Sweden' }))
    await waitFor(() => expect(addresses).toContain('/search?term=oat+milk&geo=SE&source=imported'))
  })

  test('the days rescope the page by its address; nothing is searched anew', async () => {
    server.use(getSignalSectionMockHandler())
    const { user, location, addresses, form } = await openPart(/Change the days$/)
    await user.click(form.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(location().search).toEqual({ from: '2026-08-23' }))
    expect(addresses.filter((address) => address.startsWith('/search'))).toEqual([])
    expect(form.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
  })
})
