import { expect, test } from 'vitest'
import { countStoryTones, createStoryTones } from './story-tones.ts'

test('a story that a hundred outlets copy counts once', () => {
  const stories = createStoryTones()
  stories.add(100, -60)
  stories.add(1, 0.5)
  stories.add(1, 0.8)
  stories.add(2, 0)
  stories.add(0, 0)
  expect(countStoryTones(stories.classes())).toEqual({ positive: 2, neutral: 1, negative: 1 })
})
