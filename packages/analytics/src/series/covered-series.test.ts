import { expect, test } from 'vitest'
import { coveredRuns } from './covered-runs.ts'
import { type GroupSeries, joinCovered, toComparable } from './covered-series.ts'
import { momentum } from './momentum.ts'
import { stage } from './stage.ts'

const repeat = (value: number, days: number) => Array<number>(days).fill(value)

function toGroup(counts: number[], totals: number[]): GroupSeries {
  return { counts, totals, runs: coveredRuns({ counts, totals }) }
}

function measure(groups: readonly GroupSeries[]) {
  const series = joinCovered(groups)
  if (series === null) throw new Error('The topic is covered')
  const input = { ...toComparable(series), windowDays: 28 }
  return { series, stage: stage(input), growth: momentum(input) }
}

test('an archive that ends is no fall: the topic is steady as of its last day', () => {
  const forum = toGroup([...repeat(4, 200), ...repeat(0, 100)], [...repeat(400, 200), ...repeat(0, 100)])
  const { series, stage: named } = measure([forum])
  expect(series.counts).toHaveLength(200)
  expect(named).toBe('steady')
})

test('the last stragglers of an archive are no part of it', () => {
  const forum = toGroup([...repeat(4, 200), ...repeat(0, 100)], [...repeat(400, 200), ...repeat(1, 100)])
  expect(measure([forum]).series.counts).toHaveLength(200)
})

test('a source that ends in the middle of a window moves nothing', () => {
  const forum = toGroup([...repeat(40, 240), ...repeat(0, 16)], [...repeat(400, 240), ...repeat(0, 16)])
  const news = toGroup(repeat(5, 256), repeat(100, 256))
  const { growth } = measure([forum, news])
  expect(growth).toMatchObject({ ratio: expect.closeTo(1, 5) as number })
})

test('a source that holds next to nothing of the topic does not say how far it can be told', () => {
  const forum = toGroup([...repeat(4, 200), ...repeat(0, 300)], [...repeat(400, 200), ...repeat(0, 300)])
  const news = toGroup([...repeat(0, 490), 1, ...repeat(0, 9)], [...repeat(0, 250), ...repeat(100, 250)])
  const { series, stage: named } = measure([forum, news])
  expect([series.counts.length, named]).toEqual([200, 'steady'])
})

test('days that nothing covers are unknown, and no zeros', () => {
  const totals = [...repeat(400, 100), ...repeat(0, 50), ...repeat(400, 100)]
  const { series } = measure([toGroup([...repeat(4, 100), ...repeat(0, 50), ...repeat(4, 100)], totals)])
  expect(series.counts.slice(99, 151)).toEqual([4, ...repeat(0, 50).map(() => null), 4])
})

test('a source whose totals nobody knows is counted', () => {
  const counts = [...repeat(2, 28), ...repeat(4, 28)]
  const fetched: GroupSeries = { counts, totals: null, runs: [{ from: 0, to: 56 }] }
  const { series, growth } = measure([fetched])
  expect(series.basis).toBe('count')
  expect(growth).toMatchObject({ ratio: expect.closeTo(2, 5) as number })
})

test('levels are shares of the groups, or documents a day where totals are unknown', () => {
  const levels = (groups: readonly GroupSeries[]) => {
    const { series } = measure(groups)
    return series.counts.map((count, day) => (count ?? 0) / (series.exposure[day] ?? 1))
  }
  const forum = toGroup(repeat(4, 60), repeat(400, 60))
  expect(levels([forum])[0]).toBeCloseTo(0.01)
  const fetched: GroupSeries = { counts: repeat(12, 60), totals: null, runs: [{ from: 0, to: 60 }] }
  expect(levels([fetched])[0]).toBeCloseTo(12)
  expect(levels([fetched, { ...fetched, counts: repeat(4, 60), runs: [{ from: 0, to: 30 }] }])).toSatisfy(
    (found: number[]) => found.every((level) => Math.abs(level - 16) < 1e-9),
  )
})

test('a topic without a covered document has no series', () => {
  expect(joinCovered([toGroup(repeat(0, 20), repeat(9, 20))])).toBeNull()
  expect(joinCovered([])).toBeNull()
})
