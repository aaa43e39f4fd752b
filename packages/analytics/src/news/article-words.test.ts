import { expect, test } from 'vitest'
import { readArticleWords } from './article-words.ts'

const conceptsOf = (title: string) => [...readArticleWords(title, null).keys()].filter((term) => /^[=@]/.test(term))

test.each([
  ['Google buys a startup', 'Google acquires a startup'],
  ['Lawmakers reject the deal', 'Legislators refuse the pact'],
  ['Blackout in Caracas', 'Venezuelan outage'],
])('“%s” and “%s” have the same concepts', (one, other) => {
  expect(conceptsOf(one)).not.toEqual([])
  expect(conceptsOf(one).toSorted()).toEqual(conceptsOf(other).toSorted())
})
