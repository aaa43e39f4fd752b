import { describe, expect, test } from 'vitest'
import { compareStories, matchStories } from './match-stories.ts'
import { storyTerms } from './article-words.ts'

describe('match stories', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((id, at) => ({ id, at }))
  const match = (groups: number[], before: Record<string, string>) =>
    compareStories(
      new Map(Object.entries(before)),
      matchStories({
        nodes,
        groups: Uint32Array.from(groups),
        storyOf: new Map(Object.entries(before)),
        nameStory: (id) => `story-${id}`,
      }),
    )

  test('a new group begins a story that is named by its earliest article', () => {
    const { begun, moved } = match([0, 0, 1, 1, 1], { a: 'old', b: 'old' })
    expect(begun).toEqual(['story-c'])
    expect(moved.map(({ id }) => id)).toEqual(['c', 'd', 'e'])
  })

  test('of two stories that become one, the larger keeps its id and the other joins it', () => {
    const { joined, storyOf } = match([0, 0, 0, 0, 0], { a: 'small', b: 'large', c: 'large', d: 'large', e: 'small' })
    expect(joined).toEqual([{ storyId: 'small', into: 'large' }])
    expect(new Set(storyOf.values())).toEqual(new Set(['large']))
  })

  test('of a story that falls apart, the larger part keeps the id and the other is told as split', () => {
    const { split, joined, storyOf } = match([0, 0, 0, 1, 1], { a: 's', b: 's', c: 's', d: 's', e: 's' })
    expect(split).toEqual([{ storyId: 'story-d', from: 's' }])
    expect(joined).toEqual([])
    expect([storyOf.get('a'), storyOf.get('e')]).toEqual(['s', 'story-d'])
  })
})

describe('story terms', () => {
  test('the words of a story are told as most of its articles write them, whatever their stems', () => {
    const titles = ['Movies return to Lake Orleans', 'Lake Orleans shows movies again', 'A movie at Lake Orleans']
    const terms = storyTerms(titles.map((title) => ({ title, lead: null })))
    expect(terms.map(({ written }) => written)).toEqual(expect.arrayContaining(['orleans', 'movies']))
    expect(terms.map(({ written }) => written)).not.toContain('movie')
    expect(terms.find(({ written }) => written === 'movies')?.stem).not.toBe('movies')
  })
})
