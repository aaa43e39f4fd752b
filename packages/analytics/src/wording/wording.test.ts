import { describe, expect, test } from 'vitest'
import { createSpellingIndex, editDistance } from './spelling-index.ts'
import { otherNumber, otherWordings, synonymsOf } from './other-wordings.ts'

describe('edit distance', () => {
  test.each([
    ['bitcoin', 'bitcoin', 0],
    ['bitcon', 'bitcoin', 1],
    ['bictoin', 'bitcoin', 1],
    ['recieve', 'receive', 1],
    ['inteligense', 'intelligence', 2],
    ['', 'ab', 2],
    ['oat', 'coal', 2],
  ])('%s and %s are %i apart, from either side', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance)
    expect(editDistance(b, a, 2)).toBe(distance)
  })

  test('what is further apart than asked for is null', () => {
    expect(editDistance('bitcoin', 'ethereum', 2)).toBeNull()
    expect(editDistance('bitcon', 'bitcoin', 0)).toBeNull()
    expect(editDistance('a', 'abcd', 2)).toBeNull()
  })
})

describe('spelling index', () => {
  const index = createSpellingIndex([
    { text: 'bitcoin', frequency: 900 },
    { text: 'bitcoins', frequency: 40 },
    { text: 'electric vehicle', frequency: 60 },
    { text: 'methanol', frequency: 5 },
    { text: 'oat', frequency: 500 },
    { text: 'coat', frequency: 800 },
  ])
  const firstOf = (text: string) => index.corrections(text, 3)[0]

  test('a slip of a letter, a swap and a doubled letter lead to the word', () => {
    for (const text of ['bitcon', 'bictoin', 'bitcooin', 'vitcoin']) {
      expect(firstOf(text)).toEqual({ text: 'bitcoin', frequency: 900, distance: 1 })
    }
  })

  test('a long name is found with two slips', () => {
    expect(firstOf('electrik vehicel')).toMatchObject({ text: 'electric vehicle', distance: 2 })
  })

  test('nothing near is found for a word of three letters, for the word itself alone, or for another word', () => {
    expect(firstOf('oet')).toBeUndefined()
    expect(firstOf('methanol')).toBeUndefined()
    expect(firstOf('zeppelin')).toBeUndefined()
  })
})

describe('other wordings', () => {
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
})
