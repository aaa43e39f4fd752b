import { addDays } from '@auspex/analytics'
import type {
  CategoryDetail,
  LiteTopicList,
  NewsClusterPage,
  RecentSearchList,
  SearchState,
  SmartRedirect,
  SmartSearchResult,
  TopicPage,
  TopicQuery,
  TrendCountryList,
  TrendList,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'

let api: TestApi

const first = '2026-09-05'
const about = (title: string, day: number, outlet: number, country: string | null = null) =>
  sampleArticle({
    nativeId: `${title}-${day}-${outlet}`,
    url: null,
    title,
    body: `Text ${day} ${outlet}.`,
    outlet: `outlet-${outlet}.example`,
    publishedAt: `${addDays(first, day)}T09:00:00Z`,
    country,
    countryBasis: country === null ? null : 'source',
  })

/** Eight weeks: oat milk and electric vehicles come up in the last four, the rest is constant. */
const library = Array.from({ length: 56 }, (_, day) => [
  ...[1, 2, 3].map((outlet) => about('Weather mild', day, outlet, 'NO')),
  ...(day >= 28 ? [1, 2] : day % 7 === 0 ? [1] : []).map((outlet) => about('Oat milk', day, outlet)),
  ...(day >= 28 ? [about('Electric vehicles arrive', day, 4)] : []),
  ...(day % 28 === 0 ? [about('An EV arrives', day, 5)] : []),
  ...(day % 5 === 0 ? [about('Fine skincare', day, 6), about('Plain skincare', day, 7)] : []),
]).flat()

/** One story that three outlets carry with the same words, near the end. */
const story = [1, 2, 3].map((outlet) =>
  about('Harbour bakery reopens after flood with oat milk menu', 54, outlet, 'NO'),
)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...library, ...story])
  // what the background enrichment would have found
  await database.pool
    .query(`update document d set cluster_id = (select min(e.id) from document e join document_text u on u.id = e.id
      where u.title like 'Harbour%') from document_text t where t.id = d.id and t.title like 'Harbour%'`)
  await database.pool.query(`insert into term_background (term, demo, documents) values
    ('weather', false, 168), ('oat', false, 60), ('milk', false, 60), ('skincare', false, 24)`)
  await database.pool.query(
    `update term_background_state set sampled_documents = 400, library_documents = 400 where not demo`,
  )
  await database.pool.query(
    `insert into entity (key, name, kind, documents) values ('oatopia', 'Oatopia', 'organization', 12)`,
  )
})
afterAll(() => api.close())

interface Answer<T> {
  status: number
  body: T
  code: string | undefined
}

async function call<T>(path: string, body?: unknown, as: PersonName = 'mira'): Promise<Answer<T>> {
  const reply = await api.request({ method: body === undefined ? 'GET' : 'POST', path, as, body })
  return { status: reply.statusCode, body: reply.json<T>(), code: reply.json<{ code?: string }>().code }
}
const redirect = async (trend_name: string, as: PersonName = 'mira') =>
  (await call<SmartRedirect>('/signal/smartRedirect', { trend_name }, as)).body

describe('smartRedirect', () => {
  test('keeps a term that documents contain', async () => {
    expect(await redirect('oat milk')).toMatchObject({
      reason: 'exact',
      title: 'oat milk',
      documents: 63,
      exists: false,
    })
  })

  test('corrects a misspelt word, and reports both counts', async () => {
    const redirected = await redirect('skinkare')
    expect(redirected).toMatchObject({ reason: 'spelling', title: 'skincare', documents: 24, asked: { documents: 0 } })
    expect(redirected.why).toBe(
      '“skinkare” is in no document; “skincare” is nearly the same letters and in 24 documents.',
    )
    expect(redirected.signalId).not.toBe(redirected.asked.signalId)
    expect(await redirect('oat mlik')).toMatchObject({ reason: 'spelling', title: 'oat milk' })
  })

  test('expands an abbreviation to the wording that far more documents use', async () => {
    const redirected = await redirect('EV')
    expect(redirected).toMatchObject({ reason: 'synonym', title: 'electric vehicles', documents: 28 })
    expect(redirected.why).toBe(
      '“electric vehicles” means the same and is in 28 documents, 14 times as many as “EV” (2).',
    )
  })

  test('normalises word order and number to the usual form', async () => {
    expect(await redirect('milk oat')).toMatchObject({ reason: 'more-popular', title: 'oat milk', documents: 63 })
    expect(await redirect('electric vehicle')).toMatchObject({ reason: 'more-popular', title: 'electric vehicles' })
  })

  test('uses the wording given by the caller if documents contain it', async () => {
    const named = async (trend_name: string, redirect_name: string | null) =>
      call<SmartRedirect>('/signal/smartRedirect', { trend_name, redirect_name })
    const { body } = await named('zorblax quantum', 'Electric Vehicles')
    expect(body).toMatchObject({ reason: 'named', title: 'Electric Vehicles', documents: 28, asked: { documents: 0 } })
    expect(body.why).toBe('“Electric Vehicles” was named as what is meant by “zorblax quantum” and is in 28 documents.')
    expect((await named('oat milk', 'skincare')).body).toMatchObject({ reason: 'named', title: 'skincare' })
    expect((await named('EV', 'ev')).body).toMatchObject({ reason: 'named', title: 'ev', documents: 2 })
  })

  test('falls back to the term if no document contains the given wording', async () => {
    const named = async (redirect_name: string | null) =>
      (await call<SmartRedirect>('/signal/smartRedirect', { trend_name: 'skinkare', redirect_name })).body
    for (const name of [null, '', '  ', 'zorblax'])
      expect(await named(name)).toMatchObject({ reason: 'spelling', title: 'skincare' })
  })

  test('refuses an invalid wording from the caller, and names the field', async () => {
    const body = { trend_name: 'oat', redirect_name: 'oat AND (' }
    expect(await call('/signal/smartRedirect', body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/redirect_name' }] },
    })
  })

  test('says when nothing similar is known, and leaves operators unchanged', async () => {
    const redirected = await redirect('zorblax quantum')
    expect(redirected).toMatchObject({ reason: 'new', title: 'zorblax quantum', documents: 0, exists: false })
    expect(redirected.signalId).toBe(redirected.asked.signalId)
    expect(await redirect('skinkare OR zorblax')).toMatchObject({ reason: 'new', title: 'skinkare OR zorblax' })
  })

  test('returns two signals that can be opened', async () => {
    const { signalId, asked: searched } = await redirect('skinkare')
    for (const id of [signalId, searched.signalId]) expect((await call(`/signal/json/${id}`)).status).toBe(200)
  })

  test('keeps a wording that the person has searched before', async () => {
    await call('/explore/saveRecentSearch', { query_term: 'skinkare' }, 'jon')
    expect(await redirect('skinkare', 'jon')).toMatchObject({ title: 'skinkare' })
    expect(await redirect('skinkare', 'mira')).toMatchObject({ title: 'skincare' })
  })

  test('refuses a term that cannot be read', async () => {
    expect(await call('/signal/smartRedirect', { trend_name: 'oat AND (' })).toMatchObject({ status: 422 })
  })
})

describe('topicQueryLiteBulk', () => {
  test('measures each topic, or says why it cannot', async () => {
    const { body } = await call<LiteTopicList>('/explore/topicQueryLiteBulk', {
      queries: [
        { query_term: 'oat milk' },
        { query_term: 'zorblax' },
        { query_term: 'oat AND (' },
        { query_term: 'weather', geo: 'NO' },
      ],
    })
    expect(body).toMatchObject({ asOf: '2026-10-30', windowDays: 28 })
    const [oat, none, bad, weather] = body.items
    expect(oat).toMatchObject({ status: 'measured', documents: 63, reason: null })
    expect(oat?.momentum?.low).toBeGreaterThan(1)
    expect(none).toMatchObject({ status: 'data-too-sparse', documents: 0, momentum: null })
    expect(bad).toMatchObject({ status: 'bad-query', signalId: null, documents: null, title: 'oat AND (' })
    expect(weather).toMatchObject({ status: 'measured', title: 'weather in NO', documents: 168 })
    expect(weather?.momentum?.low).toBeLessThan(1)
  })

  test('uses the requested days and window length', async () => {
    const { body } = await call<LiteTopicList>('/explore/topicQueryLiteBulk', {
      queries: [{ query_term: 'oat milk' }],
      startDate: '2026-10-24',
      endDate: '2026-10-30',
      windowDays: 7,
    })
    expect(body).toMatchObject({ windowDays: 7, items: [{ documents: 17 }] })
  })

  test('refuses more than a hundred', async () => {
    const queries = Array.from({ length: 101 }, (_, index) => ({ query_term: `topic ${index}` }))
    expect(await call('/explore/topicQueryLiteBulk', { queries })).toMatchObject({ status: 422 })
  })
})

describe('trends', () => {
  test('of a country are computed from its documents, with its own total as denominator', async () => {
    const { body } = await call<TrendList>('/explore/generalTrends?geo=NO')
    expect(body).toMatchObject({ country: 'NO', basis: 'source-share', documents: 87, previous: 84 })
    expect(body.items.map(({ term }) => term)).not.toContain('oat milk')
  })

  test('give their reason with their own numbers', async () => {
    const { body } = await call<TrendList>('/explore/generalTrends')
    const oat = body.items.find(({ term }) => term === 'oat milk')
    expect(oat?.why).toContain(`${oat?.stories} pieces in the last 28 days, 4 in the 28 days before: `)
    expect(oat?.documents).toBe(59)
    expect(oat?.share).toBeCloseTo(59 / body.documents)
  })

  test('are available for countries with enough documents', async () => {
    const { body } = await call<TrendCountryList>('/explore/global_trends_countries')
    expect(body).toMatchObject({ needed: 50, items: [{ country: 'NO', name: 'Norway', documents: 171 }] })
  })
})

describe('getCategory', () => {
  test('returns terms with their changes', async () => {
    const { body } = await call<CategoryDetail>('/category/food_drink')
    expect(body).toMatchObject({ id: 'food_drink', asOf: '2026-10-30', trends: [{ term: 'oat milk', documents: 59 }] })
  })

  test('answers 404 for one that does not exist', async () => {
    expect(await call('/category/nonsense')).toMatchObject({ status: 404, code: 'trends.category_not_found' })
  })
})

describe('getClusters', () => {
  test('groups the copies of a story and says why it is shown', async () => {
    const { body } = await call<NewsClusterPage>('/explore/getClusters')
    expect(body.items).toMatchObject([
      { documents: 3, independentOutlets: 1, outletCount: 3, topic: 'oat milk', novelty: expect.any(Number) },
    ])
    expect(body.items[0]?.terms).toContain('harbour')
    expect(body.items[0]?.why).toMatch(
      /^One text, carried by 3 outlets in 3 documents of the seven days to 30 October 2026/,
    )
  })

  test('narrows to a category and a country', async () => {
    const countOf = async (query: string) =>
      (await call<NewsClusterPage>(`/explore/getClusters?${query}`)).body.page.total
    expect(await countOf('category=food_drink&geo=NO')).toBe(1)
    expect(await countOf('category=travel')).toBe(0)
    expect(await countOf('geo=SE')).toBe(0)
    expect(await call('/explore/getClusters?category=nonsense')).toMatchObject({ status: 404 })
  })
})

describe('searchTopics and smartSearchLite', () => {
  const topics = async (body: object, as: PersonName = 'mira') =>
    (await call<TopicPage>('/explore/search-topics', body, as)).body

  test('list category terms and trends with numbers, significant growth first', async () => {
    const { items } = await topics({})
    expect(items[0]).toMatchObject({ term: expect.stringMatching(/electric vehicles|oat milk/) })
    const category = await topics({ category: 'food_drink' })
    expect(category.items).toMatchObject([{ title: 'oat milk', origin: 'category', documents: 63 }])
    expect((await topics({ query: 'mil' })).items.map(({ title }) => title)).toContain('oat milk')
    expect((await topics({ query: 'ilk' })).items).toEqual([])
  })

  test('paginate, and refuse an unknown category', async () => {
    const [firstPage, secondPage] = [await topics({ perPage: 1 }), await topics({ perPage: 1, page: 2 })]
    expect(firstPage.page.total).toBeGreaterThan(1)
    expect(firstPage.items[0]?.signalId).not.toBe(secondPage.items[0]?.signalId)
    expect(await call('/explore/search-topics', { category: 'nonsense' })).toMatchObject({ status: 404 })
  })

  test('do not list the searches of other people, in the same organization or another', async () => {
    const secret = { query_term: 'weather mild' }
    await call('/explore/saveRecentSearch', secret, 'ana')
    await call('/explore/topicQuery', secret, 'ana')
    const { signalId } = await redirect('weather mild', 'ana')
    await call(`/signal/json/${signalId}`, undefined, 'ana')
    const seenBy = async (as: PersonName) => {
      const { body } = await call<SmartSearchResult>('/explore/smartSearchLite', { query: 'weather mild' }, as)
      return [...body.signals, ...(await topics({ query: 'weather mild', sort: 'newest' }, as)).items].length
    }
    expect(await seenBy('ana')).toBe(2)
    expect(await seenBy('mira')).toBe(0)
  })

  test('find topics, words, names and the newest documents', async () => {
    const { body } = await call<SmartSearchResult>('/explore/smartSearchLite', { query: 'oat', limit: 3 })
    expect(body.signals).toMatchObject([{ title: 'oat milk', documents: 63 }])
    expect(body.terms.map(({ term }) => term)).toEqual(['oat milk', 'oat'])
    expect(body.entities).toEqual([{ term: 'Oatopia', kind: 'entity', stories: null, documents: 12 }])
    expect(body).toMatchObject({ documentsTotal: 63 })
    expect(body.documents).toHaveLength(3)
    expect(await call('/explore/smartSearchLite', { query: 'oat AND (' })).toMatchObject({ status: 422 })
  })
})

test('every discovery operation requires a token', async () => {
  const paths: [path: string, body?: object][] = [
    ['/signal/smartRedirect', { trend_name: 'oat' }],
    ['/explore/topicQueryLiteBulk', { queries: [{ query_term: 'oat' }] }],
    ['/explore/smartSearchLite', { query: 'oat' }],
    ['/explore/search-topics', {}],
    ['/explore/global_trends_countries'],
    ['/explore/getClusters'],
    ['/category/food_drink'],
  ]
  for (const [path, body] of paths) {
    const reply = await api.request({ method: body === undefined ? 'GET' : 'POST', path, body })
    expect([path, reply.statusCode]).toEqual([path, 401])
  }
})

describe('topicQuery of words that a person typed', () => {
  const search = async (query: TopicQuery, as: PersonName = 'mira') =>
    (await call<SearchState>('/explore/topicQuery', query, as)).body
  const recent = async (as: PersonName) =>
    (await call<RecentSearchList>('/recentSearches', undefined, as)).body.items.map(({ query }) => query.title)

  test('searches the corrected wording, and says which and why', async () => {
    const { signal_id, query, interpretation } = await search({ query_term: 'skinkare', interpret: true })
    expect(query.title).toBe('skincare')
    expect(interpretation).toEqual({
      question: null,
      redirect: expect.objectContaining({ reason: 'spelling', signalId: signal_id, title: 'skincare' }),
    })
  })

  test('searches the query derived from a question, with its days unless others were given', async () => {
    const typed = { query_term: 'what happened to oat milk in 2026?', interpret: true }
    const searched = await search(typed)
    expect(searched.query).toMatchObject({ query_term: 'oat milk', startDate: '2026-01-01', endDate: '2026-12-31' })
    expect(searched.interpretation).toMatchObject({ question: { words: ['oat milk'] }, redirect: null })
    const { query } = await search({ ...typed, startDate: '2026-10-01' })
    expect(query).toMatchObject({ query_term: 'oat milk', startDate: '2026-10-01', endDate: null })
  })

  test.each([
    ['a term that documents hold', { query_term: 'oat milk' }],
    ['a query with operators', { query_term: 'skinkare OR weather' }],
    ['a pair', { x_term: 'skinkare', y_term: 'weather', isCompound: true }],
  ])('searches %s unchanged', async (_name, query) => {
    const { interpretation, ...interpreted } = await search({ ...query, interpret: true })
    expect(interpretation).toEqual({ question: null, redirect: null })
    expect(interpreted.query).toEqual((await search(query)).query)
  })

  test('searches the exact words without comment unless interpretation is requested', async () => {
    const state = await search({ query_term: 'skinkare' })
    expect(state.query.title).toBe('skinkare')
    expect(state).not.toHaveProperty('interpretation')
  })

  test('is stored as the effective query, for the caller only, and only on request', async () => {
    const [before, others] = [await recent('jon'), await recent('mira')]
    await search({ query_term: 'weather' }, 'jon')
    expect(await recent('jon')).toEqual(before)
    const { query } = await search({ query_term: 'oat mlik', interpret: true, remember: true }, 'jon')
    expect(query.title).toBe('oat milk')
    // the clock stands still, so their order is open
    expect((await recent('jon')).toSorted()).toEqual([...new Set([...before, 'oat milk'])].toSorted())
    expect(await recent('mira')).toEqual(others)
  })

  test('is refused like any invalid query, and is not stored', async () => {
    const refused = await call(
      '/explore/topicQuery',
      { query_term: 'oat AND (', interpret: true, remember: true },
      'jon',
    )
    expect(refused).toMatchObject({ status: 422, code: 'signals.query_unreadable' })
    expect(await recent('jon')).not.toContain('oat AND (')
  })
})
