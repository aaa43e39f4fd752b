import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { categories, industries } from './categories.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('listIndustries and listCategories work', () => {
  test('returns the same lists to every user', async () => {
    const lists = await Promise.all(
      (['mira', 'ana'] as const).flatMap((as) =>
        ['industries', 'categories'].map((list) => api.request({ method: 'GET', path: `/explore/${list}`, as })),
      ),
    )
    expect(lists.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200])
    expect(lists[0]?.json()).toEqual({ items: industries })
    expect(lists[1]?.json()).toEqual({ items: categories })
    expect(lists[2]?.body).toBe(lists[0]?.body)
  })
})

describe('the lists', () => {
  test('have unique ids and unique names', () => {
    for (const list of [industries, categories]) {
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
    }
  })

  test('have unique terms that parse as queries', () => {
    const terms = categories.flatMap((category) => category.terms)
    const signals = terms.map(
      (term) => readSignalQuery({ query_term: term, isCompound: false, check_cache: true, force: false }).signalId,
    )
    expect(new Set(signals).size).toBe(terms.length)
  })
})
