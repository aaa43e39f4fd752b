import type {
  PublishedDocument,
  DocumentPage,
  DocumentTone,
  ReportSection,
  SearchState,
  SignalReport,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleDocument } from './testing/sample-documents.ts'

let api: TestApi

const labels = ['positive', 'neutral', 'negative', 'unknown'] as const
const places = ['north', 'south', 'east', 'west', 'delta', 'harbour', 'valley', 'coast']
/** Forty documents that only mention a crash, ten that praise its end, ten that call it a disaster; each is its own story. */
const library = Array.from({ length: 60 }, (_item, n) => {
  const own = Array.from({ length: 8 }, (_word, at) => `k${n}x${at}`).join(' ')
  const said =
    n < 40 ? 'in the' : n < 50 ? 'ends, a wonderful and happy rescue in the' : 'is a horrible disaster for the'
  return sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    kind: 'article',
    outlet: `outlet-${n % 5}.example`,
    title: `${own} crash ${said} ${places[n % 8]}`,
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
  test('has the tone of what is said of it, not of its name', async () => {
    const { tone } = await search('crash')
    expect(tone.counts).toEqual({ positive: 10, neutral: 0, negative: 10, unknown: 40 })
    expect(tone.stories).toEqual({ positive: 10, neutral: 0, negative: 10 })
  })

  test('another topic of the same documents counts the word as before', async () => {
    const { counts } = (await search('crash OR north')).tone
    const about = await search('north')
    expect(about.tone.counts.negative).toBeGreaterThan(2)
    expect(counts.unknown).toBe(40)
    expect((await search('crash*')).tone.counts.unknown).toBe(40)
  })

  test('its parts agree: days, kinds, voices, lists by tone and what each document shows', async () => {
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
      expect(items.every((one) => one.tone.label === label)).toBe(true)
    }
    const plain = all.items.find((one) => one.tone.label === 'unknown')
    const marked = async (query: string) =>
      (await get<DocumentTone>(`/documentTones/${plain?.id}${query}`)).sentences.flatMap(({ words }) => words).length
    expect([await marked(''), await marked(`?signalId=${signalId}`)]).toEqual([1, 0])
    const mean = (documents: readonly PublishedDocument[]) => {
      const known = documents.flatMap((one) => one.tone.score ?? [])
      return known.reduce((sum, score) => sum + score, 0) / known.length
    }
    expect(tone.mean?.value).toBeCloseTo(mean(all.items), 3)
    for (const { name, toneMean } of voices.outlets)
      expect(toneMean ?? Number.NaN).toBeCloseTo(mean(all.items.filter(({ outlet }) => outlet === name)), 3)
  })
})
