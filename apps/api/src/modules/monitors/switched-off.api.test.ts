import type { InboxPage, MonitorRule } from '@auspex/sdk/types'
import { afterEach, describe, expect, test } from 'vitest'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }
let close = async () => {}
afterEach(() => close())

/** Mira watches oat milk with a webhook, and receives trends every day. */
async function startWatching() {
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
  const monitor = { query: { query_term: 'oat milk' }, rule, channels: ['inbox', 'webhook'], webhookUrl: receiver.url }
  await post('/explore/createMonitorSubscription', monitor)
  const digest = { country: null, category: null, frequency: 'daily', channels: ['inbox'] }
  await post('/explore/createGlobalTrendsSubscription', digest)
  const me = (await api.request({ method: 'GET', path: '/users/me', as: 'mira' })).json()
  const switchModule = async (module: string, access: boolean) => {
    await api.database.pool.query(
      `insert into module_access (user_id, module, access, updated_at) values ($1, $2, $3, now())
        on conflict (user_id, module) do update set access = $3`,
      [me.profile.id, module, access],
    )
    // expires the cached permissions of the person
    api.clock.set(new Date(api.clock.now().getTime() + 60_000).toISOString())
  }
  const told = async () => {
    const { items } = (await api.request({ method: 'GET', path: '/users/inbox-list', as: 'mira' })).json<InboxPage>()
    return items.map(({ kind }) => kind).toSorted()
  }
  return { ...world, switchModule, told }
}

describe('what runs for a person stops with the module', () => {
  test.each([
    ['monitors', ['trends']],
    ['signals', ['trends']],
    ['trends', ['monitor']],
  ])('without %s the rest goes on, and nothing is told later', async (module, rest) => {
    const { api, documents, receiver, refreshedSignals, subscriptions, runJobs, switchModule, told } =
      await startWatching()
    const isWatched = module === 'trends'
    await switchModule(module, false)
    await documents.storeDocuments(documentsOf([14], '2026-11-21'))
    api.clock.set('2026-11-22T06:10:00Z')
    await runJobs()
    await runJobs()
    expect(await told()).toEqual(rest)
    expect(receiver.received).toHaveLength(isWatched ? 1 : 0)
    expect(refreshedSignals).toHaveLength(isWatched ? 1 : 0)
    expect(await subscriptions.watchedSignals()).toHaveLength(isWatched ? 1 : 0)
    await switchModule(module, true)
    await runJobs()
    expect(await told()).toEqual(rest)
  })

  test('an alert that waits to be posted is not posted any more, and says why', async () => {
    const { api, documents, receiver, runJobs, switchModule } = await startWatching()
    await documents.storeDocuments(documentsOf([14], '2026-11-21'))
    api.clock.set('2026-11-22T06:10:00Z')
    receiver.answer(503)
    await runJobs()
    expect(receiver.received).toHaveLength(1)
    await switchModule('monitors', false)
    api.clock.set('2026-11-22T07:10:00Z')
    await runJobs()
    expect(receiver.received).toHaveLength(1)
    const { rows } = await api.database.pool.query('select state, reason from webhook_delivery')
    expect(rows).toEqual([{ state: 'failed', reason: expect.stringContaining('switched off') }])
  })
})
