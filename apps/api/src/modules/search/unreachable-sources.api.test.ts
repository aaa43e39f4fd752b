import type { SearchState, SourceProbe } from '@auspex/sdk/types'
import type { SourceProbe as Answer } from '@auspex/sources'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { documentsAbout } from '../../testing/stored-documents.ts'
import { answering, failing, type FakeSource, fakeSource } from './testing/fake-sources.ts'

const noConnection = 'The source cannot be reached: no connection came about in time; the network may be down.'
const unreachable: Answer = {
  status: 'upstream_down',
  reason: noConnection,
  retryAfterMs: null,
  outage: 'no_connection',
}
let isReachable = false
/** Scheduled tasks, which the test runs. */
const waiting: (() => void)[] = []

const documents = documentsAbout({
  term: 'oat milk',
  count: 12,
  sourceKey: 'gdelt',
  kind: 'article',
  outlet: 'news.example',
})
const gdelt: FakeSource = {
  ...fakeSource({
    key: 'gdelt',
    answer: (query, options) =>
      (isReachable ? answering(documents) : failing('upstream_down', noConnection, 'no_connection'))(query, options),
  }),
  probe: async () => (isReachable ? { status: 'ok', reason: null, retryAfterMs: null } : unreachable),
}

let api: TestApi
beforeAll(async () => {
  const schedule = (task: () => void) => {
    waiting.push(task)
    return () => void (waiting.includes(task) && waiting.splice(waiting.indexOf(task), 1))
  }
  api = await createTestApi({ connectors: [gdelt], config: { sources: 'live' }, schedule })
})
afterAll(() => api.close())

const post = async (path: string, body: object) =>
  (await api.request({ method: 'POST', path, as: 'mira', body })).json<SearchState>()

/** Searches like a person who waits for the end, and returns the run of the source. */
async function search() {
  let state = await post('/explore/topicQuery', { query_term: 'oat milk', force: true })
  while (state.finishedAt === null) state = await post('/explore/getQueryStatus', { request_id: state.request_id })
  return state.sources.find(({ source }) => source === 'gdelt')
}

const probeOf = async () => {
  const { items } = (await api.request({ method: 'GET', path: '/sourceProbes', as: 'mira' })).json<{
    items: SourceProbe[]
  }>()
  return items.find(({ source }) => source === 'gdelt')
}

/** Runs the scheduled tasks until their probe is stored. */
async function runWaiting(hasEnded: (probe: SourceProbe | undefined) => boolean) {
  for (const task of waiting.splice(0)) task()
  await vi.waitFor(async () => expect(hasEnded(await probeOf()), 'the probe does not end').toBe(true), {
    timeout: 60_000,
    interval: 10,
  })
}

test('a source without a connection is skipped by later searches, which say since when, and is never shown as empty', async () => {
  expect(await search()).toMatchObject({ status: 'upstream_down', reason: noConnection, requests: 1 })
  expect(gdelt.receivedQueries).toHaveLength(1)
  await runWaiting((probe) => probe?.status === 'upstream_down')
  api.clock.set('2026-11-21T08:20:00Z')
  expect(await search()).toMatchObject({
    status: 'upstream_down',
    reason:
      'Could not be reached since 08:00 UTC. It is tried again in the background, and searches ask it as soon as it answers.',
    requests: 0,
    complete: false,
  })
  expect(gdelt.receivedQueries).toHaveLength(1)
})

test('the sources page shows the outage that was found in the background', async () => {
  expect(await probeOf()).toMatchObject({ status: 'upstream_down', reason: noConnection })
})

test('once a probe in the background is answered, searches query it again', async () => {
  isReachable = true
  await runWaiting((probe) => probe?.status === 'ok')
  expect(await search()).toMatchObject({ status: 'ok', documentsSeen: 12 })
  expect(gdelt.receivedQueries).toHaveLength(2)
})
