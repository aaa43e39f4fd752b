import { canonicalQuery, highlightRanges, matchesQuery, parseQuery, tokens } from '@auspex/analytics'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { sampleDeletion, sampleDocument } from '../../testing/stored-documents.ts'
import { type DocumentFilter, toMatching } from './document-filter.ts'
import { toDocumentId } from './document-id.ts'
import type { DocumentStore } from './document-store.port.ts'
import type { StoredDocument } from './documents.repository.ts'
import { insertDocuments } from './insert-documents.ts'
import { type PreparedDocument, prepareDocument, toIndexText } from './prepare-document.ts'
import { removeByIds } from './remove-documents.ts'
import { writtenForms } from './testing/written-forms.ts'
import { isInSample } from './topic-sample.ts'

export interface OpenStore {
  store: DocumentStore
  database: Database
  close(): Promise<void>
}

/** Stores a batch as the product does, in the form of the store's engine, and returns the ids that were new. */
export function save(
  { store, database }: OpenStore,
  batch: readonly PreparedDocument[],
  collectedAt = new Date('2026-01-31T08:00:00Z'),
): Promise<Set<string>> {
  const indexed = batch.map((document) => ({ ...document, indexText: toIndexText(document, store.indexForm) }))
  return database.kysely.transaction().execute((trx) => insertDocuments(trx, store, indexed, collectedAt))
}

export const about = (text: string): DocumentFilter => {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(read.message)
  return { world: 'real', ...toMatching(read.query) }
}

/** The contract of a document store, for an empty store of whichever engine `open` returns. Call inside a `describe`. */
export function documentStoreContract(open: () => Promise<OpenStore>): void {
  let opened: OpenStore
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const prepare = (overrides: Parameters<typeof sampleDocument>[0]) =>
    prepareDocument(sampleDocument(overrides), opened.store.indexForm)

  test('stores a document once, within a batch, across batches and from concurrent batches', async () => {
    const { store } = opened
    const [one, two] = [prepare({ nativeId: '1' }), prepare({ nativeId: '2' })]
    expect(await save(opened, [one, one])).toEqual(new Set([one.id]))
    expect(await save(opened, [one, two])).toEqual(new Set([two.id]))
    const three = prepare({ nativeId: '3' })
    const [left, right] = await Promise.all([save(opened, [three]), save(opened, [three])])
    expect(left.size + right.size).toBe(1)
    expect(await save(opened, [])).toEqual(new Set())
    expect(await store.count(about('oat milk'))).toBe(3)
  })

  test('returns stored documents in the requested order, with unknown fields as null', async () => {
    const { store } = opened
    const full = prepare({
      nativeId: 'a',
      sourceKey: 'hacker_news',
      kind: 'post',
      author: 'Ada “Q”\n\\',
      title: "It's 50 % \\ {a:b} $1",
      body: 'Zero \0 byte\ttab 東京 🥛',
      url: 'https://example.org/?q=%27',
      country: 'DE',
      countryBasis: 'content',
      datePrecision: 'day',
      publishedAt: '1859-11-24T10:00:00.123Z',
      lang: 'de',
      engagement: { score: -2_147_483_648, comments: null, views: 9, reposts: 0 },
    })
    const bare = prepare({ nativeId: 'b', title: '', lang: '' })
    await save(opened, [bare, full])
    const idOf = ({ id }: typeof full) => toDocumentId(id)
    expect(await store.documents([idOf(full), 'doc_0', 'nonsense', idOf(bare)])).toEqual([
      {
        documentId: idOf(full),
        clusterId: toDocumentId(full.clusterId),
        sourceKey: 'hacker_news',
        kind: 'post',
        outlet: 'example.org',
        author: 'Ada “Q”\n\\',
        title: "It's 50 % \\ {a:b} $1",
        body: 'Zero  byte\ttab 東京 🥛',
        url: 'https://example.org/?q=%27',
        publishedAt: '1859-11-24T10:00:00.123Z',
        datePrecision: 'day',
        country: 'DE',
        countryBasis: 'content',
        lang: 'de',
        tone: full.tone,
        toneLabel: expect.any(String),
        score: -2_147_483_648,
        comments: null,
        views: 9,
        reposts: 0,
      },
      expect.objectContaining({ author: null, body: null, url: null, country: null, countryBasis: null, lang: '' }),
    ])
  })

  test('restricts by every part of a filter', async () => {
    const { store } = opened
    await save(opened, [
      prepare({ nativeId: '1', country: 'DE', countryBasis: 'source', author: 'Ada', lang: 'de' }),
      prepare({
        nativeId: '2',
        sourceKey: 'hacker_news',
        kind: 'comment',
        outlet: 'news.ycombinator.com',
        lang: null,
      }),
      prepare({ nativeId: '3', publishedAt: '2026-01-06T00:00:00Z', title: 'Oat milk is a terrible disaster' }),
      prepare({ nativeId: '4', sourceKey: 'demo' }),
    ])
    const count = (rest: object) => store.count({ ...about('oat'), ...rest })
    expect(await store.count({ world: 'real', tsquery: null })).toBe(3)
    expect(await count({})).toBe(3)
    expect(await count({ world: 'demo' })).toBe(1)
    expect(await count({ country: 'DE' })).toBe(1)
    expect(await count({ sources: ['hacker_news', 'rss'] })).toBe(1)
    expect(await count({ kinds: ['article'] })).toBe(2)
    expect(await count({ fromDay: '2026-01-06' })).toBe(1)
    expect(await count({ toDay: '2026-01-05' })).toBe(2)
    expect(await count({ publishedFrom: '2026-01-05T08:00:00Z', publishedTo: '2026-01-05T08:00:00Z' })).toBe(2)
    expect(await count({ tone: 'negative' })).toBe(1)
    expect(await count({ outlet: 'news.ycombinator.com' })).toBe(1)
    expect(await count({ author: 'Ada' })).toBe(1)
    expect(await count({ author: '' })).toBe(0)
    expect(await count({ lang: 'de' })).toBe(1)
    expect(await count({ entity: 'Nobody Known' })).toBe(0)
    expect(await store.count(about('no* -oatmeal'))).toBe(0)
  })

  test('shows what was published and collected by the end of a past day', async () => {
    const { store } = opened
    const day = (publishedAt: string, nativeId: string) =>
      prepare({ nativeId, publishedAt: `${publishedAt}T23:59:59Z` })
    await save(opened, [day('2026-01-05', '1'), day('2026-01-06', '2')], new Date('2026-01-06T23:59:59.999Z'))
    await save(opened, [day('2026-01-05', '3'), day('2026-01-09', '4')], new Date('2026-01-07T00:00:00Z'))
    const known = (asOf: string) => store.count({ ...about('oat'), asOf })
    expect([await known('2026-01-05'), await known('2026-01-06'), await known('2026-01-07')]).toEqual([0, 2, 3])
    expect(await known('2026-01-09')).toBe(4)
    expect((await store.matching({ ...about('oat'), asOf: '2026-01-07' }, { sampleFraction: 1 })).rows.length).toBe(3)

    const later = (await store.countCollectedAfter('2026-01-06')).toSorted((a, b) => (a.day < b.day ? -1 : 1))
    expect(later).toEqual([
      { source: expect.any(Number), kind: 1, outlet: 0, day: '2026-01-05', documents: 1 },
      { source: expect.any(Number), kind: 1, outlet: 0, day: '2026-01-09', documents: 1 },
    ])
    const [outlet] = (await opened.database.pool.query<{ id: number }>('select id from outlet')).rows
    expect(await store.countCollectedAfter('2026-01-06', [outlet?.id ?? 0])).toHaveLength(2)
    expect(await store.countCollectedAfter('2026-01-06', [999])).toEqual([])
    expect(await store.countCollectedAfter('2026-01-07')).toEqual([])
  })

  test.each([
    ['newest', ({ publishedAt }: StoredDocument) => Date.parse(publishedAt)],
    // unknown reactions come last
    ['engagement', ({ score, comments }: StoredDocument) => (score === null ? -1 : score + (comments ?? 0))],
  ] as const)(
    'pages by %s contain everything once, highest first, while documents are added',
    async (order, rankOf) => {
      const { store } = opened
      const batch = Array.from({ length: 25 }, (_, n) =>
        prepare({
          nativeId: `${n}`,
          publishedAt: `2026-01-0${1 + (n % 3)}T08:00:00Z`,
          engagement: n % 4 === 0 ? null : { score: n % 5, comments: 1, views: null, reposts: null },
        }),
      )
      await save(opened, batch)
      const seen: StoredDocument[] = []
      let after: string | null = null
      do {
        const page = await store.page(about('oat'), { limit: 10, after, order })
        seen.push(...page.documents)
        after = page.next
        if (seen.length === 10) await save(opened, [prepare({ nativeId: 'late', publishedAt: '2026-02-01T00:00:00Z' })])
      } while (after !== null)
      const seenIds = seen.map(({ documentId }) => documentId)
      expect(seenIds).toEqual(expect.arrayContaining(batch.map(({ id }) => toDocumentId(id))))
      expect(new Set(seenIds).size).toBe(seenIds.length)
      const ranks = seen.map(rankOf)
      expect(new Set(ranks).size).toBeGreaterThan(2)
      expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
    },
  )

  test('a removed document is in no result and may be stored again', async () => {
    const { store } = opened
    const [one, two] = [prepare({ nativeId: '1' }), prepare({ nativeId: '2' })]
    await save(opened, [one, two])
    expect(await removeByIds(opened, [one.id, '7'], sampleDeletion)).toEqual(new Set([one.id]))
    expect(await removeByIds(opened, [one.id], sampleDeletion)).toEqual(new Set())
    expect(await store.count(about('oat milk'))).toBe(1)
    expect((await store.matching(about('oat milk'), { sampleFraction: 1 })).rows.length).toBe(1)
    expect(await store.documents([toDocumentId(one.id)])).toEqual([])
    expect(await save(opened, [one])).toEqual(new Set([one.id]))
    expect(await store.count(about('oat milk'))).toBe(2)
  })

  test.each(['1859-11-24T10:00:00.123Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '2026-01-05T23:59:59Z'])(
    'a removed document of %s is subtracted from the counts of its day',
    async (publishedAt) => {
      const [one, two] = [prepare({ nativeId: '1', publishedAt }), prepare({ nativeId: '2', publishedAt })]
      await save(opened, [one, two])
      const counted = async () => (await opened.database.pool.query('select day::text, documents from source_day')).rows
      const day = publishedAt.slice(0, 10)
      expect(await counted()).toEqual([{ day, documents: 2 }])
      await removeByIds(opened, [one.id], sampleDeletion)
      expect(await counted()).toEqual([{ day, documents: 1 }])
      await removeByIds(opened, [two.id], sampleDeletion)
      // of a day without documents it is unknown what was published
      expect(await counted()).toEqual([])
    },
  )

  test.each([1 / 8, 1 / 32, 1 / 128, 1 / 256])(
    'a sample of %d of the library contains exactly its documents',
    async (sampleFraction) => {
      const { store } = opened
      const batch = Array.from({ length: 400 }, (_, n) => prepare({ nativeId: `${n}` }))
      await save(opened, batch)
      const {
        rows: { id, length },
      } = await store.matching(about('oat'), { sampleFraction })
      const expected = batch
        .map((eachDocument) => BigInt(eachDocument.id))
        .filter((one) => isInSample(one, sampleFraction))
      expect(new Set(id.subarray(0, length))).toEqual(new Set(expected))
      expect(length).toBe(expected.length)
    },
  )

  test('finds extracted annotations in their documents', async () => {
    const { store } = opened
    const batch = ['1', '2', '3', '4'].map((nativeId) =>
      prepare({ nativeId, publishedAt: `2026-01-0${nativeId}T08:00:00Z` }),
    )
    await save(opened, [...batch, prepare({ nativeId: '1', sourceKey: 'demo' })])
    const ids = batch.map(({ id }) => id)
    const [one = '', two = '', three = ''] = ids
    expect((await store.readWithoutEntities(10)).map(({ id }) => id).toSorted()).toHaveLength(5)
    await store.setClusters([
      { id: two, cluster: one },
      { id: three, cluster: one },
    ])
    await store.setEntities([
      { id: one, entities: [7] },
      { id: three, entities: [9, 7, 2_000_000_000] },
    ])
    const { rows } = await store.matching(about('oat milk'), { sampleFraction: 1 })
    const placeOf = (id: string) => rows.id.indexOf(BigInt(id))
    const entitiesOf = (id: string) =>
      rows.entities.entity.filter((_, position) => rows.entities.place[position] === placeOf(id))
    const [single = 0n] = batch.map(({ clusterId }) => BigInt(clusterId))
    expect(ids.map((id) => rows.cluster[placeOf(id)])).toEqual([single, BigInt(one), BigInt(one), single])
    expect(ids.map(entitiesOf)).toEqual([[7], [], [9, 7, 2_000_000_000], []])
    expect(await store.count(about('oat milk'))).toBe(4)
  })

  test('index, in-memory matching and highlights agree on every spelling of a word', async () => {
    const { store } = opened
    const texts = writtenForms
      .flatMap(({ finds, misses }) => [...finds, ...misses])
      .map((text) => text.replaceAll(/[[\]]/g, ''))
    const documents = new Map(
      [...new Set(texts)].map((title, position) => [title, prepare({ nativeId: `${position}`, title, body: null })]),
    )
    await save(opened, [...documents.values()])
    for (const { rule, query, finds, misses } of writtenForms) {
      const read = parseQuery(query)
      if (!read.ok) throw new Error(`${rule}: ${read.message}`)
      const again = parseQuery(canonicalQuery(read.query))
      expect({ rule, query: again }).toEqual({ rule, query: read })
      const page = await store.page(about(query), { limit: 1_000 })
      const foundTitles = new Set(page.documents.map(({ title }) => title))
      for (const marked of finds) {
        const text = marked.replaceAll(/[[\]]/g, '')
        const ranges = highlightRanges(read.query, text)
        const highlighted = ranges
          .toReversed()
          .reduce((sum, { start, end }) => `${sum.slice(0, start)}[${sum.slice(start, end)}]${sum.slice(end)}`, text)
        const matches = matchesQuery(read.query, tokens(text), [])
        expect({ rule, shown: highlighted, matches }).toEqual({ rule, shown: marked, matches: true })
      }
      for (const text of misses) {
        const matches = matchesQuery(read.query, tokens(text), [])
        expect({ rule, text, matches }).toEqual({ rule, text, matches: false })
      }
      // the index finds what matches in memory, and nothing else
      for (const text of documents.keys())
        expect({ rule, text, found: foundTitles.has(text) }).toEqual({
          rule,
          text,
          found: matchesQuery(read.query, tokens(text), []),
        })
    }
  })

  test('a title too short for language detection takes the language of its outlet once nearly all other titles have it', async () => {
    const { store } = opened
    const titledIn = (outlet: string, langs: readonly string[]) =>
      langs.map((lang, position) =>
        prepare({ nativeId: `${outlet} ${position}`, outlet, lang, title: `${outlet} ${position}` }),
      )
    const short = (outlet: string, title = 'Horrible mortgage rates') =>
      prepare({ nativeId: `${outlet} ${title}`, outlet, lang: null, title, body: null })
    const twenty = (lang: string) => Array.from({ length: 20 }, () => lang)
    const english = twenty('en')
    await save(opened, [...titledIn('en.example', english), ...titledIn('few.example', english.slice(1))])
    await save(opened, [
      ...titledIn('both.example', [...english, 'fr', 'fr', 'fr']),
      ...titledIn('fi.example', twenty('fi')),
    ])
    const [en, few, both, fi, other] = [
      short('en.example'),
      short('few.example'),
      short('both.example'),
      short('fi.example'),
      short('en.example', 'Новости Б'),
    ]
    await save(opened, [en, few, both, fi, { ...other, lang: null }])
    const stored = await store.documents([en, few, both, fi, other].map(({ id }) => toDocumentId(id)))
    expect(stored.map(({ lang }) => lang)).toEqual(['en', null, null, 'fi', null])
    expect(stored[0]?.tone).toBeLessThan(0)
    expect(stored[3]?.tone).toBeNull()
  })

  test.each([
    ['0001-01-01', '9999-12-31', 1],
    ['9999-12-31', '9999-12-31', 0],
    ['0001-01-01', '0001-01-01', 0],
    ['9999-12-31', '0001-01-01', 0],
  ])('accepts any valid days: %s to %s', async (fromDay, toDay, documents) => {
    await save(opened, [prepare({ nativeId: '1' })])
    expect(await opened.store.count({ ...about('oat milk'), fromDay, toDay })).toBe(documents)
    expect(await opened.store.count(about(`oat milk until:${toDay.replace('0001', '1000')}`))).toBe(
      toDay === '9999-12-31' ? 1 : 0,
    )
  })

  test('a fortnight contains its documents except comments, the newest if there are too many', async () => {
    const { store } = opened
    const day = (date: string, rest: object = {}) =>
      prepare({ nativeId: date, publishedAt: `${date}T12:00:00Z`, ...rest })
    const wantedIds = [day('2026-01-11', { body: 'ü'.repeat(500) }), day('2025-12-29')]
    const others = [day('2025-12-28'), day('2026-01-12'), day('2026-01-06', { kind: 'comment' })]
    await save(opened, [...wantedIds, ...others, day('2026-01-07', { sourceKey: 'demo' })])
    const rows = await store.readFortnight('2026-01-05', { demo: false, limit: 10 })
    expect(rows.map(({ id, cluster_id: cluster, day: on }) => [id, cluster, on])).toEqual(
      wantedIds.map((wantedId) => [wantedId.id, wantedId.clusterId, wantedId.day]),
    )
    expect(rows[0]?.lead).toBe('ü'.repeat(400))
    expect((await store.readFortnight('2026-01-05', { demo: false, limit: 1 })).map(({ id }) => id)).toEqual([
      wantedIds[0]?.id,
    ])
    expect(await store.readFortnight('2026-01-05', { demo: true, limit: 10 })).toHaveLength(1)
  })

  test('counts words by document, separately for demo and real documents', async () => {
    const { store } = opened
    await save(opened, [
      prepare({ nativeId: '1', title: 'Oat oat milk', body: 'Milk of oats' }),
      prepare({ nativeId: '2', title: 'Milk', body: null }),
      prepare({ nativeId: '3', sourceKey: 'demo', title: 'Milk', body: null }),
    ])
    const counted = await store.countTerms({ demo: false, isWhole: true, pause: async () => {} })
    expect(counted.sampledDocuments).toBe(2)
    expect(Object.fromEntries(counted.terms)).toEqual({ oat: 1, milk: 2, of: 1, oats: 1 })
  })

  test('deletes names that no document has any more', async () => {
    const { store, database } = opened
    const [remaining, removedDocument] = [
      prepare({ nativeId: '1', outlet: 'kept.example', author: 'Ada' }),
      prepare({ nativeId: '2', outlet: 'gone.example', author: 'Bea' }),
    ]
    await save(opened, [remaining, removedDocument])
    await removeByIds(opened, [removedDocument.id], sampleDeletion)
    await database.kysely.transaction().execute((trx) => store.forgetNames(trx))
    const { rows } = await database.pool.query('select name from outlet union select name from author order by name')
    expect(rows).toEqual([{ name: 'Ada' }, { name: 'kept.example' }])
  })
}
