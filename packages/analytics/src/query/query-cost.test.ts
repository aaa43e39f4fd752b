import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { estimateQueryCost, isDemanding, wordsOfQuery } from './query-cost.ts'

const read = (text: string) => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}

const documentsByWord: Record<string, number> = { the: 170_000, of: 130_000, oat: 900, milk: 4_000 }
const library = {
  documents: 425_000,
  documentsWith: ({ text, prefix }: { text: string; prefix: boolean }) =>
    prefix ? 300_000 : (documentsByWord[text] ?? 0),
}
const costOf = (text: string) => estimateQueryCost(read(text), library)
const allMs = (text: string) => costOf(text).indexMs + costOf(text).compareMs

describe('the cost of a query', () => {
  test('of rare words is next to nothing, whatever is asked of them', () => {
    for (const text of ['oat milk', '"oat milk" OR milk', 'oat near/16 milk', 'the near/16 oat']) {
      expect({ text, isCheap: allMs(text) < 40 }).toEqual({ text, isCheap: true })
    }
  })

  test('grows with the documents to compare, the distances and the number of such parts', () => {
    const costs = ['"oat milk"', '"of the"', 'the near/8 of', 'the near/16 of', 'the near/16 of OR of near/15 the'].map(
      allMs,
    )
    expect(costs).toEqual(costs.toSorted((a, b) => a - b))
    expect(costs.at(-1)).toBeGreaterThan(3_000)
  })

  test('is bounded by the rarest word that every match must hold', () => {
    expect(costOf('oat AND (the near/16 of)').compareMs).toBeLessThan(costOf('the near/16 of').compareMs / 50)
  })

  test('counts what is left out, which is compared all the same', () => {
    expect(costOf('the -"the of"').compareMs).toBeGreaterThan(400)
  })

  test('names the part that costs most, as it could be typed', () => {
    expect(costOf('oat OR the near/16 of').costliest).toMatchObject({ text: 'the near/16 of', documents: 130_000 })
    expect(costOf('th* OR oat').costliest.text).toBe('th*')
  })
})

test('only queries that compare places, or look up many words, need their cost looked at', () => {
  const demanding = ['oat milk', 'th*', 'a near/2 b', 'a OR b OR c OR d OR e', '-"a b" c']
  const plain = ['oat', 'oat OR milk', 'oat AND -milk', 'oat lang:en']
  expect(demanding.filter((text) => !isDemanding(read(text)))).toEqual([])
  expect(plain.filter((text) => isDemanding(read(text)))).toEqual([])
})

test('the words to look up are those of all parts, also of what is left out', () => {
  expect(
    wordsOfQuery(read('oat -"soy milk" OR th*'))
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['milk', 'oat', 'soy', 'th'])
})
