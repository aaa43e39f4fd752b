import { addDays } from '@auspex/analytics'
import type { InboxPage, MonitorPreview, MonitorRule, MonitorSubscription } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../testing/sample-document.ts'
import { startSubscriptions } from './testing/start-subscriptions.ts'

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

describe('a monitor whose topic is no longer covered, though the library goes on', () => {
  test('is tried on the months up to the last day that was covered', async () => {
    const { backtest } = await post<MonitorPreview>('/monitorPreviews', { query: { query_term: 'oat milk' }, rule })
    expect(backtest).toMatchObject({ firstDay, lastDay: endsOn, coveredDays: 117, evaluatedDays: 117, reason: null })
  })

  test('says since when; one whose topic goes on does not', async () => {
    expect(await watch('oat milk')).toMatchObject({ uncoveredAfter: endsOn, endedSources: [] })
    expect(await watch('pottery')).toMatchObject({ uncoveredAfter: null, endedSources: [] })
    await world.runJobs()
    expect(await uncoveredAfter('oat milk')).toBe(endsOn)
    expect(await uncoveredAfter('pottery')).toBeNull()
  })

  test('tells of its days when they come late', async () => {
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
