import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import type { RequestedContext } from '../../measures/requested-contexts.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'

describe('context measures', () => {
  function phraseOf(label: string, text = label): RequestedContext {
    const read = parseQuery(`"${text}"`)
    if (!read.ok || read.query.kind !== 'phrase') throw new Error(label)
    return { label, phrase: read.query }
  }
  const nameOf = (label: string): RequestedContext => ({ label, phrase: null })
  const contexts: RequestedContext[] = [
    phraseOf('tea'),
    nameOf('Berlin'),
    phraseOf('oat milk'),
    phraseOf('Great', 'great'),
    nameOf('NASA'),
    nameOf('Unheard'),
    phraseOf('unheard of'),
    phraseOf('mint'),
    phraseOf('tea with milk'),
  ]

  describeOnChdb('contexts on shards are those of PostgreSQL', () => {
    let stores: ComparedStores
    beforeAll(async () => {
      stores = await openComparedStores()
    })
    afterAll(() => stores.close())
    const filters = randomFilters({ count: 60, seed: 15 })

    test.each([false, true])('that documents hold, in a sample: %s', async (isLarge) => {
      const { postgres, clickhouse } = stores
      let richDocuments = 0
      for (const filter of filters) {
        const expected = await postgres.store.contextMeasures.readOccurrences({ filter, isLarge }, contexts)
        expect(await clickhouse.store.contextMeasures.readOccurrences({ filter, isLarge }, contexts)).toEqual(expected)
        richDocuments += expected.documents.filter(({ contextIndexes }) => contextIndexes.length > 2).length
      }
      expect(richDocuments).toBeGreaterThan(100)
    })

    test('and the tones of these where a word of the topic has none', async () => {
      const { postgres, clickhouse } = stores
      const scope = { filter: { world: 'real', tsquery: null, withoutTone: ['awful'] }, isLarge: false } as const
      const expected = await postgres.store.contextMeasures.readOccurrences(scope, [])
      expect(await clickhouse.store.contextMeasures.readOccurrences(scope, [])).toEqual(expected)
    })

    test('that are sought, in the topic and in the library', async () => {
      const { postgres, clickhouse } = stores
      for (const [index, filter] of filters.entries()) {
        const sought = index % 7 === 6 ? contexts.filter(({ phrase }) => phrase === null) : contexts
        const expected = await postgres.store.contextMeasures.countRequested(filter, sought)
        const actual = await clickhouse.store.contextMeasures.countRequested(filter, sought)
        expect(actual.terms).toEqual(expected.terms)
        expect(inOrder(actual.entities.candidates)).toEqual(inOrder(expected.entities.candidates))
        expect({ ...actual.entities, candidates: [] }).toEqual({ ...expected.entities, candidates: [] })
      }
    })

    test('that are sought, once all of the library was read for its words', async () => {
      const { postgres, clickhouse } = stores
      for (const { database } of [postgres, clickhouse])
        await database.pool.query('update term_background_state set sampled_documents = library_documents')
      const filter = { world: 'real', tsquery: null } as const
      const expected = await postgres.store.contextMeasures.countRequested(filter, contexts)
      expect((await clickhouse.store.contextMeasures.countRequested(filter, contexts)).terms).toEqual(expected.terms)
    })
  })
})

describe('topic counts', () => {
  describeOnChdb('counts of topics on shards are those of PostgreSQL', () => {
    let stores: ComparedStores
    beforeAll(async () => {
      stores = await openComparedStores()
    })
    afterAll(() => stores.close())
    const filters = randomFilters({ count: 130, seed: 5 })

    test.each([
      { from: '2026-01-06', asOf: '2026-01-19' },
      { from: '1859-11-01', asOf: '1859-11-12' },
      { from: '0001-01-02', asOf: '0001-01-01' },
    ])('by day, source and kind, within the days from $from to $asOf', async (windows) => {
      const { postgres, clickhouse } = stores
      const options = { windows, topicsPerStatement: 7 }
      const [expected, actual] = [
        await postgres.store.topicCounts.countTopics(filters, options),
        await clickhouse.store.topicCounts.countTopics(filters, options),
      ]
      expect(expected.length).toBeGreaterThan(200)
      expect(inOrder(actual)).toEqual(inOrder(expected))
    })

    test('by country, before a day and from it on', async () => {
      const { postgres, clickhouse } = stores
      let countries = 0
      for (const filter of filters.slice(0, 40)) {
        const expected = inOrder(await postgres.store.topicCounts.countCountries(filter, '2026-01-12'))
        expect(inOrder(await clickhouse.store.topicCounts.countCountries(filter, '2026-01-12'))).toEqual(expected)
        countries += expected.length
      }
      expect(countries).toBeGreaterThan(40)
    })

    test.each([1, 50, 100_000])('up to %i documents', async (limit) => {
      const { postgres, clickhouse } = stores
      const expected = await postgres.store.topicCounts.countUpTo(filters, limit)
      expect(await clickhouse.store.topicCounts.countUpTo(filters, limit)).toEqual(expected)
      expect(Math.max(...expected)).toBe(Math.min(limit, Math.max(...expected)))
      expect(await clickhouse.store.topicCounts.countUpTo([], limit)).toEqual([])
    })

    test('of each source with its authors and its latest year', async () => {
      const { postgres, clickhouse } = stores
      for (const filter of filters)
        expect(await clickhouse.store.countSourceVoices(filter)).toEqual(await postgres.store.countSourceVoices(filter))
    })
  })
})
