import { describe, expect, test } from 'vitest'
import { randomQuery, smallVocabulary } from '../testing/random-query.ts'
import { createRandom } from '@auspex/contract/random'
import { canonicalQuery } from './canonical-query.ts'
import { matchesQuery } from './match-query.ts'
import { parseQuery } from './parse-query.ts'
import { wantsSomething } from './query-node.ts'

describe('canonicalQuery', () => {
  test('queries that mean the same in another order, case or nesting have one form', () => {
    const forms = ['(b OR a) AND "C d" -e', '"c D" (A OR B) NOT e', '-e AND ("c d" AND (a OR (b OR a)))'].map(
      (text) => {
        const result = parseQuery(text)
        return result.ok ? canonicalQuery(result.query) : result.message
      },
    )
    expect(new Set(forms)).toEqual(new Set(['"c d" AND (a OR b) AND -e']))
  })

  test('a join whose repeats fall away dissolves into the join around it', () => {
    const result = parseQuery('((a AND b) OR (b AND a)) AND c')
    expect(result.ok && canonicalQuery(result.query)).toBe('a AND b AND c')
  })

  test('the form read again is the same form and the same meaning', () => {
    const random = createRandom(21)
    let read = 0
    for (let round = 0; round < 2_000; round++) {
      const query = randomQuery(random, 4)
      const form = canonicalQuery(query)
      const result = parseQuery(form)
      if (!wantsSomething(query)) continue
      expect(result).toMatchObject({ ok: true })
      if (!result.ok) continue
      read++
      expect(canonicalQuery(result.query)).toBe(form)
      const words = Array.from({ length: 6 }, () => random.pick(smallVocabulary))
      expect(matchesQuery(result.query, words, [])).toBe(matchesQuery(query, words, []))
    }
    expect(read).toBeGreaterThan(500)
  })
})
