import { addDays } from '@auspex/analytics'
import type {
  InboxPage,
  MonitorDryRun,
  MonitorRule,
  MonitorSubscription,
  MonitorSubscriptionPage,
  MonitorTestNotification,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../testing/people.ts'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

/** The test's clock is fixed at 2026-11-21: 120 days until yesterday, with four documents a day, and two days with more. */
const firstDay = '2026-07-24'
const loudDays = ['2026-09-10', '2026-11-15']
const documentCounts = Array.from({ length: 120 }, (_, index) => (loudDays.includes(addDays(firstDay, index)) ? 12 : 4))
const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }
const query = { query_term: 'oat milk' }

let world: Awaited<ReturnType<typeof startSubscriptions>>
beforeAll(async () => {
  world = await startSubscriptions()
  await world.documents.storeDocuments(documentsOf(documentCounts, firstDay))
})
afterAll(() => world.close())

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as: PersonName = 'mira') =>
  world.api.request({ method, path, as, ...(body !== undefined && { body }) })
const watch = async (more: object = {}) =>
  (await send('POST', '/explore/createMonitorSubscription', { query, rule, ...more })).json<MonitorSubscription>()
const change = async (id: string, changes: object) => send('PATCH', `/monitors/${id}`, changes)
const list = async () => (await send('GET', '/explore/getMonitorSubscriptions')).json<MonitorSubscriptionPage>().items
const alertedDays = async () =>
  (await send('GET', '/users/inbox-list')).json<InboxPage>().items.flatMap(({ alert }) => alert?.toDay ?? [])
const forget = (id: string) => send('POST', '/explore/deleteMonitorSubscription', { id })

describe('changing a monitor', () => {
  test('keeps fields that are not sent, and back-tests a new rule', async () => {
    const before = await watch({ name: 'Oat milk is loud', cooldownHours: 72 })
    expect(before).toMatchObject({ name: 'Oat milk is loud', backtest: { firings: 2 } })
    const louder = { ...rule, documents: 20 }
    const after = (await change(before.id, { rule: louder })).json<MonitorSubscription>()
    expect(after).toEqual({
      ...before,
      rule: louder,
      backtest: expect.objectContaining({ firings: 0, days: [] }),
      recent: expect.objectContaining({ limit: 20, firedDays: [] }),
    })
    expect(await list()).toEqual([after])
    const unnamed = (await change(before.id, { name: null })).json<MonitorSubscription>()
    expect(unnamed).toEqual({ ...after, name: null })
    await forget(before.id)
  })

  test('reports only days after the change, by the new rule', async () => {
    const { id } = await watch({ rule: { ...rule, documents: 100 } })
    await change(id, { rule })
    await world.runJobs()
    expect(await alertedDays()).toEqual([])
    await world.documents.storeDocuments(documentsOf([14], '2026-11-21'))
    world.api.clock.set('2026-11-22T00:10:00Z')
    await world.runJobs()
    expect(await alertedDays()).toEqual(['2026-11-21'])
    await forget(id)
  })

  test('posts to a webhook that was added, never to one that was removed', async () => {
    const { id } = await watch()
    const added = await change(id, { channels: ['inbox', 'webhook'], webhookUrl: world.receiver.url })
    expect(added.json()).toMatchObject({ channels: ['inbox', 'webhook'], webhookUrl: world.receiver.url })
    expect((await change(id, { channels: ['inbox'] })).json()).toMatchObject({ webhookUrl: null })
    await forget(id)
  })

  test('to an unavailable channel is refused and leaves it unchanged', async () => {
    const before = await watch()
    for (const changes of [
      { channels: ['email'] },
      { channels: ['webhook'] },
      { channels: ['webhook'], webhookUrl: 'http://10.0.0.1/x' },
    ])
      expect((await change(before.id, changes)).statusCode).toBe(422)
    expect(await list()).toEqual([before])
    await forget(before.id)
  })

  test('that belongs to someone else answers 404 for every operation', async () => {
    const { id } = await watch()
    for (const other of ['jon', 'ana'] as const) {
      expect((await send('PATCH', `/monitors/${id}`, { isPaused: true }, other)).statusCode).toBe(404)
      expect((await send('GET', `/monitors/${id}/dryRun`, undefined, other)).statusCode).toBe(404)
      expect((await send('POST', `/monitors/${id}/testNotifications`, undefined, other)).statusCode).toBe(404)
    }
    expect(await list()).toMatchObject([{ id, isPaused: false }])
    await forget(id)
  })
})

describe('a silent monitor', () => {
  test('queries no source and sends nothing while paused, and does not report those days later', async () => {
    const { id, signalId } = await watch({ isPaused: true })
    expect(await world.subscriptions.watchedSignals()).toEqual([])
    const alertDays = await alertedDays()
    const refreshed = world.refreshedSignals.length
    await world.documents.storeDocuments(documentsOf([4, 15], '2026-11-22'))
    world.api.clock.set('2026-11-24T00:10:00Z')
    await world.runJobs()
    expect(world.refreshedSignals).toHaveLength(refreshed)
    const fired = [...loudDays, '2026-11-21', '2026-11-23']
    expect((await list())[0]).toMatchObject({ lastFiredAt: null, recent: { firedDays: fired } })
    expect((await change(id, { isPaused: false })).json()).toMatchObject({ isPaused: false })
    world.api.clock.set('2026-11-24T02:10:00Z')
    await world.documents.storeDocuments(documentsOf([4], '2026-11-24'))
    await world.runJobs()
    expect(await alertedDays()).toEqual(alertDays)
    await world.documents.storeDocuments(documentsOf([16], '2026-11-25'))
    world.api.clock.set('2026-11-26T00:10:00Z')
    await world.runJobs()
    expect(await alertedDays()).toEqual(['2026-11-25', ...alertDays])
    expect(world.refreshedSignals.slice(refreshed)).toContain(signalId)
    await forget(id)
  })

  test('reports again on its own once the snooze has ended', async () => {
    const { id } = await watch()
    const until = '2026-11-27T12:00:00.000Z'
    expect((await change(id, { snoozedUntil: until })).json()).toMatchObject({ snoozedUntil: until, isPaused: false })
    const alerted = await alertedDays()
    await world.documents.storeDocuments(documentsOf([15, 4], '2026-11-26'))
    world.api.clock.set('2026-11-27T00:10:00Z')
    await world.runJobs()
    expect(await alertedDays()).toEqual(alerted)
    world.api.clock.set('2026-11-29T00:10:00Z')
    await world.documents.storeDocuments(documentsOf([17], '2026-11-28'))
    await world.runJobs()
    expect(await alertedDays()).toEqual(['2026-11-28', ...alerted])
    expect((await list())[0]).toMatchObject({ snoozedUntil: null })
    await forget(id)
  })
})

describe('testing a monitor', () => {
  test('previews the alerts of recent days with their text and sends nothing', async () => {
    const { id } = await watch()
    const alerted = await alertedDays()
    const dryRun = (await send('GET', `/monitors/${id}/dryRun?days=14`)).json<MonitorDryRun>()
    expect(dryRun).toMatchObject({ id, firstDay: '2026-11-15', lastDay: '2026-11-28', judgedDays: 14 })
    expect(dryRun.alerts[0]).toEqual({
      day: '2026-11-28',
      reason: '17 documents on 28 November 2026, above 9.',
      value: 17,
    })
    expect(dryRun.alerts.map(({ day }) => day)).toContain('2026-11-15')
    expect(await alertedDays()).toEqual(alerted)
    expect((await send('GET', `/monitors/${id}/dryRun?days=0`)).statusCode).toBe(422)
    await forget(id)
  })

  test('sends a marked test to each channel and reports the result of each', async () => {
    const { id } = await watch({ name: 'Loud', channels: ['inbox', 'webhook'], webhookUrl: world.receiver.url })
    world.receiver.answer(204)
    const before = world.receiver.received.length
    const sent = (await send('POST', `/monitors/${id}/testNotifications`)).json<MonitorTestNotification>()
    expect(sent.channels).toEqual([
      { channel: 'inbox', delivered: true, reason: null },
      { channel: 'webhook', delivered: true, reason: null },
    ])
    expect(world.receiver.received.slice(before)).toMatchObject([
      { kind: 'monitor', title: 'Loud', alert: null, isTest: true },
    ])
    const { items } = (await send('GET', '/users/inbox-list')).json<InboxPage>()
    // sent at the same instant as the alerts before it, so its place among them is not defined
    expect(items.filter(({ title }) => title === 'Loud')).toMatchObject([
      { alert: null, message: expect.stringContaining('This is a test') },
    ])
    expect((await list())[0]?.lastFiredAt).toBeNull()
    await forget(id)
  })

  test('reports why a webhook refused it, and is limited in rate', async () => {
    const { id } = await watch({ channels: ['webhook'], webhookUrl: world.receiver.url })
    world.receiver.answer(500)
    const sent = (await send('POST', `/monitors/${id}/testNotifications`)).json<MonitorTestNotification>()
    expect(sent.channels).toEqual([{ channel: 'webhook', delivered: false, reason: expect.stringContaining('500') }])
    const repeated = await send('POST', `/monitors/${id}/testNotifications`)
    expect(repeated.json()).toMatchObject({ status: 409, code: 'subscriptions.tested_recently' })
    world.api.clock.set('2026-11-29T00:12:00Z')
    expect((await send('POST', `/monitors/${id}/testNotifications`)).statusCode).toBe(200)
    await forget(id)
  })
})

describe('the list of monitors', () => {
  test('has the measurements of the last ninety days, with the limit and the days that fired', async () => {
    const { id } = await watch()
    const [monitor] = await list()
    expect(monitor?.recent).toMatchObject({ unit: 'documents', limit: 9 })
    expect(monitor?.recent.values).toHaveLength(90)
    expect(monitor?.recent.values.slice(-3)).toEqual([15, 4, 17])
    expect(monitor?.recent.firedDays.slice(-2)).toEqual(['2026-11-25', '2026-11-28'])
    await forget(id)
  })

  test('warns of watched sources without documents for two weeks, with their last day', async () => {
    const { id } = await watch()
    const only = await watch({ query: { ...query, sources: ['hacker_news', 'arxiv'] } })
    const endedOf = async () => new Map((await list()).map((monitor) => [monitor.id, monitor.endedSources]))
    const now = await endedOf()
    expect(now.get(id)).toEqual([])
    expect(now.get(only.id)).toContainEqual({ source: 'arxiv', label: 'arXiv', lastDay: null })
    world.api.clock.set('2026-12-13T08:00:00Z')
    const later = await endedOf()
    expect(later.get(id)).toEqual([expect.objectContaining({ lastDay: '2026-11-28' })])
    await forget(id)
    await forget(only.id)
  })
})
