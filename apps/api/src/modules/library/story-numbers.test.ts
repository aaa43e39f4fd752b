import { expect, test } from 'vitest'
import { storyNumbers } from './story-numbers.ts'

const rowsOf = (stories: readonly bigint[]) => ({ length: stories.length, cluster: BigInt64Array.from(stories) })

test('rows of one story share a number, and a row that is alone has none', () => {
  expect([...storyNumbers(rowsOf([7n, 5n, 7n, 9n, 5n, 7n]))]).toEqual([1, 2, 1, 0, 2, 1])
  expect([...storyNumbers(rowsOf([]))]).toEqual([])
})

test('names that agree in one half are told apart', () => {
  const high = 2n ** 40n
  expect([...storyNumbers(rowsOf([1n, high + 1n, high + 2n, high + 1n, 2n]))]).toEqual([0, 1, 0, 1, 0])
})

test('ten thousand names are numbered as a map of them would', () => {
  const stories = Array.from({ length: 10_000 }, (_, n) => BigInt((n * 7919) % 6_000) * 2_654_435_761_001n)
  const sizes = Map.groupBy(stories, (story) => story)
  const numbers = storyNumbers(rowsOf(stories))
  const expected = stories.map((story) => ((sizes.get(story)?.length ?? 0) > 1 ? story : 0n))
  // each number stands for one story id: that of the first row that has it
  const names = new Map([...numbers].map((number, row) => [number, stories[row]] as const).toReversed())
  names.set(0, 0n)
  expect([...numbers].map((number) => names.get(number))).toEqual(expected)
})
