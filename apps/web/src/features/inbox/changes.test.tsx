import {
  getMeResponseMock,
  listGroupPortfoliosMockHandler,
  listInboxMockHandler,
  listInboxResponseMock,
  listPortfoliosResponseMock,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { listChanges } from './changes.tsx'

const inbox = listInboxResponseMock()
const [message] = inbox.items
if (message === undefined) throw new Error('the example of the contract has a message')
const alert = {
  ...message,
  id: 'msg_alert',
  kind: 'monitor' as const,
  signalId: 'sig_k2m4p6q8',
  title: 'oat milk',
  message: 'More than 12 documents in 7 days: 31.',
  alert: null,
  sentAt: '2026-11-20T08:00:00Z',
  readAt: null,
}
const rememberVisit = (seenAt: string) =>
  localStorage.setItem(
    'auspex.visits',
    JSON.stringify({ personId: getMeResponseMock().profile.id, lastVisit: null, seenAt, opened: {} }),
  )
const noPortfolios = { ...listPortfoliosResponseMock(), items: [] }

test('a returning person first sees what changed since their last visit, and which of their signals it is', async () => {
  rememberVisit('2026-11-18T10:00:00Z')
  const old = { ...alert, id: 'msg_old', title: 'matcha', sentAt: '2026-11-17T08:00:00Z' }
  server.use(listInboxMockHandler({ ...inbox, items: [alert, old] }), listGroupPortfoliosMockHandler(noPortfolios))
  const { router } = renderApp('/')
  const section = within(await screen.findByRole('region', { name: 'Since your last visit' }))
  const lines = within(section.getByRole('list', { name: 'What changed' })).getAllByRole('link')
  expect(lines.map((line) => line.textContent)).toEqual(['oat milkMore than 12 documents in 7 days: 31.20 Nov 2026'])
  expect(lines[0]?.getAttribute('href')).toBe('/signals/sig_k2m4p6q8')
  // the home page lists them itself
  await router.navigate({ to: '/compare' })
  const signals = within(await screen.findByRole('list', { name: 'Recent signals' }))
  expect(await signals.findByRole('img', { name: 'New: More than 12 documents in 7 days: 31.' })).toBeTruthy()
})

test('a sentence says that nothing is new', async () => {
  rememberVisit('2026-11-21T10:00:00Z')
  server.use(listInboxMockHandler({ ...inbox, items: [alert] }), listGroupPortfoliosMockHandler(noPortfolios))
  renderApp('/')
  const section = within(await screen.findByRole('region', { name: 'Since your last visit' }))
  expect(section.getByText(/^Nothing new in your portfolios and monitors\./)).toBeTruthy()
})

test('an event of a saved signal is a change from the day of the last visit on, once', () => {
  const event = { day: '2026-11-19', title: 'Oat prices rise', ratio: 3.2, stories: 9, documentId: null }
  const trends = [
    { signalId: 'sig_a', title: 'oat milk', newestEvent: event },
    { signalId: 'sig_a', title: 'oat milk', newestEvent: event },
    { signalId: 'sig_b', title: 'matcha', newestEvent: { ...event, day: '2026-11-01' } },
  ] as unknown as Parameters<typeof listChanges>[1]
  expect(listChanges([], trends, '2026-11-18T10:00:00Z')).toEqual([
    expect.objectContaining({ signalId: 'sig_a', text: '×3.20 the usual: Oat prices rise', at: '2026-11-19' }),
  ])
  expect(listChanges([], trends, null)).toEqual([])
})
