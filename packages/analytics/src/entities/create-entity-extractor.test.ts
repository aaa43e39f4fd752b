import { describe, expect, test } from 'vitest'
import { createEntityExtractor } from './create-entity-extractor.ts'

const extract = createEntityExtractor()
const namesOf = (text: string): string[] => extract(text).map(({ name }) => name)

describe('createEntityExtractor', () => {
  test('finds people, organizations and places', () => {
    expect(extract('Elon Musk says Tesla will build a plant in Berlin')).toEqual([
      { name: 'Elon Musk', kind: 'other' },
      { name: 'Tesla', kind: 'organization' },
      { name: 'Berlin', kind: 'place' },
    ])
  })

  test('names keep their connectors and lose their possessive', () => {
    expect(namesOf("Oatly and the Bank of England reviewed Pfizer's plan")).toEqual([
      'Oatly',
      'Bank of England',
      'Pfizer',
    ])
  })

  test('keeps hyphens and particles in a name', () => {
    expect(namesOf('Jean-Claude Juncker and Simone de la Cruz spoke to T-Mobile')).toEqual([
      'Jean-Claude Juncker',
      'Simone de la Cruz',
      'T-Mobile',
    ])
  })

  test('a title identifies a person and is no part of a full name', () => {
    expect(extract('The vaccine works, says Dr. Anthony Fauci')).toEqual([{ name: 'Anthony Fauci', kind: 'person' }])
  })

  test('a sentence with many names is not taken for a headline', () => {
    expect(namesOf('President Emmanuel Macron met Angela Merkel')).toEqual(['Emmanuel Macron', 'Angela Merkel'])
  })

  test('reports a name once for each text', () => {
    expect(namesOf('Why Google bought it and how Google pays')).toEqual(['Google'])
  })

  test.each(['my cat is cute', 'Nothing here', '', "I'm tired on Monday"])('%j holds no name', (text) => {
    expect(namesOf(text)).toEqual([])
  })

  test('finds only known names in a headline in title case', () => {
    expect(namesOf('Tesla Announces Bigger Battery Plans For Germany')).toEqual(['Tesla', 'Germany'])
  })
})
