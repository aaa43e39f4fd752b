import { parseQuery, type QueryNode, toTsquery } from '@auspex/analytics'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { toMatching } from './document-filter.ts'
import { emptyDocuments } from './testing/empty-documents.ts'
import { readWholeFacts } from './testing/whole-facts.ts'

function read(text: string): QueryNode {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}

const query = (text: string) => toTsquery(read(text))
const about = (text: string) => ({ world: 'real', ...toMatching(read(text)) }) as const

/** The contract of the documents module, on whichever engine `open` returns. Call inside a `describe`. */
export function documentsContract(open: () => Promise<Database>): void {
  let database: Database
  let documents: DocumentsModule
  beforeAll(async () => {
    database = await open()
    documents = createDocumentsModule({
      database,
      clock: createFixedClock('2026-02-01T00:00:00Z'),
      createId: createSequentialIds(),
      log: silentLog,
    })
  })
  beforeEach(() => emptyDocuments(database))
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })

  describe('storing documents', () => {
    test('counts a document once, within a batch and over batches', async () => {
      const one = sampleDocument({ nativeId: 'a' })
      expect(await documents.storeDocuments([one, one])).toMatchObject({ stored: 1, duplicates: 1 })
      expect(await documents.storeDocuments([one, sampleDocument({ nativeId: 'b' })])).toMatchObject({
        stored: 1,
        duplicates: 1,
      })
      expect(await documents.countDocuments(about('oat milk'))).toBe(2)
      expect((await documents.librarySummary()).sources).toMatchObject([
        { sourceKey: 'imported', documents: 2, complete: true },
      ])
    })

    test('treats addresses that differ only in tracking parameters as the same', async () => {
      const { ids } = await documents.storeDocuments([
        sampleDocument({ sourceKey: 'rss', url: 'https://www.example.org/a?utm_source=x' }),
        sampleDocument({ sourceKey: 'gdelt', url: 'http://example.org/a/' }),
      ])
      expect(ids[0]).toBe(ids[1])
    })

    test('returns stored documents, with unknown fields as null', async () => {
      const full = sampleDocument({
        nativeId: 'a',
        kind: 'post',
        author: 'Ada',
        body: 'Zero \0 byte',
        country: 'DE',
        countryBasis: 'content',
        datePrecision: 'day',
        engagement: { score: 12, comments: null, views: 9, reposts: null },
      })
      const { ids } = await documents.storeDocuments([full])
      expect(await documents.getDocuments(['doc_0', 'nonsense', ...ids], { withoutTone: null })).toMatchObject([
        {
          documentId: ids[0],
          sourceKey: 'imported',
          kind: 'post',
          outlet: 'example.org',
          author: 'Ada',
          body: 'Zero  byte',
          url: null,
          publishedAt: '2026-01-05T08:00:00.000Z',
          datePrecision: 'day',
          country: 'DE',
          countryBasis: 'content',
          toneLabel: 'positive',
          score: 12,
          comments: null,
          views: 9,
        },
      ])
    })

    test('stores nothing from a batch with an impossible date', async () => {
      const batch = [sampleDocument({ nativeId: 'a' }), sampleDocument({ nativeId: 'b', publishedAt: 'soon' })]
      await expect(documents.storeDocuments(batch)).rejects.toThrow('"soon" is not a date')
      expect(await documents.countDocuments(about('oat milk'))).toBe(0)
    })
  })

  describe('finding documents', () => {
    test('matches our own tokens: phrases, exclusions and folded accents', async () => {
      await documents.storeDocuments([
        sampleDocument({ nativeId: '1', title: 'Café opens', body: 'They serve oat milk.' }),
        sampleDocument({ nativeId: '2', title: 'Milk of oat' }),
        sampleDocument({ nativeId: '3', title: 'Ends with oat', body: 'milk begins the body' }),
      ])
      const count = (text: string) => documents.countDocuments(about(text))
      expect(await count('cafe')).toBe(1)
      expect(await count('"oat milk"')).toBe(1)
      expect(await count('milk -cafe')).toBe(2)
    })

    test('never mixes demo and real documents', async () => {
      await documents.storeDocuments([
        sampleDocument({ nativeId: '1' }),
        sampleDocument({ nativeId: '1', sourceKey: 'demo' }),
      ])
      for (const world of ['real', 'demo'] as const) {
        const facts = await readWholeFacts(documents, { world, tsquery: query('oat') })
        expect(facts.bySource).toEqual([{ sourceKey: world === 'demo' ? 'demo' : 'imported', documents: 1 }])
      }
    })

    test('restricts by every part of a filter', async () => {
      await documents.storeDocuments([
        sampleDocument({ nativeId: '1', country: 'DE', countryBasis: 'source', author: 'Ada', lang: 'de' }),
        sampleDocument({ nativeId: '2', sourceKey: 'hacker_news', kind: 'comment', outlet: 'news.ycombinator.com' }),
        sampleDocument({
          nativeId: '3',
          publishedAt: '2026-01-06T00:00:00Z',
          title: 'Oat milk is a terrible disaster',
        }),
      ])
      const count = (rest: object) => documents.countDocuments({ ...about('oat'), ...rest })
      expect(await count({ country: 'DE' })).toBe(1)
      expect(await count({ sources: ['hacker_news'] })).toBe(1)
      expect(await count({ kinds: ['article'] })).toBe(2)
      expect(await count({ fromDay: '2026-01-06' })).toBe(1)
      expect(await count({ toDay: '2026-01-05' })).toBe(2)
      expect(await count({ tone: 'negative' })).toBe(1)
      expect(await count({ outlet: 'news.ycombinator.com' })).toBe(1)
      expect(await count({ author: 'Ada' })).toBe(1)
      expect(await count({ lang: 'de' })).toBe(1)
      expect(await count({ entity: 'Nobody Known' })).toBe(0)
    })

    test.each(['newest', 'engagement'] as const)('pages through everything once, by %s', async (order) => {
      await documents.storeDocuments(
        Array.from({ length: 25 }, (_, n) =>
          sampleDocument({
            nativeId: `${n}`,
            engagement: n % 3 === 0 ? null : { score: n % 5, comments: 1, views: null, reposts: null },
          }),
        ),
      )
      const seen: string[] = []
      let after: string | null = null
      do {
        const page = await documents.findDocuments(about('oat'), { limit: 10, after, order })
        seen.push(...page.documents.map((eachDocument) => eachDocument.documentId))
        after = page.next
      } while (after !== null)
      expect(seen).toHaveLength(25)
      expect(new Set(seen).size).toBe(25)
    })
  })

  describe('the facts of a report', () => {
    test('agree with the documents they count', async () => {
      await documents.storeDocuments([
        sampleDocument({
          nativeId: '1',
          author: 'Ada',
          engagement: { score: 5, comments: 2, views: null, reposts: null },
        }),
        sampleDocument({ nativeId: '2', outlet: 'other.org', title: 'Oat milk sales are great' }),
        sampleDocument({
          nativeId: '3',
          publishedAt: '2026-01-07T10:00:00Z',
          title: 'Oat milk is a terrible disaster',
          country: 'FR',
          countryBasis: 'author',
        }),
        sampleDocument({ nativeId: '4', title: 'Tea only' }),
      ])
      const facts = await readWholeFacts(documents, about('oat milk'))
      expect(facts).toMatchObject({
        sampleFraction: 1,
        documents: 3,
        documentsRead: 3,
        clusters: 2,
        outlets: 2,
        authors: 1,
        firstAt: '2026-01-05T08:00:00.000Z',
        lastAt: '2026-01-07T10:00:00.000Z',
        tone: { positive: 2, negative: 1, neutral: 0, unknown: 0 },
        days: [
          { day: '2026-01-05', documents: 2, clusters: 1 },
          { day: '2026-01-07', documents: 1, clusters: 1 },
        ],
        weeks: [{ firstDay: '2026-01-05', clusters: 2, outlets: 2 }],
        months: [{ firstDay: '2026-01-01', clusters: 2, outlets: 2 }],
        groups: [
          {
            sourceKey: 'imported',
            kind: 'article',
            documents: 3,
            days: new Map([
              ['2026-01-05', 2],
              ['2026-01-07', 1],
            ]),
          },
        ],
        byKind: [{ kind: 'article', documents: 3 }],
        topAuthors: [{ name: 'Ada', documents: 1, score: 5, comments: 2, sourceKey: 'imported' }],
      })
      expect(facts.byCountry).toMatchObject([
        { country: null, documents: 2 },
        { country: 'FR', basis: 'author', documents: 1 },
      ])
      expect(facts.topOutlets).toMatchObject([
        { name: 'example.org', documents: 2 },
        { name: 'other.org', documents: 1, score: null },
      ])
      expect(facts.newest).toHaveLength(3)
      expect(facts.mostEngaged).toHaveLength(1)
    })

    test('without documents are empty, not an error', async () => {
      expect(await readWholeFacts(documents, about('nothing'))).toMatchObject({
        documents: 0,
        clusters: 0,
        firstAt: null,
        days: [],
        topOutlets: [],
        newest: [],
        entities: { candidates: [] },
      })
    })

    test('get a new revision with every stored batch', async () => {
      const before = await readWholeFacts(documents, about('oat'))
      await documents.storeDocuments([sampleDocument()])
      expect((await readWholeFacts(documents, about('oat'))).revision).toBeGreaterThan(before.revision)
    })

    test('are estimated from one eighth of the documents when more than 20,000 match', async () => {
      const many = Array.from({ length: 24_000 }, (_, n) => sampleDocument({ nativeId: `${n}`, title: 'oat' }))
      for (let index = 0; index < many.length; index += 2_000)
        await documents.storeDocuments(many.slice(index, index + 2_000))
      await database.maintain(['document'])
      const facts = await readWholeFacts(documents, about('oat'))
      expect(facts).toMatchObject({ sampleFraction: 1 / 8, clusters: null, documents: facts.documentsRead * 8 })
      expect(Math.abs(facts.documents - 24_000)).toBeLessThan(24_000 * 0.06)
      expect(await documents.countDocuments(about('oat'))).toBe(24_000)
    })
  })

  describe('background reading', () => {
    const workThrough = async () => {
      while (await documents.enrich.step());
    }

    test('extracts names and counts how often they occur', async () => {
      await documents.storeDocuments([
        sampleDocument({ nativeId: '1', title: 'Shares of Oatly rose after Starbucks ordered oat milk' }),
        sampleDocument({ nativeId: '2', title: 'Why Oatly and Starbucks parted over oat milk prices' }),
        sampleDocument({ nativeId: '3', title: 'Nobody ordered tea, says Starbucks' }),
      ])
      expect(await documents.enrichmentProgress()).toMatchObject({ pending: 3, done: 0 })
      await workThrough()
      expect(await documents.enrichmentProgress()).toEqual({ pending: 0, done: 3, pendingWeeks: 0, pendingWords: 0 })
      const { entities, terms } = await readWholeFacts(documents, about('oat milk'))
      expect(entities).toMatchObject({ hitsTotal: 2, backgroundTotal: 3 })
      expect(entities.candidates).toContainEqual({ name: 'Starbucks', hits: 2, documents: 2, background: 3 })
      expect(await documents.countDocuments({ ...about('oat milk'), entity: 'starbucks' })).toBe(2)
      expect(terms.hitsTotal).toBe(2)
    })

    test('counts a text once even if forty outlets copied it', async () => {
      const title = 'Starbucks drops its surcharge for oat milk in every shop of the country this spring'
      await documents.storeDocuments([
        ...Array.from({ length: 40 }, (_, n) =>
          sampleDocument({ nativeId: `copy-${n}`, outlet: `paper-${n}.example`, title }),
        ),
        ...Array.from({ length: 6 }, (_, n) =>
          sampleDocument({
            nativeId: `own-${n}`,
            title: `Barista ${n} of Malmo number${n} pours oat milk at table${n}`,
          }),
        ),
        ...Array.from({ length: 30 }, (_, n) => sampleDocument({ nativeId: `tea-${n}`, title: `Tea ${n} of Ceylon` })),
      ])
      await workThrough()
      const { entities, terms } = await readWholeFacts(documents, about('oat milk'))
      const findByName = (set: typeof terms, name: string) =>
        set.candidates.find((candidate) => candidate.name === name)
      expect([entities.hitsTotal, terms.hitsTotal]).toEqual([7, 7])
      expect(findByName(terms, 'barista')).toMatchObject({ hits: 6, documents: 6 })
      // a single story with one text is not a context of the topic, however often it was copied
      expect(findByName(terms, 'surcharge')).toBeUndefined()
      expect(findByName(entities, 'Starbucks')).toBeUndefined()
      expect(entities.backgroundTotal).toBe(7 + 30)
    })

    test('recognises a common word that is not in every document', async () => {
      const numbered = (n: number) => sampleDocument({ nativeId: `${n}`, title: `Oat milk with quince${n % 200}` })
      expect(await documents.findCommonTerm({ demo: false })).toBeNull()
      await documents.storeDocuments(Array.from({ length: 1_600 }, (_, n) => numbered(n)))
      await workThrough()
      expect(await documents.findCommonTerm({ demo: false })).toMatch(/^quince\d+$/)
      expect(await documents.findCommonTerm({ demo: true })).toBeNull()
    })

    test('clusters near-duplicates across a week boundary and leaves other stories unchanged', async () => {
      const words = 'Oat milk maker opens its largest plant in northern Sweden this spring, company officials said on'
      const { ids } = await documents.storeDocuments([
        sampleDocument({ nativeId: '1', publishedAt: '2026-01-04T20:00:00Z', title: `${words} Sunday` }),
        sampleDocument({
          nativeId: '2',
          publishedAt: '2026-01-05T09:00:00Z',
          title: `${words} Sunday evening`,
          outlet: 'b.org',
        }),
        sampleDocument({
          nativeId: '3',
          publishedAt: '2026-01-05T09:00:00Z',
          title: 'A study of oat milk finds nothing new at all',
        }),
      ])
      await workThrough()
      const [first, copy, other] = await documents.getDocuments(ids, { withoutTone: null })
      expect(copy?.clusterId).toBe(first?.clusterId)
      expect(other?.clusterId).not.toBe(first?.clusterId)
      expect((await readWholeFacts(documents, about('oat milk'))).clusters).toBe(2)
    })

    test('changes nothing when it runs again', async () => {
      await documents.storeDocuments([sampleDocument()])
      await workThrough()
      const { revision } = await documents.librarySummary()
      expect(await documents.enrich.step()).toBe(false)
      expect((await documents.librarySummary()).revision).toBe(revision)
    })
  })

  describe('a query that is too expensive', () => {
    const hostile = Array.from({ length: 10 }, (_, n) => `the near/${16 - n} of`).join(' OR ')
    const beginnings = ['th', 'ov', 'in', 're', 'co', 'st'].map((word) => `${word}*`).join(' OR ')
    /** Simulates counts from a 1/8 sample of a million documents. */
    const setFrequencies = async (documentsByTerm: Record<string, number>) => {
      const terms = Object.entries(documentsByTerm)
      await database.pool.query(
        `insert into term_background (term, demo, documents) select t, false, n from unnest($1::text[], $2::int[]) as x (t, n)
         on conflict (term, demo) do update set documents = excluded.documents`,
        [terms.map(([term]) => term), terms.map(([, count]) => count)],
      )
      await database.pool.query(
        'update term_background_state set sampled_documents = 125000, library_documents = 1000000 where not demo',
      )
    }
    const judge = (text: string) => documents.ensureAffordable({ node: read(text), demo: false })

    test('is refused, naming its most expensive part and a remedy', async () => {
      await setFrequencies({ the: 100_000, of: 90_000, tea: 100, overall: 90_000, over: 110_000, stay: 9_000_000 })
      await expect(judge(hostile)).rejects.toMatchObject({
        kind: 'invalid',
        code: 'documents.query_too_costly',
        detail: expect.stringMatching(/the near\/16 of, which about 720,000 documents may hold\. Replace/),
      })
      await expect(judge(beginnings)).rejects.toMatchObject({ detail: expect.stringContaining('st*') })
    })

    test('is not refused when a rare word limits it or its words have no statistics', async () => {
      await setFrequencies({ the: 100_000, of: 90_000, tea: 100 })
      await expect(judge(`tea AND (${hostile})`)).resolves.toBeUndefined()
      await expect(judge('the')).resolves.toBeUndefined()
      await database.pool.query('update term_background_state set sampled_documents = 0, library_documents = 0')
      await expect(judge(hostile)).resolves.toBeUndefined()
    })
  })
}
