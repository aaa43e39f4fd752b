import type { ParsedQuery, QueryText } from '@auspex/sdk/types'
import type { DocumentSource } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const hackerNews: DocumentSource = {
  key: 'hacker_news',
  label: 'Hacker News',
  kind: 'documents',
  licence: 'Own terms',
  rate: 'none',
  homepage: 'https://hn.example',
  probe: async () => ({ status: 'upstream_down', reason: 'It is out of order.', retryAfterMs: null }),
  search: async () => Promise.reject(new Error('not asked here')),
}

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ connectors: [hackerNews], config: { sources: 'live' } })
})
afterAll(() => api.close())

const post = (body: unknown) => api.request({ method: 'POST', path: '/parsedQueries', as: 'mira', body })
const parse = async (text: QueryText): Promise<ParsedQuery> => {
  const response = await post(text)
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('parseQuery', () => {
  test('returns the interpretation of a query, as text and as a tree', async () => {
    const { ok, reading, fault } = await parse({ query_term: 'Oat Milk near/3 latte -(sugar OR source:reddit)' })
    expect({ ok, fault }).toEqual({ ok: true, fault: null })
    expect(reading).toMatchObject({
      formatted: '("oat milk" near/3 latte) AND -(sugar OR source:reddit)',
      canonical: '("oat milk" near/3 latte) AND -(sugar OR source:reddit)',
      node: { kind: 'and', operands: [{ kind: 'near', distance: 3 }, { kind: 'not' }] },
    })
  })

  test.each([
    ['C++ OR C#', 'c# OR c++', []],
    ['.NET', '.net', []],
    ['R&D near/3 🔥', 'r&d near/3 🔥', []],
    ['$TSLA #ai vacc* "100 % @home"', '"tsla ai vacc*" AND "100 home"', ['$', '#', '%', '@']],
    ['tea & coffee', '"tea coffee"', ['&']],
  ])('searches %s as %s, and reports ignored characters', async (query_term, formatted, unsearched) => {
    const { reading } = await parse({ query_term })
    expect(reading?.formatted.split(' OR ').toSorted().join(' OR ')).toBe(formatted)
    expect(reading?.unsearched).toEqual(unsearched)
  })

  test.each([
    ['C++ OR C#', 'c++ | c#'],
    ["l'inflation", "l'inflation"],
    ['정부에서는', '정부에서는'],
    ['tv+ 🔥', '"tv+ 🔥"'],
  ])('sends %s to a source unchanged', async (query_term, native) => {
    const { reading } = await parse({ query_term })
    expect(reading?.sources[1]?.nativeQuery?.replaceAll(/"(c\+\+|c#)"/g, '$1')).toBe(native)
  })

  test('reports the query sent to each source and its unsupported parts', async () => {
    const { reading } = await parse({ query_term: '(tea OR milk) -sugar tone:negative since:2026' })
    expect(reading?.sources).toEqual([
      expect.objectContaining({ key: 'imported', nativeQuery: "(('tea' | 'milk') & !'sugar')", notHonoured: [] }),
      {
        key: 'hacker_news',
        label: 'Hacker News',
        nativeQuery: 'tea -sugar | milk -sugar',
        requests: 2,
        notHonoured: ['Hacker News cannot choose by tone; the report chooses from what arrives.'],
      },
    ])
  })

  test('omits sources that the query excludes', async () => {
    const { reading } = await parse({ query_term: 'tea source:imported' })
    expect(reading?.sources[1]).toMatchObject({
      nativeQuery: null,
      requests: 0,
      notHonoured: [/excluded by the query/].map((words) => expect.stringMatching(words)),
    })
  })

  test('converts a question to a query, with phrases of the library and days', async () => {
    await api.database.pool.query(`insert into entity (key, name, kind, documents, demo_documents)
      values ('new york', 'New York', 'place', 12, 0)`)
    expect((await parse({ query_term: 'is bitcoin a bubble?' })).question).toEqual({
      query_term: 'bitcoin AND bubble',
      words: ['bitcoin', 'bubble'],
      startDate: null,
      endDate: null,
    })
    expect((await parse({ query_term: 'what happened to oat milk in new york in 2011' })).question).toEqual({
      query_term: '"oat milk" AND "new york"',
      words: ['oat milk', 'New York'],
      startDate: '2011-01-01',
      endDate: '2011-12-31',
    })
  })

  test.each([
    ['how is oat milk doing in Germany and in the United States?', ['DE', 'US']],
    ['what happened to tea from new zealand in 2011?', ['NZ']],
    ['what do they say about us in 2011?', undefined],
    ['what happened in the US in 2011?', ['US']],
  ])('names the countries of a question: %s', async (query_term, countries) => {
    expect((await parse({ query_term })).question?.countries).toEqual(countries)
  })

  test('spells a name as documents do, and does not change a word that is seldom a name', async () => {
    await api.database.pool.query(`insert into entity (key, name, kind, documents, demo_documents)
      values ('romney', 'Romney', 'person', 40, 0), ('apple', 'Apple', 'organization', 10, 0)`)
    await api.database.pool.query(`update entity_library set documents = 1000 where not demo`)
    await api.database.pool.query(`update term_background_state set sampled_documents = 1000 where not demo`)
    await api.database.pool.query(
      `insert into term_background (demo, term, documents) values (false, 'romney', 50), (false, 'apple', 60)`,
    )
    expect((await parse({ query_term: 'how did romney do in 2012?' })).question?.words).toEqual(['Romney'])
    expect((await parse({ query_term: 'how did apple do in 2012?' })).question?.words).toEqual(['apple'])
  })

  test.each([
    { query_term: '"is bitcoin a bubble?"' },
    { query_term: 'oat milk' },
    { x_term: 'is tea', y_term: 'good?' },
  ])('%j is not a question', async (text) => {
    expect((await parse(text)).question).toBeNull()
  })

  test.each([
    [{ x_term: 'tea', y_term: 'milk', isCompound: true }, 'tea AND milk'],
    [{ x_term: 'tea', y_term: 'milk' }, 'tea OR milk'],
    [{ x_term: 'tea', y_term: ' ' }, 'tea'],
  ])('the pair %j is parsed as %s', async (pair, formatted) => {
    expect((await parse(pair)).reading?.formatted).toBe(formatted)
  })

  test.each([
    [
      { query_term: 'tea (milk' },
      { term: 'query_term', code: 'unclosed_group', column: 5, found: 'the end of the query' },
    ],
    [
      { x_term: 'tea', y_term: 'milk OR' },
      { term: 'y_term', code: 'missing_operand', column: 8 },
    ],
    [{ y_term: 'milk' }, { term: 'x_term', code: 'terms', column: 1 }],
    [{}, { term: 'query_term', code: 'empty', column: 1 }],
    [
      { query_term: 'tea tone:angry' },
      { code: 'field_value', column: 10, expected: expect.stringContaining('negative') },
    ],
  ])('rejects %j and reports the position', async (text, fault) => {
    expect(await parse(text)).toMatchObject({ ok: false, reading: null, fault })
  })

  test('refuses a body without a query text', async () => {
    expect((await post({ query_term: 7 })).statusCode).toBe(422)
  })

  test('accepts the longest allowed query', async () => {
    expect((await parse({ query_term: 'ﷺ '.repeat(250) })).ok).toBe(true)
    const pairs = Array.from({ length: 27 }, (_, index) => `${index}a near/16 b${index}`)
    expect((await parse({ query_term: pairs.join(' OR ') })).ok).toBe(true)
  })
})
