import { getPortfolioResponseMock } from '@auspex/sdk/msw'
import { describe, expect, test } from 'vitest'
import { screen, waitFor } from '@testing-library/react'
import {
  chooseTrends,
  listWeeks,
  toHeat,
  toneLabelOf,
  adoptOrder,
  applyOrder,
  moveId,
  daysOf,
  weeksOf,
} from './trends.model.ts'
import { example, recordRequests, openPortfolio, staleAnswer, trendNames } from '../../../test/portfolio-page.ts'

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
  test('unknown values sort last in either direction', () => {
    expect(titles({ sort: 'growth' })).toEqual(['oat milk', 'matcha', 'a new topic'])
    expect(titles({ sort: 'growth', order: 'up' })).toEqual(['matcha', 'oat milk', 'a new topic'])
    expect(titles({ sort: 'level' })).toEqual(['matcha', 'oat milk', 'a new topic'])
  })

  test('names sort alphabetically, stages by a topic’s life', () => {
    expect(titles({ sort: 'title' })).toEqual(['a new topic', 'matcha', 'oat milk'])
    expect(titles({ sort: 'stage' })).toEqual(['oat milk', 'matcha', 'a new topic'])
  })
})

describe('filtering trends', () => {
  test('the search covers names and the latest event', () => {
    expect(titles({ find: 'HARVEST' })).toEqual(['oat milk'])
    expect(titles({ find: ' matcha ' })).toEqual(['matcha'])
  })

  test('an unknown stage and tone can be selected like the others', () => {
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

  test('an uncovered week is a gap, and a week without documents is empty', () => {
    const weeks = [week(44, 70, 7), week(45, null, 0), week(46, 0, 7), week(47, 10, 1)]
    expect(toHeat({ weeks }, weeks).map(({ heat }) => heat)).toEqual([5, null, 0, 5])
  })

  test('weeks outside the range of this trend are gaps', () => {
    const all = listWeeks([{ weeks: [week(46, 3, 7)] }, { weeks: [week(45, 1, 7)] }])
    expect(all.map((known) => known.week)).toEqual(['2026-W45', '2026-W46'])
    expect(toHeat({ weeks: [week(46, 3, 7)] }, all).map(({ heat }) => heat)).toEqual([null, 5])
  })
})

test('a trend moves to its new position, never beyond the ends', () => {
  expect(moveId(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveId(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveId(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveId(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

test('trends saved after the order was chosen come first', () => {
  const things = [{ id: 'new' }, { id: 'a' }, { id: 'b' }]
  expect(applyOrder(things, ['b', 'a']).map(({ id }) => id)).toEqual(['new', 'b', 'a'])
})

test('an order conflicts only with another order: added and removed trends are respected', () => {
  const before = ['a', 'b', 'c']
  expect(adoptOrder(['c', 'a', 'b'], { before, now: ['new', 'a', 'c'] })).toEqual(['new', 'c', 'a'])
  expect(adoptOrder(['c', 'a', 'b'], { before, now: ['b', 'a', 'c'] })).toBeNull()
})

const counts = {
  firstDay: '2026-09-22',
  days: [3, null, 0],
  firstWeek: '2026-12-21',
  weeks: [12, null, 7],
  coveredDays: [7, 0, 3],
}

describe('the series of a trend', () => {
  test('are read from packed numbers, with week names across the year', () => {
    const packed = { sparkline: [], weeks: [], counts }
    expect(daysOf(packed)).toEqual([3, null, 0])
    expect(weeksOf(packed)).toEqual([
      { week: '2026-W52', firstDay: '2026-12-21', documents: 12, coveredDays: 7 },
      { week: '2026-W53', firstDay: '2026-12-28', documents: null, coveredDays: 0 },
      { week: '2027-W01', firstDay: '2027-01-04', documents: 7, coveredDays: 3 },
    ])
  })

  test('are read from a list if there is one', () => {
    const week = { week: '2026-W47', firstDay: '2026-11-16', documents: 21, coveredDays: 5 }
    const listed = { sparkline: [{ day: '2026-11-20', documents: 4 }], weeks: [week] }
    expect(daysOf(listed)).toEqual([4])
    expect(weeksOf(listed)).toEqual([week])
  })

  test('of a trend that was never measured are empty', () => {
    expect(daysOf({ sparkline: [], weeks: [] })).toEqual([])
    expect(weeksOf({ sparkline: [], weeks: [] })).toEqual([])
  })
})

test('trends are reordered with the arrow keys, one request at a time, and the new position is announced', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  const turned = { ...example, trends: [second, first], revision: 8 }
  const back = { ...example, revision: 9 }
  const requests = recordRequests('/portfolio/update', { body: turned }, { body: back })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  await user.keyboard('{ArrowDown}')
  expect(trendNames()).toEqual([second.title, first.title])
  expect(screen.getByText(`${first.title} is number 2 of 2.`)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toContain(`Order ${first.title}: number 2`)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests).toEqual([{ id: example.id, trends: [{ id: second.id }, { id: first.id }], revision: 7 }])
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(trendNames()).toEqual([first.title, second.title]))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('trends stay in their new order during and after saving', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  recordRequests('/portfolio/update', { body: { ...example, title: 'Ordered', trends: [second, first], revision: 8 } })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  const orders: string[] = []
  const observer = new MutationObserver(() => orders.push(trendNames().join(', ')))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('heading', { name: 'Ordered', level: 1 })
  await screen.findByText(`${first.title} is number 2 of 2.`)
  await new Promise((resolve) => setTimeout(resolve))
  observer.disconnect()
  const ordered = `${second.title}, ${first.title}`
  const since = orders.slice(orders.indexOf(ordered))
  expect(since.length).toBeGreaterThan(1)
  expect(since.filter((order) => order !== ordered)).toEqual([])
})

test('a trend that a colleague saved during a reorder is kept', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  const saved = { ...first, id: 'tr_new', signalId: 'sig_new', title: 'kefir' }
  const theirs = { ...example, trends: [saved, first, second], trendCount: 3, revision: 8 }
  const sent = recordRequests('/portfolio/update', staleAnswer(theirs), {
    body: { ...theirs, trends: [saved, second, first], revision: 9 },
  })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(trendNames()).toEqual(['kefir', second.title, first.title]))
  expect(sent.at(-1)).toEqual({
    id: example.id,
    trends: [{ id: 'tr_new' }, { id: second.id }, { id: first.id }],
    revision: 8,
  })
})
