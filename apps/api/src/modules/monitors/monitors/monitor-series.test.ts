import { addDays, judgeDay, type MonitorRule } from '@auspex/analytics'
import { expect, test } from 'vitest'
import type { VolumeDay } from '../../reports/index.ts'
import { toMonitorSeries } from './monitor-series.ts'

const length = 90
const today = '2026-11-21'

/** Two stories a day, and on the last day another one with ninety copies. */
const days = Array.from({ length }, (_, at): VolumeDay => {
  const copies = at === length - 1 ? 90 : 0
  return {
    day: addDays(today, at - length),
    documents: 2 + copies,
    storyClusters: copies === 0 ? 2 : 3,
    firstTellings: copies === 0 ? 2 : 3,
    outlets: 2,
    total: 200,
    share: null,
    isCovered: true,
    groups: [2 + copies],
  }
})
const series = toMonitorSeries(
  {
    volume: { days } as unknown as Parameters<typeof toMonitorSeries>[0]['volume'], // only the days are read
    tone: { days: [] } as unknown as Parameters<typeof toMonitorSeries>[0]['tone'],
    inflections: { basis: 'share' } as Parameters<typeof toMonitorSeries>[0]['inflections'],
    counts: { documents: 270, sampled: false } as Parameters<typeof toMonitorSeries>[0]['counts'],
  },
  today,
)
const judge = (rule: MonitorRule) => judgeDay(series, length - 1, rule)

test.each<MonitorRule>([
  { kind: 'volume-times-usual', times: 1.2, minDocuments: 10, windowDays: 1 },
  { kind: 'volume-times-usual', times: 2, minDocuments: 1, windowDays: 1 },
  { kind: 'momentum-above', ratio: 1, windowDays: 7 },
  { kind: 'new-inflection', inflection: 'any' },
])('the copies of one story are no alarm of %o', (rule) => {
  expect(judge(rule)).toMatchObject({ holds: false })
})

test('a number of documents counts every copy', () => {
  expect(judge({ kind: 'volume-above', documents: 50, windowDays: 1 })).toMatchObject({ holds: true, value: 92 })
})
