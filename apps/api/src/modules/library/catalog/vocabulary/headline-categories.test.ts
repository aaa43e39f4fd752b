import { matchesQuery, tokens, toTsquery } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { categories } from '../categories.ts'
import { createHeadlineCategories } from './headline-categories.ts'
import { headlineVocabularies, toHeadlineQuery } from './headline-query.ts'

describe('headline categories', () => {
  const categorize = createHeadlineCategories()
  const termsOf = (terms = '') => terms.split(',').map((term) => term.trim())

  describe('the categories of a headline', () => {
    test.each([
      ['Coronavirus cases rise in three counties', ['health']],
      ['New chef reopens the harbor restaurant', ['food_drink', 'business']],
      ['Senate debates tax on bitcoin', ['crypto']],
      ['Solar panels on every school by 2030', ['energy']],
      ['Mayor opens bridge', []],
    ])('of "%s" are %j', (title, expected) => {
      expect([...categorize(title)].toSorted()).toEqual(expected.toSorted())
    })

    test('are not inferred from ambiguous words alone', () => {
      for (const title of ['Apple falls on head', 'Cell opened for tours', 'Our goal is peace', 'He took stock'])
        expect([title, ...categorize(title)]).toEqual([title])
    })

    test('are recognised by an ambiguous word only next to a word that settles its meaning', () => {
      expect([...categorize('Shares tumble')]).toEqual(['finance'])
      expect([...categorize('She shares a bench')]).toEqual([])
    })

    test('are not inferred from a term with a different meaning in this context', () => {
      expect(categorize('Bank lends to builders')).toContain('finance')
      expect(categorize('Food bank lends a van')).not.toContain('finance')
    })

    test('all have a vocabulary', () => {
      expect(Object.keys(headlineVocabularies).toSorted()).toEqual(categories.map(({ id }) => id).toSorted())
    })

    test.each(Object.entries(headlineVocabularies))(
      'of %s: no context word defines its own meaning',
      (_, { weak, beside }) => {
        expect(termsOf(weak).filter((term) => term !== '' && termsOf(beside).includes(term))).toEqual([])
      },
    )
  })
})

describe('headline query', () => {
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
      const matchingTitles = titles.filter((title) => query !== null && matchesQuery(query, tokens(title), []))
      expect(matchingTitles).toEqual(titles.filter((title) => categorize(title).has(id)))
    })

    test('looks at titles only', () => {
      const query = toHeadlineQuery('health')
      expect(
        query !== null && matchesQuery(query, tokens('Mayor opens bridge'), tokens('a hospital stands near')),
      ).toBe(false)
    })

    test('is a valid library query', () => {
      for (const { id } of categories) {
        const query = toHeadlineQuery(id)
        expect(query === null ? null : toTsquery(query)).toMatch(/:A/)
      }
    })

    test('of no category is null', () => {
      expect(toHeadlineQuery('nonsense')).toBeNull()
    })
  })
})
