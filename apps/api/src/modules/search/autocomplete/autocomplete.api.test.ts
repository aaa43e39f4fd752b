import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const write = (title: string, count: number) =>
    Array.from({ length: count }, (_, n) => sampleArticle({ nativeId: `${title} ${n}`, title, body: null }))
  await documents.storeDocuments([
    ...write('Oat milk', 1),
    ...write('Nestlé', 3),
    // a copied headline is one story, however many copies there are
    ...write('Oatly goes public on the stock exchange today', 6),
    ...write('Óats Überall', 2),
    ...write('Oath', 4),
    ...write('Coats Group', 1),
    ...write('Oatopia opens', 3).map((document) => ({ ...document, sourceKey: 'demo' as const })),
  ])
  // what the background enrichment would have found
  await api.database.pool.query(`insert into entity (key, name, kind, documents, demo_documents)
    select lower(name), name, 'organization', documents, demo_documents from (values
    ('Oatly', 96, 0), ('Óats Überall', 12, 0), ('Nestlé', 40, 0),
    ('Oatopia', 0, 500), ('Coats Group', 8, 0)) as found (name, documents, demo_documents)`)
  await api.database.pool.query(`insert into term_background (term, demo, documents) values
    ('oat', false, 900), ('oatmeal', false, 100), ('oath', false, 300), ('oatopia', true, 70), ('überraschung', false, 5)`)
})
afterAll(() => api.close())

const terms = async (text: string, as: PersonName = 'mira') =>
  (await api.request({ method: 'GET', path: `/autocomplete/${encodeURIComponent(text)}`, as })).json().items
const entities = async (text: string) =>
  (await api.request({ method: 'GET', path: `/autocomplete/entities/${encodeURIComponent(text)}`, as: 'mira' })).json()
    .items

describe('autocompleteTerm', () => {
  test('lists own searches first, then the most frequent terms, each spelling once', async () => {
    for (const term of ['oat drink', 'oatly']) {
      await api.request({ method: 'POST', path: '/explore/saveRecentSearch', as: 'mira', body: { query_term: term } })
    }
    expect(await terms('oat')).toEqual([
      { term: 'oatly', kind: 'recent', stories: 1, documents: null },
      { term: 'oath', kind: 'term', stories: 4, documents: null },
      { term: 'Óats Überall', kind: 'entity', stories: 2, documents: 12 },
      { term: 'oat milk', kind: 'category', stories: 1, documents: 1 },
      { term: 'oat', kind: 'term', stories: 1, documents: null },
      // searched before, but without any documents
      { term: 'oat drink', kind: 'recent', stories: 0, documents: null },
    ])
  })

  test('ignores case and accents', async () => {
    expect(await terms('OATH')).toMatchObject([{ term: 'oath' }])
    expect(await terms('nestle')).toMatchObject([{ term: 'Nestlé' }])
    expect(await terms('NESTLÉ')).toMatchObject([{ term: 'Nestlé' }])
  })

  test('suggests nothing for an unknown prefix', async () => {
    expect(await terms('zzz')).toEqual([])
    expect(await terms('%')).toEqual([])
    expect(await terms('oat_')).toEqual([])
    expect(await terms('oatm')).toEqual([]) // a word of the sample that no document contains any more
    expect(await terms('solar')).toEqual([]) // a category has the term, but no document does
  })
})

describe('autocompleteEntity', () => {
  test('sorts names by number of documents', async () => {
    expect(await entities('o')).toEqual([
      { term: 'Oatly', kind: 'entity', stories: null, documents: 96 },
      { term: 'Óats Überall', kind: 'entity', stories: null, documents: 12 },
    ])
  })
})

describe('autocomplete protects', () => {
  test('does not reveal the searches of colleagues', async () => {
    await api.request({
      method: 'POST',
      path: '/explore/saveRecentSearch',
      as: 'jon',
      body: { query_term: 'quiet takeover' },
    })
    expect(await terms('quiet', 'mira')).toEqual([])
    expect(await terms('quiet', 'jon')).toMatchObject([{ term: 'quiet takeover', kind: 'recent' }])
  })

  test('never suggests names and words of demo documents next to real ones', async () => {
    const all = [...(await terms('oatop')), ...(await entities('oatop'))]
    expect(all).toEqual([])
  })
})
