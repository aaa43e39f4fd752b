import { expect, test } from 'vitest'
import { coveredArchives } from './covered-archives.ts'

const repeat = (value: number, days: number) => Array<number>(days).fill(value)
const year = 365

/** First and last day of each archive's covered days. */
function spansOf(days: readonly number[]): [number, number][] {
  return coveredArchives(days).map(({ runs }) => [runs[0]?.from ?? -1, (runs.at(-1)?.to ?? 0) - 1])
}

test('a small archive years after a large one is covered, the stragglers between them are not', () => {
  const days = [...repeat(700, 2 * year), ...repeat(4, 2 * year), ...repeat(50, year), ...repeat(1, 90)]
  expect(spansOf(days)).toEqual([
    [0, 2 * year - 1],
    [4 * year, 5 * year - 1],
  ])
})

test('each day belongs to one archive: stragglers to the one before them', () => {
  const days = [...repeat(700, year), ...repeat(4, year), ...repeat(50, year)]
  expect(coveredArchives(days).map(({ from, to }) => [from, to])).toEqual([
    [0, 2 * year],
    [2 * year, 3 * year],
  ])
})

test('silence of years between different rates parts archives, of equal ones it is a pause', () => {
  expect(spansOf([...repeat(40, year), ...repeat(0, year), ...repeat(10, year)])).toHaveLength(2)
  const pause = coveredArchives([...repeat(40, year), ...repeat(0, year), ...repeat(35, year)])
  expect(pause.map(({ runs }) => runs)).toEqual([
    [
      { from: 0, to: year },
      { from: 2 * year, to: 3 * year },
    ],
  ])
})

test('two archives of equal pace with two years of silence between them are two', () => {
  expect(spansOf([...repeat(40, year), ...repeat(0, 2 * year), ...repeat(40, year)])).toEqual([
    [0, year - 1],
    [3 * year, 4 * year - 1],
  ])
  expect(spansOf([...repeat(40, year), ...repeat(0, 2 * year), 40, 40, 40])).toHaveLength(1)
})

test('a thin archive right behind a larger one is covered for itself, stragglers that die away are not', () => {
  const thin = Array.from({ length: year }, (_, day) => 40 + (day % 7) * 3)
  expect(spansOf([...repeat(700, 2 * year), ...thin])).toEqual([
    [0, 2 * year - 1],
    [2 * year, 3 * year - 1],
  ])
  const dying = Array.from({ length: year }, (_, day) => Math.round(60 * 0.985 ** day))
  expect(spansOf([...repeat(700, 2 * year), ...dying])).toEqual([[0, 2 * year - 1]])
  expect(spansOf([...repeat(700, 2 * year), ...repeat(4, year)])).toEqual([[0, 2 * year - 1]])
  expect(spansOf([...repeat(700, 2 * year), ...repeat(40, 60)])).toEqual([[0, 2 * year - 1]])
})

test('what is collected each day remains one archive, with holidays, busy weeks, growth and a late straggler', () => {
  const growing = Array.from({ length: 3 * year }, (_, day) => Math.round(2 * 1.004 ** day))
  const collected = [...growing, ...repeat(0, 60), ...repeat(40, 100), ...repeat(900, 7), ...repeat(40, 300)]
  expect(spansOf(collected)).toEqual([[0, collected.length - 1]])
  expect(spansOf([...repeat(40, year), ...repeat(0, 5 * year), 1])).toEqual([[0, year - 1]])
})

test('a busy day among stragglers begins no archive', () => {
  expect(spansOf([...repeat(700, year), ...repeat(2, year), 900, ...repeat(2, year)])).toHaveLength(1)
})

test('a source that speaks for a week twice a year remains one', () => {
  const days = Array.from({ length: 4 * year }, (_, day) => (day % 180 < 7 ? 5 : 0))
  expect(spansOf(days)).toHaveLength(1)
})

test('several archives in a row are told apart', () => {
  const days = [...repeat(20, 200), ...repeat(0, 200), ...repeat(200, 200), ...repeat(1, 200), ...repeat(30, 200)]
  expect(spansOf(days)).toEqual([
    [0, 199],
    [400, 599],
    [800, 999],
  ])
})

test('a first document that stands alone is no archive of its own', () => {
  expect(spansOf([1, ...repeat(0, 100), ...repeat(5, year)])).toHaveLength(1)
})

test('nothing is no archive', () => {
  expect(coveredArchives([])).toEqual([])
  expect(coveredArchives(repeat(0, 30))).toEqual([])
})
