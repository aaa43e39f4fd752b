import { addDays } from '@auspex/analytics'
import type {
  CorrelationResult,
  DocumentCount,
  Export,
  ExportFormat,
  HashtagTrends,
  MonitorPreview,
  MonitorRule,
  NarrativesSection,
  Portfolio,
  Project,
  ProjectDashboard,
  SectionCard,
  SignalComparison,
  SignalReport,
  StockForecast,
  Story,
  StoryCard,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { isVerified, readBundle, verifyBundle } from '../writing/index.ts'
import { readPdf, textBelow } from '../writing/testing/read-pdf.ts'
import { eventsOf, textOf } from '../zeus/testing/read-run.ts'
import { createWorlds, get, post, today, type World, type Worlds, yesterday } from './testing/three-worlds.ts'

let worlds: Worlds
beforeAll(async () => {
  worlds = await createWorlds({ jobs: true })
})
afterAll(async () => Promise.all(Object.values(worlds).map(({ api }) => api.close())))

/** Runs the query against each world: past days only, with today, with future days. */
async function inEach<T>(runQuery: (world: World) => Promise<T>): Promise<[past: T, withToday: T, withToCome: T]> {
  return [await runQuery(worlds.past), await runQuery(worlds.today), await runQuery(worlds.toCome)]
}

const messages = [
  'How is oat milk?',
  'When was most written about oat milk?',
  'Compare oat milk and green tea',
  'What will oat milk do next week?',
  'What is rising?',
  'How was oat milk this week?',
]

const tomorrowOrLater = /\b2[23] November 2026|2026-11-2[23]/u

describe('documents dated today or later do not change anything reported for covered days', () => {
  const rules: MonitorRule[] = [
    { kind: 'volume-above', documents: 2, windowDays: 1 },
    { kind: 'volume-below', documents: 30, windowDays: 7 },
    { kind: 'volume-times-usual', times: 1.1, minDocuments: 1, windowDays: 1 },
    { kind: 'momentum-above', ratio: 1.1, windowDays: 7 },
    { kind: 'tone-below', tone: 0.5, minDocuments: 1, windowDays: 7 },
    { kind: 'new-inflection', inflection: 'any' },
  ]
  test.each(rules)('in a monitor of $kind', async (rule) => {
    const [past, ...others] = await inEach((world) =>
      post<MonitorPreview>(world, '/monitorPreviews', { query: { query_term: 'oat milk' }, rule }),
    )
    expect(past.backtest).toMatchObject({ lastDay: yesterday, coveredDays: 90 })
    expect(others).toEqual([past, past])
  })

  test.each(['documents', 'stories', 'outlets', 'share'])('in a comparison of %s', async (basis) => {
    const [past, ...others] = await inEach(async (world) => {
      const path = `/signals/compare?ids=${world.signalId},${world.teaId}&basis=${basis}`
      const { differences, signals, lastDay } = await get<SignalComparison>(world, path)
      expect(lastDay <= today).toBe(true)
      return {
        differences,
        // all documents of the days are counted, but only covered days are compared
        signals: signals.map(({ documents: _documents, values, exposures: _exposures, ...signal }) => ({
          ...signal,
          values: values.slice(0, 90),
          later: values.slice(90).filter((value) => value !== null),
        })),
      }
    })
    expect(past.signals[0]?.values.filter((value) => value !== null)).toHaveLength(90)
    expect(others).toEqual([past, past])
  })

  test('in a price correlation and a price forecast, also with closing prices dated ahead', async () => {
    const closes = Array.from({ length: 300 }, (_, n) => ({
      day: addDays(yesterday, n - 299),
      close: 20 + Math.sin(n) + ((n * 7919) % 13) / 10,
    }))
    const ahead = [0, 1, 2].map((n) => ({ day: addDays(today, n), close: 900 }))
    const lengths = new Map([worlds.past, worlds.today, worlds.toCome].map((world, index) => [world, [0, 1, 3][index]]))
    const [past, ...others] = await inEach(async (world) => {
      const given = { currency: 'EUR', closes: [...closes, ...ahead.slice(0, lengths.get(world))] }
      await post(world, '/closes', { ...given, symbol: 'OATS', market: 'stock' }, 'importer')
      await post(world, '/closes', { ...given, symbol: 'BTC', market: 'crypto' }, 'importer')
      const { signalId } = world
      const measured = { signalId, maxLagDays: 7 }
      const stock = await post<CorrelationResult>(world, '/explore/correlateStock', { ...measured, symbol: 'OATS' })
      const crypto = await post<CorrelationResult>(world, '/explore/correlateCrypto', { ...measured, symbol: 'BTC' })
      const forecast = await post<StockForecast>(world, '/explore/getStockForecast', { symbol: 'OATS' })
      return { stock: withKnownDays(stock), crypto: withKnownDays(crypto), forecast }
    })
    expect(past.forecast).toMatchObject({ asOf: yesterday, origin: { asOf: yesterday } })
    expect(others).toEqual([past, past])
  })

  function withKnownDays(result: CorrelationResult) {
    if (result.outcome === 'failed') throw new Error(result.message)
    return { ...result, days: result.days.filter(({ signal, close }) => signal !== null || close !== null) }
  }

  test('in a portfolio and the dashboard of its project', async () => {
    const [past, ...others] = await inEach(async (world) => {
      const trends = [{ signalId: world.signalId }, { signalId: world.teaId }]
      let portfolio = await post<Portfolio>(world, '/portfolio/createWithTrendsBulk', { title: 'Drinks', trends })
      while (portfolio.refresh.state === 'running') portfolio = await get(world, `/portfolio/${portfolio.id}`)
      const portfolios = [{ id: portfolio.id }]
      const { projectId } = await post<Project>(world, '/project/create', { title: 'launch', portfolios })
      const since = '2026-11-10T00:00:00Z'
      const dashboard = await get<ProjectDashboard>(world, `/project/${projectId}/dashboard?since=${since}`)
      const { moved, steady, unclear, events, sources } = dashboard
      expect(sources.length).toBeGreaterThan(0)
      expect(sources.filter(({ lastDay }) => lastDay === null || lastDay > today)).toEqual([])
      return {
        // the total number of documents does not depend on days
        trends: portfolio.trends.map(({ id: _id, documents: _documents, ...trend }) => trend),
        dashboard: { moved, steady, unclear, events },
      }
    })
    expect(past.trends[0]).toMatchObject({ level: { day: yesterday, coveredDays: 7 }, outcome: { state: 'ok' } })
    expect(others).toEqual([past, past])
  })

  test('in narratives, which end today', async () => {
    const [, withToday, withToCome] = await inEach((world) =>
      get<NarrativesSection>(world, `/signal/json/${world.signalId}/narratives`),
    )
    expect(withToCome).toEqual(withToday)
  })

  test('in the trend of a hashtag', async () => {
    const send = (days: readonly string[]) => {
      const lines = days.map((day, n) =>
        JSON.stringify({
          id: `${day}-${n}`,
          time: `${day}T0${n % 8}:00:00Z`,
          text: '',
          hashtags: n % 2 === 0 ? ['oats'] : ['tea'],
          author: `ann${n % 7}`,
          plays: 100 + n,
        }),
      )
      const headers = { 'idempotency-key': `days-to-${days.at(-1)}` }
      const body = { name: 'videos.jsonl', firstLine: 1, lines }
      const path = '/demographics/hashtagImports'
      return worlds.toCome.api.request({
        method: 'POST',
        path,
        as: { ...people.mira, roles: ['importer'] },
        body,
        headers,
      })
    }
    const read = () => get<HashtagTrends>(worlds.toCome, '/demographics/tiktok/hashtags/oats/trends?period=30')
    expect(await send(Array.from({ length: 120 }, (_, n) => addDays(yesterday, -Math.floor(n / 4))))).toMatchObject({
      statusCode: 200,
    })
    const past = await read()
    expect(past.growth).not.toBeNull()
    expect(await send(Array.from({ length: 12 }, () => today))).toMatchObject({ statusCode: 200 })
    const withToday = await read()
    expect([withToday.growth, withToday.days.slice(0, -1)]).toEqual([past.growth, past.days.slice(0, -1)])
    const ahead = Array.from({ length: 24 }, (_, n) => addDays(today, 1 + (n % 2)))
    expect(await send(ahead)).toMatchObject({ statusCode: 200 })
    const { source: _source, ...withToCome } = await read()
    const { source: _, ...before } = withToday
    expect(withToCome).toEqual(before)
  })

  test.each(messages)('in the answer of Zeus to "%s"', async (message) => {
    const [past, ...others] = await inEach(async ({ api }) => {
      const reply = await api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body: { message } })
      return textOf(eventsOf(reply.body)).replaceAll(/ ?\[\d+\]/gu, '')
    })
    // counts and quotations of all documents may differ; comparisons, judgements and forecasts may not
    const judgements = (answer: string) =>
      answer.match(
        /[^.\n]*(?:peaked|rose from|fell from|did not clearly change|forecast|rising)[^\n]*?\.(?= |\n|$)|(?:larger than chance explains|Too close to call between [^:]*)/gu,
      ) ?? []
    expect(judgements(past).length > 0 || !/next week|Compare|rising/u.test(message)).toBe(true)
    expect(others.map(judgements)).toEqual([judgements(past), judgements(past)])
    expect(others.join('\n')).not.toMatch(tomorrowOrLater)
  })
})

test('does not claim that a window starting before the chosen days has no stories', async () => {
  const [past, withToday] = await inEach(({ api }) =>
    api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body: { message: messages.at(-1) } }),
  )
  for (const reply of [past, withToday]) {
    const answer = textOf(eventsOf(reply.body))
    expect(answer).toMatch(/\p{L}+ from \d+ outlets mention oat milk from 16 to \d+ November 2026/u)
    expect(answer).not.toMatch(/\bno (?:pieces|posts|articles)\b|\bnone in the\b|\b0 (?:pieces|posts|articles)\b/u)
  }
})

describe('a document count shown next to a range of days', () => {
  const sentence =
    '276 documents from 5 outlets mentioned oat milk from 23 August 2026 on. Of these, 4 documents are dated after 21 November 2026.'

  test('is followed by the number dated later, in the report and in its preliminary count', async () => {
    const report = await get<SignalReport>(worlds.toCome, `/signal/json/${worlds.toCome.signalId}`)
    const { counts } = await get<DocumentCount>(worlds.toCome, `/signal/doc_count/${worlds.toCome.signalId}`)
    expect([counts, report.counts]).toMatchObject([
      { documents: 276, laterDocuments: 4 },
      { documents: 276, laterDocuments: 4 },
    ])
    const pointSum = report.volume.points.reduce((sum, { documents }) => sum + documents, 0)
    expect(pointSum + (report.counts.laterDocuments ?? 0)).toBe(report.counts.documents)
    expect(report.summary.statements.map(({ text }) => text)).toContain(sentence)
    expect(report.summary.statements.map(({ text }) => text).join(' ')).not.toMatch(tomorrowOrLater)
  })

  test('links to the documents dated later', async () => {
    const { signalId } = worlds.toCome
    const { summary } = await get<SignalReport>(worlds.toCome, `/signal/json/${signalId}`)
    const claim = summary.claims.find(({ numbers }) => numbers[0]?.pointer === '/counts/laterDocuments')
    expect(claim?.evidence).toEqual({ from: '2026-11-22' })
    const page = await get<{ page: { total: number } }>(worlds.toCome, `/signals/${signalId}/documents?from=2026-11-22`)
    expect(page.page.total).toBe(4)
  })

  test('names the last day if no document is dated later', async () => {
    const [past, withToday] = await inEach((world) => get<SignalReport>(world, `/signal/json/${world.signalId}`))
    expect(
      [past, withToday].map(({ counts, summary }) => [
        counts.laterDocuments,
        summary.statements.map(({ text }) => text).join(' '),
      ]),
    ).toEqual([
      [0, expect.stringContaining('between 23 August and 20 November 2026')],
      [0, expect.stringContaining('between 23 August and 21 November 2026')],
    ])
  })

  test('is followed by it in an answer of Zeus too', async () => {
    const body = { message: 'How is oat milk?' }
    const reply = await worlds.toCome.api.request({ method: 'POST', path: '/v1/zeus/query-stream', as: 'mira', body })
    expect(textOf(eventsOf(reply.body))).toMatch(
      /276 \p{L}+ from 5 outlets mention oat milk .*\. Of these, 4 are dated after 21 November 2026\./u,
    )
  })

  test('is qualified on a story card too', async () => {
    const { signalId } = worlds.toCome
    const { id: storyId } = await post<Story>(worlds.toCome, '/stories/create', { title: 'Foam' })
    const content = { kind: 'section', signalId, section: 'volume', title: '', text: '', points: [], rows: [] }
    const card = await post<StoryCard>(worlds.toCome, '/stories/addCard', { storyId, content })
    expect((card.content as SectionCard).text).toBe(
      '276 documents from 23 August 2026 on, including 4 documents dated after 21 November 2026.',
    )
  })

  async function fileOf(world: World, format: ExportFormat): Promise<Buffer> {
    let exported = await post<Export>(world, '/exports', { kind: 'signal', id: world.signalId, format })
    while (exported.status !== 'complete' && exported.status !== 'failed')
      exported = await get(world, `/exports/${exported.id}`)
    const reply = await world.api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })
    return reply.rawPayload
  }

  test.each<[ExportFormat, (file: Buffer) => string]>([
    ['html', (file) => file.toString('utf8').replaceAll(/<[^>]+>/gu, ' ')],
    ['pdf', (file) => textBelow(readPdf(file).root)],
  ])('distinguishes both in a %s export, without future days among the measured ones', async (format, toText) => {
    const text = toText(await fileOf(worlds.toCome, format)).replaceAll(/\s+/gu, ' ')
    expect(text).toContain('counted one by one; 4 dated after 21 November 2026')
    expect(text).toContain(sentence)
    expect(text).toContain('23 August 2026 to 21 November 2026')
  })

  test('matches the rows of a CSV export, and recounting a bundle gives the same result', async () => {
    const rows = (await fileOf(worlds.toCome, 'csv')).toString('utf8').trimEnd().split('\r\n')
    expect(rows).toHaveLength(1 + 276)
    const verification = verifyBundle(readBundle(await fileOf(worlds.toCome, 'bundle')))
    expect(verification.differences).toEqual([])
    expect(isVerified(verification)).toBe(true)
  })
})
