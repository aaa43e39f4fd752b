import { getPortfolioResponseMock } from '@auspex/sdk/msw'
import { describe, expect, test } from 'vitest'
import { chooseTrends, listWeeks, toHeat, toneLabelOf } from './trends.model.ts'

const [oatMilk, matcha] = getPortfolioResponseMock().trends
if (!oatMilk || !matcha) throw new Error('The example of a portfolio has two trends')
const estimate = (value: number, low: number, high: number) => ({ value, low, high, n: 40, method: 'test' })
const unknown = {
  ...oatMilk,
  id: 'tr_unknown',
  title: 'a new topic',
  stage: null,
  momentum: null,
  level: null,
  tone: null,
  newestEvent: null,
  weeks: [],
}
const titles = (search: Parameters<typeof chooseTrends>[1]) =>
  chooseTrends([unknown, oatMilk, matcha], search).map(({ title }) => title)

describe('the order of trends', () => {
  test('what is not known stands last, whichever way they are sorted', () => {
    expect(titles({ sort: 'growth' })).toEqual(['oat milk', 'matcha', 'a new topic'])
    expect(titles({ sort: 'growth', order: 'up' })).toEqual(['matcha', 'oat milk', 'a new topic'])
    expect(titles({ sort: 'level' })).toEqual(['matcha', 'oat milk', 'a new topic'])
  })

  test('names begin with A, stages with what begins', () => {
    expect(titles({ sort: 'title' })).toEqual(['a new topic', 'matcha', 'oat milk'])
    expect(titles({ sort: 'stage' })).toEqual(['oat milk', 'matcha', 'a new topic'])
  })
})

describe('the choice of trends', () => {
  test('words are looked for in names and in the newest event', () => {
    expect(titles({ find: 'HARVEST' })).toEqual(['oat milk'])
    expect(titles({ find: ' matcha ' })).toEqual(['matcha'])
  })

  test('an unknown stage and tone can be chosen like the others', () => {
    expect(titles({ stage: 'unknown' })).toEqual(['a new topic'])
    expect(titles({ tone: 'unknown' })).toEqual(['a new topic'])
    expect(titles({ stage: 'rising', tone: 'positive' })).toEqual(['oat milk'])
  })

  test.each([
    [estimate(0.2, 0.1, 0.3), 'positive'],
    [estimate(-0.2, -0.3, -0.1), 'negative'],
    [estimate(0.1, -0.1, 0.3), 'neutral'],
    [null, 'unknown'],
  ] as const)('a tone of %o is %s', (tone, label) => {
    expect(toneLabelOf({ tone })).toBe(label)
  })
})

describe('weeks', () => {
  const week = (number: number, documents: number | null, coveredDays: number) => ({
    week: `2026-W${number}`,
    firstDay: '2026-11-02',
    documents,
    coveredDays,
  })

  test('a week that is not covered is a gap, and one without documents is nothing', () => {
    const weeks = [week(44, 70, 7), week(45, null, 0), week(46, 0, 7), week(47, 10, 1)]
    expect(toHeat({ weeks }, weeks).map(({ heat }) => heat)).toEqual([5, null, 0, 5])
  })

  test('weeks of other trends that this one does not reach are gaps', () => {
    const all = listWeeks([{ weeks: [week(46, 3, 7)] }, { weeks: [week(45, 1, 7)] }])
    expect(all.map((one) => one.week)).toEqual(['2026-W45', '2026-W46'])
    expect(toHeat({ weeks: [week(46, 3, 7)] }, all).map(({ heat }) => heat)).toEqual([null, 5])
  })
})
