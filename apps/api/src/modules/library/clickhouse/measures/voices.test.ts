import type { InterestsInput } from '../../measures/voice-interests.ts'
import { parseQuery, type QueryNode } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { toMatching } from '../../document-filter.ts'
import { sourceCodes } from '../../source-codes.ts'
import { toSourceVoices } from '../clickhouse-store.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'
import { countPartInterests, largestParts, loudestVoices, lowestDocuments } from './voice-interests.ts'

describe('count interests', () => {
  test('counts a voice on two shards once and samples three hundred voices', () => {
    const id = Int32Array.from({ length: 402 }, (_, index) => (index === 401 ? 350 : index))
    const documents = Float64Array.from(id, (_, index) => (index === 350 || index === 401 ? 2 : index === 399 ? 3 : 1))
    const voices = loudestVoices({ length: 402, id, documents })
    expect(voices).toHaveLength(300)
    expect(voices.slice(0, 4)).toEqual([350, 399, 0, 1])
  })

  test('samples the lowest ids of two shards, compared as numbers', () => {
    const shard = (first: number) => Array.from({ length: 3_000 }, (_, index) => ({ id: String(first + index * 2) }))
    const read = lowestDocuments([...shard(9_001), ...shard(9_000)])
    expect(read.map(({ id }) => Number(id))).toEqual(Array.from({ length: 3_000 }, (_, index) => 9_000 + index))
  })

  test('shows six parts, the largest first and ties by name', () => {
    const parts = ['g', 'f', 'e', 'd', 'c', 'b', 'a', 'g', null, null]
    expect(largestParts(parts, { isSplit: true })).toEqual([
      { part: 'g', documents: 2 },
      ...['a', 'b', 'c', 'd', 'e'].map((part) => ({ part, documents: 1 })),
    ])
    expect(largestParts([null, null], { isSplit: false })).toEqual([{ part: null, documents: 2 }])
    expect(largestParts([null, null], { isSplit: true })).toEqual([])
  })

  test('omits terms in fewer than three documents of a part', () => {
    const document = (part: string, entities: readonly number[]) => ({ part, entities, subjects: [0] })
    const documents = [
      document('DE', [1, 2]),
      document('DE', [1]),
      document('DE', [2, 1]),
      document('US', [2]),
      document('US', [2]),
    ]
    expect(countPartInterests(documents)).toEqual({
      entities: [{ part: 'DE', item: 1, documents: 3 }],
      subjects: [{ part: 'DE', item: 0, documents: 3 }],
    })
  })

  test('returns at most two hundred entities, by documents', () => {
    const entities = Array.from({ length: 250 }, (_, index) => 250 - index)
    const document = { part: null, entities, subjects: [] }
    const actual = countPartInterests([document, document, document, { ...document, entities: [250] }]).entities
    expect(actual).toHaveLength(200)
    expect(actual.slice(0, 2).map(({ item }) => item)).toEqual([250, 1])
  })

  test('returns the entities of a small part beside two hundred of a large one', () => {
    const large = { part: 'US', entities: Array.from({ length: 250 }, (_, index) => index + 1), subjects: [] }
    const small = { part: 'DE', entities: [7], subjects: [] }
    const actual = countPartInterests([large, large, large, large, small, small, small]).entities
    expect(actual.filter(({ part }) => part === 'US')).toHaveLength(200)
    expect(actual.filter(({ part }) => part === 'DE')).toEqual([{ part: 'DE', item: 7, documents: 3 }])
  })
})

describe('voice interests', () => {
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
          expect(await clickhouse.store.voiceInterests.listVoices(filter, basis)).toEqual(
            await postgres.store.voiceInterests.listVoices(filter, basis),
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
              const voices = await postgres.store.voiceInterests.listVoices(filter, basis)
              const interestsQuery: InterestsInput = {
                query,
                filter,
                basis,
                voices,
                split,
                subjects,
                isSmallLibrary,
              }
              const expected = await postgres.store.voiceInterests.countInterests(interestsQuery)
              const actual = await clickhouse.store.voiceInterests.countInterests(interestsQuery)
              expect(actual.parts).toEqual(expected.parts)
              expect(inOrder(actual.entities)).toEqual(inOrder(expected.entities))
              expect(inOrder(actual.subjects)).toEqual(inOrder(expected.subjects))
              expect(actual.entityTotal).toBe(expected.entityTotal)
              hits += expected.entities.length
              expect(await clickhouse.store.voiceInterests.countBackground(subjects, interestsQuery)).toEqual(
                await postgres.store.voiceInterests.countBackground(subjects, interestsQuery),
              )
            }
          }
        }
        expect(hits).toBeGreaterThan(20)
      })
    })
  })
})

describe('source voices', () => {
  test('counts an author on two shards once and ignores documents without an author', () => {
    const [imported, hackerNews] = [sourceCodes.imported, sourceCodes.hacker_news]
    const voices = toSourceVoices({
      length: 5,
      source: new Uint8Array([imported, hackerNews, imported, imported, imported]),
      author: new Int32Array([4, 4, 0, 4, 5]),
      outlet: new Int32Array([1, 1, 1, 1, 2]),
      documents: new Float64Array([2, 1, 7, 3, 1]),
      latest: new Float64Array([0, -1, Date.parse('2025-12-31T23:59:59Z'), 5, 6]),
    })
    expect(voices.find(({ source }) => source === 'imported')).toEqual({
      source: 'imported',
      documents: 13,
      authors: 2,
      year: 2025,
      outlets: new Map([
        [1, 12],
        [2, 1],
      ]),
    })
    expect(voices.find(({ source }) => source === 'hacker_news')).toMatchObject({ authors: 1, year: 1969 })
  })
})
