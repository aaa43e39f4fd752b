import type { Database } from '../../../../adapters/database/database.port.ts'
import type { DocumentLists } from '../../document-store.port.ts'
import type { ListPosition } from '../../lists/cut-slice.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import type { ListOrder } from '../../lists/list-order.ts'
import { parseQuery, tokens, toTsquery } from '@auspex/analytics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import { toMatching } from '../../document-filter.ts'
import { toDocumentId } from '../../document-id.ts'
import { type PreparedDocument, prepareDocument } from '../../prepare-document.ts'
import { randomDocuments, randomQueries } from '../../testing/random-library.ts'
import { randomEntities, type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { createConditions, createNames } from '../conditions.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'
import { createClickhouseLists, groupStories, sliceRows } from './document-lists.ts'
import { firstRows } from './listed-rows.ts'
import { rankedWords } from './ranked-words.ts'
import { type RankedDocument, tsRank } from './ts-rank.ts'

describe('document lists', () => {
  const orders: readonly ListOrder[] = ['newest', 'oldest', 'relevance', 'reach', 'engagement']

  const about = (text: string): ListFilter => {
    const read = parseQuery(text)
    if (!read.ok) throw new Error(read.message)
    return { world: 'real', ...toMatching(read.query) }
  }

  /** Reads a list from beginning to end, each slice starting after the one before. */
  async function walk(
    list: DocumentLists['list'] | DocumentLists['listStories'],
    filter: ListFilter,
    order: ListOrder,
  ) {
    const slices: Awaited<ReturnType<typeof list>>[] = []
    let after: ListPosition | null = null
    do {
      const slice: Awaited<ReturnType<typeof list>> = await list(filter, { order, page: 1, perPage: 90, after })
      slices.push(slice)
      after = slice.last
    } while (after !== null)
    return slices
  }

  describeOnChdb('lists of documents in ClickHouse', () => {
    let library: RandomStories
    let stores: PairedStores
    beforeAll(async () => {
      library = randomStories({ count: 1_200, seed: 7 })
      stores = await openPairedStores(library)
    })
    afterAll(() => stores.close())

    const filters = (): ListFilter[] => {
      const ids = library.documents.slice(0, 300).map(({ id }) => toDocumentId(id))
      return [
        { world: 'real', tsquery: null },
        { world: 'demo', tsquery: null, kinds: ['article', 'post'] },
        about('tea'),
        about('"tea milk" OR te*'),
        about('milk -mint kind:article'),
        { ...about('milk'), alsoMatches: about('te* -source:rss').query ?? null },
        { ...about('milk'), alsoNames: randomEntities[3]?.name ?? null },
        { ...about('milk'), alsoNames: 'Nobody Known' },
        { ...about('tea'), entity: randomEntities[5]?.name ?? null, fromDay: '2026-01-02' },
        { world: 'real', tsquery: null, ids: [...ids, 'nonsense'] },
        { world: 'real', tsquery: null, ids: [] },
        { world: 'real', tsquery: null, forum: 'reddit' },
        { world: 'real', tsquery: null, storyCluster: toDocumentId(library.clusters[4]?.cluster ?? '') },
        { world: 'real', tsquery: null, storyCluster: 'nonsense' },
        { ...about('oat'), toDay: '2026-01-04', country: 'DE', tone: 'positive' },
      ]
    }

    test.each(orders)('complete lists by %s equal those of PostgreSQL', async (order) => {
      for (const filter of filters())
        for (const name of ['list', 'listStories'] as const) {
          const [actual, expected] = [stores.clickhouse.store.lists[name], stores.postgres.store.lists[name]]
          expect({ filter, name, slices: await walk(actual, filter, order) }).toEqual({
            filter,
            name,
            slices: await walk(expected, filter, order),
          })
        }
    })

    test.each(orders)('pages by %s equal those of PostgreSQL', async (order) => {
      for (const page of [1, 2, 7, 500])
        for (const name of ['list', 'listStories'] as const) {
          const slice = { order, page, perPage: 20 }
          expect(await stores.clickhouse.store.lists[name](about('te* OR milk'), slice)).toEqual(
            await stores.postgres.store.lists[name](about('te* OR milk'), slice),
          )
        }
    })

    test('the most relevant documents of 100 generated queries equal those of PostgreSQL', async () => {
      let listed = 0
      let queryCount = 0
      for (const text of randomQueries({ count: 1_000, seed: 5 })) {
        const read = parseQuery(text)
        if (!read.ok || queryCount === 100) continue
        queryCount += 1
        const slice = { order: 'relevance' as const, page: 1, perPage: 2_000 }
        const list = await stores.clickhouse.store.lists.list(about(text), slice)
        expect({ text, list }).toEqual({ text, list: await stores.postgres.store.lists.list(about(text), slice) })
        listed += list.total
      }
      expect(queryCount).toBe(100)
      expect(listed).toBeGreaterThan(15_000)
    })

    test('lists title matches first when there are too many documents, each on one page', async () => {
      const { clickhouse } = stores
      const lists = createClickhouseLists(
        {
          engine: clickhouse.engine,
          database: clickhouse.database,
          toCondition: createConditions({ engine: clickhouse.engine, names: createNames(clickhouse.database) }),
        },
        { documents: 0, bytes: 0 },
      )
      const filter = about('teapot OR čaj OR 東京')
      const slices = await walk(lists.list, filter, 'relevance')
      const ids = slices.flatMap((slice) => slice.ids)
      const all = await stores.postgres.store.lists.list(filter, { order: 'newest', page: 1, perPage: 2_000 })
      expect(ids.toSorted()).toEqual(all.ids.toSorted())
      const titles = new Map(library.documents.map(({ id, title }) => [toDocumentId(id), title.split(' ')]))
      const matchedWords = ids.map(
        (id) => ['teapot', 'čaj', '東京'].filter((word) => titles.get(id)?.includes(word)).length,
      )
      expect(matchedWords).toEqual(matchedWords.toSorted((a, b) => b - a))
      expect(new Set(matchedWords)).toEqual(new Set([3, 2, 1, 0]))
    })

    test('samples over time equal those of PostgreSQL', async () => {
      for (const filter of [about('tea'), about('"tea milk"'), { world: 'real' as const, tsquery: null }])
        for (const how of [
          { size: 1, isLarge: false },
          { size: 7, isLarge: false },
          { size: 100, isLarge: true },
          { size: 5_000, isLarge: false },
        ]) {
          const sample = await stores.clickhouse.store.lists.sampleInTime(filter, how)
          expect(sample).toEqual(await stores.postgres.store.lists.sampleInTime(filter, how))
        }
    })
  })
})

describe('first rows', () => {
  test('returns the first rows of the complete order, whatever order the rows arrive in', () => {
    const values = Array.from({ length: 1_000 }, (_, row) => (row * 7_919) % 1_009)
    const compare = (one: number, other: number) => (values[one] ?? 0) - (values[other] ?? 0)
    const rows = Array.from(values.keys())
    const sorted = rows.toSorted(compare)
    for (const limit of [1, 2, 10, 999, 5_000])
      for (const input of [rows, sorted, sorted.toReversed()])
        expect(firstRows(input, limit, compare)).toEqual(sorted.slice(0, limit))
    expect(firstRows(rows, 0, compare)).toEqual([])
    expect(firstRows([], 5, compare)).toEqual([])
  })
})

describe('slice rows', () => {
  const rows = {
    length: 5,
    id: BigInt64Array.from([5n, 4n, 3n, 2n, 1n]),
    key: BigInt64Array.from([7n, 9n, 7n, -2n, 7n]),
  }

  test('orders by descending key and then id, with one extra row to signal a next page', () => {
    expect(sliceRows(rows, { page: 1, perPage: 9 })).toEqual([1, 4, 2, 0, 3])
    expect(sliceRows(rows, { page: 2, perPage: 2 })).toEqual([2, 0, 3])
  })

  test('a slice starts after the position where the previous one ended', () => {
    expect(sliceRows(rows, { page: 3, perPage: 2, after: { key: '7', id: toDocumentId('3') } })).toEqual([0, 3])
    expect(sliceRows(rows, { page: 1, perPage: 2, after: { key: '7', id: 'nonsense' } })).toEqual([3])
  })
})

describe('story groups', () => {
  const rows = {
    length: 5,
    id: BigInt64Array.from([9n, 4n, 5n, 6n, 7n]),
    cluster: BigInt64Array.from([1n, 2n, 1n, 1n, 3n]),
    outlet: Int32Array.from([1, 1, 2, 1, 1]),
    ms: Float64Array.from([2_000, 1_000, 3_000, 1_000, 5_000]),
    reactions: Float64Array.from([5, Number.NaN, 7, Number.NaN, -20]),
    key: BigInt64Array.from([8n, 3n, 8n, 1n, 2n]),
  }

  test('places a story at its first document in the order, ties by lowest id', () => {
    const stories = groupStories(rows, 'newest')
    expect(stories).toMatchObject({
      length: 3,
      id: BigInt64Array.from([1n, 2n, 3n]),
      key: BigInt64Array.from([8n, 3n, 2n]),
    })
    expect([...stories.first]).toEqual([2, 1, 4])
    expect([...stories.documents]).toEqual([3, 1, 1])
    expect([...stories.outlets]).toEqual([2, 1, 1])
  })

  test('the reach of a story is the sum over its documents', () => {
    const { key } = groupStories(rows, 'reach')
    // 12 points and comments and 2 outlets; unknown reactions count as 0, and so do negative ones
    expect([...key].map((one) => one >> 34n)).toEqual([32n, 10n, 10n])
  })
})

describe('ts rank', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  /** The numbered words of a document, at their tsvector positions. */
  function toRanked({ title, body }: PreparedDocument, lexemes: readonly string[]): RankedDocument {
    const [inTitle, inBody] = [tokens(title), tokens(body ?? '')]
    const placed = [
      ...inTitle.map((word, index) => ({ word, position: index + 1 })),
      ...inBody.map((word, index) => ({ word, position: inTitle.length + 17 + index })),
    ]
    const numbered = lexemes.map((lexeme, index) => ({
      number: index + 1,
      positions: placed.filter(({ word }) => word === lexeme).map(({ position }) => position),
    }))
    return {
      lexemes: numbered.filter(({ positions }) => positions.length > 0),
      titleWords: inTitle.length,
      wordCount: placed.length,
    }
  }

  test('ranks documents like PostgreSQL for generated queries', async () => {
    const documents = randomDocuments({ count: 60, seed: 2 }).map((one) => prepareDocument(one))
    const vocabulary = new Set(documents.flatMap(({ title, body }) => tokens(`${title} ${body ?? ''}`)))
    const expand = (prefix: string) => [...vocabulary].filter((word) => word.startsWith(prefix))
    let queryCount = 0
    for (const text of randomQueries({ count: 120, seed: 8 })) {
      const read = parseQuery(text)
      if (!read.ok) continue
      queryCount += 1
      const words = rankedWords(read.query, (word) => (word.prefix ? expand(word.text) : [word.text]))
      const { rows } = await sql<{ rank: number }>`
      select ts_rank('{0.1,0.2,0.4,1}', v::tsvector, ${toTsquery(read.query)}::tsquery, 1) as rank
      from unnest(${documents.map(({ indexText }) => indexText)}::text[]) with ordinality as d (v, place) order by place`.execute(
        database.kysely,
      )
      const ranks = documents.map((document) => tsRank(words, toRanked(document, words.lexemes)))
      // PostgreSQL's math functions may differ in the last bit of a 32-bit float
      expect({ text, ranks }).toEqual({ text, ranks: rows.map(({ rank }) => expect.closeTo(rank, 7)) })
    }
    expect(queryCount).toBeGreaterThan(50)
  })

  test('gives a document without the words of the query rank 0', () => {
    const query = { operands: [{ from: 1, to: 1 }], isJoint: false }
    expect(tsRank(query, { lexemes: [], titleWords: 0, wordCount: 3 })).toBe(0)
  })
})

describe('exported facts', () => {
  describeOnChdb('what files are written from, in ClickHouse', () => {
    let library: RandomStories
    let stores: PairedStores
    beforeAll(async () => {
      library = randomStories({ count: 500, seed: 4 })
      stores = await openPairedStores(library)
    })
    afterAll(() => stores.close())

    test('the newest ids equal those of PostgreSQL', async () => {
      for (const world of ['real', 'demo'] as const)
        for (const limit of [3, 50, 5_000]) {
          const filter = { world, tsquery: null }
          const ids = await stores.clickhouse.store.exportedFacts.listIds(filter, limit)
          expect(ids).toEqual(await stores.postgres.store.exportedFacts.listIds(filter, limit))
        }
    })

    test('facts and words equal those of PostgreSQL', async () => {
      const ids = [...library.documents.map(({ id }) => toDocumentId(id)), 'nonsense', 'doc_7']
      const [actual, expected] = await Promise.all(
        [stores.clickhouse, stores.postgres].map(async ({ store }) => ({
          facts: (await store.exportedFacts.readFacts(ids)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          terms: await store.exportedFacts.readTerms(ids),
          none: [await store.exportedFacts.readFacts([]), await store.exportedFacts.readTerms([])],
        })),
      )
      expect(actual).toEqual(expected)
      expect(actual?.facts).toHaveLength(library.documents.length)
    })
  })
})
