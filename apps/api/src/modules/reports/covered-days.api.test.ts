import type { SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorlds, daysNamed, get, today, type World, type Worlds, yesterday } from './testing/three-worlds.ts'

let worlds: Worlds
beforeAll(async () => {
  worlds = await createWorlds()
})
afterAll(async () => Promise.all(Object.values(worlds).map(({ api }) => api.close())))

const reportOf = (world: World) => get<SignalReport>(world, `/signal/json/${world.signalId}`)

/** The parts of a report about completed days: every section that is measured over time. */
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

describe('the current day', () => {
  test('is never covered, whatever has been fetched of it', async () => {
    const { volume, momentum, stage, lastDay } = await reportOf(worlds.today)
    expect(lastDay).toBe(today)
    expect(volume.points.at(-1)).toMatchObject({ lastDay: today, documents: 2, coveredDays: 0 })
    expect([momentum.asOf, stage.asOf]).toEqual([yesterday, yesterday])
    expect(volume.groups).toMatchObject([{ endsOn: null, uncoveredDocuments: 2 }])
  })

  test('does not change anything reported for earlier days', async () => {
    const [before, withToday] = [await reportOf(worlds.past), await reportOf(worlds.today)]
    expect(before.momentum.asOf).toBe(yesterday)
    expect(saidOfWholeDays(withToday)).toEqual(saidOfWholeDays(before))
  })
})

describe('documents with future dates', () => {
  test('match, and are reported as being outside the covered days', async () => {
    const report = await reportOf(worlds.toCome)
    expect(report.counts.documents).toBe(270 + 2 + 4)
    expect(report.volume.groups).toMatchObject([{ documents: 276, uncoveredDocuments: 6 }])
    expect(report.volume.points.reduce((sum, { documents }) => sum + documents, 0)).toBe(272)
  })

  test('do not change anything reported for covered days, in any section', async () => {
    expect(saidOfWholeDays(await reportOf(worlds.toCome))).toEqual(saidOfWholeDays(await reportOf(worlds.today)))
  })

  test('do not move the end or the "as of" date of a report into the future', async () => {
    const report = await reportOf(worlds.toCome)
    const days = daysNamed(report, ['lastDay', 'asOf', 'endsOn', 'until', 'peak', 'onset'])
    expect(days.length).toBeGreaterThan(20)
    expect(days.filter((day) => day > today)).toEqual([])
  })

  test.each(['/explore/generalTrends', '/sources'])('do not change the days that %s reports', async (path) => {
    const names = ['lastDay', 'asOf', 'latestDay']
    const [named, before] = [
      daysNamed(await get(worlds.toCome, path), names),
      daysNamed(await get(worlds.today, path), names),
    ]
    expect(named).toEqual(before)
    expect(named.filter((day) => day.slice(0, 10) > today)).toEqual([])
  })

  test('are counted once their day is over', async () => {
    worlds.toCome.api.clock.set('2026-11-23T00:00:01Z')
    const report = await reportOf(worlds.toCome)
    expect([report.lastDay, report.momentum.asOf]).toEqual(['2026-11-23', '2026-11-22'])
    expect(report.volume.groups).toMatchObject([{ uncoveredDocuments: 2 }])
  })
})
