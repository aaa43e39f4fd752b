import type {
  ContextSpace,
  DocumentPage,
  ReportSection,
  SearchState,
  SignalComparison,
  SignalNumber,
  SignalReport,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { plantTwoArchives } from './testing/archives.ts'

let api: TestApi
let signalId: string
let other: string
let otherSignalId: string
let report: SignalReport

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...plantTwoArchives()])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search('privacy')
  other = await search('gardening')
  otherSignalId = await search('outrage')
  report = await get<SignalReport>(`/signal/json/${signalId}`)
})

afterAll(async () => api.close())

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function search(term: string): Promise<string> {
  const reply = await api.request({
    method: 'POST',
    path: '/explore/topicQuery',
    as: 'mira',
    body: { query_term: term },
  })
  return reply.json<SearchState>().signal_id
}

const section = <Name extends ReportSection['section']>(name: Name, query = '') =>
  get<Extract<ReportSection, { section: Name }>>(`/signal/json/${signalId}/${name}?${query}`)
const number = async (pointer: string) =>
  (await get<SignalNumber>(`/signalNumbers/${signalId}?pointer=${encodeURIComponent(pointer)}`)).number
const sum = (values: readonly number[]) => values.reduce((runningTotal, value) => runningTotal + value, 0)

describe('the same quantity has the same value everywhere', () => {
  test('documents: in the report, its parts, every interval, the list, the comparison and the number itself', async () => {
    const { documents } = report.counts
    const list = await get<DocumentPage>(`/signals/${signalId}/documents?perPage=1`)
    const comparison = await get<SignalComparison>(`/signals/compare?ids=${signalId},${other}`)
    const intervals = await Promise.all(
      ['day', 'week', 'month'].map((interval) => section('volume', `interval=${interval}`)),
    )
    const { positive, neutral, negative, unknown } = report.tone.counts
    const all = {
      count: (await get<{ counts: SignalReport['counts'] }>(`/signal/doc_count/${signalId}`)).counts.documents,
      list: list.page.total,
      compared: comparison.signals[0]?.documents,
      number: await number('/counts/documents'),
      sources: sum(report.volume.sources.map((source) => source.documents)),
      kinds: sum(report.volume.kinds.map((eachKind) => eachKind.documents)),
      groups: sum(report.volume.groups.map((eachGroup) => eachGroup.documents)),
      coverage: sum(report.coverage.sources.map((source) => source.documents)),
      tones: positive + neutral + negative + unknown,
      lists: report.documents.total + report.chatter.total,
      ...Object.fromEntries(
        intervals.map(({ interval, points }) => [interval, sum(points.map((eachPoint) => eachPoint.documents))]),
      ),
    }
    expect(all).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, documents])))
  })

  test('the documents of a group and of a point: in the series, in the list and as a number', async () => {
    const [group] = report.volume.groups
    expect(sum(report.volume.points.map(({ groups }) => groups[0] ?? 0))).toBe(group?.documents)
    const at = report.volume.points.findIndex(({ documents }) => documents > 20)
    const point = report.volume.points[at]
    expect(await number(`/volume/points/${at}/documents`)).toBe(point?.documents)
    const days = `from=${point?.firstDay}&to=${point?.lastDay}`
    expect((await get<DocumentPage>(`/signals/${signalId}/documents?${days}&perPage=1`)).page.total).toBe(
      point?.documents,
    )
    const days30 = await section('volume', `interval=day&${days}`)
    expect(sum(days30.points.map(({ documents }) => documents))).toBe(point?.documents)
  })

  test('shares: in the report and in the comparison', async () => {
    const { signals } = await get<SignalComparison>(`/signals/compare?ids=${signalId},${other}&basis=share`)
    const { points } = await section('volume', 'interval=day')
    const covered = points.filter(({ share }) => share !== null)
    const matched = sum(covered.map(({ share, total }) => Math.round((share ?? 0) * (total ?? 0))))
    expect(signals[0]?.share).toBeCloseTo(matched / sum(covered.map(({ total }) => total ?? 0)), 6)
  })

  test('momentum, stage, tone and events: whole, as a section and as a number', async () => {
    for (const name of [
      'momentum',
      'stage',
      'tone',
      'events',
      'inflections',
      'voices',
      'locations',
      'contexts',
    ] as const)
      expect(await section(name)).toEqual(report[name])
    expect(await get(`/signal/getTone?id=${signalId}`)).toEqual(report.tone)
    expect(await number('/momentum/ratio/value')).toBe(report.momentum.ratio?.value)
    expect(await number('/events/events/0/stories')).toBe(report.events.events[0]?.stories)
    expect(await number('/events/events/0/documents')).toBe(report.events.events[0]?.documents)
  })

  test('contexts: in the report and on their map', async () => {
    const body = { signalId }
    const reply = await api.request({ method: 'POST', path: '/explore/generateContextSpace', as: 'mira', body })
    expect(reply).toMatchObject({ statusCode: 200 })
    const { contexts, documentsRead } = reply.json<ContextSpace>()
    expect(contexts.length).toBeGreaterThan(0)
    expect(documentsRead).toBe(report.contexts.documentsRead)
    const contextValues = contexts.map(({ label, kind, stories, documents, association: { value, low, high } }) => ({
      term: label,
      kind,
      stories,
      documents,
      lift: value,
      liftLow: low,
      liftHigh: high,
    }))
    for (const contextValue of contextValues)
      expect(report.contexts.items).toContainEqual(expect.objectContaining(contextValue))
  })

  test('several topics side by side: each has the numbers of its own report', async () => {
    const { signals } = await get<SignalComparison>(`/signals/compare?ids=${signalId},${other},${otherSignalId}`)
    for (const { signalId: id, documents, tone } of signals) {
      const ownReport = await get<SignalReport>(`/signal/json/${id}`)
      const { value, low, high } = ownReport.tone.mean ?? { value: null, low: null, high: null }
      expect([documents, tone.value, tone.low, tone.high]).toEqual([ownReport.counts.documents, value, low, high])
    }
  })

  test('the summary: each number equals the one it refers to in the report', async () => {
    const pointed = report.summary.claims.flatMap(({ numbers }) => numbers).filter(({ pointer }) => pointer !== null)
    expect(pointed.length).toBeGreaterThan(4)
    for (const { pointer, value } of pointed) expect([pointer, await number(pointer ?? '')]).toEqual([pointer, value])
  })
})
