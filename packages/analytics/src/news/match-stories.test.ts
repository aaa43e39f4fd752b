import { describe, expect, test } from 'vitest'
import { compareStories, matchStories } from './match-stories.ts'
import { readArticleWords, storyTerms } from './article-words.ts'

describe('match stories', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ id, publishedMs: index }))
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

  test('gives a new group a new story, named by its earliest article', () => {
    const { begun, moved } = match([0, 0, 1, 1, 1], { a: 'old', b: 'old' })
    expect(begun).toEqual(['story-c'])
    expect(moved.map(({ id }) => id)).toEqual(['c', 'd', 'e'])
  })

  test('keeps the id of the larger of two merged stories', () => {
    const { joined, storyOf } = match([0, 0, 0, 0, 0], { a: 'small', b: 'large', c: 'large', d: 'large', e: 'small' })
    expect(joined).toEqual([{ storyId: 'small', into: 'large' }])
    expect(new Set(storyOf.values())).toEqual(new Set(['large']))
  })

  test('keeps the id for the larger part of a split story, and reports the other as split', () => {
    const { split, joined, storyOf } = match([0, 0, 0, 1, 1], { a: 's', b: 's', c: 's', d: 's', e: 's' })
    expect(split).toEqual([{ storyId: 'story-d', from: 's' }])
    expect(joined).toEqual([])
    expect([storyOf.get('a'), storyOf.get('e')]).toEqual(['s', 'story-d'])
  })
})

describe('story terms', () => {
  test('shows the words of a story as most of its articles spell them, whatever their stems', () => {
    const titles = ['Movies return to Lake Orleans', 'Lake Orleans shows movies again', 'A movie at Lake Orleans']
    const terms = storyTerms(titles.map((title) => ({ title, lead: null })))
    expect(terms.map(({ written }) => written)).toEqual(expect.arrayContaining(['orleans', 'movies']))
    expect(terms.map(({ written }) => written)).not.toContain('movie')
    expect(terms.find(({ written }) => written === 'movies')?.stem).not.toBe('movies')
  })
})

describe('words of an article', () => {
  const conceptsOf = (title: string) => [...readArticleWords(title, null).keys()].filter((term) => /^[=@]/.test(term))

  test.each([
    ['Google buys a startup', 'Google acquires a startup'],
    ['Lawmakers reject the deal', 'Legislators refuse the pact'],
    ['Blackout in Caracas', 'Venezuelan outage'],
  ])('“%s” and “%s” have the same concepts', (one, other) => {
    expect(conceptsOf(one)).not.toEqual([])
    expect(conceptsOf(one).toSorted()).toEqual(conceptsOf(other).toSorted())
  })
})
