import { parseQuery, type QueryNode } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import type { InterestsQuestion } from '../../measures/voice-interests.ts'
import { toMatching } from '../../document-filter.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'

function about(text: string): QueryNode {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(read.message)
  return read.query
}
const subjects = [
  { id: 'milk', query: about('"oat milk" OR mint') },
  { id: 'tea', query: about('te*') },
  { id: 'none', query: about('unheard') },
]

describeOnChdb('interests of voices on shards are those of PostgreSQL', () => {
  let stores: ComparedStores
  beforeAll(async () => {
    stores = await openComparedStores()
  })
  afterAll(() => stores.close())

  test('who said most', async () => {
    const { postgres, clickhouse } = stores
    for (const filter of randomFilters({ count: 60, seed: 21 }))
      for (const basis of ['authors', 'outlets'] as const)
        expect(await clickhouse.store.voiceInterests.voices(filter, basis)).toEqual(
          await postgres.store.voiceInterests.voices(filter, basis),
        )
  })

  describe.each(['authors', 'outlets'] as const)('what %s publish', (basis) => {
    test.each([null, 'country', 'language', 'kind', 'tone'] as const)('told apart by %s', async (split) => {
      const { postgres, clickhouse } = stores
      let hits = 0
      for (const text of [
        '"oat milk"',
        'te* -mint',
        'tea tone:positive',
        'oat (score:>=5 OR outlet:other.net)',
        'unheard',
      ]) {
        for (const world of ['real', 'demo'] as const) {
          for (const isSmallLibrary of [true, false]) {
            const query = about(text)
            const filter = { world, ...toMatching(query) }
            const voices = await postgres.store.voiceInterests.voices(filter, basis)
            const question: InterestsQuestion = { query, filter, basis, voices, split, subjects, isSmallLibrary }
            const expected = await postgres.store.voiceInterests.count(question)
            const actual = await clickhouse.store.voiceInterests.count(question)
            expect(actual.parts).toEqual(expected.parts)
            expect(inOrder(actual.entities)).toEqual(inOrder(expected.entities))
            expect(inOrder(actual.subjects)).toEqual(inOrder(expected.subjects))
            expect(actual.entityTotal).toBe(expected.entityTotal)
            hits += expected.entities.length
            expect(await clickhouse.store.voiceInterests.background(subjects, question)).toEqual(
              await postgres.store.voiceInterests.background(subjects, question),
            )
          }
        }
      }
      expect(hits).toBeGreaterThan(20)
    })
  })
})
