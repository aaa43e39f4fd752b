import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { addDays } from '../series/daily-series.ts'
import { backtestRule, evaluateRule, type MonitorRule, type MonitorSeries } from './monitors.ts'

const firstDay = '2026-01-01'

function seriesOf(counts: (number | null)[], tone: (index: number) => number = () => 0): MonitorSeries {
  return {
    firstDay,
    counts,
    stories: counts,
    tones: counts.map((count, index) => ({ known: count ?? 0, mean: tone(index) })),
  }
}
const flat = (length: number, level = 10) => Array.from({ length }, () => level)
const firedOn = (series: MonitorSeries, rule: MonitorRule, cooldownHours = 24) =>
  backtestRule(series, { rule, cooldownHours }).days.flatMap(({ day, fired }) => (fired ? [day] : []))
const above: MonitorRule = { kind: 'volume-above', documents: 20, windowDays: 1 }

describe('when a rule fires', () => {
  test('on the day its condition becomes true, not on each day that it stays true', () => {
    const counts = flat(40).map((level, index) => (index >= 10 && index < 15 ? 30 : index === 30 ? 25 : level))
    const tested = backtestRule(seriesOf(counts), { rule: above, cooldownHours: 24 })
    expect(tested).toMatchObject({ firings: 2, evaluated: 40, state: { isHolding: false, lastFiredDay: '2026-01-31' } })
    expect(tested.days.filter(({ fired }) => fired)).toMatchObject([
      { day: '2026-01-11', value: 30, fromDay: '2026-01-11' },
      { day: '2026-01-31', value: 25 },
    ])
  })

  test('at most once per cooldown, ignoring what begins during it', () => {
    const counts = flat(20).map((level, index) => ([5, 7, 12].includes(index) ? 30 : level))
    expect(firedOn(seriesOf(counts), above, 72)).toEqual(['2026-01-06', '2026-01-13'])
    expect(firedOn(seriesOf(counts), above, 24)).toHaveLength(3)
  })

  test('on all days of the series, at most the last ten years', () => {
    const counts = flat(500).map((level, index) => (index === 20 || index === 400 ? 30 : level))
    expect(firedOn(seriesOf(counts), above)).toEqual([addDays(firstDay, 20), addDays(firstDay, 400)])
    const long = flat(4000).map((level, index) => (index === 20 || index === 400 ? 30 : level))
    expect(firedOn(seriesOf(long), above)).toEqual([addDays(firstDay, 400)])
  })

  test('only once a condition that was already true before the first tested day becomes true again', () => {
    const counts = flat(4000).map((level, index) => (index < 600 || index === 800 ? 30 : level))
    expect(firedOn(seriesOf(counts), above)).toEqual([addDays(firstDay, 800)])
  })
})

describe('days that were not covered', () => {
  test('never fire, are counted, and do not rearm a rule', () => {
    const counts = flat(30).map((level, index) => (index === 12 ? null : index >= 10 && index < 15 ? 30 : level))
    const tested = backtestRule(seriesOf(counts), { rule: above, cooldownHours: 24 })
    expect(tested).toMatchObject({
      firings: 1,
      evaluated: 29,
      unknown: { 'not-covered': 1, 'too-short': 0, 'too-few': 0 },
    })
  })

  test('are not silence: a window with one of them is never known to be below a number', () => {
    const counts = flat(30).map((level, index) => (index === 20 ? null : level))
    const below: MonitorRule = { kind: 'volume-below', documents: 25, windowDays: 3 }
    const tested = backtestRule(seriesOf(counts), { rule: below, cooldownHours: 24 })
    expect(tested).toMatchObject({ firings: 0, unknown: { 'not-covered': 3, 'too-short': 2 } })
    const silent = flat(30).map((level, index) => (index >= 20 && index < 24 ? 0 : level))
    expect(firedOn(seriesOf(silent), below)).toEqual([addDays(firstDay, 20)])
  })
})

describe('each kind of rule', () => {
  test('times the usual compares with the 28 days before the window, and needs a minimum of documents', () => {
    const counts = flat(60, 4).map((level, index) => (index === 40 ? 17 : level))
    const rule = { kind: 'volume-times-usual', times: 4, minDocuments: 10, windowDays: 1 } as const
    const tested = backtestRule(seriesOf(counts), { rule, cooldownHours: 24 })
    expect(tested.unknown['too-short']).toBe(28)
    expect(tested.days.find(({ fired }) => fired)).toMatchObject({ day: addDays(firstDay, 40), value: 17 / 4 })
    expect(firedOn(seriesOf(counts), { ...rule, minDocuments: 18 })).toEqual([])
  })

  test('the first documents after a month of silence are finite growth', () => {
    const counts = flat(40, 0).map((level, index) => (index === 35 ? 6 : level))
    const rule = { kind: 'volume-times-usual', times: 3, minDocuments: 5, windowDays: 7 } as const
    const tested = backtestRule(seriesOf(counts), { rule, cooldownHours: 24 })
    expect(tested.days.find(({ fired }) => fired)).toMatchObject({ value: 24 })
    expect(evaluateRule(seriesOf(counts), 35, rule)).toMatchObject({ holds: true, isReported: false })
    const many = flat(40).map((level, index) => (index > 33 ? 60 : level))
    expect(evaluateRule(seriesOf(many), 39, rule)).toMatchObject({ holds: true, isReported: true })
  })

  test('momentum fires when the lower end of its interval passes the ratio', () => {
    const random = createRandom(7)
    const counts = Array.from({ length: 120 }, (_, index) => random.poisson(index < 90 ? 10 : 30))
    const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 14 } as const
    const [day] = firedOn(seriesOf(counts), rule)
    expect(day && day > addDays(firstDay, 92) && day < addDays(firstDay, 104)).toBe(true)
    expect(firedOn(seriesOf(flat(120, 0)), rule)).toEqual([])
  })

  test('tone is the mean of documents, and unknown when there are too few', () => {
    const series = seriesOf(flat(30, 3), (at) => (at >= 20 ? -0.6 : 0.2))
    const rule = { kind: 'tone-below', tone: -0.25, minDocuments: 9, windowDays: 3 } as const
    // as of the second bad day: (3 × 0.2 - 3 × 0.6 × 2) / 9
    expect(backtestRule(series, { rule, cooldownHours: 24 }).days.find(({ fired }) => fired)).toMatchObject({
      day: addDays(firstDay, 21),
      value: expect.closeTo(-1 / 3, 10),
    })
    expect(backtestRule(series, { rule: { ...rule, minDocuments: 10 }, cooldownHours: 24 })).toMatchObject({
      evaluated: 0,
      unknown: { 'too-few': 28, 'too-short': 2 },
    })
    expect(firedOn(series, { ...rule, kind: 'tone-above', tone: 0.1 })).toEqual([addDays(firstDay, 2)])
  })

  test('a planted spike fires once, within days of its beginning', () => {
    const random = createRandom(11)
    const counts = Array.from({ length: 250 }, (_, index) => random.poisson(index >= 200 && index < 203 ? 90 : 10))
    const days = firedOn(seriesOf(counts), { kind: 'new-inflection', inflection: 'spike' })
    expect(days).toEqual([addDays(firstDay, 200)])
    expect(firedOn(seriesOf(counts), { kind: 'new-inflection', inflection: 'shift' })).toEqual([])
  })
})

test('no rule uses data from after the day it evaluates', () => {
  const random = createRandom(3)
  const counts = Array.from({ length: 120 }, (_, index) => random.poisson(index < 80 ? 8 : 40))
  const whole = seriesOf(counts, (at) => Math.sin(at))
  const rules: MonitorRule[] = [
    above,
    { kind: 'volume-below', documents: 50, windowDays: 7 },
    { kind: 'volume-times-usual', times: 2, minDocuments: 1, windowDays: 7 },
    { kind: 'momentum-above', ratio: 1.2, windowDays: 14 },
    { kind: 'tone-above', tone: 0, minDocuments: 1, windowDays: 7 },
    { kind: 'new-inflection', inflection: 'any' },
  ]
  for (const rule of rules)
    for (const at of [70, 82, 100]) {
      const known = {
        ...whole,
        counts: counts.slice(0, at + 1),
        stories: counts.slice(0, at + 1),
        tones: whole.tones.slice(0, at + 1),
      }
      expect(evaluateRule(whole, at, rule)).toEqual(evaluateRule(known, at, rule))
    }
})
