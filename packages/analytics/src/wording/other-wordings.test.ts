import { expect, test } from 'vitest'
import { otherWordings, otherNumber, synonymsOf } from './other-wordings.ts'

const textsOf = (asked: string, kind: string) =>
  otherWordings(asked.split(' ')).flatMap((other) => (other.kind === kind ? [other.text] : []))

test.each([
  ['vehicle', 'vehicles'],
  ['battery', 'batteries'],
  ['watch', 'watches'],
  ['woman', 'women'],
  ['glass', 'glasses'],
])('%s and %s are each other’s number', (singular, plural) => {
  expect(otherNumber(singular)).toBe(plural)
  expect(otherNumber(plural)).toBe(singular)
})

test('words without a rule have no other number', () => {
  expect(['ai', 'news', 'virus', 'œuvre', 'h2o'].map(otherNumber)).toEqual([null, null, null, null, null])
})

test('a short form and its long form lead to each other, in either number', () => {
  expect(textsOf('ev', 'synonym')).toEqual(expect.arrayContaining(['electric vehicle', 'electric vehicles']))
  expect(textsOf('electric vehicles', 'synonym')).toContain('ev')
  expect(textsOf('ai', 'synonym')).toContain('artificial intelligence')
})

test('the same words are tried in the other order, the other number and as one word', () => {
  expect(textsOf('milk oat', 'inflection')).toContain('oat milk')
  expect(textsOf('heat pump', 'inflection')).toEqual(expect.arrayContaining(['heat pumps', 'heatpump']))
})

test('a sentence has no other wordings, and a wording is never its own', () => {
  expect(otherWordings(['a', 'b', 'c', 'd', 'e'])).toEqual([])
  for (const asked of ['ai', 'oat milk', 'cars']) expect(textsOf(asked, 'synonym')).not.toContain(asked)
})

test('each wording of the synonym table stands in one group', () => {
  const group = ['electric vehicle', ...synonymsOf('electric vehicle')].toSorted()
  for (const wording of group) expect([wording, ...synonymsOf(wording)].toSorted()).toEqual(group)
})
