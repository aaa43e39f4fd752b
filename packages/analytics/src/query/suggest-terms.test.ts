import { describe, expect, test } from 'vitest'
import { suggestTerms } from './suggest-terms.ts'

describe('suggested terms', () => {
  const text = (words: string, isMatch: boolean, isRelevant: boolean) => ({
    words: new Set(words.split(' ')),
    isMatch,
    isRelevant,
  })

  test('a word of unwanted matches is excluded, a word of missed documents is added', () => {
    const texts = [
      text('jaguar car engine', true, false),
      text('jaguar car dealer', true, false),
      text('jaguar forest', true, true),
      text('panther forest', false, true),
      text('lion cage', false, false),
    ]
    const suggestions = suggestTerms(texts, new Set(['jaguar']))
    expect(suggestions).toContainEqual({ kind: 'exclude', term: 'car', relevant: 0, irrelevant: 2 })
    // "panther" is in the same document, and the labels cannot tell the two apart
    expect(suggestions).toContainEqual({ kind: 'add', term: 'forest', relevant: 1, irrelevant: 0 })
  })

  test('a word that wanted matches have as often is not excluded', () => {
    const texts = [text('tea price', true, false), text('tea price', true, false), text('tea price cup', true, true)]
    expect(suggestTerms([...texts, text('tea price pot', true, true)], new Set(['tea']))).toEqual([])
  })
})
