import type { ContextSnippetList, DocumentPage, SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

let api: TestApi
let signalId: string
let ids: Map<string, string>

const germany = { country: 'DE', countryBasis: 'source' } as const
const library = [
  sampleArticle({ nativeId: 'r1', sourceKey: 'reddit', kind: 'post', outlet: 'reddit/r/barista', ...germany }),
  sampleArticle({ nativeId: 'r2', kind: 'comment', outlet: 'reddit/r/vegan', title: 'Oat milk of an archive' }),
  sampleArticle({ nativeId: 'r3', kind: 'comment', outlet: 'old.reddit.com', title: 'Oat milk by its address' }),
  sampleArticle({ nativeId: 'h1', sourceKey: 'hacker_news', kind: 'comment', outlet: 'Hacker News', ...germany }),
  sampleArticle({ nativeId: 'f1', kind: 'post', outlet: 'notreddit.com', title: 'Oat milk elsewhere' }),
  sampleArticle({ nativeId: 'a1', kind: 'article', outlet: 'reddit/r/news', title: 'Oat milk in the news' }),
  ...Array.from({ length: 8 }, (_, n) => sampleArticle({ nativeId: `n${n}`, title: `Oat milk article ${n}` })),
]

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  signalId = await search({ query_term: 'oat milk' })
  const { items } = await get(`/signals/${signalId}/documents?perPage=200`)
  ids = new Map(items.map(({ id, url }) => [url?.split('/').at(-1) ?? '', id]))
})
afterAll(() => api.close())

async function search(body: object): Promise<string> {
  const started = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
  const { request_id } = started.json<SearchState>()
  for (;;) {
    const reply = await api.request({
      method: 'POST',
      path: '/explore/getQueryStatus',
      as: 'mira',
      body: { request_id },
    })
    const state = reply.json<SearchState>()
    if (state.finishedAt !== null) return state.signal_id
  }
}

async function get(path: string): Promise<DocumentPage> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<DocumentPage>()
}

const outletsOf = ({ items }: DocumentPage) => items.map(({ outlet }) => outlet).toSorted()

describe('comments on Reddit', () => {
  test('include only Reddit comments, fetched or imported, and no articles', async () => {
    const comments = await get(`/signal/items/${signalId}/sentiments/reddit/comments`)
    expect(outletsOf(comments)).toEqual(['old.reddit.com', 'reddit/r/barista', 'reddit/r/vegan'])
    expect(comments.page.total).toBe(3)
    const path = `/signal/items/${signalId}/sentiments/reddit/comments?perPage=2`
    const first = await get(path)
    const second = await get(`${path}&cursor=${first.page.nextCursor}`)
    expect([...first.items, ...second.items]).toEqual(comments.items)
  })

  test('are listed with those of all other forums as chatter of a signal', async () => {
    const chatter = await get(`/signals/${signalId}/documents?group=chatter`)
    expect(outletsOf(chatter)).toEqual(
      ['Hacker News', 'notreddit.com', 'old.reddit.com', 'reddit/r/barista', 'reddit/r/vegan'].toSorted(),
    )
    const ofOne = await get(`/signals/${signalId}/documents?group=chatter&source=hacker_news`)
    expect(outletsOf(ofOne)).toEqual(['Hacker News'])
  })
})

describe('passages', () => {
  const passages = async (fields: Record<string, string>) => {
    const named = ['r1', 'r2', 'h1'].map((name): [string, string] => ['document_ids[]', ids.get(name) ?? ''])
    return api.request({
      method: 'POST',
      path: '/signal/getContextSnippets',
      as: 'mira',
      body: new URLSearchParams([...named, ['x_term', 'oat'], ...Object.entries(fields)]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }
  const documentsOf = async (fields: Record<string, string>) =>
    (await passages(fields)).json<ContextSnippetList>().items.map(({ documentId }) => documentId)
  const idsOf = (...names: string[]) => names.map((name) => ids.get(name))

  test('are limited to the given documents, source and country', async () => {
    expect(await documentsOf({})).toEqual(idsOf('r1', 'r2', 'h1'))
    expect(await documentsOf({ source: 'reddit' })).toEqual(idsOf('r1'))
    expect(await documentsOf({ geo: 'DE' })).toEqual(idsOf('r1', 'h1'))
    expect(await documentsOf({ geo: 'DE', source: 'hacker_news' })).toEqual(idsOf('h1'))
    expect(await documentsOf({ geo: 'SE' })).toEqual([])
  })

  test.each<Record<string, string>>([{ source: 'a newspaper' }, { geo: 'de' }])(
    'refuse an unknown source or country: %o',
    async (fields) => {
      expect((await passages(fields)).statusCode).toBe(422)
    },
  )
})

test('days that run backwards are refused, and are no empty list', async () => {
  const days = { startDate: '2026-11-20', endDate: '2026-11-01' }
  const instants = 'start_date_time=2026-11-20T00:00:00Z&end_date_time=2026-11-01T00:00:00Z'
  const list = { method: 'GET', path: `/signals/${signalId}/documents?from=2026-11-20&to=2026-11-01` } as const
  const tone = { method: 'GET', path: `/signal/getTone?id=${signalId}&${instants}` } as const
  const chatter = { method: 'POST', path: '/signal/getChatter', body: { id: signalId, ...days } } as const
  for (const request of [list, tone, chatter])
    expect((await api.request({ ...request, as: 'mira' })).json()).toMatchObject({
      code: 'signals.query_invalid',
      title: 'The last day is before the first day.',
      errors: [{ pointer: expect.stringMatching(/^\/(?:to|end_date_time|endDate)$/u) }],
    })
})
