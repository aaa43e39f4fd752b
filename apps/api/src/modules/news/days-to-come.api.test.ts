import type { NewsClusterDetail, NewsClusterPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { article, type NewsfeedWorld, startNewsfeed } from './testing/start-newsfeed.ts'

/** The clock is fixed at 2026-11-21T08:00Z. */
const factory = (outlet: string, publishedAt: string, title: string) =>
  article(outlet, publishedAt, title, `${title}. Oatly opened its new factory for oat milk in Landskrona on Thursday.`)
const past = [
  factory('one.example', '2026-11-19T12:00:00Z', 'Oatly opens a factory for oat milk in Landskrona'),
  factory('two.example', '2026-11-20T10:00:00Z', 'New oat milk factory of Oatly opens in Landskrona'),
  factory('three.example', '2026-11-20T11:00:00Z', 'Oatly opens factory for oat milk in Landskrona today'),
]
const toCome = [
  factory('four.example', '2026-11-22T09:00:00Z', 'Oatly opens an oat milk factory in Landskrona'),
  factory('five.example', '2026-11-22T10:00:00Z', 'Oatly opens its factory for oat milk in Landskrona'),
]

let worlds: [past: NewsfeedWorld, toCome: NewsfeedWorld]
beforeAll(async () => {
  worlds = [await startNewsfeed(), await startNewsfeed()]
  await worlds[0].publish(past)
  await worlds[1].publish([...past, ...toCome])
})
afterAll(async () => Promise.all(worlds.map((world) => world.close())))

test('a story that is told on a day to come has grown no more in the last 24 hours', async () => {
  const read = async (world: NewsfeedWorld) => {
    const [listed] = (await world.ask<NewsClusterPage>('POST', '/newsfeed/clusters', { feedId: 'all' })).body.items
    const { body } = await world.ask<NewsClusterDetail>('GET', `/newsfeed/clusters/${listed?.id}`)
    return [listed, body.cluster].map((story) => ({ growth: story?.growth, told: story?.why.split(': ')[1] }))
  }
  const [before, after] = [await read(worlds[0]), await read(worlds[1])]
  expect(before[0]?.told).toBe('2 in the last 24 hours and 1 in the 24 before.')
  expect(after).toEqual(before)
  expect(before[1]).toEqual(before[0])
})
