import type { ArticleLists } from '../../document-store.port.ts'
import type { ArticleFilter, ArticleMute } from '../../lists/article-list.ts'
import type { ArticleSlice, ListedArticles } from '../../lists/cut-articles.ts'
import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { sampleDeletion } from '../../../../testing/stored-documents.ts'
import { type DocumentFilter, toMatching } from '../../document-filter.ts'
import { toDocumentId } from '../../document-id.ts'
import { removeByIds } from '../../remove-documents.ts'
import { type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'
import { listEntries } from './article-lists.ts'

describe('article lists', () => {
  const parse = (text: string) => {
    const read = parseQuery(text)
    if (!read.ok) throw new Error(read.message)
    return read.query
  }
  const about = (text: string): DocumentFilter => ({ world: 'real', ...toMatching(parse(text)) })

  /** Reads a list from beginning to end, each slice starting after the one before. */
  async function walk(list: ArticleLists['list'], filter: ArticleFilter, order: ArticleSlice['order']) {
    const slices: ListedArticles[] = []
    let after: ArticleSlice['after'] = null
    do {
      const slice: ListedArticles = await list(filter, { order, perPage: 15, offset: 0, after })
      slices.push(slice)
      after = slice.last
    } while (after !== null)
    return slices
  }

  /** More title phrases than are looked up in the index one by one. */
  const manyTitles = `(${['milk', '"oat tea"', 'ten*', ...Array.from({ length: 20 }, (_, index) => `absent${index}`)].map((phrase) => `title:${phrase}`).join(' OR ')}) -title:mint`

  describeOnChdb('lists of articles in ClickHouse', () => {
    let library: RandomStories
    let stores: PairedStores
    beforeAll(async () => {
      library = randomStories({ count: 1_000, seed: 21 })
      stores = await openPairedStores(library)
    })
    afterAll(() => stores.close())

    const idsFrom = (from: number, to: number) => library.documents.slice(from, to).map(({ id }) => toDocumentId(id))
    const mutes = (): ArticleMute[] => [
      { kind: 'word', query: parse('"tea milk" OR (mint kind:article)') },
      { kind: 'outlet', outlet: 'Example.ORG' },
      { kind: 'word', query: parse('tent* -oat') },
      { kind: 'story', ids: [...idsFrom(100, 200), 'nonsense'] },
    ]
    const filters = (): ArticleFilter[] => {
      const base: ArticleFilter = {
        world: 'real',
        questions: [],
        fromDay: '2026-01-01',
        toDay: '2026-01-31',
        readIds: [...idsFrom(0, 400), 'nonsense'],
        isUnreadOnly: false,
        mutes: mutes(),
        withMuted: false,
      }
      return [
        base,
        { ...base, withMuted: true },
        { ...base, isUnreadOnly: true },
        { ...base, mutes: [], readIds: [], fromDay: '1800-01-01' },
        { ...base, mutes: [], world: 'demo' },
        { ...base, questions: [[about('milk'), about('te*')], [about('oat OR great')]] },
        { ...base, questions: [[about(manyTitles)]] },
        { ...base, questions: [[]] },
        { ...base, outlets: ['example.org', 'News (DE)'], country: 'DE' },
        { ...base, ids: idsFrom(300, 900), publishedTo: '2026-01-05T08:00:04.500Z' },
        { ...base, ids: [] },
        { ...base, exceptIds: idsFrom(300, 900) },
        { ...base, exceptIds: [] },
      ]
    }

    test.each(['newest', 'oldest'] as const)('complete lists by %s equal those of PostgreSQL', async (order) => {
      let listed = 0
      for (const filter of filters()) {
        const slices = await walk(stores.clickhouse.store.articles.list, filter, order)
        expect({ filter, slices }).toEqual({
          filter,
          slices: await walk(stores.postgres.store.articles.list, filter, order),
        })
        const slice: ArticleSlice = { order, perPage: 7, offset: 9, after: null }
        expect(await stores.clickhouse.store.articles.list(filter, slice)).toEqual(
          await stores.postgres.store.articles.list(filter, slice),
        )
        listed += slices.length
      }
      expect(listed).toBeGreaterThan(20)
    })

    test('the newest ids equal those of PostgreSQL', async () => {
      for (const filter of filters())
        for (const limit of [5, 2_000])
          expect(await stores.clickhouse.store.articles.listIds(filter, limit)).toEqual(
            await stores.postgres.store.articles.listIds(filter, limit),
          )
    })

    test('counts muted articles like PostgreSQL, with the newest titles', async () => {
      for (const filter of filters())
        for (const mute of mutes())
          expect(await stores.clickhouse.store.articles.countMuted(filter, mute, 6)).toEqual(
            await stores.postgres.store.articles.countMuted(filter, mute, 6),
          )
    })

    test('articles, removed ones included, stay pending until they are compared', async () => {
      const removed = library.documents.slice(0, 40).map(({ id }) => id)
      const answers = []
      for (const opened of [stores.clickhouse, stores.postgres]) {
        const { articles } = opened.store
        const before = await articles.countPending()
        await removeByIds(opened, removed, sampleDeletion)
        const pending = await articles.listPending(500)
        await articles.settle(pending.articles.slice(10).map(({ documentId }) => documentId))
        const read = await articles.readArticles([...idsFrom(30, 200), 'nonsense'])
        answers.push({
          before,
          pending,
          after: await articles.countPending(),
          read: read.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1)),
        })
      }
      const [clickhouse, postgres] = answers
      expect(clickhouse).toEqual(postgres)
      expect(clickhouse?.pending.removedIds.length).toBeGreaterThan(5)
      expect(clickhouse?.read.length).toBeGreaterThan(20)
    })
  })
})

describe('article entries', () => {
  const rows = {
    length: 5,
    id: BigInt64Array.from([10n, 11n, 12n, 13n, 14n]),
    cluster: BigInt64Array.from([1n, 1n, 2n, 3n, 3n]),
    outlet: Int32Array.from([1, 2, 1, 1, 1]),
    ms: Float64Array.from([3_000, 1_000, 2_000, 1_000, 500]),
    read: Uint16Array.from([1, 0, 0, 0, 0]),
    mute: Uint16Array.from([0, 0, 1, 0, 2]),
  }
  const filter = {
    mutes: [
      { kind: 'outlet' as const, outlet: 'a' },
      { kind: 'outlet' as const, outlet: 'b' },
    ],
    isUnreadOnly: false,
    withMuted: false,
  }
  const slice: ArticleSlice = { perPage: 9, offset: 0, after: null, order: 'newest' }
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

  test('a text is one entry at its first publication, read with any copy, and hidden when all copies are', () => {
    const listed = listEntries(rows, filter, slice)
    expect(listed).toEqual({
      items: [
        { id: toDocumentId('13'), isRead: false, documents: 1, outlets: 1, mute: null },
        { id: toDocumentId('11'), isRead: true, documents: 2, outlets: 2, mute: null },
      ],
      total: 2,
      unread: 1,
      last: null,
      hidden: [1, 1],
    })
    expect(idsOf(listEntries(rows, { ...filter, isUnreadOnly: true }, slice).items)).toEqual([toDocumentId('13')])
  })

  test('lists muted entries on request, with the mute that hides all copies', () => {
    const { items } = listEntries(rows, { ...filter, withMuted: true }, slice)
    expect(items.map(({ id, mute }) => [id, mute])).toEqual([
      [toDocumentId('12'), 0],
      [toDocumentId('11'), null],
      [toDocumentId('14'), null],
    ])
  })

  test('slices follow each other in both orders', () => {
    for (const order of ['newest', 'oldest'] as const) {
      const all = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order })
      const first = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order, perPage: 1 })
      const rest = listEntries(rows, { ...filter, withMuted: true }, { ...slice, order, after: first.last })
      expect([...first.items, ...rest.items]).toEqual(all.items)
    }
  })
})
