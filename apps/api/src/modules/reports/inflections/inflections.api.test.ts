import type {
  PublishedDocument,
  DocumentPage,
  InflectionPointSummary,
  SearchState,
  SignalReport,
} from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
let signalId: string

const dayOf = (day: number) => new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10)

function oat(day: number, index: number, fields: Partial<SourceDocument> = {}): SourceDocument {
  return sampleDocument({
    nativeId: `oat-${day}-${index}`,
    url: `https://example.org/oat-${day}-${index}`,
    outlet: `outlet-${index % 4}.example`,
    title: `${index === 1 ? 'Oat milk and coffee' : 'A latte with oat milk'}: ${ownWords(day * 100 + index)}`,
    body: `A lovely morning with oat milk number ${day * 100 + index}.`,
    publishedAt: `${dayOf(day)}T0${index % 10}:00:00Z`,
    ...fields,
  })
}

/** Unique words for each number, so that no text is a near-copy of another. */
function ownWords(n: number): string {
  const syllables = ['ba', 'do', 'fi', 'gu', 'ke', 'lo', 'mi', 'nu', 'pa', 're']
  const word = (index: number) => Array.from(String(n * 7 + index), (digit) => syllables[Number(digit)]).join('')
  return [1, 2, 3, 4, 5, 6].map(word).join(' ')
}

/**
 * Two documents about oat milk a day for a hundred days; on day 40 one text in twenty copies, and on day 80 a strike: one story in twelve copies, and
 * twenty more.
 */
const library: SourceDocument[] = [
  ...Array.from({ length: 100 }, (_, day) => [oat(day, 1), oat(day, 2)]).flat(),
  ...Array.from({ length: 20 }, (_, index) =>
    oat(40, 10 + index, {
      outlet: `paper-${index}.example`,
      title: 'Five things to know: oat milk, trains, strikes and the weather',
      body: 'Good morning. Here is what you need to know to start your day.',
      publishedAt: `${dayOf(40)}T10:${String(10 + index)}:00Z`,
    }),
  ),
  ...Array.from({ length: 32 }, (_, index) =>
    oat(80, 10 + index, {
      outlet: `paper-${index}.example`,
      title:
        index < 12
          ? 'Workers of the oat milk factory in Malmo are on strike'
          : `Strike leaves us without oat milk: ${ownWords(index)}`,
      body:
        index < 12
          ? 'An awful strike, a terrible loss. The factory in Malmo stands still and oat milk runs out.'
          : `An awful day, a terrible loss. ${ownWords(index)}`,
      author: index === 0 ? 'Ida Berg' : null,
      publishedAt: `${dayOf(80)}T10:${String(10 + index)}:00Z`,
    }),
  ),
  // other documents of the library: its daily total is the denominator of shares
  ...Array.from({ length: 100 }, (_, day) =>
    Array.from({ length: 8 }, (_one, index) =>
      sampleDocument({
        nativeId: `tea-${day}-${index}`,
        url: `https://example.org/tea-${day}-${index}`,
        title: `Green tea of day ${day}, cup ${index}`,
        body: `Tea ${day}.`,
        publishedAt: `${dayOf(day)}T12:00:00Z`,
      }),
    ),
  ).flat(),
]

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search({ query_term: 'oat milk' })
})
afterAll(() => api.close())

async function send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const reply = await api.request({ method, path, as: 'mira', ...(body !== undefined && { body }) })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function search(query: object): Promise<string> {
  const started = await send<SearchState>('POST', '/explore/topicQuery', query)
  for (;;) {
    const state = await send<SearchState>('POST', '/explore/getQueryStatus', { request_id: started.request_id })
    if (state.finishedAt !== null) return state.signal_id
  }
}

const explain = (id: string, day?: string) =>
  send<InflectionPointSummary>(
    'GET',
    `/signal/getInflectionPointSummary?id=${id}${day === undefined ? '' : `&day=${day}`}`,
  )

describe('inflection points', () => {
  test('are markers in the report, with ratio, interval and probability', async () => {
    const { inflections } = await send<SignalReport>('GET', `/signal/json/${signalId}`)
    expect(inflections).toMatchObject({ basis: 'share', found: 1, reason: null })
    expect(inflections.points).toEqual([
      expect.objectContaining({ day: dayOf(80), endDay: dayOf(80), kind: 'spike', pValue: expect.closeTo(0, 3) }),
    ])
    const [point] = inflections.points
    expect(point?.change?.low).toBeGreaterThan(2)
    expect(point?.before).toBeCloseTo(2 / 10, 2)
  })

  test('ignore copies: a text that twenty outlets print is not a change', async () => {
    expect((await explain(signalId, dayOf(40))).points).toEqual([])
  })

  test('are explained by story, words, tone and first publisher', async () => {
    const { points } = await explain(signalId)
    expect(points).toHaveLength(1)
    const [point] = points
    expect(point?.days).toMatchObject({
      from: dayOf(80),
      documents: 34,
      read: 34,
      documentsBefore: 56,
      readBefore: 56,
    })
    expect(point?.stories[0]).toMatchObject({
      title: 'Workers of the oat milk factory in Malmo are on strike',
      documents: 12,
      outlets: 12,
      firstOutlet: 'paper-0.example',
    })
    expect(point?.terms.map(({ term }) => term)).toContain('strike')
    expect(point?.terms.map(({ term }) => term)).not.toContain('oat')
    expect(point?.terms.find(({ term }) => term === 'strike')).toMatchObject({ documents: 32, documentsBefore: 0 })
    expect(point?.tone?.high).toBeLessThan(0)
    expect(point?.starters[0]).toMatchObject({
      name: 'Ida Berg',
      kind: 'author',
      firstAt: `${dayOf(80)}T10:10:00.000Z`,
    })
    expect(point?.statements[0]?.text).toMatch(
      /^On 20 August 2026 there were 23 pieces\. The topic’s share of everything in the library was about four times that of the days around\.$/,
    )
    const [, ratio] = point?.claims.find(({ formula }) => formula === 'inflection-points')?.numbers ?? []
    expect(ratio?.low).toBeGreaterThan(2)
    expect(ratio?.high).toBeGreaterThan(ratio?.value ?? Infinity)
  })

  test('quote documents verbatim, and every number links to its documents', async () => {
    const [point] = (await explain(signalId, dayOf(80))).points
    for (const { text, documentIds } of point?.summary ?? []) {
      const { items } = await send<DocumentPage>('GET', `/signals/${signalId}/documents?ids=${documentIds[0]}`)
      const stored = library.find(({ title }) => title === items[0]?.title)
      expect(`${stored?.title} ${stored?.body}`).toContain(text)
    }
    const days = await send<DocumentPage>('GET', `/signals/${signalId}/documents?from=${dayOf(80)}&to=${dayOf(80)}`)
    expect(days.page.total).toBe(point?.days.documents)
    const story = point?.stories[0]?.storyCluster
    const storyDocuments = await send<DocumentPage>('GET', `/signals/${signalId}/documents?storyCluster=${story}`)
    expect(storyDocuments.items.map(({ outlet }: PublishedDocument) => outlet)).toHaveLength(12)
    const strike = point?.terms.find(({ term }) => term === 'strike')?.documentIds
    expect(strike).toHaveLength(32)
  })

  test('are absent on other days, and a short series says why it has none', async () => {
    expect((await explain(signalId, dayOf(3))).points).toEqual([])
    const short = await search({ query_term: 'oat milk', startDate: dayOf(90) })
    expect(await explain(short)).toMatchObject({
      points: [],
      found: 0,
      reason: 'The series has 10 days; changes need 14.',
    })
  })

  test('are not found for an unknown signal; an invalid date is refused', async () => {
    const missing = await api.request({
      method: 'GET',
      path: '/signal/getInflectionPointSummary?id=sig_none',
      as: 'mira',
    })
    expect(missing.statusCode).toBe(404)
    const path = `/signal/getInflectionPointSummary?id=${signalId}&day=soon`
    expect((await api.request({ method: 'GET', path, as: 'mira' })).statusCode).toBe(422)
    expect((await api.request({ method: 'GET', path })).statusCode).toBe(401)
  })
})
