import type { DailyReport } from '../report/daily-series.ts'
import { expect, test } from 'vitest'
import type { AlignedSignal } from './common-days.ts'
import { differenceOf } from './compare-signals.ts'

const days = 40

/** A signal with the given number of documents on each day. */
function signal(name: string, countOf: (day: number) => number): AlignedSignal {
  const counts = Array.from({ length: days }, (_, day) => countOf(day))
  const series = { counts, exposure: counts.map(() => 1) }
  return {
    report: { signalId: name } as DailyReport, // the figures only need its name
    series: { documents: series, stories: series, outlets: series, share: series },
    tone: { means: counts.map(() => null), weights: counts.map(() => 0) },
  }
}

const whole = { start: 0, end: days }
const steady = signal('steady', () => 5)
const difference = (one: AlignedSignal) => differenceOf({ one, reference: steady, comparisons: 1 }, whole).documents

test('two topics of many documents are told with their ratio', () => {
  const { value, low, high, reason } = difference(signal('double', (day) => 9 + (day % 3)))
  expect(value).toBeCloseTo(2, 1)
  expect([low !== null && low > 1.5, high !== null && high < 2.5, reason]).toEqual([true, true, null])
})

test('a topic that one day decides has no ratio, and the reason is said', () => {
  expect(difference(signal('burst', (day) => (day === 20 ? 60 : 0)))).toMatchObject({
    value: null,
    low: null,
    high: null,
    distinct: null,
    reason: expect.stringContaining('too uneven'),
  })
})

test('two topics of a few documents have no ratio', () => {
  const few = signal('few', (day) => (day === 3 ? 2 : 0))
  const none = signal('none', (day) => (day === 9 ? 1 : 0))
  const { documents } = differenceOf({ one: few, reference: none, comparisons: 1 }, whole)
  expect(documents).toMatchObject({ value: null, reason: expect.stringContaining('too few documents') })
})
