import type {
  DocumentPage,
  LiteTopicList,
  MonitorDryRun,
  MonitorSubscription,
  ParsedQuery,
  Portfolio,
  SearchState,
  SignalComparison,
  SignalReport,
} from '@auspex/sdk/types'
import { SourceKey } from '@auspex/sdk/values'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { type Answer, call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { describeSource, sourceKeys } from './sources.ts'

const document = contractUnderTest()
const mock = createMock({ document })

/** Calls the mock, and checks that it answers as the contract says. */
async function send(request: Call, on = mock): Promise<Answer> {
  const reply = await call(on.fetch, 'http://mock.example', request)
  const id = on.log.list().at(-1)?.operationId
  const types = on.contract.operations.find((operation) => operation.id === id)?.responses.get(reply.status)
  const faults = types?.get(reply.headers.get('content-type')?.split(';')[0] ?? '')?.(reply.body) ?? []
  expect({ id, faults: faults.slice(0, 2) }).toEqual({ id, faults: [] })
  return reply
}

async function get<Body>(path: string): Promise<Body> {
  return (await send({ path })).body as Body // the reply conforms to the contract
}

async function post<Body>(path: string, json: object): Promise<Body> {
  return (await send({ method: 'POST', path, json })).body as Body // as above
}

interface Question {
  query_term?: string
  [field: string]: unknown
}

async function search(query: Question): Promise<SearchState> {
  let state = await post<SearchState>('/explore/topicQuery', query)
  while (state.status === 'queued' || state.status === 'running')
    state = await post<SearchState>('/explore/getQueryStatus', { request_id: state.request_id })
  return state
}

const readReport = (id: string, part = '') => get<SignalReport>(`/signal/json/${id}${part}`)
const listAll = (id: string, filter = '') => get<DocumentPage>(`/signals/${id}/documents?perPage=200${filter}`)

describe('what a search asks for comes back', () => {
  test('in the report, its documents and its counts: June in Germany, from two sources', async () => {
    const query = { geo: 'DE', sources: ['hacker_news', 'google_news'], startDate: '2026-06-01', endDate: '2026-06-30' }
    const state = await search({ query_term: 'heat pumps', ...query })
    expect(state.query).toMatchObject({ ...query, sources: query.sources.toSorted().toReversed().toSorted() })
    const report = await readReport(state.signal_id)
    expect(report.query.subject).toBe('heat pumps from Germany on Google News and Hacker News')
    expect([report.firstDay, report.lastDay]).toEqual(['2026-06-01', '2026-06-30'])
    expect(report.counts.documents).toBe(state.matched)
    expect(report.counts.documents).toBeGreaterThan(0)
    const { items } = await listAll(state.signal_id)
    expect(items).toHaveLength(report.counts.documents)
    for (const { country, source, publishedAt, title } of items) {
      expect([country, query.sources.includes(source), publishedAt.slice(0, 7)]).toEqual(['DE', true, '2026-06'])
      expect(title.toLowerCase()).toContain('heat pumps')
    }
    const whole = await readReport((await search({ query_term: 'heat pumps' })).signal_id)
    expect(report.counts.documents).toBeLessThan(whole.counts.documents)
  })

  test('a search that finds fewer than ten documents fails as too sparse, and says what would find more', async () => {
    const days = { startDate: '2026-06-01', endDate: '2026-06-03' }
    const narrow = { query_term: 'heat pumps', geo: 'NO', ...days }
    const begun = await post<SearchState>('/explore/topicQuery', narrow)
    expect(begun).toMatchObject({ status: 'queued', message: null, matched: null, suggestions: [] })
    const state = await search(narrow)
    expect(state).toMatchObject({ status: 'failed', message: 'data-too-sparse', needed: 10 })
    expect(state.matched).toBeLessThan(10)
    expect(state.suggestions).toContain('Search without the country NO and dates.')
    const { items } = await post<LiteTopicList>('/explore/topicQueryLiteBulk', {
      queries: [{ query_term: 'heat pumps', geo: 'NO' }],
      ...days,
    })
    expect(items).toMatchObject([{ status: 'data-too-sparse', documents: state.matched, momentum: null }])
    expect(await search({ query_term: 'heat pumps' })).toMatchObject({ status: 'complete', message: null })
  })

  test('one signal has one id, however its query is typed', async () => {
    const [one, other] = [
      await search({ query_term: 'Green Tea' }),
      await search({ query_term: 'green  tea', sources: [] }),
    ]
    expect(other.signal_id).toBe(one.signal_id)
    expect((await search({ query_term: 'green tea', geo: 'US' })).signal_id).not.toBe(one.signal_id)
  })

  test('a pair of terms finds the documents that name both', async () => {
    const { signal_id: id, query } = await search({ x_term: 'tea', y_term: 'coffee', isCompound: true })
    expect(query).toMatchObject({ title: 'tea and coffee', query_term: null, x_term: 'tea', y_term: 'coffee' })
    const { items } = await listAll(id)
    expect(items.length).toBeGreaterThan(0)
    for (const { title, snippet } of items)
      expect(`${title} ${snippet}`.toLowerCase()).toMatch(/tea.*coffee|coffee.*tea/s)
  })

  test('two searched signals are the ones that are compared', async () => {
    const ids = [await search({ query_term: 'sodium batteries' }), await search({ query_term: 'solar roofs' })].map(
      (each) => each.signal_id,
    )
    const compared = await get<SignalComparison>(`/signals/compare?ids=${ids.join(',')}&from=2026-09-01&to=2026-09-30`)
    expect(compared).toMatchObject({ from: '2026-09-01', to: '2026-09-30', referenceId: ids[0] })
    expect(compared.signals.map(({ query }) => query.title)).toEqual(['sodium batteries', 'solar roofs'])
    for (const [at, id] of ids.entries()) {
      const part = await readReport(id, '?from=2026-09-01&to=2026-09-30')
      expect(compared.signals[at]?.documents).toBe(part.counts.documents)
    }
  })

  test('a monitor watches what it was created for', async () => {
    const rule = { kind: 'volume-above', documents: 5, windowDays: 7 }
    const made = await post<object>('/explore/createMonitorSubscription', {
      query: { query_term: 'oat milk' },
      rule,
      channels: ['inbox'],
    })
    expect(made).toMatchObject({ title: 'oat milk', query: { query_term: 'oat milk' }, rule })
    const { signal_id: signalId } = await search({ query_term: 'oat milk' })
    expect(made).toMatchObject({ signalId, recent: { unit: 'documents', limit: 5 } })
  })

  test('the test of a monitor has the alerts of its own rule, on the days of its back-test', async () => {
    const made = await post<MonitorSubscription>('/explore/createMonitorSubscription', {
      query: { query_term: 'oat milk' },
      rule: { kind: 'volume-above', documents: 20, windowDays: 7 },
      cooldownHours: 24,
    })
    const tested = await get<MonitorDryRun>(`/monitors/${made.id}/dryRun?days=60`)
    expect(made.backtest.days.length).toBeGreaterThan(0)
    expect(tested.lastDay).toBe(made.backtest.lastDay)
    const recent = made.backtest.days.filter((day) => day >= (tested.firstDay ?? ''))
    expect(tested.alerts.map(({ day }) => day)).toEqual(recent.toReversed())
    for (const { reason, value } of tested.alerts) {
      expect(value).toBeGreaterThan(20)
      expect(reason).toMatch(new RegExp(`^${value} documents in the 7 days to .*, above 20\\.$`))
    }
  })

  test('a portfolio repeats the report of each trend, and the title that it was given', async () => {
    const states = [await search({ query_term: 'tidal power' }), await search({ query_term: 'wave power' })]
    const trends = states.map((state, at) => ({ signalId: state.signal_id, ...(at === 0 && { title: 'Tides' }) }))
    const { id } = await post<Portfolio>('/portfolio/createWithTrendsBulk', { title: 'Sea', trends })
    const saved = await get<Portfolio>(`/portfolio/${id}`)
    expect(saved.trends.map(({ title }) => title)).toEqual(['Tides', 'wave power'])
    for (const trend of saved.trends) {
      const report = await readReport(trend.signalId)
      expect(trend).toMatchObject({
        documents: report.counts.documents,
        stage: report.stage.stage,
        momentum: report.momentum.ratio,
      })
    }
  })
})

describe('one world', () => {
  const topics = Array.from(
    { length: 200 },
    (_, number) => `topic ${number} ${['solar', 'tea', 'glass', 'rail'][number % 4]}`,
  )

  test('has the same count of a topic everywhere, for 200 topics', async () => {
    const { items } = await post<LiteTopicList>('/explore/topicQueryLiteBulk', {
      queries: topics.slice(0, 100).map((each) => ({ query_term: each })),
    })
    for (const [number, topic] of topics.entries()) {
      const state = await search({ query_term: topic })
      const id = state.signal_id
      const { counts, volume, tone, locations, documents, chatter, coverage } = await readReport(id)
      const sum = (values: readonly { documents: number }[]) =>
        values.reduce((total, each) => total + each.documents, 0)
      const tones = (each: { positive: number; neutral: number; negative: number; unknown: number }) =>
        each.positive + each.neutral + each.negative + each.unknown
      const { page } = await listAll(id)
      const counted = await get<{ counts: SignalReport['counts'] }>(`/signal/doc_count/${id}`)
      const found = [
        state.matched,
        page.total,
        counted.counts.documents,
        sum(volume.points),
        sum(volume.sources),
        sum(volume.kinds),
        sum(volume.groups),
        sum(coverage.sources),
        tones(tone.counts),
        tone.points.reduce((all, point) => all + tones(point), 0),
        locations.known + locations.unknown,
        documents.total + chatter.total,
        items[number]?.documents ?? counts.documents,
      ]
      expect({ topic, found: new Set(found) }).toEqual({ topic, found: new Set([counts.documents]) })
    }
  }, 180_000)

  test('has in a part of the days a part of the documents', async () => {
    const { signal_id: id } = await search({ query_term: 'night trains' })
    const whole = await readReport(id)
    const [spring, rest] = [
      await readReport(id, '?from=2026-03-01&to=2026-05-31'),
      await readReport(id, '?from=2026-06-01'),
    ]
    const before = await readReport(id, '?to=2026-02-28')
    expect(spring.counts.documents).toBeGreaterThan(0)
    expect(before.counts.documents + spring.counts.documents + rest.counts.documents).toBe(whole.counts.documents)
    expect((await listAll(id, '&from=2026-03-01&to=2026-05-31')).page.total).toBe(spring.counts.documents)
    const { signal_id: searched } = await search({
      query_term: 'night trains',
      startDate: '2026-03-01',
      endDate: '2026-05-31',
    })
    expect((await readReport(searched)).counts).toEqual(spring.counts)
  })

  test('has no more of a topic in days that begin before it, and only a search for earlier days finds some', async () => {
    const { signal_id: other } = await search({ query_term: 'cold brew' })
    for (const term of ['oat milk', 'coffee', 'heat pumps']) {
      const { signal_id: id } = await search({ query_term: term })
      const whole = await readReport(id)
      const days = '?from=2025-01-01&to=2026-11-20'
      const [part, listed] = [await readReport(id, days), await listAll(id, days.replace('?', '&'))]
      expect([part.counts.documents, listed.page.total]).toEqual([whole.counts.documents, whole.counts.documents])
      const compared = await get<SignalComparison>(`/signals/compare?ids=${id},${other}&from=2025-01-01&to=2026-11-20`)
      expect(compared.signals[0]?.documents).toBe(whole.counts.documents)
      const before = '?from=2024-01-01&to=2024-12-31'
      expect((await readReport(id, before)).counts.documents).toBe(0)
      expect((await listAll(id, before.replace('?', '&'))).page.total).toBe(0)
      expect(
        (await search({ query_term: term, startDate: '2024-01-01', endDate: '2024-12-31' })).matched,
      ).toBeGreaterThan(0)
      const { signal_id: dated } = await search({ query_term: term, startDate: '2024-01-01', endDate: '2026-11-20' })
      expect((await readReport(dated)).counts.documents).toBe(whole.counts.documents)
      expect((await readReport(dated, before)).counts.documents).toBe(0)
      expect((await listAll(dated, before.replace('?', '&'))).page.total).toBe(0)
    }
  })

  test('reads a query and a question as the server does, except for its countries', async () => {
    const parse = (text: Question) => post<ParsedQuery>('/parsedQueries', text)
    expect(await parse({ x_term: 'tea', y_term: 'milk', isCompound: true })).toMatchObject({
      ok: true,
      reading: { formatted: 'tea AND milk', unsearched: [] },
      question: null,
    })
    expect(await parse({ query_term: 'tea AND (' })).toMatchObject({ ok: false, fault: { term: 'query_term' } })
    await search({ query_term: 'oat milk' })
    expect((await parse({ query_term: 'How did oat milk do in June?' })).question).toEqual({
      query_term: 'oat milk',
      words: ['oat milk'],
      startDate: '2026-06-01',
      endDate: '2026-06-30',
    })
  })

  test('lists as many documents as each number that leads to a list', async () => {
    const { signal_id: id } = await search({ query_term: 'paper straws' })
    const { tone, locations, voices, contexts, chatter } = await readReport(id)
    const total = async (filter: string) => (await listAll(id, filter)).page.total
    const [outlet, country, context] = [voices.outlets[0], locations.countries[0], contexts.items[0]]
    expect(await total('&tone=negative')).toBe(tone.counts.negative)
    expect(await total('&group=chatter')).toBe(chatter.total)
    expect(await total(`&country=${country?.country}`)).toBe(country?.documents)
    expect(await total(`&outlet=${encodeURIComponent(outlet?.name ?? '')}`)).toBe(outlet?.documents)
    expect(await total(`&context=${encodeURIComponent(context?.term ?? '')}`)).toBe(context?.documents)
  })

  test('is the same for the same seed, and another for another', async () => {
    const read = async (seed: number) => {
      const other = createMock({ document, seed })
      const { body } = await send({ method: 'POST', path: '/explore/topicQuery', json: { query_term: 'kelp' } }, other)
      return (await send({ path: `/signal/json/${(body as SearchState).signal_id}` }, other)).text
    }
    const [first, again, different] = [await read(7), await read(7), await read(8)]
    expect(again).toBe(first)
    expect(different).not.toBe(first)
  })

  test('gets documents that a tester adds', async () => {
    const { signal_id: id } = await search({ query_term: 'kelp' })
    const { counts } = await readReport(id)
    mock.seed({ collection: 'documents', items: [{ title: 'Kelp in Oslo', publishedAt: '2026-11-02T08:00:00Z' }] })
    expect((await readReport(id)).counts.documents).toBe(counts.documents + 1)
    expect((await listAll(id, '&find=Oslo')).items.map(({ title }) => title)).toEqual(['Kelp in Oslo'])
  })

  test('sums up a topic without beginning with a question', async () => {
    const { signal_id: id } = await search({ query_term: 'kelp soup' })
    const snippet = 'Is kelp soup the new ramen? Nobody knows.'
    mock.seed({
      collection: 'documents',
      items: [{ title: 'Soup', kind: 'article', snippet, publishedAt: '2026-11-21T07:00:00Z' }],
    })
    const { summary } = await readReport(id)
    expect(summary.sentences.map(({ text }) => text)).toEqual([expect.stringMatching(/^[^?]+$/)])
    expect((await listAll(id)).items.map((item) => item.snippet)).toContain(snippet)
  })

  test('reads each document that it lists', async () => {
    const { signal_id: id } = await search({ query_term: 'rye bread' })
    const { items } = await listAll(id)
    for (const item of items.slice(0, 3)) {
      const read = await get<{ document: object }>(`/signals/${id}/documents/${item.id}`)
      expect(read.document).toEqual(item)
    }
  })
})

describe('a source that the world does not describe', () => {
  test('has a label from its key and no documents, so that it changes no count', () => {
    const added = 'example_posts' as SourceKey // not in the contract yet
    expect(describeSource(added)).toEqual({ label: 'Example posts', kinds: [], weight: 0 })
  })

  test('is one of the sources of the contract all the same', () => {
    expect([...sourceKeys].toSorted()).toEqual(Object.values(SourceKey).toSorted())
  })
})
