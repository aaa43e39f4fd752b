import { expect, test } from 'vitest'
import { storyTerms } from './story-terms.ts'

test('the words of a story are told as most of its articles write them, whatever their stems', () => {
  const titles = ['Movies return to Lake Orleans', 'Lake Orleans shows movies again', 'A movie at Lake Orleans']
  const terms = storyTerms(titles.map((title) => ({ title, lead: null })))
  expect(terms.map(({ written }) => written)).toEqual(expect.arrayContaining(['orleans', 'movies']))
  expect(terms.map(({ written }) => written)).not.toContain('movie')
  expect(terms.find(({ written }) => written === 'movies')?.stem).not.toBe('movies')
})
