import { expect, test } from 'vitest'
import { storyTerms } from './story-terms.ts'

test('the words of a story are told as most of its articles write them, whatever their stems', () => {
  const titles = ['Factories return to Lake Orleans', 'Lake Orleans opens factories again', 'A factory at Lake Orleans']
  const terms = storyTerms(titles.map((title) => ({ title, lead: null })))
  expect(terms.map(({ written }) => written)).toEqual(expect.arrayContaining(['orleans', 'factories']))
  expect(terms.map(({ written }) => written)).not.toContain('factory')
  expect(terms.find(({ written }) => written === 'factories')?.stem).not.toBe('factories')
})
