import type { SearchState } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnectors } from '../../../adapters/sources/create-connectors.ts'
import { readConfig } from '../../../config/config.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const key = 'lemmy'
const label = 'Lemmy'
const sample = readFileSync(
  new URL(`../../../../../../packages/sources/src/${key}/samples/search-v3.json`, import.meta.url),
)

const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end(sample)
})
let api: TestApi
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const config = readConfig({
    AUSPEX_SOURCES: 'live',
    AUSPEX_REQUESTS_PER_MINUTE: '100000',
    [`${key.toUpperCase()}_URL`]: `http://127.0.0.1:${port}`,
  })
  const connectors = createConnectors(config, createFixedClock('2026-11-21T08:00:00Z'))
  api = await createTestApi({ config, connectors: connectors.filter((source) => source.key === key) })
})
afterAll(async () => {
  await api.close()
  server.close()
})

describe('a source that is described in its folder', () => {
  test('is listed with its description, and its setting counts as configured', async () => {
    const { items } = (await api.request({ method: 'GET', path: '/sources', as: 'mira' })).json()
    expect(items).toContainEqual(
      expect.objectContaining({ key, label, enabled: true, configured: true, keyName: `${key.toUpperCase()}_URL` }),
    )
  })

  test('has a database row as soon as the server runs', async () => {
    const { rows } = await sql`select key, complete from source where key = ${key}`.execute(api.database.kysely)
    expect(rows).toEqual([{ key, complete: false }])
  })

  test('is queried by a search, and its documents match by words and by source name', async () => {
    const post = async (path: string, body: object) =>
      (await api.request({ method: 'POST', path, as: 'mira', body })).json<SearchState>()
    const query = { query_term: `heat pump source:${key}`, sources: [key] }
    let search = await post('/explore/topicQuery', query)
    while (search.finishedAt === null) search = await post('/explore/getQueryStatus', { request_id: search.request_id })
    expect(search.sources).toEqual([expect.objectContaining({ source: key, label, status: 'ok', documentsSeen: 2 })])
    const list = await api.request({ method: 'GET', path: `/signals/${search.signal_id}/documents`, as: 'mira' })
    const documents = list.json<{ items: { source: string; title: string }[] }>().items
    expect(documents.map(({ source, title }) => ({ source, title }))).toContainEqual({
      source: key,
      title: 'Heat pump & balcony',
    })
  })
})
