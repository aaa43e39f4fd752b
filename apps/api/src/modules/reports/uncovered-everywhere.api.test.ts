import type {
  Export,
  ExportFormat,
  ForecastSection,
  MonitorPreview,
  MonitorRule,
  Portfolio,
  Project,
  ProjectDashboard,
  SharedItem,
  ShareLink,
  SignalComparison,
  SignalReport,
  Story,
  StoryCard,
  VolumeSection,
} from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUntil } from '../../testing/finish-search.ts'
import { isVerified, readBundle, verifyBundle } from '../writing/index.ts'
import { readPdf, textBelow } from '../writing/testing/read-pdf.ts'
import { eventsOf, textOf } from '../zeus/testing/read-run.ts'
import { createForumsWorld, forums } from './testing/ended-forum.ts'
import { daysNamed, get, post } from './testing/three-worlds.ts'

let world: Awaited<ReturnType<typeof createForumsWorld>>
beforeAll(async () => {
  world = await createForumsWorld()
})
afterAll(() => world.api.close())

const { endsOn } = forums
/** Number of days of the large forum. */
const coveredDays = 147
const judgement = /dormant|declin|\bfell\b|\bfall|collapse|silent|faded/iu

const readReport = (signalId: string) => get<SignalReport>(world, `/signal/json/${signalId}`)

describe('when the main forum of a topic has ended and only a small one continues', () => {
  test('later days are a gap in the report, and late documents are counted', async () => {
    const { volume, momentum, stage, inflections, events } = await readReport(world.signalId)
    const after = volume.points.filter(({ firstDay }) => firstDay > endsOn)
    expect(after.length).toBeGreaterThan(20)
    for (const point of after) expect(point).toMatchObject({ coveredDays: 0, total: 0, share: null })
    expect(volume.groups).toMatchObject([
      { label: 'Forum posts', spans: [{ firstDay: forums.firstDay, lastDay: endsOn }], endsOn, uncoveredDocuments: 8 },
    ])
    expect([momentum.asOf, stage.asOf, stage.stage]).toEqual([endsOn, endsOn, 'steady'])
    expect([inflections.points, events.events]).toEqual([[], []])
  })

  test('later days are a gap in daily intervals too', async () => {
    const path = `/signal/json/${world.signalId}/volume?interval=day&from=2026-05-25&to=2026-06-07`
    const { points } = await get<VolumeSection>(world, path)
    expect(points.map((point) => point.coveredDays)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
  })

  test('the summary says that later days are not covered', async () => {
    const { summary } = await readReport(world.signalId)
    const text = summary.statements.map((statement) => statement.text).join(' ')
    expect(text).toContain('Forum posts end on 31 May 2026.')
    expect(text).not.toMatch(judgement)
  })

  test('a report of later days is marked as not covered', async () => {
    const part = await get<SignalReport>(world, `/signal/json/${world.signalId}?from=2026-05-30&to=2026-10-31`)
    expect(part.volume.points.reduce((sum, point) => sum + point.coveredDays, 0)).toBe(2)
    expect(part.volume.groups).toMatchObject([{ spans: [{ firstDay: '2026-05-30', lastDay: endsOn }], endsOn }])
    const later = await get<SignalReport>(world, `/signal/json/${world.signalId}?from=2026-07-01&to=2026-10-31`)
    expect(new Set(later.volume.points.map((point) => point.coveredDays))).toEqual(new Set([0]))
    expect(later.momentum.ratio).toBeNull()
    const text = later.summary.statements.map((statement) => statement.text).join(' ')
    expect(text).toContain('Forum posts are missing from 1 July to 31 October 2026.')
  })

  test('a topic of the small forum is covered until the end', async () => {
    const { volume, stage } = await readReport(world.potteryId)
    expect(volume.groups).toMatchObject([{ endsOn: null, uncoveredDocuments: 0 }])
    expect(volume.points.length).toBeGreaterThan(20)
    expect(volume.points.filter((point) => point.coveredDays === 0)).toEqual([])
    expect(stage.asOf).toBe(forums.goesOnTo)
  })

  test.each(['documents', 'stories', 'outlets', 'share'])(
    'the lines of a comparison of %s have a gap',
    async (basis) => {
      const path = `/signals/compare?ids=${world.signalId},${world.teaId}&basis=${basis}`
      const { signals } = await get<SignalComparison>(world, path)
      expect(signals).toHaveLength(2)
      for (const { values, knownDays } of signals) {
        expect(knownDays).toBe(coveredDays)
        expect(new Set(values.slice(coveredDays))).toEqual(new Set([null]))
      }
    },
  )

  test('a forecast uses no later days', async () => {
    const { history, reason } = await get<ForecastSection>(world, `/signal/json/${world.signalId}/forecast`)
    expect(daysNamed(history, ['day']).filter((day) => day > endsOn)).toEqual([])
    expect(reason ?? '31 May 2026').toContain('31 May 2026')
  })

  const rules: MonitorRule[] = [
    { kind: 'volume-below', documents: 5, windowDays: 7 },
    { kind: 'volume-times-usual', times: 1.5, minDocuments: 1, windowDays: 7 },
    { kind: 'momentum-above', ratio: 1.1, windowDays: 7 },
    { kind: 'new-inflection', inflection: 'any' },
  ]
  test.each(rules)('a monitor of $kind evaluates no later day', async (rule) => {
    const body = { query: { query_term: 'oat milk' }, rule }
    const { backtest, points } = await post<MonitorPreview>(world, '/monitorPreviews', body)
    expect(backtest).toMatchObject({ coveredDays, lastDay: endsOn })
    expect(points.at(-1)?.day).toBe(endsOn)
    expect(backtest.days.filter((day) => day > endsOn)).toEqual([])
  })

  test('a portfolio and a dashboard show the topic as of its last covered day', async () => {
    const trends = [{ signalId: world.signalId }, { signalId: world.teaId }]
    const made = await post<Portfolio>(world, '/portfolio/createWithTrendsBulk', { title: 'Drinks', trends })
    const portfolio = await readUntil(
      () => get<Portfolio>(world, `/portfolio/${made.id}`),
      ({ refresh }) => refresh.state !== 'running',
    )
    for (const trend of portfolio.trends) {
      expect(trend).toMatchObject({ stage: 'steady', level: { day: endsOn, coveredDays: 7 } })
      expect(trend.sparkline.at(-1)?.day).toBe(endsOn)
    }
    const body = { title: 'launch', portfolios: [{ id: portfolio.id }] }
    const { projectId } = await post<Project>(world, '/project/create', body)
    const path = `/project/${projectId}/dashboard`
    const later = await get<ProjectDashboard>(world, `${path}?since=2026-07-01T00:00:00Z`)
    expect(later).toMatchObject({ coveredTo: endsOn, moved: [], steady: 0, unclear: 2, events: [] })
    // a first visit shows the last covered week
    const first = await get<ProjectDashboard>(world, path)
    expect(first).toMatchObject({ basis: 'first-visit', since: '2026-05-25T08:00:00.000Z', coveredTo: endsOn })
    expect(first.steady).toBe(2)
  })

  test.each(['documents', 'share'])('a card of %s and its shared page end there', async (measure) => {
    const { id: storyId } = await post<Story>(world, '/stories/create', { title: 'Foam' })
    const content = { kind: 'chart', signalId: world.signalId, measure, title: '', points: [] }
    const card = await post<StoryCard>(world, '/stories/addCard', { storyId, content })
    const link = await post<ShareLink>(world, '/shareLinks', { kind: 'story', itemId: storyId, access: 'anyone' })
    const shared = await get<SharedItem>(world, `/sharedItems/${link.token}`)
    for (const shownCard of [card, shared]) {
      const points = pointsIn(shownCard)
      expect(points.filter(({ value }) => value !== null)).toHaveLength(coveredDays)
      expect(points.filter(({ day, value }) => day > endsOn && value !== null)).toEqual([])
    }
  })

  test.each(['How is oat milk?', 'What will oat milk do next week?', 'Compare oat milk and green tea'])(
    'Zeus makes no statement about later days in answer to "%s"',
    async (message) => {
      const path = '/v1/zeus/query-stream'
      const reply = await world.api.request({ method: 'POST', path, as: 'mira', body: { message } })
      expect(textOf(eventsOf(reply.body))).not.toMatch(judgement)
    },
  )

  test.each([
    ['How is oat milk in the last 30 days?', 'Forum posts are missing from 23 October to 20 November 2026.'],
    ['How is oat milk in the last week?', 'to 31 May 2026, where the library’s forum posts end.'],
  ])('Zeus says that later days are not covered in answer to "%s"', async (message, words) => {
    const path = '/v1/zeus/query-stream'
    const reply = await world.api.request({ method: 'POST', path, as: 'mira', body: { message } })
    expect(textOf(eventsOf(reply.body))).toContain(words)
  })

  const toWords: [ExportFormat, (file: Buffer) => string][] = [
    ['html', (file) => file.toString('utf8').replaceAll(/<[^>]+>/gu, ' ')],
    ['pdf', (file) => textBelow(readPdf(file).root)],
  ]
  test.each(toWords)('a %s export says so', async (format, toText) => {
    const text = toText(await fileOf(format)).replaceAll(/\s+/gu, ' ')
    expect(text).toContain('Forum posts end on 31 May 2026.')
    expect(text).toContain('Forum posts 5 January to 31 May 2026')
  })

  test('recounting the covered days of a bundle gives the same result', async () => {
    const verification = verifyBundle(readBundle(await fileOf('bundle')))
    expect(verification.differences).toEqual([])
    expect(isVerified(verification)).toBe(true)
  })
})

/** The points of the single chart in a card or in its shared view. */
function pointsIn(shownCard: unknown): { day: string; value: number | null }[] {
  if (typeof shownCard !== 'object' || shownCard === null) return []
  if ('points' in shownCard && Array.isArray(shownCard.points)) return shownCard.points
  return Object.values(shownCard).flatMap(pointsIn)
}

async function fileOf(format: ExportFormat): Promise<Buffer> {
  const { id } = await post<Export>(world, '/exports', { kind: 'signal', id: world.signalId, format })
  await readUntil(
    () => get<Export>(world, `/exports/${id}`),
    ({ finishedAt }) => finishedAt !== null,
  )
  const reply = await world.api.request({ method: 'GET', path: `/exports/${id}/file`, as: 'mira' })
  return reply.rawPayload
}
