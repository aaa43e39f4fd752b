import { addDays } from '@auspex/analytics'
import type { InboxPage, MonitorPreview, MonitorRule, MonitorSubscription, TrendList } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOnce } from '../../adapters/jobs/testing/run-once.ts'
import { createLogger } from '../../kernel/logger.ts'
import type { PersonName } from '../../testing/people.ts'
import { stub } from '../../testing/stub.ts'
import type { TestApi } from '../../testing/test-api.ts'
import { categories } from '../library/index.ts'
import type { DocumentsModule } from '../library/index.ts'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { createSubscriptionJobs, type SubscriptionsModule } from './subscriptions.module.ts'
import { writeTrends } from './trends/send-trends.ts'
import { startSubscriptions, type WebhookReceiver } from './testing/start-subscriptions.ts'

let api: TestApi
let documents: DocumentsModule
let subscriptions: SubscriptionsModule
/** Signals whose sources were queried again. */
let refreshedSignals: string[]
let receiver: WebhookReceiver
let close: () => Promise<void>

/** The test's clock is fixed at 2026-11-21: 120 days until yesterday, with four documents a day, and three days with more. */
const firstDay = '2026-07-24'
const loudDays = ['2026-09-10', '2026-10-05', '2026-10-06']
const dayOf = (index: number) => addDays(firstDay, index)
const documentCounts = Array.from({ length: 120 }, (_, index) => (loudDays.includes(dayOf(index)) ? 12 : 4))
const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }
const query = { query_term: 'oat milk' }

beforeAll(async () => {
  ;({ api, documents, subscriptions, refreshedSignals, receiver, close } = await startSubscriptions())
  await documents.storeDocuments(documentsOf(documentCounts, firstDay))
})
afterAll(() => close())

const post = (path: string, body: unknown, as: PersonName = 'mira') => api.request({ method: 'POST', path, as, body })
const watch = (body: object, as: PersonName = 'mira') =>
  post('/explore/createMonitorSubscription', { query, rule, ...body }, as)
const list = async (as: PersonName = 'mira') =>
  (await api.request({ method: 'GET', path: '/explore/getMonitorSubscriptions', as })).json()
const inboxOf = async (as: PersonName) =>
  (await api.request({ method: 'GET', path: '/users/inbox-list', as })).json<InboxPage>()

describe('testing a rule before it is saved', () => {
  test('lists the days on which it would have fired, and saves nothing', async () => {
    const preview = (await post('/monitorPreviews', { query, rule })).json<MonitorPreview>()
    expect(preview).toMatchObject({ title: 'oat milk', unit: 'documents', limit: 9 })
    expect(preview.backtest).toEqual({
      months: 4,
      firstDay,
      lastDay: '2026-11-20',
      coveredDays: 120,
      evaluatedDays: 120,
      reason: null,
      firings: 2,
      days: ['2026-09-10', '2026-10-05'],
      holdsNow: false,
    })
    expect(preview.points.find(({ day }) => day === '2026-10-06')).toEqual({
      day: '2026-10-06',
      documents: 12,
      value: 12,
      holds: true,
      fired: false,
    })
    expect((await list()).items).toEqual([])
  })

  test('names the days that could not be evaluated', async () => {
    const usual = { kind: 'volume-times-usual', times: 2, minDocuments: 5, windowDays: 1 }
    const { backtest } = (await post('/monitorPreviews', { query, rule: usual })).json<MonitorPreview>()
    expect(backtest).toMatchObject({
      evaluatedDays: 92,
      firings: 2,
      reason: expect.stringContaining('28 days with too'),
    })
  })

  test('suggests the next step for a topic without documents', async () => {
    const { backtest } = (await post('/monitorPreviews', { query: { query_term: 'zeppelin' }, rule })).json()
    expect(backtest).toMatchObject({ firings: 0, holdsNow: null, reason: expect.stringContaining('Search the topic') })
  })

  test('a malformed query is refused with its column', async () => {
    const refused = await post('/monitorPreviews', { query: { query_term: '(oat' }, rule })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().code).toBe('signals.query_unreadable')
  })
})

describe('monitors', () => {
  let monitor: MonitorSubscription

  test('a saved rule keeps its back-test and is visible to its owner only', async () => {
    monitor = (await watch({ channels: ['inbox', 'webhook'], webhookUrl: receiver.url })).json()
    expect(monitor).toMatchObject({ title: 'oat milk', cooldownHours: 24, lastFiredAt: null, backtest: { firings: 2 } })
    expect((await list()).items).toEqual([monitor])
    expect((await list('jon')).items).toEqual([])
    expect(await subscriptions.watchedSignals()).toEqual([monitor.signalId])
  })

  test('days before its creation are not reported, and its sources are queried once a day', async () => {
    await runOnce(subscriptions.jobs)
    await runOnce(subscriptions.jobs)
    expect(refreshedSignals).toEqual([monitor.signalId])
    expect((await inboxOf('mira')).items).toEqual([])
  })

  test('a day that starts to match is reported once, after it has ended, with its number', async () => {
    await documents.storeDocuments(documentsOf([14, 15], '2026-11-21'))
    api.clock.set('2026-11-22T00:10:00Z')
    receiver.answer(503)
    await runOnce(subscriptions.jobs)
    await runOnce(subscriptions.jobs)
    expect(receiver.received).toHaveLength(1)
    const { items } = await inboxOf('mira')
    expect(items).toMatchObject([
      {
        kind: 'monitor',
        title: 'oat milk',
        signalId: monitor.signalId,
        alert: {
          subscriptionId: monitor.id,
          reason: '14 documents on 21 November 2026, above 9.',
          value: 14,
          limit: 9,
          fromDay: '2026-11-21',
          toDay: '2026-11-21',
        },
      },
    ])
    expect((await list()).items[0].lastFiredAt).toBe('2026-11-22T00:10:00.000Z')
  })

  test('a failed webhook is retried until it accepts the alert, then no longer called', async () => {
    receiver.answer(204)
    api.clock.set('2026-11-22T00:11:00Z')
    await runOnce(subscriptions.jobs)
    await runOnce(subscriptions.jobs)
    const [first, retried, ...more] = receiver.received
    expect(retried).toMatchObject({ kind: 'monitor', title: 'oat milk', alert: { toDay: '2026-11-21', value: 14 } })
    expect(retried).toEqual(first)
    expect(more).toEqual([])
    const { rows } = await sql`select state, tries, next_at from webhook_delivery`.execute(api.database.kysely)
    expect(rows).toEqual([{ state: 'delivered', tries: 2, next_at: null }])
  })

  test('a condition that continues is not reported again, and late documents of its last day count', async () => {
    api.clock.set('2026-11-23T08:00:00Z')
    await runOnce(subscriptions.jobs)
    expect((await inboxOf('mira')).page.total).toBe(1)
    await documents.storeDocuments(documentsOf([4], '2026-11-23'))
    api.clock.set('2026-11-24T00:10:00Z')
    await runOnce(subscriptions.jobs)
    await documents.storeDocuments(lateOf('2026-11-23', 8))
    api.clock.set('2026-11-24T02:10:00Z')
    await runOnce(subscriptions.jobs)
    expect((await inboxOf('mira')).page.total).toBe(1) // the rule held all along, including on 23 November
    await documents.storeDocuments(documentsOf([4, 11], '2026-11-24'))
    api.clock.set('2026-11-26T00:10:00Z')
    await runOnce(subscriptions.jobs)
    expect((await inboxOf('mira')).items.map(({ alert }) => alert?.toDay)).toEqual(['2026-11-25', '2026-11-21'])
  })

  test('after a crash before it was settled, no day is reported twice', async () => {
    await sql`update monitor set settled_day = '2026-11-20', checked_at = null,
      settled = '{"isHolding":false,"lastFiredDay":null,"lastPointDay":null}'`.execute(api.database.kysely)
    await runOnce(subscriptions.jobs)
    expect((await inboxOf('mira')).page.total).toBe(2)
  })

  test('only its owner can delete it, once', async () => {
    for (const other of ['jon', 'ana'] as const) {
      const refused = await post('/explore/deleteMonitorSubscription', { id: monitor.id }, other)
      expect(refused.json()).toMatchObject({ status: 404, code: 'subscriptions.not_found' })
    }
    const deleted = await post('/explore/deleteMonitorSubscription', { id: monitor.id })
    expect(deleted.json()).toEqual({ id: monitor.id, deleted: true })
    expect((await post('/explore/deleteMonitorSubscription', { id: monitor.id })).statusCode).toBe(404)
  })

  test('a channel that cannot send is refused, with what to do', async () => {
    expect((await watch({ channels: ['email'] })).json()).toMatchObject({
      status: 422,
      code: 'subscriptions.email_unavailable',
    })
    for (const webhookUrl of [null, 'http://10.0.0.1/x', 'http://localhost:9/', 'ftp://example.org/'])
      expect((await watch({ channels: ['webhook'], webhookUrl })).json()).toMatchObject({
        status: 422,
        code: 'subscriptions.webhook_refused',
      })
    expect((await watch({ query: { query_term: '(oat' } })).statusCode).toBe(422)
    expect((await list()).items).toEqual([])
  })

  test('an address without the channel webhook is refused, because nothing would be posted to it', async () => {
    for (const channels of [['inbox'], undefined])
      expect((await watch({ channels, webhookUrl: 'https://example.org/x' })).json()).toMatchObject({
        status: 422,
        code: 'subscriptions.webhook_unused',
        detail: 'Add webhook to the channels, or leave webhookUrl out.',
      })
    expect((await list()).items).toEqual([])
  })

  test('a webhook to a host of this network is refused like one to a host that does not exist', async () => {
    const answers = ['http://10.0.0.1/x', 'http://localhost/x', 'http://nobody.invalid/x', 'http://[::1]/x'].map(
      async (webhookUrl) => {
        const { requestId: _own, ...problem } = (await watch({ channels: ['webhook'], webhookUrl })).json()
        return JSON.stringify(problem)
      },
    )
    const replies = await Promise.all(answers)
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('The address cannot be reached from the public internet.')
  })

  test('more than a hundred are refused', async () => {
    const { id } = (await watch({}, 'jon')).json()
    await sql`insert into monitor select 'sub_copy' || n, user_id, signal_id, title, query, rule, channels, webhook_url,
      cooldown_hours, backtest, created_at, last_fired_at, settled_day, settled, checked_at, checked_revision
      from monitor, generate_series(1, 98) n where id = ${id}`.execute(api.database.kysely)
    // two concurrent requests must not both be the hundredth
    const last = await Promise.all([watch({}, 'jon'), watch({}, 'jon')])
    expect(last.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await watch({}, 'jon')).json()).toMatchObject({ code: 'subscriptions.too_many' })
  })
})

/** More documents of a day that the library already covers. */
function lateOf(day: string, count: number) {
  return documentsOf([count], day).map((document) => ({
    ...document,
    nativeId: `late-${document.nativeId}`,
    url: null,
  }))
}

describe('trend subscriptions', () => {
  const subscribe = (body: object, as: PersonName = 'ana') => post('/explore/createGlobalTrendsSubscription', body, as)
  const listed = async (as: PersonName = 'ana') =>
    (await api.request({ method: 'GET', path: '/explore/getGlobalTrendsSubscriptions', as })).json()

  test('are sent at 06:00 UTC, daily or on Mondays', async () => {
    api.clock.set('2026-11-27T08:00:00Z') // a Friday
    const daily = (await subscribe({ frequency: 'daily' })).json()
    const weekly = (await subscribe({ frequency: 'weekly', category: categories[0]?.id })).json()
    expect(daily).toMatchObject({ channels: ['inbox'], country: null, nextAt: '2026-11-28T06:00:00.000Z' })
    expect(weekly).toMatchObject({ category: categories[0]?.id, nextAt: '2026-11-30T06:00:00.000Z' })
    expect((await listed()).items).toHaveLength(2)
    expect((await subscribe({ frequency: 'daily' })).json()).toMatchObject({
      status: 409,
      code: 'subscriptions.exists',
    })
    expect((await listed('mira')).items).toEqual([])
  })

  test('reach the inbox once, with a reason for each trend or a note that nothing grew', async () => {
    await runOnce(subscriptions.jobs)
    expect((await inboxOf('ana')).items).toEqual([])
    api.clock.set('2026-11-30T06:00:30Z')
    await runOnce(subscriptions.jobs)
    await runOnce(subscriptions.jobs)
    const { items } = await inboxOf('ana')
    expect(items.map(({ title }) => title).toSorted()).toEqual(['Trends', expect.stringMatching(/^Trends in /)])
    for (const { kind, message } of items) {
      expect(kind).toBe('trends')
      expect(message).toMatch(/documents? names? it in the last|clearly grew|no documents/)
    }
    expect((await listed()).items.map(({ nextAt }: { nextAt: string }) => nextAt).toSorted()).toEqual([
      '2026-12-01T06:00:00.000Z',
      '2026-12-07T06:00:00.000Z',
    ])
  })

  test('an unknown category, e-mail, and subscription number 101 are refused', async () => {
    expect((await subscribe({ frequency: 'daily', category: 'nowhere' })).json().code).toBe('trends.category_not_found')
    expect((await subscribe({ frequency: 'daily', channels: ['email'] })).json()).toMatchObject({
      status: 422,
      code: 'subscriptions.email_unavailable',
    })
    await sql`insert into trends_subscription select 'sub_more' || n, user_id, country, category, frequency, channels, created_at, next_at
      from trends_subscription, generate_series(1, 98) n where frequency = 'daily'`.execute(api.database.kysely)
    expect((await subscribe({ frequency: 'daily', country: 'NO' })).json()).toMatchObject({
      status: 409,
      code: 'subscriptions.too_many',
    })
  })

  test('only their owner can delete them', async () => {
    const [{ id }] = (await listed()).items
    expect((await post('/explore/deleteGlobalTrendsSubscription', { id }, 'mira')).statusCode).toBe(404)
    expect((await post('/explore/deleteGlobalTrendsSubscription', { id }, 'ana')).json()).toEqual({ id, deleted: true })
  })

  test('a nonexistent page is refused', async () => {
    for (const path of ['getGlobalTrendsSubscriptions', 'getMonitorSubscriptions'])
      expect((await api.request({ method: 'GET', path: `/explore/${path}?page=0`, as: 'ana' })).statusCode).toBe(422)
  })
})

test('alerts are posted even if trends cannot be sent, and the job is retried for the trends', async () => {
  const done: string[] = []
  const jobs = createSubscriptionJobs({
    steps: [
      async () => void done.push('monitors'),
      () => Promise.reject(new Error('no trends')),
      async () => void done.push('posts'),
    ],
    log: createLogger('silent'),
  })
  await expect(runOnce(jobs)).rejects.toThrow('no trends')
  expect(done).toEqual(['monitors', 'posts'])
})

test('a server that is stopping starts no further step, and the job returns to its queue', async () => {
  const stop = new AbortController()
  const done: string[] = []
  const jobs = createSubscriptionJobs({
    steps: [async () => stop.abort(new Error('the server stops')), async () => void done.push('trends')],
    log: createLogger('silent'),
  })
  await expect(runOnce(jobs, { signal: stop.signal })).rejects.toThrow('the server stops')
  expect(done).toEqual([])
})

const trend = { term: '3d printing', why: '40 stories, 10 before.', change: 'grew', isUpNow: true }
const writeMessage = (items: readonly object[]) =>
  writeTrends(
    stub<TrendList>({
      items: items as unknown as TrendList['items'], // no other field of an item is read
      windowDays: 28,
      asOf: '2013-08-17',
    }),
    { country: null, category: null },
  ).message

test('a message of trends shows their days, since an archive may have ended long ago', () => {
  expect(writeMessage([trend])).toBe('In the 28 days to 17 August 2013:\n3d printing: 40 stories, 10 before.')
  expect(writeMessage([])).toBe('Nothing clearly grew in the 28 days to 17 August 2013. 0 topics were compared.')
})
