import type { MonitorDeliveryPage, MonitorSubscription, MonitorWebhookSecret } from '@auspex/sdk/types'
import { verifyWebhook } from '@auspex/sdk/webhooks'
import { MonitorNotification } from '@auspex/sdk/zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../testing/people.ts'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

// The tests are one story of one monitor: an alert is posted and refused, posted again, and its secret is changed. Each goes on from the one before.
let world: Awaited<ReturnType<typeof startSubscriptions>>
let monitor: MonitorSubscription

beforeAll(async () => {
  world = await startSubscriptions()
  // four documents a day until yesterday, as seen from 2026-11-21
  await world.documents.storeDocuments(
    documentsOf(
      Array.from({ length: 60 }, () => 4),
      '2026-09-22',
    ),
  )
  monitor = await createMonitor()
})
afterAll(() => world.close())

const send = (method: 'GET' | 'POST', path: string, as: PersonName = 'mira', body?: object) =>
  world.api.request({ method, path, as, body })
/** A monitor that alerts on more than nine documents a day, of which there are four until the tests store more. */
const createMonitor = async (): Promise<MonitorSubscription> =>
  (
    await send('POST', '/explore/createMonitorSubscription', 'mira', {
      query: { query_term: 'oat milk' },
      rule: { kind: 'volume-above', documents: 9, windowDays: 1 },
      channels: ['webhook'],
      webhookUrl: world.receiver.url,
    })
  ).json()
const secretOf = async (id: string) => (await send('GET', `/monitors/${id}/webhookSecret`)).json<MonitorWebhookSecret>()
const rotate = async (id: string) => (await send('POST', `/monitors/${id}/webhookSecret`)).json<MonitorWebhookSecret>()
const deliveriesOf = async (id: string) =>
  (await send('GET', `/monitors/${id}/deliveries`)).json<MonitorDeliveryPage>().items
const lastPost = () => {
  const post = world.receiver.posts.at(-1)
  if (post === undefined) throw new Error('nothing was posted')
  return post
}
/** Sends a test at the given time and returns the post as received. */
const postTest = async (at: string) => {
  world.api.clock.set(at)
  await send('POST', `/monitors/${monitor.id}/testNotifications`)
  return { ...lastPost(), now: Date.parse(at) }
}

describe('a posted alert', () => {
  test('has a signature that its receiver can verify', async () => {
    await world.documents.storeDocuments(documentsOf([14], '2026-11-21'))
    world.receiver.answer(500)
    world.api.clock.set('2026-11-22T00:10:00Z')
    await world.runJobs()
    const post = lastPost()
    const { secret } = await secretOf(monitor.id)
    const now = Date.parse('2026-11-22T00:10:00Z')
    const message = await verifyWebhook({ ...post, secret, now })
    expect(message).toMatchObject({ kind: 'monitor', alert: { subscriptionId: monitor.id, toDay: '2026-11-21' } })
    expect(post.headers['webhook-id']).toBe(message.id)
    expect(MonitorNotification.parse(message)).toEqual(message)
    await expect(verifyWebhook({ ...post, body: `${post.body} `, secret, now })).rejects.toMatchObject({
      code: 'webhook.signature_mismatch',
    })
  })

  test('is listed with the error and the time of the next attempt, then as accepted, with a signature of its own', async () => {
    const [waiting] = await deliveriesOf(monitor.id)
    expect(waiting).toEqual({
      id: world.receiver.posts[0]?.headers['webhook-id'],
      day: '2026-11-21',
      url: world.receiver.url,
      state: 'waiting',
      tries: 1,
      reason: 'It answered 500.',
      createdAt: '2026-11-22T00:10:00.000Z',
      triedAt: '2026-11-22T00:10:00.000Z',
      nextAt: '2026-11-22T00:11:00.000Z',
    })
    world.receiver.answer(204)
    world.api.clock.set('2026-11-22T00:11:00Z')
    await world.runJobs()
    expect(await deliveriesOf(monitor.id)).toEqual([
      { ...waiting, state: 'delivered', tries: 2, reason: null, triedAt: '2026-11-22T00:11:00.000Z', nextAt: null },
    ])
    const [first, second] = world.receiver.posts
    const { secret } = await secretOf(monitor.id)
    expect(second?.body).toBe(first?.body)
    // an intercepted first try cannot be replayed later
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
    expect(await verifyWebhook({ ...lastPost(), secret, now: Date.parse('2026-11-22T00:11:00Z') })).toBeDefined()
  })
})

describe('the secret of a webhook', () => {
  test('stays the same until it is rotated, and belongs to one monitor only', async () => {
    const secret = await secretOf(monitor.id)
    expect(secret).toMatchObject({ id: monitor.id, previousValidUntil: null })
    expect(await secretOf(monitor.id)).toEqual(secret)
    const other = await createMonitor()
    expect((await secretOf(other.id)).secret).not.toBe(secret.secret)
    await send('POST', '/explore/deleteMonitorSubscription', 'mira', { id: other.id })
  })

  test('that was rotated out also signs for one day and no longer', async () => {
    const before = await secretOf(monitor.id)
    world.api.clock.set('2026-11-22T08:00:00Z')
    const after = await rotate(monitor.id)
    expect(after.previousValidUntil).toBe('2026-11-23T08:00:00.000Z')
    expect(await secretOf(monitor.id)).toEqual(after)
    const post = await postTest('2026-11-23T07:59:00Z')
    for (const { secret } of [before, after]) {
      const message = await verifyWebhook({ ...post, secret })
      expect(message).toMatchObject({ isTest: true, alert: null })
      expect(MonitorNotification.parse(message)).toEqual(message)
    }
    const latePost = await postTest('2026-11-23T08:01:00Z')
    expect(await verifyWebhook({ ...latePost, secret: after.secret })).toBeDefined()
    await expect(verifyWebhook({ ...latePost, secret: before.secret })).rejects.toMatchObject({
      code: 'webhook.signature_mismatch',
    })
    expect((await secretOf(monitor.id)).previousValidUntil).toBeNull()
  })

  test('can be replaced before anything was signed, and then has no predecessor', async () => {
    const fresh = await createMonitor()
    expect((await rotate(fresh.id)).previousValidUntil).toBeNull()
    await send('POST', '/explore/deleteMonitorSubscription', 'mira', { id: fresh.id })
  })

  test.each([
    ['a colleague', 'jon'],
    ["another organization's person", 'ana'],
  ] as const)('%s sees neither it nor the deliveries, and cannot rotate it', async (_who, as) => {
    const { secret } = await secretOf(monitor.id)
    const requests = [
      send('GET', `/monitors/${monitor.id}/webhookSecret`, as),
      send('POST', `/monitors/${monitor.id}/webhookSecret`, as),
      send('GET', `/monitors/${monitor.id}/deliveries`, as),
    ]
    for (const refused of await Promise.all(requests))
      expect(refused.json()).toMatchObject({ status: 404, code: 'subscriptions.not_found' })
    expect((await secretOf(monitor.id)).secret).toBe(secret)
  })
})

describe('the list of deliveries', () => {
  test('drops deliveries that ended ninety days ago', async () => {
    expect(await deliveriesOf(monitor.id)).toHaveLength(1)
    world.api.clock.set('2027-02-19T00:11:00Z')
    await world.runJobs()
    expect((await deliveriesOf(monitor.id)).map(({ day }) => day)).toContain('2026-11-21')
    world.api.clock.set('2027-02-21T00:11:00Z')
    await world.runJobs()
    expect((await deliveriesOf(monitor.id)).map(({ day }) => day)).not.toContain('2026-11-21')
  })
})
