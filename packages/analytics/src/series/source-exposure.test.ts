import { expect, test } from 'vitest'
import { momentum } from './momentum.ts'
import { poolSources } from './source-exposure.ts'

const days = (before: number, after: number) => [...Array<number>(28).fill(before), ...Array<number>(28).fill(after)]
const pooledMomentum = (sources: Parameters<typeof poolSources>[0]) => {
  const measured = momentum({ ...poolSources(sources), windowDays: 28 })
  return 'unknown' in measured ? null : measured
}

test('one source is measured by its own total', () => {
  const source = { counts: days(2, 4), totals: days(100, 100) }
  expect(poolSources([source])).toEqual({ counts: source.counts, exposure: source.totals })
})

test('a source that comes in with a high share of its own is no growth', () => {
  const quiet = { counts: days(1, 1), totals: days(100, 100) }
  const late = { counts: days(0, 50), totals: days(0, 100) }
  expect(pooledMomentum([quiet, late])?.ratio).toBeCloseTo(1, 1)
})

test('growth inside each source is growth of the whole', () => {
  const sources = [
    { counts: days(1, 3), totals: days(100, 100) },
    { counts: days(10, 30), totals: days(200, 200) },
  ]
  expect(pooledMomentum(sources)?.ratio).toBeCloseTo(3)
})

test('a source without a match changes nothing, and nothing comes of nothing', () => {
  const source = { counts: days(2, 4), totals: days(100, 100) }
  expect(pooledMomentum([source, { counts: days(0, 0), totals: days(1, 900) }])?.ratio).toBeCloseTo(2)
  expect(pooledMomentum([])).toBeNull()
})

test('no day has more documents than exposure', () => {
  const tiny = { counts: [1, 0], totals: [1, 500] }
  const large = { counts: [0, 90], totals: [0, 100] }
  const { counts, exposure } = poolSources([tiny, large])
  counts.forEach((count, day) => expect(exposure[day]).toBeGreaterThanOrEqual(count))
})
