import { expect, test } from 'vitest'
import { headlineStyle, withoutAsides } from './headline-style.ts'

test('a title that tells is a better headline than one that is cut, asks or speaks of its author', () => {
  const told = headlineStyle('Hurricane Sandy makes landfall in New Jersey')
  expect(told).toBe(1)
  expect(headlineStyle('Ray Bradbury has died.')).toBe(1)
  for (const title of [
    'Hurricane sandy preparation... Complete',
    'I am ready for Hurricane Sandy',
    'Is Hurricane Sandy over?',
    'HURRICANE SANDY IS COMING FOR US!!!',
  ])
    expect([title, headlineStyle(title)]).toEqual([title, expect.toSatisfy((style: number) => style < told)])
})

test('the United States are not its author', () => {
  expect(headlineStyle('U.S. officials call for evacuation before the storm')).toBe(1)
})

test('what a forum puts beside a title is no part of it', () => {
  expect(withoutAsides('[video] Bitcoin crashes (x-post from r/Bitcoin)')).toBe('Bitcoin crashes')
})
