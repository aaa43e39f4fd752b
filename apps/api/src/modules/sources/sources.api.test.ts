import type { DocumentSource } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** A connector that never reaches the network. */
const offline = (key: DocumentSource['key'], label: string): DocumentSource => ({
  key,
  label,
  kind: 'documents',
  licence: 'Own terms',
  rate: 'none',
  homepage: `https://${key}.example`,
  probe: async () => ({ status: 'upstream_down', reason: 'It is out of order.', retryAfterMs: null }),
  search: async () => Promise.reject(new Error('not asked here')),
})

let live: TestApi
let demo: TestApi
beforeAll(async () => {
  const connectors = [offline('hacker_news', 'Hacker News'), offline('demo', 'Demo documents')]
  live = await createTestApi({ connectors, config: { sources: 'live' } })
  demo = await createTestApi({ connectors, config: { sources: 'demo' }, database: live.database })
})
afterAll(async () => {
  await live.app.close()
  await demo.close()
})

const list = async (api: TestApi) => (await api.request({ method: 'GET', path: '/sources', as: 'mira' })).json().items

describe('listSources works', () => {
  test('each source says where it lives, what is held of it, and that nothing is held yet', async () => {
    expect(await list(live)).toEqual([
      {
        key: 'imported',
        label: 'Imported documents',
        kind: 'documents',
        enabled: true,
        documents: 0,
        firstDay: null,
        lastDay: null,
        homepage: null,
        licence: null,
      },
      {
        key: 'hacker_news',
        label: 'Hacker News',
        kind: 'documents',
        enabled: true,
        documents: 0,
        firstDay: null,
        lastDay: null,
        homepage: 'https://hacker_news.example',
        licence: 'Own terms',
      },
      {
        key: 'demo',
        label: 'Demo documents',
        kind: 'documents',
        enabled: false,
        documents: 0,
        firstDay: null,
        lastDay: null,
        homepage: 'https://demo.example',
        licence: 'Own terms',
      },
    ])
  })

  test('where demo documents are shown, only they are asked', async () => {
    const enabled = (await list(demo)).filter((source: { enabled: boolean }) => source.enabled)
    expect(enabled).toMatchObject([{ key: 'demo' }])
  })
})
