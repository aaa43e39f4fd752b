import { addDays } from '@auspex/analytics'
import type { SearchState, SignalReport } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../documents/index.ts'
import { sampleDocument } from './testing/sample-documents.ts'

// the clock of a test stands at 2026-11-21T08:00Z
const today = '2026-11-21'
const yesterday = '2026-11-20'
const subjects = ['barista', 'harvest', 'factory', 'court', 'price', 'school', 'recipe', 'export']

interface World {
  api: TestApi
  signalId: string
}

/** Ninety days of six stories each, three of them about oat milk, up to yesterday. */
const past = Array.from({ length: 540 }, (_, n) => toDocument(n, addDays(yesterday, Math.floor(n / 6) - 89)))
const ofToday = Array.from({ length: 4 }, (_, n) => toDocument(2_000 + n, today))
const ofDaysToCome = Array.from({ length: 8 }, (_, n) => toDocument(4_000 + n, addDays(today, 1 + Math.floor(n / 4))))

let worlds: Record<'past' | 'today' | 'toCome', World>

beforeAll(async () => {
  worlds = {
    past: await createWorld(past),
    today: await createWorld([...past, ...ofToday]),
    toCome: await createWorld([...past, ...ofToday, ...ofDaysToCome]),
  }
})

afterAll(async () => Promise.all(Object.values(worlds).map(({ api }) => api.close())))

function toDocument(n: number, day: string): SourceDocument {
  const words = [n * 7, n * 11 + 3, n * 13 + 5].map((at) => `${subjects[at % 8]}${at}`).join(' ')
  return sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    outlet: `outlet-${n % 5}.example`,
    title: n % 2 === 0 ? `Oat milk ${words}` : `Green tea ${words}`,
    body: null,
    publishedAt: `${day}T0${n % 6}:00:00Z`,
  })
}

async function createWorld(documents: readonly SourceDocument[]): Promise<World> {
  const api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const library = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await library.storeDocuments(documents)
  while (await library.enrich.step());
  await library.enrich.stop()
  const reply = await api.request({
    method: 'POST',
    path: '/explore/topicQuery',
    as: 'mira',
    body: { query_term: 'oat milk' },
  })
  return { api, signalId: reply.json<SearchState>().signal_id }
}

async function get<T>({ api }: World, path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

const reportOf = (world: World) => get<SignalReport>(world, `/signal/json/${world.signalId}`)

/** What a report says of days that are over: every section that is measured over time. */
function saidOfWholeDays(report: SignalReport) {
  const { volume, tone, momentum, stage, inflections, events } = report
  const isOver = (point: { lastDay: string }) => point.lastDay < today
  return {
    points: volume.points.filter(isOver),
    groups: volume.groups.map(({ spans, endsOn, label }) => ({ spans, endsOn, label })),
    weekdays: volume.weekdays,
    tone: tone.points.filter(isOver),
    momentum,
    stage,
    inflections,
    events: { ...events, events: events.events.map(({ terms: _terms, ...event }) => event) },
    firstDay: report.firstDay,
  }
}

/** Every day that a report names by one of these words, wherever it stands. */
function daysNamed(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && names.includes(name) ? [inner] : daysNamed(inner, names),
  )
}

describe('a day that is not over', () => {
  test('is covered by nothing, whatever has been read of it', async () => {
    const { volume, momentum, stage, lastDay } = await reportOf(worlds.today)
    expect(lastDay).toBe(today)
    expect(volume.points.at(-1)).toMatchObject({ lastDay: today, documents: 2, coveredDays: 0 })
    expect([momentum.asOf, stage.asOf]).toEqual([yesterday, yesterday])
    expect(volume.groups).toMatchObject([{ endsOn: null, uncoveredDocuments: 2 }])
  })

  test('changes nothing that is said of the days before it', async () => {
    const [before, withToday] = [await reportOf(worlds.past), await reportOf(worlds.today)]
    expect(before.momentum.asOf).toBe(yesterday)
    expect(saidOfWholeDays(withToday)).toEqual(saidOfWholeDays(before))
  })
})

describe('documents of days to come', () => {
  test('are found, and said to be of days that are not covered', async () => {
    const report = await reportOf(worlds.toCome)
    expect(report.counts.documents).toBe(270 + 2 + 4)
    expect(report.volume.groups).toMatchObject([{ documents: 276, uncoveredDocuments: 6 }])
    expect(report.volume.points.reduce((sum, { documents }) => sum + documents, 0)).toBe(272)
  })

  test('change nothing that is said of covered days, in any section', async () => {
    expect(saidOfWholeDays(await reportOf(worlds.toCome))).toEqual(saidOfWholeDays(await reportOf(worlds.today)))
  })

  test('move no end and no "as of" of a report into the future', async () => {
    const report = await reportOf(worlds.toCome)
    const days = daysNamed(report, ['lastDay', 'asOf', 'endsOn', 'until', 'peak', 'onset'])
    expect(days.length).toBeGreaterThan(20)
    expect(days.filter((day) => day > today)).toEqual([])
  })

  test.each(['/explore/generalTrends', '/sources'])('leave the days that %s names', async (path) => {
    const names = ['lastDay', 'asOf', 'latestDay']
    const [named, before] = [
      daysNamed(await get(worlds.toCome, path), names),
      daysNamed(await get(worlds.today, path), names),
    ]
    expect(named).toEqual(before)
    expect(named.filter((day) => day.slice(0, 10) > today)).toEqual([])
  })

  test('count once their day is over', async () => {
    worlds.toCome.api.clock.set('2026-11-23T00:00:01Z')
    const report = await reportOf(worlds.toCome)
    expect([report.lastDay, report.momentum.asOf]).toEqual(['2026-11-23', '2026-11-22'])
    expect(report.volume.groups).toMatchObject([{ uncoveredDocuments: 2 }])
  })
})
