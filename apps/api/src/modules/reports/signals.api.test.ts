import type { SignalQuery, PublishedDocument, DocumentPage, SignalReport } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { searchToEnd } from '../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

let api: TestApi
let signalId: string
let report: SignalReport

const tones = ['I love this wonderful product', 'A terrible, awful and disgusting mess', 'It is a drink']
const countries = ['US', 'SE', null]
const kinds = ['article', 'post', 'comment'] as const

/** Two further stories that name a company. */
const news = new Map([
  [20, 'Oatly took a rival to court in Malmo over what may be called oat milk, and lost the first round there.'],
  [24, 'Oatly told its owners of a loss for the spring, of new managers and of more oat milk sold across Asia.'],
])

/** Sixty documents about oat milk in every combination that reports count by, and sixty about tea. */
const library: SourceDocument[] = Array.from({ length: 120 }, (_, n) => {
  const isOat = n < 60
  const sourceKey = n % 4 === 0 ? 'hacker_news' : 'imported'
  const country = countries[n % 3] ?? null
  return sampleArticle({
    nativeId: `n${n}`,
    sourceKey,
    url: `https://example.org/${n}`,
    kind: kinds[n % 3] ?? 'article',
    outlet: `outlet-${n % 5}.example`,
    title:
      n >= 10 && n < 14
        ? 'Oatly opens a factory in Malmo for oat milk'
        : n === 20 || n === 24
          ? `Oatly ${n === 20 ? 'loses a case over oat milk' : 'reports a bad spring for oat milk'}`
          : `${isOat ? 'Oat milk' : 'Green tea'} number ${n}`,
    body:
      news.get(n) ??
      `${tones[n % 3]}. ${isOat ? 'Oat milk' : 'Green tea'} ${n % 2 === 0 ? 'for the barista' : 'at home'}, said Angela Merkel in Berlin.`,
    author: n % 3 === 0 ? null : `author ${n % 7}`,
    publishedAt: `2026-${n < 30 ? '10' : '11'}-${String((n % 20) + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
    country,
    countryBasis: country === null ? null : n % 2 === 0 ? 'source' : 'content',
    engagement: n % 2 === 0 ? { score: n, comments: 1, views: null, reposts: null } : null,
  })
})
const demo = Array.from({ length: 20 }, (_, n) => sampleArticle({ nativeId: `demo${n}`, sourceKey: 'demo', url: null }))

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...library, ...demo])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search({ query_term: 'oat milk' })
  report = await get<SignalReport>(`/signal/json/${signalId}`)
})

afterAll(async () => api.close())

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const reply = await api.request({ method: 'POST', path, as: 'mira', body })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function search(query: SignalQuery): Promise<string> {
  return (await searchToEnd(api, query)).signal_id
}

async function list(filters: Record<string, string | number> = {}): Promise<DocumentPage> {
  const query = new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, `${value}`]))
  return get<DocumentPage>(`/signals/${signalId}/documents?${query}`)
}

const total = async (filters: Record<string, string | number>) => (await list({ ...filters, perPage: 1 })).page.total
const sum = (numbers: readonly number[]) => numbers.reduce((runningTotal, part) => runningTotal + part, 0)

describe('every number of a report links to the documents that it counts', () => {
  test('all documents, and those of a day', async () => {
    expect(report.counts.documents).toBe(60)
    expect(await total({})).toBe(60)
    expect(sum(report.volume.points.map((point) => point.documents))).toBe(60)
    for (const { firstDay, lastDay, documents } of report.volume.points.filter((_, index) => index % 7 === 0)) {
      expect([firstDay, await total({ from: firstDay, to: lastDay })]).toEqual([firstDay, documents])
    }
  })

  test('tones: overall, by kind and by day', async () => {
    for (const tone of ['positive', 'neutral', 'negative', 'unknown'] as const) {
      expect([tone, await total({ tone })]).toEqual([tone, report.tone.counts[tone]])
      for (const { kind, counts } of report.tone.kinds)
        expect([kind, await total({ tone, kind })]).toEqual([kind, counts[tone]])
    }
    const point = report.tone.points[3]
    const days = { from: point?.firstDay ?? '', to: point?.lastDay ?? '' }
    expect(await total({ tone: 'positive', ...days })).toBe(point?.positive)
    expect(report.tone.counts.positive).toBeGreaterThan(0)
    expect(report.tone.counts.negative).toBeGreaterThan(0)
  })

  test('sources, kinds, and the two groups of kinds', async () => {
    expect(report.volume.sources.map(({ source }) => source).toSorted()).toEqual(['hacker_news', 'imported'])
    for (const { source, documents } of report.volume.sources)
      expect([source, await total({ source })]).toEqual([source, documents])
    for (const { kind, documents } of report.volume.kinds)
      expect([kind, await total({ kind })]).toEqual([kind, documents])
    expect(await total({ group: 'documents' })).toBe(report.documents.total)
    expect(await total({ group: 'chatter' })).toBe(report.chatter.total)
    expect(report.documents.total + report.chatter.total).toBe(60)
  })

  test('outlets and authors', async () => {
    expect(report.voices.outlets).toHaveLength(report.counts.outlets)
    for (const { name, documents } of report.voices.outlets)
      expect([name, await total({ outlet: name })]).toEqual([name, documents])
    expect(report.voices.authors.length).toBeGreaterThan(0)
    for (const { name, source, documents } of report.voices.authors) {
      expect([name, await total({ author: name, source })]).toEqual([name, documents])
    }
  })

  test('countries', async () => {
    expect(report.locations.countries.map(({ country }) => country).toSorted()).toEqual(['SE', 'US'])
    for (const { country, documents } of report.locations.countries)
      expect([country, await total({ country })]).toEqual([country, documents])
    const { known, unknown, basis } = report.locations
    expect([known + unknown, basis.source + basis.content + basis.author]).toEqual([60, known])
  })

  test('contexts, terms and names alike', async () => {
    expect(report.contexts.items.length).toBeGreaterThan(0)
    expect(report.contexts.note).toBeNull()
    for (const { term, documents } of report.contexts.items)
      expect([term, await total({ context: term })]).toEqual([term, documents])
  })

  test('stories, which count copies once', async () => {
    const page = await list({ perPage: 200 })
    const clusters = new Map<string, number>()
    for (const { storyCluster } of page.items) clusters.set(storyCluster, (clusters.get(storyCluster) ?? 0) + 1)
    expect(clusters.size).toBe(report.counts.storyClusters)
    expect(report.counts.storyClusters).toBeLessThan(60)
    for (const [storyCluster, documents] of clusters)
      expect([storyCluster, await total({ storyCluster })]).toEqual([storyCluster, documents])
  })

  test('the windows of momentum', async () => {
    const { current, asOf, windowDays } = report.momentum
    const from = new Date(Date.parse(asOf) - (windowDays - 1) * 86_400_000).toISOString().slice(0, 10)
    expect(await total({ from, to: asOf })).toBe(current)
  })
})

describe('a report', () => {
  test('never mixes demo documents with real ones', async () => {
    expect(report.provenance).toBe('real')
    const everything = await list({ perPage: 200 })
    expect(new Set(everything.items.map(({ source }) => source))).toEqual(new Set(['imported', 'hacker_news']))
    expect(report.coverage.sources.map(({ source }) => source)).not.toContain('demo')
  })

  test('shows every day from the first to the last, with the share of complete sources', async () => {
    const { interval, points } = report.volume
    expect([interval, points[0]?.firstDay, points.at(-1)?.lastDay]).toEqual(['day', report.firstDay, report.lastDay])
    expect(points).toHaveLength((Date.parse(report.lastDay) - Date.parse(report.firstDay)) / 86_400_000 + 1)
    const imported = await total({ source: 'imported', from: '2026-11-11', to: '2026-11-11' })
    const day = points.find((point) => point.firstDay === '2026-11-11')
    expect(day?.total).toBeGreaterThanOrEqual(imported)
    expect(day?.share).toBeCloseTo(imported / (day?.total ?? 0), 6)
  })

  test('quotes sentences verbatim from the documents it cites', async () => {
    expect(report.summary.sentences.length).toBeGreaterThan(0)
    const cited = new Set(report.summary.cited.map(({ id }) => id))
    const texts = new Map(library.map(({ url, title, body }) => [url, `${title}\n${body}`]))
    const byId = new Map<string, PublishedDocument>(report.summary.cited.map((document) => [document.id, document]))
    for (const { text, documentIds } of report.summary.sentences) {
      expect(documentIds.every((id) => cited.has(id))).toBe(true)
      expect(texts.get(byId.get(documentIds[0] ?? '')?.url ?? '')).toContain(text)
    }
  })

  test('marks what matched in titles and snippets', () => {
    const items = [...report.documents.items, ...report.chatter.items]
    expect(items.length).toBeGreaterThan(0)
    for (const { title, snippet, highlights } of items) {
      for (const [start, end] of highlights.title) expect(title.slice(start, end).toLowerCase()).toBe('oat milk')
      for (const [start, end] of highlights.snippet) expect(snippet?.slice(start, end).toLowerCase()).toBe('oat milk')
      expect(highlights.title.length + highlights.snippet.length).toBeGreaterThan(0)
    }
  })

  test('is served from storage when nothing changed, also section by section', async () => {
    expect(await get<SignalReport>(`/signal/json/${signalId}`)).toEqual(report)
    for (const section of ['volume', 'tone', 'coverage', 'summary'] as const) {
      expect(await get(`/signal/json/${signalId}/${section}`)).toEqual(report[section])
    }
    expect(await get(`/signal/doc_count/${signalId}`)).toEqual({
      signalId,
      counts: report.counts,
      firstDay: report.firstDay,
      lastDay: report.lastDay,
    })
  })

  test('restricted to an entity is a separate signal', async () => {
    const name = report.contexts.items.find(({ kind }) => kind === 'entity')?.term ?? ''
    expect(name).not.toBe('')
    const narrowed = await get<SignalReport>(
      `/signal/json/${signalId}?entity=${encodeURIComponent(name.toLowerCase())}`,
    )
    expect(narrowed.signalId).not.toBe(signalId)
    expect(narrowed.counts.documents).toBe(await total({ context: name }))
    expect(narrowed.coverage.runs).toEqual(report.coverage.runs)
  })
})

const instants = (page: DocumentPage) => page.items.map(({ publishedAt }) => publishedAt)

describe('lists', () => {
  test('turn pages without repeating or losing a document', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(async (page) => list({ page, perPage: 17 })))
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(60)
    expect(pages[3]?.page).toEqual({ page: 4, perPage: 17, total: 60, totalPages: 4, nextCursor: null })
    expect((await list({ page: 9, perPage: 17 })).items).toEqual([])
  })

  test('continue by cursor where they ended, in both directions of time', async () => {
    for (const sort of ['newest', 'oldest'] as const) {
      let slice = await list({ sort, perPage: 7 })
      const read = [...slice.items]
      for (let page = 2; slice.page.nextCursor !== null; page++) {
        slice = await list({ sort, perPage: 7, cursor: slice.page.nextCursor })
        expect(slice.page).toMatchObject({ page, perPage: 7, total: 60, totalPages: 9 })
        read.push(...slice.items)
      }
      expect(read).toEqual((await list({ sort, perPage: 200 })).items)
    }
  })

  test('continue by cursor where they ended, for each tone list and the chatter', async () => {
    for (const path of [`/signal/getTonePosts?id=${signalId}`, `/signal/items/${signalId}/sentiments/news/articles?`]) {
      const first = await get<DocumentPage>(`${path}&perPage=4`)
      const second = await get<DocumentPage>(`${path}&perPage=2&cursor=${first.page.nextCursor}`)
      expect([...first.items, ...second.items]).toEqual((await get<DocumentPage>(`${path}&perPage=6`)).items)
    }
    const chatter = (part: object) => post<DocumentPage>('/signal/getChatter', { id: signalId, ...part })
    const first = await chatter({ perPage: 4 })
    const rest = await chatter({ perPage: 16, cursor: first.page.nextCursor })
    expect([...first.items, ...rest.items]).toEqual((await chatter({})).items)
  })

  test('refuse a foreign cursor, and return none for an unstable order', async () => {
    const { nextCursor } = (await list({ perPage: 5 })).page
    for (const query of [
      'cursor=nonsense',
      `cursor=${nextCursor}&sort=oldest`,
      `cursor=${nextCursor}&sort=engagement`,
    ]) {
      const path = `/signals/${signalId}/documents?${query}`
      const problem = (await api.request({ method: 'GET', path, as: 'mira' })).json()
      expect(problem).toMatchObject({ status: 422, errors: [{ in: 'query', pointer: '/cursor' }] })
    }
    expect((await list({ perPage: 5, sort: 'engagement' })).page.nextCursor).toBeNull()
  })

  test('are sorted in the requested order', async () => {
    const newest = instants(await list({ perPage: 200 }))
    expect(newest).toEqual(newest.toSorted().toReversed())
    const oldest = instants(await list({ perPage: 200, sort: 'oldest' }))
    expect(oldest).toEqual(newest.toSorted())
    const [noticed] = (await list({ perPage: 1, sort: 'engagement' })).items
    expect(noticed?.engagement?.score).toBe(58)
  })

  test('return single documents, and omit those outside the signal', async () => {
    const [first] = report.documents.items
    expect((await list({ ids: `${first?.id},doc_1` })).items.map(({ id }) => id)).toEqual([first?.id])
  })

  test('by tone agree with the tone of the same part', async () => {
    const part = 'start_date_time=2026-11-01T00:00:00Z&end_date_time=2026-11-05T03:30:00Z'
    const tone = await get<SignalReport['tone']>(`/signal/getTone?id=${signalId}&geo=US&${part}`)
    const posts = async (label: string) =>
      (await get<DocumentPage>(`/signal/getTonePosts?id=${signalId}&geo=US&tone_type=${label}&${part}`)).page.total
    expect(tone.counts.positive + tone.counts.negative + tone.counts.neutral + tone.counts.unknown).toBeGreaterThan(0)
    for (const label of ['positive', 'neutral', 'negative', 'unknown'] as const)
      expect([label, await posts(label)]).toEqual([label, tone.counts[label]])
  })

  test('of articles and chatter contain only these kinds', async () => {
    const articles = await get<DocumentPage>(`/signal/items/${signalId}/sentiments/news/articles?perPage=200`)
    expect(new Set(articles.items.map(({ kind }) => kind))).toEqual(new Set(['article']))
    expect(articles.page.total + (await total({ group: 'chatter' }))).toBe(60)
    expect((await post<DocumentPage>('/signal/getChatter', { id: signalId })).page.total).toBe(report.chatter.total)
  })
})

describe('parts of a report', () => {
  test('are measured for a country and days', async () => {
    const part = { id: signalId, geo: 'SE', startDate: '2026-11-01' }
    const locations = await post<SignalReport['locations']>('/signal/fetchLocationMetrics', part)
    expect(locations).toMatchObject({ known: await total({ country: 'SE', from: '2026-11-01' }), unknown: 0 })
    const voices = await post<SignalReport['voices']>('/signal/influential-voices', part)
    expect(sum(voices.outlets.map(({ documents }) => documents))).toBe(locations.known)
    expect((await post<SignalReport['summary']>('/signal/getExecutiveSummary', { id: signalId })).sentences).toEqual(
      report.summary.sentences,
    )
  })

  test('are verbatim passages around the terms, from the documents that contain them', async () => {
    const tea = library[70]
    const ids = [...report.documents.items.slice(0, 2).map(({ id }) => id), 'doc_1']
    const form = new URLSearchParams([
      ...ids.map((id) => ['document_ids[]', id]),
      ['x_term', 'milk'],
      ['y_term', 'barista'],
    ])
    const reply = await api.request({
      method: 'POST',
      path: '/signal/getContextSnippets',
      as: 'mira',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply).toMatchObject({ statusCode: 200 })
    const { items } = reply.json<{ items: { documentId: string; text: string; highlights: [number, number][] }[] }>()
    expect(items.map(({ documentId }) => documentId)).toEqual(ids.slice(0, 2))
    for (const { text, highlights } of items)
      expect(text.slice(...(highlights[0] ?? [0, 0])).toLowerCase()).toBe('milk')
    expect(tea?.title).toContain('tea')
  })

  test('summarise any term of the library, and refuse one in no document', async () => {
    const summary = await post<SignalReport['summary']>('/signal/trendSummary', {
      trend: 'green tea',
      input: 'What does a barista say?',
    })
    expect(summary.sentences.length).toBeGreaterThan(0)
    const none = await api.request({
      method: 'POST',
      path: '/signal/trendSummary',
      as: 'mira',
      body: { trend: 'xylophone' },
    })
    expect([none.statusCode, none.json().code]).toEqual([404, 'signals.no_documents'])
  })

  test('lead from a term to its signal', async () => {
    const known = await post<{ signalId: string; exists: boolean }>('/signal/smartRedirect', {
      trend_name: ' OAT milk',
    })
    expect(known).toMatchObject({ signalId, path: `/signals/${signalId}`, exists: true })
    const fresh = await post<{ signalId: string; exists: boolean }>('/signal/smartRedirect', {
      trend_name: 'green tea',
    })
    expect(fresh.exists).toBe(false)
    expect((await get<SignalReport>(`/signal/json/${fresh.signalId}`)).counts.documents).toBe(60)
  })
})

describe('signals refuse and protect', () => {
  test('a signal that nobody searched is not found', async () => {
    for (const part of ['/signal/json/*', '/signals/*/documents', '/signal/getTone?id=*']) {
      const reply = await api.request({ method: 'GET', path: part.replace('*', 'sig_00000000'), as: 'mira' })
      expect([part, reply.statusCode, reply.json().code]).toEqual([part, 404, 'signals.not_found'])
    }
  })

  test('a section or filter that does not exist is refused', async () => {
    for (const path of [`/signal/json/${signalId}/weather`, `/signals/${signalId}/documents?tone=angry`]) {
      expect([path, (await api.request({ method: 'GET', path, as: 'mira' })).statusCode]).toEqual([path, 422])
    }
  })

  test('require sign-in', async () => {
    expect((await api.request({ method: 'GET', path: `/signal/json/${signalId}` })).statusCode).toBe(401)
  })
})
