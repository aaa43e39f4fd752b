import { describe, expect, test } from 'vitest'
import { splitChains } from './split-chains.ts'

const stories = 3
const ofEach = 20
/** Sixty articles in one group: three stories of twenty, in which each article resembles one of the next story. */
const storyOf = (article: number) => Math.floor(article / ofEach)
const rules = {
  leastMean: 0.4,
  strengthOf: (a: number, b: number) => (storyOf(a) === storyOf(b) || Math.abs(a - b) === ofEach ? 1.5 : 0),
  areApart: () => false,
}
const split = (isShort: boolean) => {
  const groups = new Uint32Array(stories * ofEach)
  splitChains(groups, [], { ...rules, isShort: () => isShort })
  return groups
}

describe('a large group that hangs together in a chain', () => {
  test('is cut into its stories when it is of headlines', () => {
    const groups = split(true)
    expect(new Set(groups).size).toBe(stories)
    groups.forEach((group, article) => expect(group).toBe(groups[storyOf(article) * ofEach]))
  })

  test('stays as modularity cut it when its articles have many words', () => {
    expect(new Set(split(false))).toEqual(new Set([0]))
  })
})
