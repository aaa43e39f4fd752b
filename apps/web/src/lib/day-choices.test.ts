import { expect, test } from 'vitest'
import { dayChoices } from './day-choices.ts'

const year = { firstDay: '2025-12-01', lastDay: '2026-11-30' }
const spans = [
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]

/** The choices over one year while its autumn is shown, and the ranges that were selected. */
const choicesOf = (first = '2026-09-02', last = '2026-11-30') => {
  const chosen: [string, string][] = []
  const setRange = (from: string, to: string) => void chosen.push([from, to])
  return { ...dayChoices({ ...year, first, last, setRange }, spans), chosen }
}

test('a span ends on the last day, and one as long as the whole time is not offered beside “All”', () => {
  const { spans: offered, chosen } = choicesOf()
  expect(offered.map(({ label, isSet }) => [label, isSet])).toEqual([
    ['90 days', true],
    ['All', false],
  ])
  for (const { choose } of offered) choose()
  expect(chosen).toEqual([
    ['2026-09-02', '2026-11-30'],
    ['2025-12-01', '2026-11-30'],
  ])
})

test('a date is taken when it is whole and not beyond the other', () => {
  const { from, to, chosen } = choicesOf('2026-03-01', '2026-06-01')
  for (const day of ['', '2026-06-02', '2026-04-01']) from.choose(day)
  for (const day of ['', '2026-02-28', '2026-05-01']) to.choose(day)
  expect(chosen).toEqual([
    ['2026-04-01', '2026-06-01'],
    ['2026-03-01', '2026-05-01'],
  ])
})

test('the strip counts days from the first, and two weeks need none', () => {
  const { strip, chosen } = choicesOf('2025-12-02', '2025-12-31')
  expect(strip).toMatchObject({ days: 365, range: [1, 30] })
  strip?.onChange([0, 364])
  expect(chosen).toEqual([['2025-12-01', '2026-11-30']])
  const fortnight = { firstDay: '2026-11-17', lastDay: '2026-11-30', first: '2026-11-17', last: '2026-11-30' }
  expect(dayChoices({ ...fortnight, setRange: () => undefined }, spans).strip).toBe(null)
})
