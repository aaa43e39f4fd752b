import type { SignalQuery, QueryCheck, QueryCheckState, QueryQuality, QuerySuggestions } from '@auspex/sdk/types'
import { createRandom } from '@auspex/contract/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
let signalId: string

const random = createRandom(3)
const filler = () => Array.from({ length: 8 }, () => `w${random.below(4_000)}`).join(' ')

/** Of 400 matches of "jaguar", 300 are about the animal; 200 more documents are about it and do not name it. */
const library = [
  ...titles(300, () => `Jaguar rainforest predator ${filler()}`),
  ...titles(100, () => `Jaguar dealership engine ${filler()}`),
  ...titles(200, () => `Panther rainforest predator ${filler()}`),
  ...titles(150, () => `Rainforest parrot ${filler()}`),
  ...titles(500, () => `Football match ${filler()}`),
]
const isAbout = (title: string) => title.includes('predator')

function titles(count: number, write: () => string): string[] {
  return Array.from({ length: count }, write)
}

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(
    library.map((title, n) =>
      sampleDocument({
        nativeId: `n${n}`,
        url: `https://example.org/${n}`,
        title,
        body: null,
        outlet: `outlet-${n % 9}.example`,
        publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
      }),
    ),
  )
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search({ query_term: 'jaguar' })
})
afterAll(async () => api.close())

const request = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as: PersonName = 'mira') =>
  api.request({ method, path: `/signals/${path}`, as, ...(body !== undefined && { body }) })

async function search(query: SignalQuery): Promise<string> {
  return (await searchToEnd(api, query)).signal_id
}

const start = async (id = signalId, labelsOf: string | null = null) =>
  (await request('POST', `${id}/queryCheck`, { labelsOf })).json<QueryCheck>()
const labelAll = async ({ documents }: QueryCheck, id = signalId) => {
  const labels = documents.map(({ document }) => ({
    documentId: document.id,
    label: isAbout(document.title) ? 'about' : 'not',
  }))
  return (await request('PUT', `${id}/queryCheck/labels`, { labels })).json<QueryQuality>()
}
const contains = (interval: { low: number; high: number } | null, value: number) =>
  interval !== null && interval.low <= value && value <= interval.high

describe('the check of a query', () => {
  test('draws at most fifty documents, and their labels give intervals that contain the true precision and recall', async () => {
    const check = await start()
    expect(check).toMatchObject({ matches: 400, quality: { about: 0, precision: null, recall: null } })
    expect(check.documents.length).toBeLessThanOrEqual(50)
    expect(check.widerTerms).toContain('predator')
    const { precision, recall } = await labelAll(check)
    expect(contains(precision, 300 / 400)).toBe(true)
    expect(contains(recall, 300 / 500)).toBe(true)
    const stored = (await request('GET', `${signalId}/queryCheck`)).json<QueryCheckState>()
    expect(stored.check?.quality).toMatchObject({ precision, recall })
  })

  test('a label is taken back with null, and one that is unsure counts for nothing', async () => {
    const { documents } = await start()
    const [first, second] = documents
    const label = async (documentId = '', value: string | null = null) =>
      (await request('PUT', `${signalId}/queryCheck/labels`, { labels: [{ documentId, label: value }] })).json()
    expect(await label(first?.document.id, 'about')).toMatchObject({ about: 1 })
    expect(await label(first?.document.id, null)).toMatchObject({ about: 0, precision: null })
    expect(await label(second?.document.id, 'unsure')).toMatchObject({ unsure: 1, precision: null, recall: null })
  })

  test('suggests a word to exclude and one to add, with the documents lost and gained', async () => {
    await labelAll(await start())
    const { items } = (await request('GET', `${signalId}/queryCheck/suggestions`)).json<QuerySuggestions>()
    const exclusion = items.find(({ kind }) => kind === 'exclude')
    expect(exclusion).toMatchObject({ documents: 100, about: 0, precision: { value: 1 } })
    expect(['dealership', 'engine']).toContain(exclusion?.term)
    const addition = items.find(({ kind }) => kind === 'add')
    expect(addition).toMatchObject({ documents: 200, not: 0, recall: { value: 1 } })
    expect(['panther', 'predator']).toContain(addition?.term)
    expect(addition?.query_term).toBe(`jaguar OR ${addition?.term}`)
  })

  test('labels stay when the query changes, and the figures are those of the new query', async () => {
    const quality = await labelAll(await start())
    const changed = await search({ query_term: 'jaguar -engine' })
    const state = (await request('GET', `${changed}/queryCheck`)).json<QueryCheckState>()
    expect(state).toMatchObject({ check: null, others: [{ signalId, title: 'jaguar' }] })
    const check = await start(changed, signalId)
    expect(check).toMatchObject({ matches: 300, quality: { about: quality.about, not: quality.not } })
    expect(check.quality.precision?.value).toBe(1)
    expect(contains(check.quality.recall, 300 / 500)).toBe(true)
  })

  test('documents that only the new query matches are drawn in addition, and widen the interval until they are labelled', async () => {
    await labelAll(await start())
    const changed = await search({ query_term: 'jaguar OR football' })
    const check = await start(changed, signalId)
    expect(check).toMatchObject({ matches: 900 })
    expect(check.documents.filter(({ label }) => label === null)).toHaveLength(10)
    const { precision } = await labelAll(check, changed)
    expect(contains(precision, 300 / 900)).toBe(true)
    expect(precision?.high).toBeLessThan(check.quality.precision?.high ?? 0)
  })
})

describe('the check of a query refuses', () => {
  test('to use the labels of other days', async () => {
    await start()
    const other = await search({ query_term: 'jaguar', startDate: '2026-10-01', endDate: '2026-10-10' })
    const reply = await request('POST', `${other}/queryCheck`, { labelsOf: signalId })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'query_checks.other_bounds' })
  })

  test('a query without documents', async () => {
    const none = await search({ query_term: 'zeppelin' })
    expect((await request('POST', `${none}/queryCheck`, {})).json()).toMatchObject({
      code: 'query_checks.no_documents',
    })
  })

  test('labels before documents are drawn, and has no suggestions then', async () => {
    const other = await search({ query_term: 'parrot' })
    expect((await request('GET', `${other}/queryCheck/suggestions`)).json()).toEqual({ items: [] })
    const labels = [{ documentId: 'doc_1', label: 'about' }]
    expect((await request('PUT', `${other}/queryCheck/labels`, { labels })).statusCode).toBe(404)
  })
})

describe('the check of a query protects', () => {
  test('labels from everyone else', async () => {
    await labelAll(await start())
    expect((await request('GET', `${signalId}/queryCheck`, undefined, 'jon')).json()).toEqual({
      check: null,
      others: [],
    })
    expect((await request('GET', `${signalId}/queryCheck/suggestions`, undefined, 'jon')).json()).toEqual({ items: [] })
    const changed = await search({ query_term: 'jaguar -engine' })
    expect((await request('POST', `${changed}/queryCheck`, { labelsOf: signalId }, 'jon')).statusCode).toBe(404)
  })
})
