import { describe, expect, test } from 'vitest'
import { report, sumUp } from '../testing/summary-report.ts'

describe('a lasting fall', () => {
  const change = { value: 0.2, low: 0.1, high: 0.4, n: 60, method: '' }
  const shift = { day: '2026-03-01', endDay: null, kind: 'shift' as const, change, before: 5, after: 1, pValue: 0 }
  const spike = { ...shift, kind: 'spike' as const, day: '2026-03-02', endDay: '2026-03-02' }
  const tellAll = (points: (typeof shift | typeof spike)[], storiesSince: number) => {
    const days = ['2026-02-01', '2026-03-01', '2026-03-02'].map((day, at) => ({
      day,
      documents: at === 0 ? 50 : 40,
      storyClusters: 1,
      firstTellings: at === 0 ? 50 : at === 1 ? 1 : storiesSince - 1,
      outlets: 1,
      total: null,
      share: null,
      isCovered: true,
      groups: [],
    }))
    const fallen = {
      ...report,
      volume: { days, weeks: [], months: [], groups: [] },
      inflections: { ...report.inflections, points },
    }
    return sumUp({ report: fallen }).statements.filter(({ text }) => text.startsWith('Since 1 March 2026'))
  }
  const told = (storiesSince: number, spikes: (typeof spike)[] = []) =>
    tellAll([shift, ...spikes], storiesSince).length > 0
  const rise = (day: string, value: number) => ({
    ...shift,
    day,
    change: { ...change, value, low: value / 1.5, high: value * 1.5 },
  })

  test('is told where enough has been told since', () => {
    expect(told(10)).toBe(true)
  })

  test('is not told where days that stand out hold what has been told since', () => {
    expect(told(40, [spike])).toBe(false)
  })

  test('is not told of a topic that its archives hardly hold any more: that may be their choice', () => {
    expect(told(9)).toBe(false)
  })

  test('is held against the level before a burst: who comes down from one has not fallen', () => {
    const [statement] = tellAll([rise('2026-02-01', 20), shift], 40)
    expect(statement?.text).toMatch(
      /been 4\.0 times \(1\.8 to 8\.9\) as many stories a day as before 1 February 2026\.$/u,
    )
    expect(tellAll([rise('2026-02-01', 5), shift], 40)).toEqual([])
    expect(tellAll([rise('2025-03-01', 5), shift], 40)[0]?.text).toMatch(
      /20 % \(10 to 40 %\) as many stories a day as before\.$/u,
    )
  })
})

describe('a quiet topic', () => {
  const rise = { value: 8.86, low: 2, high: 39, n: 12, method: '' }
  const shift = {
    day: '2026-01-02',
    endDay: null,
    kind: 'shift' as const,
    change: rise,
    before: 1,
    after: 9,
    pValue: 0,
  }
  const tell = (points: (typeof shift)[]) =>
    sumUp({
      report: {
        ...report,
        counts: { ...report.counts, documents: 100 },
        events: { ...report.events, reason: null },
        inflections: { ...report.inflections, points, found: points.length, reason: null },
      },
    }).statements.filter(({ text }) => text.startsWith('No event stands out'))

  test('is told where both searches found nothing', () => {
    expect(tell([])).toHaveLength(1)
  })

  test('is not told above a change that is listed, however weak its own sentence would be', () => {
    expect(tell([shift])).toEqual([])
  })
})

describe('a topic without an event', () => {
  /** `inAugust` documents in August 2019, and ten in March of each of `otherYears` other years. */
  const tell = (inAugust: number, otherYears: number) => {
    const marches = Array.from({ length: otherYears }, (_, at) => `${2018 - at}-03-05`)
    const days = [...marches.toReversed(), '2019-08-05'].map((day) => ({
      day,
      documents: day.startsWith('2019') ? inAugust : 10,
      storyClusters: 2,
      firstTellings: 2,
      outlets: 1,
      total: null,
      share: null,
      isCovered: true,
      groups: [],
    }))
    const months = days.map(({ day }) => ({ firstDay: `${day.slice(0, 7)}-01`, clusters: 5, outlets: 1 }))
    const counts = { ...report.counts, documents: inAugust + otherYears * 10 }
    return sumUp({ report: { ...report, counts, volume: { days, weeks: [], months, groups: [] } } }).statements.map(
      ({ text }) => text,
    )
  }

  test('is told with the month in which copies of a few stories made most of it', () => {
    expect(tell(82, 8)).toContain('Most was published in August 2019: 82 documents, which tell 5 stories.')
  })

  test('is not told with a month that holds little of it', () => {
    expect(tell(40, 15).join(' ')).not.toContain('Most was published')
  })

  test('and without a document is summed up all the same', () => {
    expect(tell(0, 0).join(' ')).not.toContain('Most was published')
  })
})

describe('the event that heads a report', () => {
  const event = (onset: string, until: string, stories: number) => ({
    onset,
    peak: onset,
    until,
    stories,
    documents: stories,
    expected: 5,
    excess: { value: stories - 5, low: stories - 8, high: stories - 2, n: stories, method: '' },
    surprise: 9,
    headline: null,
    first: null,
    retellings: 0,
    terms: [],
  })
  const [march, january] = [event('2026-03-04', '2026-03-20', 100), event('2026-01-19', '2026-01-25', 140)]

  /** 200 days, shown by week: 20 stories a day in one week of January, 6 in March, which add up to more in total. */
  const titleWith = (documentsOf: (day: string, stories: number) => number) => {
    const days = Array.from({ length: 200 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
      const stories = day >= '2026-01-19' && day <= '2026-01-25' ? 20 : day.startsWith('2026-03') ? 6 : 1
      return {
        day,
        documents: documentsOf(day, stories),
        storyClusters: stories,
        firstTellings: stories,
        outlets: 1,
        total: null,
        share: null,
        isCovered: true,
        groups: [],
      }
    })
    return sumUp({
      report: {
        ...report,
        volume: { days, weeks: [], months: [], groups: [] },
        events: { ...report.events, events: [march, january], found: 2 },
      },
    }).statements[0]?.text
  }

  test('is the one under the highest week, though another month has more', () => {
    expect(titleWith((_, stories) => stories)).toBe('Talk of oat milk peaked around 19 January 2026')
  })

  test('is the one that the chart numbers 1 where copies make another week the highest, and is called no peak', () => {
    const copied = titleWith((day, stories) => (day === '2026-06-01' ? 5_000 : stories))
    expect(copied).toBe('Talk of oat milk stood out most around 4 March 2026')
  })
})
