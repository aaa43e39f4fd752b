import type { AudienceEstimate, DocumentPage, ReportSection, SearchState, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { archives, plantArchives } from '../testing/archives.ts'

const days = { from: '2013-05-01', to: '2013-07-31' }
let api: TestApi
let signalId: string
let fullReport: SignalReport
let fresh: SignalReport

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...plantArchives()])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = (await search({ query_term: 'privacy' })).signal_id
  fullReport = await get<SignalReport>(`/signal/json/${signalId}`)
})

afterAll(async () => api.close())

async function search(body: object): Promise<SearchState> {
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
  return reply.json<SearchState>()
}

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

const part = `from=${days.from}&to=${days.to}`
const section = <Name extends ReportSection['section']>(name: Name, query = part) =>
  get<Extract<ReportSection, { section: Name }>>(`/signal/json/${signalId}/${name}?${query}`)

/** The sections that describe only the requested days. */
const partNames = [
  'voices',
  'locations',
  'contexts',
  'coverage',
  'momentum',
  'stage',
  'events',
  'inflections',
  'documents',
  'chatter',
  'summary',
] as const

describe('a report limited to some days', () => {
  test('equals a search for these days, in every section and as a whole', async () => {
    const narrowed = await get<SignalReport>(`/signal/json/${signalId}?${part}`)
    const sections = Object.fromEntries(await Promise.all(partNames.map(async (name) => [name, await section(name)])))
    const tone = await section('tone')
    const { signal_id: dated } = await search({ query_term: 'privacy', startDate: days.from, endDate: days.to })
    fresh = await get<SignalReport>(`/signal/json/${dated}`)
    expect(fresh.counts.documents).toBeLessThan(fullReport.counts.documents)
    for (const name of partNames) {
      const { runs: _runs, ...expected } = { runs: [], ...fresh[name] }
      expect(sections[name]).toMatchObject(expected)
      expect(narrowed[name]).toMatchObject(expected)
    }
    expect(narrowed.counts).toEqual(fresh.counts)
    expect(narrowed.signalId).toBe(dated)
    expect({ ...tone, points: [] }).toEqual({ ...fresh.tone, points: [], interval: tone.interval })
  })

  test('counts as many documents as the list for these days', async () => {
    const { page } = await get<DocumentPage>(`/signals/${signalId}/documents?${part}&perPage=1`)
    expect((await get<SignalReport>(`/signal/json/${signalId}?${part}`)).counts.documents).toBe(page.total)
    const voices = await section('voices')
    const [loudest] = voices.outlets
    const ofLoudest = await get<DocumentPage>(
      `/signals/${signalId}/documents?${part}&outlet=${loudest?.name}&perPage=1`,
    )
    expect(ofLoudest.page.total).toBe(loudest?.documents)
  })

  test('has its own narratives, and the outlook of all days', async () => {
    const { documents } = await section('narratives')
    expect(documents).toBe((await get<SignalReport>(`/signal/json/${signalId}?${part}`)).counts.documents)
    expect(await section('forecast')).toEqual(await section('forecast', ''))
  })

  test('estimates its audience, with sources that link to the documents of these days', async () => {
    const ages = `id=${signalId}&age_min=18&age_max=null&geo=null`
    const all = await get<AudienceEstimate>(`/signal/narrative/meta/estimate?${ages}`)
    const some = await get<AudienceEstimate>(`/signal/narrative/meta/estimate?${ages}&${part}`)
    expect(some.interest?.interested).toBe(
      (await get<SignalReport>(`/signal/json/${signalId}?${part}`)).counts.documents,
    )
    expect(all.interest?.interested).toBeGreaterThan(some.interest?.interested ?? 0)
    expect(JSON.stringify(some)).toContain(`since=${days.from}&until=${days.to}`)
  })

  test('limits inflection points to these days and keeps statements about all days', async () => {
    const { points, groups } = await section('volume', `${part}&interval=day`)
    expect(points[0]?.firstDay).toBe(days.from)
    expect(groups.map((group) => group.documents)).toEqual(fullReport.volume.groups.map((group) => group.documents))
  })

  test('is refused outside the queried days, and empty beyond the archive', async () => {
    const { signal_id: dated } = await search({ query_term: 'privacy', startDate: days.from, endDate: days.to })
    const reply = await api.request({ method: 'GET', path: `/signal/json/${dated}?from=2014-01-01`, as: 'mira' })
    expect(reply.statusCode).toBe(422)
    const none = await get<SignalReport>(`/signal/json/${signalId}?from=2009-01-01&to=2009-02-01`)
    expect(none.counts.documents).toBe(0)
    expect(none.voices.outlets).toEqual([])
    expect(archives.firstDay > '2009-02-01').toBe(true)
  })

  test('is refused in every section if the last day precedes the first, with a pointer to the parameter', async () => {
    for (const name of [...partNames, 'volume', 'tone', 'attention', 'narratives'] as const) {
      const path = `/signal/json/${signalId}/${name}?from=${days.to}&to=${days.from}`
      expect({ name, ...(await api.request({ method: 'GET', path, as: 'mira' })).json() }).toMatchObject({
        name,
        status: 422,
        code: 'signals.query_invalid',
        errors: [{ pointer: '/to' }],
      })
    }
  })
})
