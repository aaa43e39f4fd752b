import type { AddressInfo } from 'node:net'
import { tapFetch } from '@auspex/contract'
import { openLedger } from '@auspex/contract/ledger'
import {
  type AuspexClient,
  createClient,
  getChatter,
  getMe,
  getQueryStatus,
  listSignalDocuments,
  paginate,
  pollQueryStatus,
  type QueryProgress,
  topicQuery,
} from '@auspex/sdk'
import { createValidation } from '@auspex/sdk/zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, type FakeSource, fakeSource, hanging } from '../modules/search/testing/fake-sources.ts'
import { documentsAbout } from './stored-documents.ts'
import type { PersonName } from './people.ts'
import { createTestApi, type TestApi } from './test-api.ts'

/** What apps do with the SDK, over HTTP against the real server. The SDK also validates every response. */

const total = 45
const ledger = openLedger('sdk')
let api: TestApi
let baseUrl: string
let signalId: string
const connectors: FakeSource[] = []
const library = documentsAbout({ term: 'oat milk', count: total, sourceKey: 'hacker_news', kind: 'post' })

const clientOf = (person: PersonName): AuspexClient =>
  createClient({
    baseUrl,
    fetch: tapFetch({ fetch: globalThis.fetch, contract: api.contract, ledger, baseUrl }),
    auth: { getToken: () => api.tokenOf(person) },
    validate: createValidation({ mode: 'throw' }),
    // A second attempt must not hide a failure.
    retry: false,
  })

beforeAll(async () => {
  connectors.push(fakeSource({ key: 'hacker_news', answer: answering(library) }))
  api = await createTestApi({ connectors, config: { sources: 'live' } })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  // listen() on a TCP port returns an AddressInfo, never a pipe name
  const { port } = api.app.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}/api`
  const client = clientOf('mira')
  const search = await topicQuery({ query_term: 'oat milk' }, { client })
  const complete = await pollQueryStatus(client, { request_id: search.request_id }, { delayMs: 20 })
  signalId = complete.signal_id
})
afterAll(async () => api.close())

describe('lists of the real server', () => {
  test('a list is read completely, each item once and in order', async () => {
    const client = clientOf('mira')
    const list = paginate(listSignalDocuments, signalId, { perPage: 10 }, { client })
    const ids: string[] = []
    for await (const { id } of list) ids.push(id)
    expect(new Set(ids).size).toBe(total)
    const [allDocuments] = await paginate(listSignalDocuments, signalId, { perPage: 200 }, { client })
      .pages()
      .next()
      .then(({ value }) => (value ? [value] : []))
    expect(ids).toEqual(allDocuments?.items.map(({ id }) => id))
  })

  test('pages have counts, and toArray stops at its limit', async () => {
    const client = clientOf('mira')
    const list = paginate(listSignalDocuments, signalId, { perPage: 10 }, { client })
    const counts: number[] = []
    for await (const { items, page } of list.pages()) {
      counts.push(items.length)
      expect(page.total).toBe(total)
    }
    expect(counts).toEqual([10, 10, 10, 10, 5])
    expect(await list.toArray({ limit: 13 })).toHaveLength(13)
    expect(await list.toArray({ limit: 1000 })).toHaveLength(total)
  })

  test('a list requested with a body is read completely', async () => {
    const list = paginate(getChatter, { id: signalId, perPage: 20 }, { client: clientOf('mira') })
    const posts = await list.toArray({ limit: 1000 })
    expect(new Set(posts.map(({ id }) => id)).size).toBe(total)
  })
})

describe('searches on the real server', () => {
  test('a search is followed from start to report', async () => {
    const client = clientOf('ana')
    const progressEvents: QueryProgress[] = []
    const search = await topicQuery({ query_term: 'oat milk', check_cache: false }, { client })
    const complete = await pollQueryStatus(
      client,
      { request_id: search.request_id },
      { delayMs: 20, onProgress: (progress) => progressEvents.push(progress) },
    )
    expect(complete).toMatchObject({ status: 'complete', matched: total })
    expect(progressEvents.at(-1)).toMatchObject({
      state: { status: 'complete' },
      endedSources: complete.sources.length,
    })
  })

  test('an abort also cancels the search on the server, if requested', async () => {
    const { answer, started, stopped } = hanging()
    connectors.splice(0, connectors.length, fakeSource({ key: 'hacker_news', answer }))
    const client = clientOf('mira')
    const { request_id } = await topicQuery({ query_term: 'green tea' }, { client })
    await started
    const stopping = new AbortController()
    const polled = pollQueryStatus(
      client,
      { request_id },
      { signal: stopping.signal, cancelSearch: true, delayMs: 20, onProgress: () => stopping.abort() },
    )
    await expect(polled).rejects.toMatchObject({ name: 'AbortedError' })
    await stopped
    expect(await getQueryStatus({ request_id }, { client })).toMatchObject({ status: 'cancelled' })
    await expect(pollQueryStatus(client, { request_id })).rejects.toMatchObject({ code: 'search.cancelled' })
  })

  test('too few documents fail as data-too-sparse, with suggestions', async () => {
    connectors.splice(0, connectors.length, fakeSource({ key: 'hacker_news', answer: answering(library.slice(0, 1)) }))
    const client = clientOf('mira')
    const started = await topicQuery({ query_term: 'zebra', force: true }, { client }).catch((error: unknown) => error)
    const polled = pollQueryStatus(client, started as { request_id: string }, { delayMs: 20 })
    await expect(polled).rejects.toMatchObject({
      name: 'DataTooSparseError',
      code: 'data-too-sparse',
      body: { suggestions: expect.arrayContaining([expect.any(String)]) },
    })
  })
})

describe('users of the real server', () => {
  test("two hundred interleaved calls by two tenants in one process return each caller's own profile", async () => {
    const tenants = (['mira', 'ana'] as const).map((name) => ({ name, client: clientOf(name) }))
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        tenants.map(async ({ name, client }) => (await getMe({ client })).profile.email?.startsWith(`${name}@`)),
      ).flat(),
    )
    expect(answers.filter(Boolean)).toHaveLength(200)
  })

  test("another tenant's search is not found, and the error has the server's request id", async () => {
    const { request_id } = await topicQuery({ query_term: 'oat milk' }, { client: clientOf('mira') })
    const pendingStatus = getQueryStatus({ request_id }, { client: clientOf('ana') })
    await expect(pendingStatus).rejects.toMatchObject({
      name: 'NotFoundError',
      status: 404,
      requestId: expect.any(String),
    })
  })

  test('a signed-out user gets a specific error', async () => {
    await expect(getMe({ client: createClient({ baseUrl }) })).rejects.toMatchObject({ name: 'UnauthenticatedError' })
  })
})
