import {
  createMonitorSubscriptionMockHandler422,
  dryRunMonitorMockHandler,
  getGlobalTrendsSubscriptionsMockHandler,
  getMonitorSubscriptionsMockHandler,
  getMonitorSubscriptionsMockHandler500,
  getMonitorSubscriptionsResponseMock,
  previewMonitorMockHandler,
  previewMonitorMockHandler422,
  previewMonitorResponseMock,
  sendMonitorTestNotificationMockHandler,
  sendMonitorTestNotificationMockHandler409,
} from '@auspex/sdk/msw'
import type { MonitorSubscription } from '@auspex/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { bounds } from './monitor-sparkline.tsx'

const [monitor] = getMonitorSubscriptionsResponseMock().items
const emptyPage = { items: [], page: { page: 1, perPage: 100, total: 0, totalPages: 0, nextCursor: null } }
const noneYet = () => server.use(getMonitorSubscriptionsMockHandler(emptyPage))

/** Responds to a POST with a body and records the request bodies. */
function recordBodies(path: string, answer: object): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(`${apiUrl}${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(answer)
    }),
  )
  return bodies
}

/** The list with one monitor that has these changes. */
function listOne(more: Partial<MonitorSubscription>): void {
  if (monitor === undefined) throw new Error('the example of the contract has a monitor')
  server.use(getMonitorSubscriptionsMockHandler({ ...emptyPage, items: [{ ...monitor, ...more }] }))
}

/** Accepts every change and records the requests. */
function recordChanges(): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.patch(`${apiUrl}/monitors/:id`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(monitor)
    }),
  )
  return bodies
}

describe('a new monitor', () => {
  test('shows how often its rule would have fired, and on which days, before it is saved', async () => {
    noneYet()
    renderApp('/monitors?term=oat+milk')
    expect(await screen.findByRole('heading', { name: 'Would have alerted you once since 21 Nov 2025' })).toBeTruthy()
    expect(screen.getByRole('img', { name: /: 1 day marked on which it would have alerted you/ })).toBeTruthy()
    expect(screen.getByText(/fewer than 56 days to compare/)).toBeTruthy()
    const days = within(screen.getByRole('table', { name: 'Days on which it would have alerted you', hidden: true }))
    expect(days.getByRole('row', { name: '14 Nov 2026 ×1.61 58', hidden: true })).toBeTruthy()
  })

  test('of a condition saves its rule without a window, and says that it was not tested on past data', async () => {
    noneYet()
    const preview = previewMonitorResponseMock()
    const reason = 'The registers are asked from today on.'
    const backtest = {
      ...preview.backtest,
      firstDay: null,
      lastDay: null,
      evaluatedDays: 0,
      days: [],
      firings: 0,
      reason,
    }
    server.use(previewMonitorMockHandler({ ...preview, unit: 'trials', limit: null, points: [], backtest }))
    const saved = recordBodies('/explore/createMonitorSubscription', monitor ?? {})
    const { user } = renderApp('/monitors?term=asthma&rule=new-trials')
    expect(await screen.findByText(/The registers are asked from today on/)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Window' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save monitor' }))
    await waitFor(() =>
      expect(saved).toMatchObject([{ query: { query_term: 'asthma' }, rule: { kind: 'new-trials' } }]),
    )
  })

  test('sends no request and saves nothing without a topic', async () => {
    noneYet()
    renderApp('/monitors')
    expect(await screen.findByText(/^Enter a topic to see when this rule would have alerted you/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save monitor' })).toHaveProperty('disabled', true)
  })

  test('tests a rule while it is configured, and saves the tested rule', async () => {
    noneYet()
    const previews = recordBodies('/monitorPreviews', previewMonitorResponseMock())
    const saved = recordBodies('/explore/createMonitorSubscription', monitor ?? {})
    const { user, location } = renderApp('/monitors?term=oat+milk&geo=NO')
    await user.click(await screen.findByRole('combobox', { name: 'Alert me when' }))
    await user.click(await screen.findByRole('option', { name: 'Tone falls below a value', hidden: true }))
    const rule = { kind: 'tone-below', tone: -0.1, minDocuments: 10, windowDays: 7 }
    const query = { query_term: 'oat milk', isCompound: false, geo: 'NO', entity: null, sources: [] }
    await waitFor(() => expect(previews.at(-1)).toEqual({ query, rule, cooldownHours: 24 }))
    await user.click(screen.getByRole('button', { name: 'Save monitor' }))
    await waitFor(() =>
      expect(saved).toEqual([{ query, rule, cooldownHours: 24, channels: ['inbox', 'email'], webhookUrl: null }]),
    )
    await waitFor(() => expect(location().href).toBe('/monitors'))
  })

  test('takes a number with decimals as it is typed', async () => {
    noneYet()
    const previews = recordBodies('/monitorPreviews', previewMonitorResponseMock())
    const { user } = renderApp('/monitors?term=oat+milk')
    await user.click(await screen.findByRole('combobox', { name: 'Alert me when' }))
    await user.click(await screen.findByRole('option', { name: 'Tone falls below a value', hidden: true }))
    const tone = screen.getByRole('textbox', { name: 'Mean tone' })
    await user.clear(tone)
    await user.type(tone, '-0.25')
    expect(tone).toHaveProperty('value', '-0.25')
    await user.clear(tone)
    await user.type(tone, '-1.0')
    expect(tone).toHaveProperty('value', '-1.0')
    await user.clear(tone)
    await user.type(tone, '-0.25')
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ rule: { kind: 'tone-below', tone: -0.25 } }))
  })

  test('with an empty number is said to be incomplete, and no other rule is tested in its place', async () => {
    noneYet()
    const previews = recordBodies('/monitorPreviews', previewMonitorResponseMock())
    const { user } = renderApp('/monitors?term=oat+milk')
    await user.click(await screen.findByRole('combobox', { name: 'Alert me when' }))
    await user.click(await screen.findByRole('option', { name: 'Documents go above a number', hidden: true }))
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ rule: { kind: 'volume-above', documents: 50 } }))
    const tested = previews.length
    const documents = screen.getByRole('textbox', { name: 'Documents' })
    await user.clear(documents)
    expect(await screen.findByText(/^This rule is incomplete/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Would have alerted/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Save monitor' })).toHaveProperty('disabled', true)
    await user.type(documents, '80')
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ rule: { kind: 'volume-above', documents: 80 } }))
    expect(await screen.findByRole('heading', { name: /^Would have alerted/ })).toBeTruthy()
    const others = previews.slice(tested).filter((preview) => JSON.stringify(preview).includes('volume-times-usual'))
    expect(others).toEqual([])
  })

  test('an invalid query and a refused webhook say why', async () => {
    noneYet()
    server.use(previewMonitorMockHandler422(), createMonitorSubscriptionMockHandler422())
    const { user } = renderApp('/monitors?term=oat')
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    await user.click(screen.getByRole('button', { name: 'Save monitor' }))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  })

  test('a rule that never fires because of too few documents says so', async () => {
    noneYet()
    const preview = previewMonitorResponseMock()
    server.use(
      previewMonitorMockHandler({
        ...preview,
        backtest: { ...preview.backtest, firings: 0, days: [], reason: null },
        points: preview.points.map((point) => ({ ...point, holds: point.value === null ? null : false, fired: false })),
      }),
    )
    renderApp('/monitors?term=oat+milk')
    expect(await screen.findByRole('heading', { name: 'Would not have alerted you since 21 Nov 2025' })).toBeTruthy()
    expect(screen.getByText(/2 days were over the limit but had too few documents for the rule/)).toBeTruthy()
  })
})

describe('monitors', () => {
  test('are listed with their rule and what it would have done', async () => {
    renderApp('/monitors')
    expect(await screen.findByText(/^Growth clearly above 1.5 times, 28 days/)).toBeTruthy()
    expect(
      screen.getByText(/No alerts yet\. Tested on past data, it would have alerted you 3 times since/),
    ).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'New monitor' })).toBeNull()
  })

  test('a deleted monitor can be restored', async () => {
    const deleted = recordBodies('/explore/deleteMonitorSubscription', { id: monitor?.id, deleted: true })
    const monitors = recordBodies('/explore/createMonitorSubscription', monitor ?? {})
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Delete the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    expect(deleted).toEqual([{ id: monitor?.id }])
    expect(monitors).toMatchObject([{ rule: monitor?.rule, cooldownHours: 72, query: { query_term: 'oat milk' } }])
  })

  test('show recent measurements, and warn if their sources have ended', async () => {
    const ended = { source: 'imported', label: 'Imported documents', lastDay: '2013-08-18' } as const
    listOne({ endedSources: [ended] })
    renderApp('/monitors')
    expect(
      await screen.findByRole('img', { name: 'Since 12 Nov 2026: last ×1.36, limit ×1.5, alerts on 1 day' }),
    ).toBeTruthy()
    expect(
      screen.getByText(
        'No new documents from Imported documents (last on 18 Aug 2013). This monitor can’t alert you until some arrive.',
      ),
    ).toBeTruthy()
  })

  test('say since when their topic is not covered although its sources continue', async () => {
    listOne({ uncoveredAfter: '2026-10-25' })
    renderApp('/monitors')
    expect(await screen.findByText(/^Not covered after 25 Oct 2026\. .* This monitor can’t alert you/)).toBeTruthy()
  })

  test('a paused monitor says so, and undo resumes it', async () => {
    const changes = recordChanges()
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Pause the monitor for oat milk: Growth/ }))
    expect(await screen.findByText('The monitor for oat milk is paused.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changes).toEqual([{ isPaused: true }, { isPaused: false, snoozedUntil: null }]))
  })

  test('a paused monitor can be resumed, and a snoozed one woken', async () => {
    listOne({ isPaused: true, snoozedUntil: '2026-11-30T06:00:00Z', name: 'Loud' })
    const changes = recordChanges()
    const { user } = renderApp('/monitors')
    expect(await screen.findByText('Paused')).toBeTruthy()
    expect(screen.getByText('Snoozed until 30 Nov 2026, 06:00 UTC')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Resume the monitor for Loud: Growth/ }))
    await user.click(screen.getByRole('button', { name: /^More for the monitor for Loud: Growth/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'End the snooze' }))
    await waitFor(() => expect(changes).toEqual([{ isPaused: false }, { snoozedUntil: null }]))
  })

  test('a monitor can be snoozed until a chosen day', async () => {
    const changes = recordChanges()
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^More for the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Until a day…' }))
    const form = within(screen.getByRole('form', { name: 'Snooze until a day' }))
    expect(form.getByRole('button', { name: 'Snooze' })).toHaveProperty('disabled', true)
    await user.type(form.getByLabelText('No alerts until'), '2099-01-05')
    await user.click(form.getByRole('button', { name: 'Snooze' }))
    await waitFor(() => expect(changes).toEqual([{ snoozedUntil: '2099-01-05T00:00:00.000Z' }]))
    expect(
      await screen.findByText('The monitor for oat milk sends no alerts until 5 Jan 2099, 00:00 UTC.'),
    ).toBeTruthy()
  })

  test('editing a monitor shows the back-test of the new rule, and its topic stays', async () => {
    const changes = recordChanges()
    const previews = recordBodies('/monitorPreviews', previewMonitorResponseMock())
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Edit the monitor for oat milk: Growth/ }))
    const form = within(screen.getByRole('form', { name: 'Change the monitor for oat milk' }))
    expect(form.queryByRole('textbox', { name: 'Topic' })).toBeNull()
    const ratio = form.getByRole('textbox', { name: 'Ratio' })
    await user.clear(ratio)
    await user.type(ratio, '2')
    await user.type(form.getByRole('textbox', { name: 'Name (optional)' }), 'Doubled')
    const rule = { kind: 'momentum-above', ratio: 2, windowDays: 28 }
    await waitFor(() => expect(previews.at(-1)).toEqual({ query: monitor?.query, rule, cooldownHours: 72 }))
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(changes).toEqual([{ name: 'Doubled', rule, cooldownHours: 72 }]))
    await waitFor(() => expect(screen.queryByRole('form', { name: /^Change the monitor/ })).toBeNull())
  })

  test('a monitor that posts only to its webhook needs another channel before that goes', async () => {
    listOne({ channels: ['webhook'], webhookUrl: 'https://hooks.example/auspex' })
    const changes = recordChanges()
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Edit the monitor for oat milk: Growth/ }))
    const form = within(screen.getByRole('form', { name: 'Change the monitor for oat milk' }))
    expect(form.getByRole('checkbox', { name: 'Your inbox' })).toHaveProperty('checked', false)
    await user.clear(form.getByRole('textbox', { name: 'Webhook (optional)' }))
    expect(form.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
    await user.click(form.getByRole('checkbox', { name: 'Your email' }))
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(changes).toEqual([expect.objectContaining({ channels: ['email'], webhookUrl: null })]))
  })

  test('a stored pause between alerts that is not among the usual ones stays selectable', async () => {
    listOne({ cooldownHours: 48 })
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Edit the monitor for oat milk: Growth/ }))
    const cooldown = screen.getByRole('combobox', { name: 'Alert me at most' })
    expect(cooldown).toHaveProperty('value', 'Once in 48 hours')
    await user.click(cooldown)
    await user.click(await screen.findByRole('option', { name: 'Once a week', hidden: true }))
    await user.click(cooldown)
    await user.click(await screen.findByRole('option', { name: 'Once in 48 hours', hidden: true }))
    expect(cooldown).toHaveProperty('value', 'Once in 48 hours')
  })

  test('testing a monitor shows what it would have sent, and the result of each channel', async () => {
    server.use(dryRunMonitorMockHandler(), sendMonitorTestNotificationMockHandler())
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^More for the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Test' }))
    expect(await screen.findByText(/^It would have sent 1 alert from 22 Oct 2026 to 20 Nov 2026/)).toBeTruthy()
    expect(screen.getByText(/^Growth of at least 1.61 times in the 28 days/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send a test alert' }))
    expect(await screen.findByText('Inbox: delivered.')).toBeTruthy()
    expect(screen.getByText('Webhook: not delivered. The address answered 500.')).toBeTruthy()
  })

  test('a second test within a minute is refused with the waiting time', async () => {
    server.use(dryRunMonitorMockHandler(), sendMonitorTestNotificationMockHandler409())
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^More for the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Test' }))
    await user.click(screen.getByRole('button', { name: 'Send a test alert' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  test('can be retried if they fail to load', async () => {
    server.use(getMonitorSubscriptionsMockHandler500())
    renderApp('/monitors')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

test('trend subscriptions can be added and ended, with undo', async () => {
  const bodies = recordBodies('/explore/createGlobalTrendsSubscription', {})
  recordBodies('/explore/deleteGlobalTrendsSubscription', {})
  server.use(getGlobalTrendsSubscriptionsMockHandler())
  const { user } = renderApp('/monitors')
  const list = within(await screen.findByRole('list', { name: 'Trend subscriptions' }))
  expect(list.getByText(/On Mondays · next 23 Nov 2026, 06:00 UTC/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  await user.click(list.getByRole('button', { name: /^End the subscription/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(bodies).toEqual([
      { country: null, category: null, frequency: 'weekly', channels: ['inbox', 'email'] },
      { country: 'NO', category: 'food_drink', frequency: 'weekly', channels: ['inbox'] },
    ]),
  )
})

test('one loud week does not hide whether other weeks passed the limit', () => {
  const { high, isCut } = bounds([0.4, 1.9, 2.3, 108], 2, false)
  expect(high).toBeLessThan(20)
  expect(isCut).toBe(true)
})

test('an axis that fits every value cuts none', () => {
  expect(bounds([0.4, null, 2.8], 2, false)).toMatchObject({ low: 0, high: 3, isCut: false })
  expect(bounds([12, 90], null, false)).toMatchObject({ low: 0, isCut: false })
})
