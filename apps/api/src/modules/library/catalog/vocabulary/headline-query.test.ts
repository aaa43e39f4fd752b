import { matchesQuery, tokens, toTsquery } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { categories } from '../categories.ts'
import { createHeadlineCategories } from './headline-categories.ts'
import { toHeadlineQuery } from './headline-query.ts'

const categorize = createHeadlineCategories()
const titles = [
  'Coronavirus cases rise in three counties',
  'New chef reopens the harbor restaurant',
  'Solar panels on every school by 2030',
  'Food bank lends a van',
  'Bank lends to builders',
  'Shares tumble',
  'She shares a bench',
  'Stock exchange opens with losses',
  'Mayor opens bridge',
  'Subway sandwich price rises',
  'Subway line reopens',
]

describe('the query of a category', () => {
  test.each(categories.map(({ id }) => id))('finds the titles that are about %s', (id) => {
    const query = toHeadlineQuery(id)
    const found = titles.filter((title) => query !== null && matchesQuery(query, tokens(title), []))
    expect(found).toEqual(titles.filter((title) => categorize(title).has(id)))
  })

  test('looks at titles only', () => {
    const query = toHeadlineQuery('health')
    expect(query !== null && matchesQuery(query, tokens('Mayor opens bridge'), tokens('a hospital stands near'))).toBe(
      false,
    )
  })

  test('is one that a library can be asked', () => {
    for (const { id } of categories) {
      const query = toHeadlineQuery(id)
      expect(query === null ? null : toTsquery(query)).toMatch(/:A/)
    }
  })

  test('of no category is null', () => {
    expect(toHeadlineQuery('nonsense')).toBeNull()
  })
})
