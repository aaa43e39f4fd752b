import { addDays, judgeDay, type MonitorRule } from '@auspex/analytics'
import { expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import type { DailyReport, VolumeDay } from '../../reports/index.ts'
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
  stub<DailyReport>({
    volume: stub<DailyReport['volume']>({ days }),
    tone: stub<DailyReport['tone']>({ days: [] }),
    inflections: stub<DailyReport['inflections']>({ basis: 'share' }),
    counts: stub<DailyReport['counts']>({ documents: 270, sampled: false }),
  }),
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
