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
    'Will Hurricane Sandy make the price of oil rise? (Answer: YES)',
    'HURRICANE SANDY IS COMING FOR US!!!',
  ])
    expect([title, headlineStyle(title)]).toEqual([title, expect.toSatisfy((style: number) => style < told)])
})

test.each([
  'ELI5: This Bitcoin mining thing again.',
  'Can someone explain bitcoin to me?',
  'What is bitcoin?',
  'Bitcoin explained in five minutes',
  "A beginner's guide to bitcoin",
  'Weekly bitcoin discussion thread',
  'Hurricane Sandy Megathread',
  'Daily Thread - 10 April 2013',
  'BitCoin Mining Rig: Feedback Please',
  'Question about bitcoin mining. What are we doing to make bitcoin?',
  'Need help choosing a bitcoin wallet',
])('%s tells nothing of what happened', (title) => {
  expect(headlineStyle(title)).toBeLessThan(0.3)
})

test.each([
  'What is happening in Ukraine',
  'Mt. Gox explains why trading halted',
  'Obama guides party to victory',
  'Weekly bitcoin volume reaches a record',
  'Cyprus needs help from Brussels',
  'Questions about safety follow the crash',
])('%s is no general explanation', (title) => {
  expect(headlineStyle(title)).toBeGreaterThan(0.5)
})

test('the United States are not its author', () => {
  expect(headlineStyle('U.S. officials call for evacuation before the storm')).toBe(1)
})

test('what a forum puts beside a title is no part of it', () => {
  expect(withoutAsides('[video] Bitcoin crashes (x-post from r/Bitcoin)')).toBe('Bitcoin crashes')
})
