import type { InflectionMarker } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { inflectionStatements } from './explain-point.ts'

const spike: InflectionMarker = {
  day: '2026-08-20',
  endDay: '2026-08-20',
  kind: 'spike',
  change: { value: 6.5, low: 4, high: 9.1, n: 78, method: 'log ratio' },
  before: 0.2,
  after: 0.7,
  pValue: 1e-9,
}
const window = { from: '2026-08-20', to: '2026-08-20', beforeFrom: '2026-07-23', beforeTo: '2026-08-19' }

function say(point: InflectionMarker, storyCount: number): string[] {
  return inflectionStatements({ point, basis: 'count', window, facts: { storyCount }, tone: null, stories: [] }).map(
    ({ text }) => text,
  )
}

test('a spike says how many times the level around it', () => {
  expect(say(spike, 22)).toEqual([
    'On 20 August 2026 there were 22 stories: 6.5 times (4.0 to 9.1) the level of the days around.',
  ])
})

test.each([
  ['one story', { value: 14, low: 0.004, high: 52_000, n: 1 }, 1, 'was 1 story'],
  ['bounds far apart', { value: 14, low: 0.004, high: 52_000, n: 60 }, 40, 'were 40 stories'],
])('of %s it is not said how many times', (_, change, stories, counted) => {
  expect(say({ ...spike, change: { ...change, method: 'log ratio' } }, stories)).toEqual([
    `On 20 August 2026 there ${counted}, too few to say how many times the level of the days around.`,
  ])
})

test('a topic that nobody mentioned before says that', () => {
  expect(say({ ...spike, before: 0 }, 22)).toEqual([
    'On 20 August 2026 there were 22 stories, where there were none before.',
  ])
})
