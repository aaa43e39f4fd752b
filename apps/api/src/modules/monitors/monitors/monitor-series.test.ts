import {
  addDays,
  type DailyReport,
  evaluateRule,
  type MonitorRule,
  toAlert,
  toMonitorSeries,
  type VolumeDay,
} from '@auspex/analytics'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../../../kernel/logger.ts'
import { stub } from '../../../testing/stub.ts'
import type { SignalRule } from './monitor-rules.ts'
import { drawAlert, type Ground } from './alert-picture.ts'
import type { MonitorsRepository } from './monitors.repository.ts'
import { findEndedSources } from './present-monitor.ts'

describe('monitor series', () => {
  const length = 90
  const today = '2026-11-21'

  /** Two stories a day, and on the last day another one with ninety copies. */
  const days = Array.from({ length }, (_, index): VolumeDay => {
    const copies = index === length - 1 ? 90 : 0
    return {
      day: addDays(today, index - length),
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
  const judge = (rule: MonitorRule) => evaluateRule(series, length - 1, rule)

  test.each<MonitorRule>([
    { kind: 'volume-times-usual', times: 1.2, minDocuments: 10, windowDays: 1 },
    { kind: 'volume-times-usual', times: 2, minDocuments: 1, windowDays: 1 },
    { kind: 'momentum-above', ratio: 1, windowDays: 7 },
    { kind: 'new-inflection', inflection: 'any' },
  ])('copies of one story do not trigger %o', (rule) => {
    expect(judge(rule)).toMatchObject({ holds: false })
  })

  test('a number of documents counts every copy', () => {
    expect(judge({ kind: 'volume-above', documents: 50, windowDays: 1 })).toMatchObject({ holds: true, value: 92 })
  })
})

describe('alert words', () => {
  const judgement = {
    day: '2026-05-10',
    fromDay: '2026-05-04',
    value: 24,
    holds: true,
    unknown: null,
    pointDay: '2026-05-08',
  }
  const rules: SignalRule[] = [
    { kind: 'volume-times-usual', times: 3, minDocuments: 5, windowDays: 7 },
    { kind: 'momentum-above', ratio: 1.5, windowDays: 7 },
    { kind: 'new-inflection', inflection: 'any' },
  ]

  test.each(rules)('$kind states the ratio where it may be shown, and otherwise that it may not', (rule) => {
    const reasonOf = (isReported: boolean) => toAlert('sub_1', rule, { ...judgement, isReported })?.reason
    expect(reasonOf(true)).toMatch(/\b24 times/u)
    expect(reasonOf(false)).not.toMatch(/\b24\b/u)
    expect(reasonOf(false)).toContain('too few, or too unevenly spread')
  })
})

describe('ended sources', () => {
  const storedSource = (sourceKey: 'gdelt' | 'imported' | 'arxiv', lastDay: string) => ({
    sourceKey,
    documents: 5,
    firstDay: '2010-01-01',
    lastDay,
    complete: false,
  })
  const today = '2026-11-21'

  test('a monitor of all sources is warned only when every one has ended', () => {
    const archive = storedSource('imported', '2013-08-18')
    expect(findEndedSources([], { sources: [archive, storedSource('gdelt', '2026-11-20')] }, today)).toEqual([])
    expect(findEndedSources([], { sources: [archive] }, today)).toMatchObject([
      { source: 'imported', lastDay: '2013-08-18' },
    ])
  })

  test('a monitor of chosen sources is warned of each that has ended', () => {
    const library = { sources: [storedSource('imported', '2013-08-18'), storedSource('gdelt', '2026-11-20')] }
    expect(findEndedSources(['imported', 'gdelt'], library, today).map(({ source }) => source)).toEqual(['imported'])
  })

  test('a source counts as ended after two weeks, not before', () => {
    const endedOn = (lastDay: string) =>
      findEndedSources([], { sources: [storedSource('gdelt', lastDay)] }, today).length
    expect(endedOn('2026-11-08')).toBe(0)
    expect(endedOn('2026-11-07')).toBe(1)
  })

  test('an empty library is not an ended source', () => {
    expect(findEndedSources([], { sources: [] }, today)).toEqual([])
  })
})

describe('the picture of an alert', () => {
  const recent = { firstDay: '2026-11-01', values: [4, 4, 4, 4, 4, 4, 4, 14], firedDays: ['2026-11-08'] }
  const draw = (find: () => Promise<unknown>, ground: Ground = 'white') =>
    drawAlert(
      { userId: 'usr_1', monitorId: 'sub_1', ground },
      { monitors: stub<MonitorsRepository>({ find: find as MonitorsRepository['find'] }), log: createLogger('silent') },
    )

  test('the days of a monitor are drawn on white for rooms, and on nothing for emails', async () => {
    const onWhite = await draw(async () => ({ recent }))
    const image = sharp(onWhite?.content)
    expect(await image.metadata()).toMatchObject({ format: 'png', width: 1072, height: 256 })
    expect(onWhite).toMatchObject({ width: 536, height: 128 })
    expect((await image.stats()).isOpaque).toBe(true)
    const transparent = await draw(async () => ({ recent }), 'transparent')
    expect((await sharp(transparent?.content).stats()).isOpaque).toBe(false)
  })

  test.each([
    ['cannot be read', () => Promise.reject(new Error('no connection'))],
    ['is gone', async () => undefined],
    ['has too few days', async () => ({ recent: { ...recent, values: [4, 14] } })],
  ])('there is no picture of a monitor that %s, and nothing is thrown', async (_, find) => {
    expect(await draw(find)).toBeNull()
  })
})
