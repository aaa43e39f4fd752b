import { expect, test } from 'vitest'
import { joinCopies } from './news-stream.ts'

const dayMs = 86_400_000
const join = (groups: number[], nodes: readonly [headline: string | null, day: number][]) => {
  const joined = Uint32Array.from(groups)
  joinCopies(
    joined,
    nodes.map(([headline, day]) => ({ headline, at: day * dayMs })),
    5 * dayMs,
  )
  return [...joined]
}

test('copies of one headline are in the story of most of them, and leave what else is there alone', () => {
  expect(
    join(
      [0, 0, 1, 1, 1],
      [
        ['signs missed', 1],
        ['another', 1],
        ['signs missed', 1],
        ['signs missed', 2],
        [null, 2],
      ],
    ),
  ).toEqual([1, 0, 1, 1, 1])
})

test('a headline of last month is told anew', () => {
  expect(
    join(
      [0, 1],
      [
        ['signs missed', 1],
        ['signs missed', 30],
      ],
    ),
  ).toEqual([0, 1])
})

test('titles that tell too little are no copies', () => {
  expect(
    join(
      [0, 1],
      [
        [null, 1],
        [null, 1],
      ],
    ),
  ).toEqual([0, 1])
})
