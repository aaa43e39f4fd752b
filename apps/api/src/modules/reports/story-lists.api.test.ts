import type {
  DocumentPage,
  DocumentTone,
  DocumentToRead,
  PublishedDocument,
  ReportSection,
  SearchState,
  SignalReport,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

describe('story lists api', () => {
  let api: TestApi
  let signalId: string
  let report: SignalReport

  const wire =
    'Oat milk makers warn of a poor harvest in the north, and expect that prices rise by a tenth before the summer ends.'

  /** A story that six outlets carry, thirty independent posts, and one that many people noticed. */
  const library = [
    ...Array.from({ length: 6 }, (_, n) =>
      sampleArticle({
        nativeId: `wire${n}`,
        url: `https://wire.example/${n}`,
        outlet: `paper-${n}.example`,
        kind: 'article',
        title: 'Oat milk makers warn of a poor harvest in the north',
        body: wire,
        publishedAt: `2026-03-0${n + 1}T08:00:00Z`,
        engagement: null,
      }),
    ),
    ...Array.from({ length: 30 }, (_, n) =>
      sampleArticle({
        nativeId: `own${n}`,
        url: `https://own.example/${n}`,
        outlet: `outlet-${n % 5}.example`,
        kind: 'post',
        title:
          n % 3 === 0
            ? `Oat milk recipe ${n} with ${'abcdefghij'[n % 10]}${n} spice`
            : `Kitchen note ${n} from day ${n * 7}`,
        body: `Chapter ${n * 13}: a cup of oat milk, ${n} spoons of sugar number${n} and butter of kind k${n * 5}.`,
        publishedAt: `2026-04-${String(n + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
        engagement: n % 2 === 0 ? { score: n, comments: 1, views: null, reposts: null } : null,
      }),
    ),
    sampleArticle({
      nativeId: 'noticed',
      url: 'https://forum.example/noticed',
      outlet: 'forum.example',
      kind: 'post',
      title: 'Why I left dairy',
      body: 'A long confession that ends with oat milk.',
      publishedAt: '2026-02-01T08:00:00Z',
      engagement: { score: 900, comments: 80, views: null, reposts: null },
    }),
  ]

  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(library)
    while (await documents.enrich.step());
    await documents.enrich.stop()
    const reply = await api.request({
      method: 'POST',
      path: '/explore/topicQuery',
      as: 'mira',
      body: { query_term: 'oat milk' },
    })
    signalId = reply.json<SearchState>().signal_id
    report = await get<SignalReport>(`/signal/json/${signalId}`)
  })

  afterAll(async () => api.close())

  async function get<T>(path: string): Promise<T> {
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<T>()
  }

  const list = (query: Record<string, string | number>) =>
    get<DocumentPage>(
      `/signals/${signalId}/documents?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    )
  const titles = ({ items }: DocumentPage) => items.map(({ title }) => title)
  const stories = (query: Record<string, string | number> = {}) => list({ fold: 'stories', perPage: 200, ...query })

  describe('a list of stories', () => {
    test('has one row per story with its copies and outlets, and both totals of the report', async () => {
      const page = await stories()
      expect(page.totals).toEqual({ documents: report.counts.documents, stories: report.counts.storyClusters })
      expect(page.items).toHaveLength(report.counts.storyClusters ?? 0)
      expect(page.page.total).toBe(report.counts.storyClusters)
      expect(new Set(page.items.map(({ storyCluster }) => storyCluster)).size).toBe(page.items.length)
      const wired = page.items.find(({ outlet }) => outlet.startsWith('paper'))
      expect(wired?.copies).toEqual({ documents: 6, outlets: 6 })
      expect(page.items.reduce((sum, { copies }) => sum + (copies?.documents ?? 0), 0)).toBe(report.counts.documents)
      // its copies open as the list of that story
      const copies = await list({ storyCluster: wired?.storyCluster ?? '', perPage: 200 })
      expect(copies.page.total).toBe(6)
      expect(copies.totals).toBeUndefined()
    })

    test('counts only copies that match the filter', async () => {
      const page = await stories({ from: '2026-03-02', to: '2026-03-04' })
      expect(page.totals).toEqual({ documents: 3, stories: 1 })
      expect(page.items[0]?.copies).toEqual({ documents: 3, outlets: 3 })
    })

    test('is sorted by the newest, oldest or most engaged document of each story', async () => {
      const firstOf = async (sort: string) =>
        (await stories({ sort, kind: 'article' })).items[0]?.publishedAt.slice(0, 10)
      expect(await firstOf('newest')).toBe('2026-03-06')
      expect(await firstOf('oldest')).toBe('2026-03-01')
      expect(titles(await stories({ sort: 'reach' })).slice(0, 2)).toEqual([
        'Why I left dairy',
        'Oat milk makers warn of a poor harvest in the north',
      ])
    })

    test('by relevance lists title matches first and body matches last', async () => {
      const order = titles(await stories({ sort: 'relevance' })).map((title) => title.startsWith('Oat milk'))
      expect(order.indexOf(false)).toBe(order.filter((isAbout) => isAbout).length)
      const titleHasQuery = titles(await list({ sort: 'relevance', perPage: 200 })).map((title) =>
        title.startsWith('Oat milk'),
      )
      expect(titleHasQuery.indexOf(false)).toBe(titleHasQuery.filter((isAbout) => isAbout).length)
    })

    test('continues by cursor in every order except the unstable one', async () => {
      for (const fold of [{}, { fold: 'stories' }] as Record<string, string>[])
        for (const sort of ['newest', 'oldest', 'relevance', 'reach']) {
          let slice = await list({ ...fold, sort, perPage: 7 })
          const ids = slice.items.map(({ id }) => id)
          while (slice.page.nextCursor !== null) {
            slice = await list({ ...fold, sort, perPage: 7, cursor: slice.page.nextCursor })
            ids.push(...slice.items.map(({ id }) => id))
          }
          expect(ids).toEqual((await list({ ...fold, sort, perPage: 200 })).items.map(({ id }) => id))
        }
      expect((await stories({ sort: 'engagement', perPage: 3 })).page.nextCursor).toBeNull()
    })
  })

  describe('find in results', () => {
    test('narrows the list on the server, counts what it finds and marks it', async () => {
      const page = await stories({ find: 'harvest' })
      expect(page.totals).toEqual({ documents: 6, stories: 1 })
      const [item] = page.items
      const marked = item?.highlights.title.map(([start, end]) => item.title.slice(start, end))
      expect(marked).toEqual(['Oat milk', 'harvest'])
      expect((await list({ find: 'harvest' })).page.total).toBe(6)
    })

    test('matches the last word as a prefix, so that the list updates while typing', async () => {
      expect((await stories({ find: 'poor harv' })).totals?.documents).toBe(6)
      expect((await stories({ find: 'poor harvesters' })).totals).toEqual({ documents: 0, stories: 0 })
      expect((await stories({ find: 'ha' })).totals?.documents).toBe(0)
    })

    test('treats incomplete input as plain words', async () => {
      expect((await stories({ find: '"poor harvest' })).totals?.documents).toBe(6)
      expect((await stories({ find: '(' })).totals?.documents).toBe(report.counts.documents)
    })
  })

  describe('a document to read', () => {
    test('has its whole text with the matches marked', async () => {
      const [item] = (await stories({ find: 'harvest' })).items
      const { document, text } = await get<DocumentToRead>(`/signals/${signalId}/documents/${item?.id}?find=harvest`)
      expect(document.title).toBe(item?.title)
      expect(text?.content).toBe(wire)
      expect(text?.isCut).toBe(false)
      expect(text?.highlights.map(([start, end]) => wire.slice(start, end))).toEqual(['Oat milk', 'harvest'])
    })

    test('that is not in the library is not found', async () => {
      const reply = await api.request({ method: 'GET', path: `/signals/${signalId}/documents/doc_1`, as: 'mira' })
      expect(reply.statusCode).toBe(404)
    })
  })
})

describe('topic tone api', () => {
  let api: TestApi

  const labels = ['positive', 'neutral', 'negative', 'unknown'] as const
  const locations = ['north', 'south', 'east', 'west', 'delta', 'harbour', 'valley', 'coast']
  /** Forty documents that only mention a crash, ten that praise its end, ten that call it a disaster; each is its own story. */
  const library = Array.from({ length: 60 }, (_item, n) => {
    const uniqueWords = Array.from({ length: 8 }, (_word, index) => `k${n}x${index}`).join(' ')
    const sentence =
      n < 40 ? 'in the' : n < 50 ? 'ends, a wonderful and happy rescue in the' : 'is a horrible disaster for the'
    return sampleArticle({
      nativeId: `n${n}`,
      url: `https://example.org/${n}`,
      kind: 'article',
      outlet: `outlet-${n % 5}.example`,
      title: `${uniqueWords} crash ${sentence} ${locations[n % 8]}`,
      body: null,
      lang: 'en',
      publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
    })
  })

  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(library)
    while (await documents.enrich.step());
    await documents.enrich.stop()
  })

  afterAll(async () => api.close())

  async function get<T>(path: string): Promise<T> {
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<T>()
  }

  async function search(term: string): Promise<SignalReport> {
    const body = { query_term: term }
    const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
    return get<SignalReport>(`/signal/json/${reply.json<SearchState>().signal_id}`)
  }

  const countsOf = (documents: readonly PublishedDocument[]) =>
    Object.fromEntries(labels.map((label) => [label, documents.filter(({ tone }) => tone.label === label).length]))

  describe('a topic that is named by a word with a tone', () => {
    test('has the tone of statements about it, not of its name', async () => {
      const { tone } = await search('crash')
      expect(tone.counts).toEqual({ positive: 10, neutral: 0, negative: 10, unknown: 40 })
      expect(tone.stories).toEqual({ positive: 10, neutral: 0, negative: 10 })
    })

    test('other topics of the same documents still count the word', async () => {
      const { counts } = (await search('crash OR north')).tone
      const about = await search('north')
      expect(about.tone.counts.negative).toBeGreaterThan(2)
      expect(counts.unknown).toBe(40)
      expect((await search('crash*')).tone.counts.unknown).toBe(40)
    })

    test('is consistent across days, kinds, voices, tone lists and single documents', async () => {
      const { signalId, tone, voices } = await search('crash')
      const days = await get<Extract<ReportSection, { section: 'tone' }>>(`/signal/json/${signalId}/tone?interval=day`)
      for (const label of labels)
        expect([label, days.points.reduce((sum, point) => sum + point[label], 0)]).toEqual([label, tone.counts[label]])
      expect(tone.kinds.map(({ counts }) => counts)).toEqual([tone.counts])
      const all = await get<DocumentPage>(`/signals/${signalId}/documents?perPage=200`)
      expect(countsOf(all.items)).toEqual(tone.counts)
      for (const label of labels) {
        const { items, page } = await get<DocumentPage>(`/signals/${signalId}/documents?tone=${label}&perPage=200`)
        expect([label, page.total]).toEqual([label, tone.counts[label]])
        expect(items.every((item) => item.tone.label === label)).toBe(true)
      }
      const plain = all.items.find((item) => item.tone.label === 'unknown')
      const marked = async (query: string) =>
        (await get<DocumentTone>(`/documentTones/${plain?.id}${query}`)).sentences.flatMap(({ words }) => words).length
      expect([await marked(''), await marked(`?signalId=${signalId}`)]).toEqual([1, 0])
      const mean = (documents: readonly PublishedDocument[]) => {
        const scores = documents.flatMap((document) => document.tone.score ?? [])
        return scores.reduce((sum, score) => sum + score, 0) / scores.length
      }
      expect(tone.mean?.value).toBeCloseTo(mean(all.items), 3)
      for (const { name, toneMean } of voices.outlets)
        expect(toneMean ?? Number.NaN).toBeCloseTo(mean(all.items.filter(({ outlet }) => outlet === name)), 3)
    })
  })
})
