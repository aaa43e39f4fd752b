import type { InboxPage } from '@auspex/sdk/types'
import { afterEach, expect, test } from 'vitest'
import { createLogger } from '../../kernel/logger.ts'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { createTrendSubscriptionsRepository } from './trends/trend-subscriptions.repository.ts'
import { createNotificationsRepository } from './notifications/notifications.repository.ts'
import { sendTrends } from './trends/send-trends.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'
import { postDeliveries } from './webhooks/post-deliveries.ts'
import { createWebhooksRepository } from './webhooks/webhooks.repository.ts'
import { everyModule, stub } from '../../testing/stub.ts'

let close = async () => {}
afterEach(() => close())

async function start() {
  const world = await startSubscriptions()
  close = world.close
  const { api, documents, receiver } = world
  await documents.storeDocuments(
    documentsOf(
      Array.from({ length: 120 }, () => 4),
      '2026-07-24',
    ),
  )
  const post = (path: string, body: object) => api.request({ method: 'POST', path, as: 'mira', body })
  return {
    ...world,
    post,
    watch: () =>
      post('/explore/createMonitorSubscription', {
        query: { query_term: 'oat milk' },
        rule: { kind: 'volume-above', documents: 9, windowDays: 1 },
        channels: ['inbox', 'webhook'],
        webhookUrl: receiver.url,
      }),
    receivedMessages: async () => {
      const { items } = (await api.request({ method: 'GET', path: '/users/inbox-list', as: 'mira' })).json<InboxPage>()
      return items.map(({ kind }) => kind)
    },
  }
}

const access = everyModule

test('damaged monitors, more of them than one pass takes, keep no other from being judged', async () => {
  const { api, documents, watch, runJobs, receivedMessages } = await start()
  await watch()
  await api.database.pool.query(
    `insert into monitor select (jsonb_populate_record(m, jsonb_build_object('id', '0_damaged' || n, 'signal_id', 'sig_gone' || n, 'rule', '{"kind": 3}'::jsonb))).*
     from monitor m, generate_series(1, 7) n`,
  )
  await documents.storeDocuments(documentsOf([14], '2026-11-21'))
  api.clock.set('2026-11-22T06:10:00Z')
  await runJobs()
  await runJobs()
  expect(await receivedMessages()).toEqual(['monitor'])
})

test('trends that cannot be sent, more than one job takes, do not block others', async () => {
  const { api, post, receivedMessages } = await start()
  await post('/explore/createGlobalTrendsSubscription', {
    country: null,
    category: null,
    frequency: 'daily',
    channels: ['inbox'],
  })
  const { database, clock } = api
  await database.pool.query(
    `insert into trends_subscription select (jsonb_populate_record(t, jsonb_build_object('id', 'damaged' || n, 'country', 'QQ', 'next_at', t.next_at - interval '1 hour'))).*
     from trends_subscription t, generate_series(1, 25) n`,
  )
  clock.set('2026-11-22T06:10:00Z')
  const sent: string[] = []
  const send = () =>
    sendTrends({
      trendSubscriptions: createTrendSubscriptionsRepository(database),
      trends: stub({
        list: async (_limit, country) => {
          if (country !== null) throw new Error('no trends of this country can be read')
          return { state: 'ready', items: [], windowDays: 7, asOf: '2026-11-21' } as never
        },
        listOf: async () => ({}) as never,
      }),
      categories: [],
      inbox: stub({ insert: async ({ messages }) => void sent.push(...messages.map(({ kind }) => kind)) }),
      notifications: createNotificationsRepository(database),
      canEmail: false,
      access,
      clock,
      createId: (prefix) => prefix,
      log: createLogger('silent'),
    })
  await send()
  await send()
  expect(sent).toEqual(['trends'])
  expect(await receivedMessages()).toEqual([])
})

test('a delivery that cannot be posted is dropped like a refused one, and the others are posted', async () => {
  const { api } = await start()
  const { database, clock } = api
  await database.pool.query(
    `insert into webhook_delivery (id, monitor_id, day, url, body, next_at, created_at)
     select id, 'mon_' || id, '2026-11-21', id, '{}', $1, $1 from unnest(array['damaged', 'good', 'old']) id`,
    [clock.now()],
  )
  await database.pool.query(
    `update webhook_delivery set next_at = null, state = 'delivered', created_at = '2026-01-01T00:00:00Z' where id = 'old'`,
  )
  const posted: string[] = []
  const run = () =>
    postDeliveries(
      stub({
        deliveries: createWebhooksRepository(database, (kind) => kind),
        secrets: stub({ ensure: async () => ({ secret: 'whsec_c2VjcmV0', previous: null }) as never }),
        sender: stub({
          post: async (url) => {
            posted.push(url)
            if (url === 'damaged') throw new Error('this address cannot be read')
            return null
          },
        }),
        access,
        clock,
        log: createLogger('silent'),
      }),
      new AbortController().signal,
    )
  const read = async () => (await database.pool.query('select id, state, tries from webhook_delivery order by id')).rows
  await run()
  expect(await read()).toEqual([
    { id: 'damaged', state: 'waiting', tries: 1 },
    { id: 'good', state: 'delivered', tries: 1 },
  ])
  for (let hour = 1; hour < 12; hour += 1) {
    clock.set(new Date(clock.now().getTime() + 5 * 3_600_000).toISOString())
    await run()
  }
  expect((await read())[0]).toEqual({ id: 'damaged', state: 'failed', tries: 5 })
})
