import { describe, expect, test } from 'vitest'
import type { ArticleText, DocumentId } from '../../library/index.ts'
import { toBonds, toFirstMover, toOutletTones } from './read-cluster.ts'

function article(outlet: string, publishedAt: string, more: Partial<ArticleText> = {}): ArticleText {
  const documentId: DocumentId = `doc_${outlet.replaceAll(/\W/g, '')}`
  return {
    documentId,
    telling: documentId,
    isDemo: false,
    publishedAt,
    isDatedByDay: false,
    outlet,
    country: null,
    language: 'en',
    tone: null,
    title: 'Harbor of Norvik closes after the storm',
    lead: null,
    ...more,
  }
}

const day = { isDatedByDay: true }

describe('who told a story first', () => {
  test('is one outlet when it was alone at its time', () => {
    const oldest = [
      article('one.example', '2020-03-05T21:45:00.000Z'),
      article('two.example', '2020-03-05T22:15:00.000Z'),
    ]
    expect(toFirstMover(oldest)).toMatchObject({ outlet: 'one.example', outlets: 1, leadMinutes: 30 })
  })

  test('is nobody alone when several published at the same minute', () => {
    const at = '2020-03-05T21:45:00.000Z'
    const oldest = [
      article('one.example', at),
      article('two.example', at),
      article('late.example', '2020-03-06T01:00:00.000Z'),
    ]
    expect(toFirstMover(oldest)).toMatchObject({ outlets: 2, leadMinutes: null })
  })

  test('is nobody alone when several are dated by the same day, the hours of others included', () => {
    const midnight = '2020-03-04T00:00:00.000Z'
    const oldest = [
      article('one.example', midnight, day),
      article('two.example', midnight, day),
      article('three.example', '2020-03-04T19:15:00.000Z'),
      article('late.example', '2020-03-05T00:00:00.000Z', day),
    ]
    expect(toFirstMover(oldest)).toMatchObject({ outlets: 3, tellers: 3, leadMinutes: null })
  })

  test('is one teller whom nobody can name when 120 outlets carry one text at one instant', () => {
    const text = { telling: 'doc_wire' } as const
    const copies = Array.from({ length: 120 }, (_, n) => article(`o${n}.example`, '2020-03-05T21:45:00.000Z', text))
    const own = article('own.example', '2020-03-06T01:00:00.000Z')
    expect(toFirstMover([...copies, own])).toMatchObject({ outlets: 120, tellers: 1, leadMinutes: null })
  })

  test('leads to the next outlet with a text of its own, not to who copied the first', () => {
    const oldest = [
      article('one.example', '2020-03-05T20:00:00.000Z'),
      article('copy.example', '2020-03-05T20:05:00.000Z', { telling: 'doc_oneexample' }),
      article('two.example', '2020-03-05T22:00:00.000Z'),
    ]
    expect(toFirstMover(oldest)).toMatchObject({ outlet: 'one.example', tellers: 1, leadMinutes: 120 })
  })

  test('counts an outlet once, however many articles it had', () => {
    const at = '2020-03-05T21:45:00.000Z'
    expect(toFirstMover([article('one.example', at), article('m.one.example', at)])).toMatchObject({ outlets: 1 })
  })
})

test('what articles have in common stands in several of them', () => {
  const common = Array.from({ length: 30 }, (_, index) => article(`outlet${index}.example`, '2020-03-04T00:00:00.000Z'))
  const odd = article('odd.example', '2020-03-04T00:00:00.000Z', { title: 'Harbor of Norvik closes, says Dallas' })
  const pair = ['a.example', 'b.example'].map((outlet) =>
    article(outlet, '2020-03-04T00:00:00.000Z', { title: 'Harbor of Norvik closes, ferries wait' }),
  )
  const terms = toBonds([...common, odd, ...pair]).map(({ term }) => term)
  expect(terms).toContain('norvik')
  expect(terms).not.toContain('dallas')
  expect(terms).not.toContain('ferries')
})

test('groups of outlets carry the name of their country', () => {
  const oldest = [
    article('one.example', '2020-03-04T00:00:00.000Z', { country: 'US' }),
    article('two.example', '2020-03-04T00:00:00.000Z'),
  ]
  expect(toOutletTones(oldest).map(({ group }) => group)).toEqual(['United States', 'Unknown country'])
})
