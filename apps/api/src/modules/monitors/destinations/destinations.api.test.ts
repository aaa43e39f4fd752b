import type {
  Destination,
  DestinationPage,
  MonitorRule,
  MonitorSubscription,
  MonitorTestNotification,
} from '@auspex/sdk/types'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { documentsOf } from '../../markets/testing/planted-market.ts'
import { type DeliveryLimits, noLimits } from '../notifications/delivery-limits.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'

const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }
const query = { query_term: 'oat milk' }

async function start(limits?: Partial<DeliveryLimits>) {
  const world = await startSubscriptions({ limits: { ...noLimits, ...limits } })
  const { api, documents, receiver } = world
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as: PersonName = 'mira') =>
    api.request({ method, path, as, ...(body !== undefined && { body }) })
  /** Adds a room of Slack at the receiver, some time after the test before. */
  const add = async (changes: object = {}, as: PersonName = 'mira') => {
    api.clock.set(new Date(api.clock.now().getTime() + 10_000).toISOString())
    return call('POST', '/destinations', { kind: 'slack', name: '#insights', url: receiver.url, ...changes }, as)
  }
  const list = async (as: PersonName = 'mira') =>
    (await call('GET', '/destinations', undefined, as)).json<DestinationPage>().items
  await documents.storeDocuments(
    documentsOf(
      Array.from({ length: 120 }, () => 4),
      '2026-07-24',
    ),
  )
  /** A monitor that sends to a new destination, on the day before its rule begins to hold. */
  const watch = async (changes: object = {}) => {
    const destination = (await add(changes)).json<Destination>()
    const input = { query, rule, destinationIds: [destination.id] }
    const monitor = (await call('POST', '/explore/createMonitorSubscription', input)).json<MonitorSubscription>()
    await world.runJobs()
    await documents.storeDocuments(documentsOf([14], '2026-11-21'))
    receiver.posts.length = 0
    api.clock.set('2026-11-22T00:10:00Z')
    return { destination, monitor }
  }
  const runAt = async (at: string) => {
    api.clock.set(at)
    await world.runJobs()
  }
  return { ...world, call, add, list, watch, runAt }
}

let world: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  world = await start()
})
afterEach(() => world.close())

describe('adding a destination', () => {
  test('sends a test, and stores the address so that nobody can read it', async () => {
    const reply = await world.add()
    expect(reply.statusCode).toBe(200)
    expect(world.receiver.posts).toHaveLength(1)
    expect(world.receiver.posts[0]?.body).toContain('This is a test')
    const [stored] = await world.list()
    expect(stored).toMatchObject({
      kind: 'slack',
      name: '#insights',
      host: world.receiver.endpoint,
      lastDelivery: null,
    })
    expect(JSON.stringify(stored)).not.toContain(world.receiver.url)
  })

  test('stores nothing when the service refuses the test, and says why', async () => {
    world.receiver.answer(404)
    const refused = await world.add()
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'destinations.test_failed', detail: expect.stringContaining('404') })
    expect(await world.list()).toEqual([])
  })

  test('reaches no address of the server’s own network', async () => {
    const refused = await world.add({ url: 'http://127.0.0.1:9/hook' })
    expect(refused.json()).toMatchObject({
      code: 'destinations.test_failed',
      detail: expect.stringContaining('not allowed'),
    })
  })

  test.each([
    ['ntfy', { url: 'https://ntfy.example/%ff' }],
    ['matrix', { url: 'https://a%00b.example', token: 'secret', room: '!room:a.example' }],
  ])('is refused for an address of which %s has no request', async (kind, settings) => {
    world.api.clock.set(new Date(world.api.clock.now().getTime() + 10_000).toISOString())
    const refused = await world.call('POST', '/destinations', { kind, name: 'alerts', ...settings })
    expect(refused.statusCode).toBe(422)
  })

  test('waits between two tests', async () => {
    await world.add()
    const retry = await world.call('POST', '/destinations', { kind: 'slack', name: 'b', url: world.receiver.url })
    expect(retry.json()).toMatchObject({ code: 'subscriptions.tested_recently' })
  })

  test('is of one person: others neither see it, nor send there, nor delete it', async () => {
    const { id } = (await world.add()).json<Destination>()
    expect(await world.list('jon')).toEqual([])
    expect((await world.call('DELETE', `/destinations/${id}`, undefined, 'jon')).statusCode).toBe(404)
    const stolen = await world.call(
      'POST',
      '/explore/createMonitorSubscription',
      { query, rule, destinationIds: [id] },
      'jon',
    )
    expect(stolen.json()).toMatchObject({ code: 'destinations.unknown' })
    expect(await world.list()).toHaveLength(1)
  })
})

describe('an alert', () => {
  test('arrives once, with what the rule measured and a link', async () => {
    await world.watch()
    await world.runJobs()
    await world.runJobs()
    expect(world.receiver.posts).toHaveLength(1)
    const body = world.receiver.posts[0]?.body ?? ''
    expect(body).toContain('oat milk')
    expect(body).toContain('https://auspex.example/signals/sig_')
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'delivered', reason: null })
  })

  test('shows the last days of its monitor as a picture where the service takes one', async () => {
    await world.watch({ kind: 'discord', name: 'insights' })
    await world.runJobs()
    await world.runJobs()
    expect(world.receiver.posts).toHaveLength(1)
    const [post] = world.receiver.posts
    expect(post?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(post?.body).toContain('PNG\r\n')
    expect(post?.body).toContain('Bars of each day from')
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'delivered' })
  })

  test('arrives although more messages than one pass handles are damaged; those are retried and then dropped', async () => {
    await world.watch()
    const { pool } = world.api.database
    await pool.query(
      `insert into destination select (jsonb_populate_record(d, '{"id": "dst_damaged", "secret": "{"}')).* from destination d`,
    )
    await pool.query(
      `insert into destination_delivery (id, destination_id, occasion, message, next_at, created_at)
       select 'damaged' || n, 'dst_damaged', 'occasion' || n, '{}', '2026-11-20', '2026-11-20' from generate_series(1, 45) n`,
    )
    await world.runJobs()
    await world.runJobs()
    expect(world.receiver.posts).toHaveLength(1)
    const { rows } = await pool.query(
      `select distinct state, tries from destination_delivery where destination_id = 'dst_damaged'`,
    )
    expect(rows).toEqual([{ state: 'waiting', tries: 1 }])
  })

  test('waits as long as a service asks that is sent too much', async () => {
    await world.watch()
    world.receiver.answer(429, { 'retry-after': '1800' })
    await world.runJobs()
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'waiting' })
    world.receiver.answer(200)
    await world.runAt('2026-11-22T00:30:00Z')
    expect(world.receiver.posts).toHaveLength(1)
    await world.runAt('2026-11-22T00:41:00Z')
    expect(world.receiver.posts).toHaveLength(2)
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'delivered' })
  })

  test('is tried again after an outage, and not after a final refusal', async () => {
    await world.watch()
    world.receiver.answer(503)
    await world.runJobs()
    world.receiver.answer(410)
    await world.runAt('2026-11-22T00:12:00Z')
    await world.runAt('2026-11-22T06:00:00Z')
    expect(world.receiver.posts).toHaveLength(2)
    expect((await world.list())[0]?.lastDelivery).toMatchObject({
      state: 'failed',
      reason: 'It answered 410: the address or the token is wrong, or no longer valid.',
    })
  })

  test('that may have arrived is not sent again', async () => {
    await world.watch()
    world.receiver.hangUp()
    await world.runJobs()
    world.receiver.answer(200)
    await world.runAt('2026-11-22T06:00:00Z')
    expect(world.receiver.posts).toHaveLength(1)
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'unconfirmed' })
  })

  test('whose process died while it was sent is not sent again', async () => {
    await world.watch()
    await world.runJobs()
    // what a process leaves that was killed between handing over and recording
    await world.api.database.pool.query(
      "update destination_delivery set state = 'waiting', next_at = '2026-11-22T00:15:00Z', reason = null",
    )
    await world.runAt('2026-11-22T00:20:00Z')
    expect(world.receiver.posts).toHaveLength(1)
    expect((await world.list())[0]?.lastDelivery).toMatchObject({ state: 'unconfirmed' })
  })

  test('is no longer sent to a deleted destination, and the monitor continues', async () => {
    const { destination, monitor } = await world.watch()
    await world.call('DELETE', `/destinations/${destination.id}`)
    await world.runJobs()
    expect(world.receiver.posts).toEqual([])
    const { items } = (await world.call('GET', '/explore/getMonitorSubscriptions')).json<{
      items: MonitorSubscription[]
    }>()
    expect(items).toMatchObject([{ id: monitor.id, destinationIds: [], lastFiredAt: '2026-11-22T00:10:00.000Z' }])
  })
})

test('testing a monitor also tests its destinations', async () => {
  const { destination, monitor } = await world.watch()
  world.receiver.answer(403)
  const { destinations } = (
    await world.call('POST', `/monitors/${monitor.id}/testNotifications`)
  ).json<MonitorTestNotification>()
  expect(destinations).toEqual([
    {
      id: destination.id,
      name: '#insights',
      delivered: false,
      reason: 'It answered 403: the address or the token is wrong, or no longer valid.',
    },
  ])
})

describe('an operator', () => {
  let limited: Awaited<ReturnType<typeof start>>
  afterEach(() => limited.close())

  test('allows hosts, and a channel elsewhere is refused with the reason', async () => {
    limited = await start({ hosts: ['hooks.slack.com', '*.example.org'] })
    const refused = await limited.add()
    expect(refused.json()).toMatchObject({
      code: 'destinations.test_failed',
      detail: expect.stringContaining('allows no messages to 127.0.0.1'),
    })
    const webhook = { query, rule, channels: ['webhook'], webhookUrl: limited.receiver.url }
    expect((await limited.call('POST', '/explore/createMonitorSubscription', webhook)).json()).toMatchObject({
      code: 'subscriptions.webhook_refused',
    })
    expect(limited.receiver.posts).toEqual([])
  })

  test('leaves channels and webhooks to administrators', async () => {
    limited = await start({ isForAdministrators: true })
    expect((await limited.add()).json()).toMatchObject({ code: 'destinations.not_allowed' })
    const webhook = { query, rule, channels: ['webhook'], webhookUrl: limited.receiver.url }
    expect((await limited.call('POST', '/explore/createMonitorSubscription', webhook)).statusCode).toBe(403)
    expect((await limited.add({}, 'root')).statusCode).toBe(200)
  })

  test('limits the messages of a day; the others follow on the next', async () => {
    limited = await start({ perDay: 1 })
    await limited.watch()
    await limited.api.database.pool.query(
      `insert into destination_delivery (id, destination_id, occasion, message, next_at, created_at)
       select 'msg_second', id, 'second', '{"title":"Second","text":"","items":[],"link":{"label":"Open","url":"https://auspex.example/"}}',
         '2026-11-22', '2026-11-22' from destination`,
    )
    await limited.runJobs()
    await limited.runJobs()
    expect(limited.receiver.posts).toHaveLength(1)
    await limited.runAt('2026-11-23T00:00:30Z')
    expect(limited.receiver.posts).toHaveLength(2)
  })
})
