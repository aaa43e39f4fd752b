import { addDays } from '@auspex/analytics'
import type { InboxPage, MonitorPreview, MonitorRule, MonitorSubscription } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { documentsOf } from '../markets/testing/planted-market.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

describe('disabled modules', () => {
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
    const monitor = {
      query: { query_term: 'oat milk' },
      rule,
      channels: ['inbox', 'webhook'],
      webhookUrl: receiver.url,
    }
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
    const receivedKinds = async () => {
      const { items } = (await api.request({ method: 'GET', path: '/users/inbox-list', as: 'mira' })).json<InboxPage>()
      return items.map(({ kind }) => kind).toSorted()
    }
    return { ...world, switchModule, receivedKinds }
  }

  describe('background work for a person stops when the module is disabled', () => {
    test.each([
      ['monitors', ['trends']],
      ['signals', ['trends']],
      ['trends', ['monitor']],
    ])('without %s the rest continues, and nothing is sent later', async (module, rest) => {
      const { api, documents, receiver, refreshedSignals, subscriptions, runJobs, switchModule, receivedKinds } =
        await startWatching()
      const isWatched = module === 'trends'
      await switchModule(module, false)
      await documents.storeDocuments(documentsOf([14], '2026-11-21'))
      api.clock.set('2026-11-22T06:10:00Z')
      await runJobs()
      await runJobs()
      expect(await receivedKinds()).toEqual(rest)
      expect(receiver.received).toHaveLength(isWatched ? 1 : 0)
      expect(refreshedSignals).toHaveLength(isWatched ? 1 : 0)
      expect(await subscriptions.watchedSignals()).toHaveLength(isWatched ? 1 : 0)
      await switchModule(module, true)
      await runJobs()
      expect(await receivedKinds()).toEqual(rest)
    })

    test('an alert waiting to be posted is not posted, with the reason', async () => {
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
})

describe('documents that arrive late', () => {
  /** The clock is fixed at 2026-11-21. One paper carries oat milk and was read until October; a small one continues, mostly about pottery. */
  const firstDay = '2026-07-01'
  const endsOn = '2026-10-25'
  const loudDay = '2026-11-08'
  const yesterday = '2026-11-20'
  const rule: MonitorRule = { kind: 'volume-above', documents: 9, windowDays: 1 }

  function* daysBetween(from: string, to: string): Generator<string> {
    for (let day = from; day <= to; day = addDays(day, 1)) yield day
  }

  function toPosts(day: string, { outlet, topic, count }: { outlet: string; topic: string; count: number }) {
    return Array.from({ length: count }, (_, n) =>
      sampleDocument({
        nativeId: `${outlet}-${topic}-${day}-${n}`,
        url: `https://${outlet}/${topic.replace(' ', '-')}/${day}/${n}`,
        outlet,
        title: `${topic} of ${day}, part ${n}`,
        publishedAt: `${day}T08:00:00Z`,
      }),
    )
  }

  function largePaper(from: string, to: string): SourceDocument[] {
    return [...daysBetween(from, to)].flatMap((day) => [
      ...toPosts(day, { outlet: 'large.example', topic: 'Oat milk', count: day === loudDay ? 12 : 4 }),
      ...toPosts(day, { outlet: 'large.example', topic: 'Rail freight', count: 6 }),
    ])
  }

  function smallPaper(from: string, to: string): SourceDocument[] {
    return [...daysBetween(from, to)].flatMap((day) => [
      ...toPosts(day, { outlet: 'small.example', topic: 'Pottery', count: 2 }),
      ...(day.endsWith('5') ? toPosts(day, { outlet: 'small.example', topic: 'Oat milk', count: 1 }) : []),
    ])
  }

  let world: Awaited<ReturnType<typeof startSubscriptions>>
  beforeAll(async () => {
    world = await startSubscriptions()
    await world.documents.storeDocuments([...largePaper(firstDay, endsOn), ...smallPaper(firstDay, yesterday)])
  })
  afterAll(() => world.close())

  const post = async <T>(path: string, body: object) =>
    (await world.api.request({ method: 'POST', path, as: 'mira', body })).json<T>()
  const get = async <T>(path: string) => (await world.api.request({ method: 'GET', path, as: 'mira' })).json<T>()
  const watch = (term: string) =>
    post<MonitorSubscription>('/explore/createMonitorSubscription', { query: { query_term: term }, rule })
  const uncoveredAfter = async (term: string) => {
    const { items } = await get<{ items: MonitorSubscription[] }>('/explore/getMonitorSubscriptions')
    return items.find(({ title }) => title === term)?.uncoveredAfter
  }
  const alertedDays = async () =>
    (await get<InboxPage>('/users/inbox-list')).items.flatMap(({ alert }) => alert?.toDay ?? [])

  describe('a monitor whose topic has no more data while the library has', () => {
    test('is back-tested on the months up to the last covered day', async () => {
      const { backtest } = await post<MonitorPreview>('/monitorPreviews', { query: { query_term: 'oat milk' }, rule })
      expect(backtest).toMatchObject({ firstDay, lastDay: endsOn, coveredDays: 117, evaluatedDays: 117, reason: null })
    })

    test('states its last covered day; one whose topic is current does not', async () => {
      expect(await watch('oat milk')).toMatchObject({ uncoveredAfter: endsOn, endedSources: [] })
      expect(await watch('pottery')).toMatchObject({ uncoveredAfter: null, endedSources: [] })
      await world.runJobs()
      expect(await uncoveredAfter('oat milk')).toBe(endsOn)
      expect(await uncoveredAfter('pottery')).toBeNull()
    })

    test('reports its days when their documents arrive late', async () => {
      await world.documents.storeDocuments(smallPaper('2026-11-21', '2026-11-22'))
      world.api.clock.set('2026-11-23T00:10:00Z')
      await world.runJobs()
      expect(await alertedDays()).toEqual([])
      await world.documents.storeDocuments(largePaper(addDays(endsOn, 1), '2026-11-22'))
      world.api.clock.set('2026-11-24T00:10:00Z')
      await world.runJobs()
      expect(await alertedDays()).toEqual([loudDay])
      expect(await uncoveredAfter('oat milk')).toBeNull()
    })
  })
})
