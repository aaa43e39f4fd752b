import { describe, expect, test } from 'vitest'
import { canonicalQuery } from './format-query.ts'
import { parseQuery } from './parse-query.ts'
import { splitFields } from './split-query.ts'
import { estimateQueryCost, isExpensive, wordsOfQuery } from './query-cost.ts'

describe('parse query', () => {
  function canonicalOf(text: string): string {
    const result = parseQuery(text)
    if (!result.ok) throw new Error(`${text}: ${result.message}`)
    return canonicalQuery(result.query)
  }

  describe('parseQuery', () => {
    test.each([
      ['climate change', '"climate change"'],
      ['Climate   CHANGE', '"climate change"'],
      ['"climate" change', 'change AND climate'],
      ['“climate change” policy', '"climate change" AND policy'],
      ['tea OR coffee', 'coffee OR tea'],
      ['tea AND coffee OR milk', '(coffee AND tea) OR milk'],
      ['tea AND (coffee OR milk)', '(coffee OR milk) AND tea'],
      ['tea -coffee milk', 'milk AND tea AND -coffee'],
      ['tea NOT iced coffee', 'tea AND -"iced coffee"'],
      ['tea -"iced coffee"', 'tea AND -"iced coffee"'],
      ['tea -(coffee OR milk)', 'tea AND -(coffee OR milk)'],
      ['tea --coffee', 'coffee AND tea'],
      ['vaccin* trial', '"vaccin* trial"'],
      ['covid-19', '"covid 19"'],
      ['New York - London', '"new york london"'],
      ['salt and pepper', '"salt and pepper"'],
      ['((tea))', 'tea'],
      ['tea OR tea', 'tea'],
      ['東京 OR café', 'cafe OR 東京'],
    ])('%j is read as %j', (text, expected) => {
      expect(canonicalOf(text)).toBe(expected)
    })

    test.each([
      ['', 'empty', 1],
      ['!!! →', 'empty', 1],
      ['tea "coffee', 'unclosed_quote', 5],
      ['tea (coffee', 'unclosed_group', 5],
      ['tea) coffee', 'unexpected_close', 4],
      ['tea OR', 'missing_operand', 7],
      ['AND tea', 'missing_operand', 1],
      ['tea OR OR milk', 'missing_operand', 8],
      ['tea ()', 'missing_operand', 6],
      ['tea "!"', 'no_words', 5],
      ['a*', 'prefix_too_short', 1],
      ['-tea', 'only_exclusions', 1],
      ['tea OR -milk', 'only_exclusions', 1],
      ['('.repeat(40), 'too_deep', 33],
      ['x'.repeat(2_001), 'too_long', 2_001],
    ])('%j is refused as %s at column %i', (text, code, column) => {
      expect(parseQuery(text)).toMatchObject({ ok: false, code, column })
    })

    test('an error says how to fix the query', () => {
      expect(parseQuery('tea "coffee')).toMatchObject({ hint: expect.stringContaining('closing') })
    })
  })
})

describe('split fields', () => {
  const split = (text: string) => {
    const { words, fields } = splitFields(text, new Set(['tone', 'outlet', 'country']))
    return [words, ...fields.map(({ field, value }) => `${field}=${value}`)]
  }

  test('extracts the field conditions of a typed query, and keeps its words as typed', () => {
    expect(split('Bitcoin tone:negative')).toEqual(['Bitcoin', 'tone=negative'])
    expect(split('outlet:"The Hill" AND "Oat Milk" AND country:us -soy')).toEqual([
      '"Oat Milk" AND -soy',
      'outlet=the hill',
      'country=US',
    ])
  })

  test('keeps a condition that is optional, and fields that are not listed', () => {
    expect(split('tea OR (coffee tone:negative)')).toEqual(['tea OR (coffee tone:negative)'])
    expect(split('tea NOT tone:negative')).toEqual(['tea NOT tone:negative'])
    expect(split('tea -outlet:example.com author:Ana')).toEqual(['tea -outlet:example.com author:Ana'])
    expect(split('"tea')).toEqual(['"tea'])
  })
})

describe('query cost', () => {
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
    test('is near zero for rare words, whatever the query does with them', () => {
      for (const text of ['oat milk', '"oat milk" OR milk', 'oat near/16 milk', 'the near/16 oat']) {
        expect({ text, isCheap: allMs(text) < 40 }).toEqual({ text, isCheap: true })
      }
    })

    test('grows with the documents to compare, the distances and the number of such parts', () => {
      const costs = [
        '"oat milk"',
        '"of the"',
        'the near/8 of',
        'the near/16 of',
        'the near/16 of OR of near/15 the',
      ].map(allMs)
      expect(costs).toEqual(costs.toSorted((a, b) => a - b))
      expect(costs.at(-1)).toBeGreaterThan(3_000)
    })

    test('is bounded by the rarest word that every match must hold', () => {
      expect(costOf('oat AND (the near/16 of)').compareMs).toBeLessThan(costOf('the near/16 of').compareMs / 50)
    })

    test('includes negated parts, which are compared too', () => {
      expect(costOf('the -"the of"').compareMs).toBeGreaterThan(400)
    })

    test('names the most expensive part as it would be typed', () => {
      expect(costOf('oat OR the near/16 of').costliest).toMatchObject({ text: 'the near/16 of', documents: 130_000 })
      expect(costOf('th* OR oat').costliest.text).toBe('th*')
    })
  })

  test('is only checked for queries that compare positions or look up many words', () => {
    const demanding = ['oat milk', 'th*', 'a near/2 b', 'a OR b OR c OR d OR e', '-"a b" c']
    const plain = ['oat', 'oat OR milk', 'oat AND -milk', 'oat lang:en']
    expect(demanding.filter((text) => !isExpensive(read(text)))).toEqual([])
    expect(plain.filter((text) => isExpensive(read(text)))).toEqual([])
  })

  test('counts the words of all parts, including negated ones', () => {
    expect(
      wordsOfQuery(read('oat -"soy milk" OR th*'))
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['milk', 'oat', 'soy', 'th'])
  })
})
