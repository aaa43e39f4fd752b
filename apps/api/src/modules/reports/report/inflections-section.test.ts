import { describe, expect, test } from 'vitest'
import { addDays, joinCovered } from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import { buildInflections, type TopicSeries } from './inflections-section.ts'
import { buildWeekdays } from './volume-section.ts'

const lastDay = '2026-11-20'
/** Counts that scatter by one around a level, the same in each run, in a group with unknown totals. */
function plant(length: number, level: (day: number) => number): TopicSeries {
  const counts = Array.from({ length }, (_, day) => level(day) + ([0, 1, -1, 0, 1, -1][(day * 7) % 6] ?? 0))
  return {
    series: joinCovered([{ counts, totals: null, runs: [{ from: 0, to: length }] }]),
    days: listDays(addDays(lastDay, 1 - length), lastDay),
  }
}
const input = { firstDay: addDays(lastDay, -199), factor: 1 }

describe('inflections of a report', () => {
  test('are markers with level, ratio and chance, within the days that it shows', () => {
    const topic = plant(200, (day) => (day < 100 ? 10 : 30))
    const section = buildInflections({ ...input, topic })
    expect(section).toMatchObject({ basis: 'count', found: 1, reason: null })
    expect(section.points).toMatchObject([{ kind: 'shift', day: addDays(lastDay, -99), before: expect.closeTo(10, 0) }])
    expect(buildInflections({ ...input, topic, firstDay: addDays(lastDay, -50) }).points).toEqual([])
  })

  test('of a sample have the scatter of what was read and the level of what it stands for', () => {
    const read = plant(200, (day) => (day === 100 ? 15 : 1))
    const scaled = {
      ...read,
      series: read.series && { ...read.series, counts: read.series.counts.map((count) => (count ?? 0) * 8) },
    }
    const [point, ...others] = buildInflections({ ...input, topic: scaled, factor: 8 }).points
    expect(others).toEqual([])
    expect(point).toMatchObject({ kind: 'spike', before: expect.closeTo(8, 0) })
    expect((point?.after ?? 0) / 8).toBeCloseTo(15, -1)
  })

  test('a change from next to nothing is told with its levels and without a ratio', () => {
    const topic = plant(200, (day) => (day < 100 ? 0 : 30))
    const counts = topic.series?.counts.map((_count, day) => (day < 100 ? (day === 50 ? 1 : 0) : 30 + (day % 3))) ?? []
    const { points } = buildInflections({
      ...input,
      topic: { ...topic, series: topic.series && { ...topic.series, counts } },
    })
    expect(points.map(({ change, after }) => [change, Math.round(after)])).toEqual([[null, 31]])
  })

  test('are changes and no gaps: a silence that chance would not bring is missing coverage', () => {
    const silent = plant(100, (day) => (day >= 50 && day < 55 ? 0 : 30))
    expect(buildInflections({ ...input, topic: silent })).toMatchObject({ points: [], found: 0 })
  })

  test('need two weeks', () => {
    expect(buildInflections({ ...input, topic: plant(13, () => 5) })).toMatchObject({
      points: [],
      reason: 'The series has 13 days; changes need 14.',
    })
  })
})

describe('weekdays of a report', () => {
  const volume = (length: number, of: (day: number) => number) =>
    Array.from({ length }, (_, day) => ({
      day: addDays('2026-01-05', day), // a Monday
      documents: of(day),
      storyClusters: null,
      firstTellings: of(day),
      outlets: null,
      total: null,
      share: null,
      isCovered: true,
      groups: [],
    }))

  test('say what each holds of a usual day, Monday first, and that the week repeats', () => {
    const profile = buildWeekdays(volume(140, (day) => (day % 7 < 5 ? 12 : 5) + ((day * 3) % 4)))
    expect(profile).toMatchObject({ repeats: true, weeks: 20, reason: null })
    expect(profile.weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(profile.weekdays[0]?.level).toBeGreaterThan(1.1)
    expect(profile.weekdays[6]?.high).toBeLessThan(0.9)
  })

  test('are unknown in less than four weeks', () => {
    expect(buildWeekdays(volume(20, () => 3))).toMatchObject({
      repeats: null,
      weekdays: [],
      reason: 'There are fewer than four weeks to compare.',
    })
  })
})
