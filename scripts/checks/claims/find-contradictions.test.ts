import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import type { SignalReport } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { contradictionRules, findContradictions } from './find-contradictions.ts'

const report = getSignalReportResponseMock()
const estimate = { value: 2, low: 1.2, high: 3, n: 80, method: '' }
const reportOf = (text: string, part: 'title' | 'story' = 'story'): SignalReport => ({
  ...report,
  summary: {
    ...report.summary,
    claims: [],
    statements: [{ text, part, role: null, origin: 'template', claimIds: ['c1'] }],
  },
})
const claimOf = (number: object): SignalReport => {
  const [claim] = report.summary.claims
  const [first] = claim?.numbers ?? []
  if (claim === undefined || first === undefined) throw new Error('The example has no claim with a number.')
  const neutralReport = reportOf('Nothing.')
  return {
    ...neutralReport,
    summary: { ...neutralReport.summary, claims: [{ ...claim, numbers: [{ ...first, ...number }] }] },
  }
}
const shift = { day: '2026-03-01', endDay: null, kind: 'shift' as const, before: 1, after: 3, pValue: 0 }

/** For each rule, a report that breaks it. */
const contradictoryReports: Record<keyof typeof contradictionRules, SignalReport> = {
  'quiet above a listed change': {
    ...reportOf('No event stands out, and its level has not changed for good.'),
    inflections: { ...report.inflections, found: 2 },
  },
  'a number that the report does not have': claimOf({
    pointer: '/counts/documents',
    value: report.counts.documents + 1,
  }),
  'a verdict that the interval does not bear out': {
    ...reportOf('There were 9 stories: 0.9 times as many, so it grew.'),
    momentum: { ...report.momentum, ratio: { ...estimate, low: 0.8 } },
  },
  'a bound rounded onto no change': claimOf({
    pointer: null,
    unit: 'ratio',
    value: 0.42,
    low: 0.18,
    high: 0.998,
    text: '0.42 times (0.18 to 1)',
  }),
  'a stage that the growth does not bear out': {
    ...reportOf('Nothing.'),
    momentum: { ...report.momentum, ratio: null, stories: 9, previousStories: 0 },
    stage: { ...report.stage, stage: 'emerging' },
  },
  'a level that went the other way': {
    ...reportOf('Talk of tea has been lower since 1 March 2026', 'title'),
    inflections: { ...report.inflections, points: [{ ...shift, change: estimate }] },
  },
  'a change against its own levels': {
    ...reportOf('Nothing.'),
    inflections: { ...report.inflections, points: [{ ...shift, change: { ...estimate, value: 0.5 } }] },
  },
  'a peak outside of every event': {
    ...reportOf('Talk of tea peaked around 5 May 2026', 'title'),
    events: { ...report.events, events: [] },
  },
  'a title that leaves out what is asked': {
    ...reportOf('Talk of tea has been lower since 1 March 2026', 'title'),
    query: { ...report.query, entity: 'Satoshi' },
    inflections: { ...report.inflections, points: [{ ...shift, change: { ...estimate, value: 0.5 } }] },
  },
}

test.each(Object.entries(contradictoryReports))('%s is found', (rule, planted) => {
  expect(findContradictions(planted).map((one) => one.rule)).toContain(rule)
})

test('every rule has a report that breaks it', () => {
  expect(Object.keys(contradictoryReports)).toEqual(Object.keys(contradictionRules))
})

test('a report that says what it shows has none', () => {
  const quiet = reportOf('Nothing.')
  expect(findContradictions({ ...quiet, stage: { ...quiet.stage, stage: 'steady' } })).toEqual([])
})
