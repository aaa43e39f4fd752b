import { expect, test } from 'vitest'
import { topicOfQuestion } from './conversation.ts'

test.each([
  ['What changed for heat pumps since June?', 'heat pumps'],
  ['How is the tone of night trains in 2024, and who is heard most?', 'night trains'],
  ['What is written about “sodium batteries in cars”?', 'sodium batteries in cars'],
  ['Compare matcha with kombucha', 'matcha'],
  ['Brief me on the Panama Canal', 'Panama Canal'],
  ['How did the tone of tiny homes change?', 'tiny homes'],
  ['Why are heat pumps growing?', 'heat pumps'],
  ['Why do heat pumps grow?', 'heat pumps'],
  ['How is oat milk doing in Germany?', 'oat milk'],
  ['Is matcha growing?', 'matcha'],
  ['Are heat pumps still rising?', 'heat pumps'],
  ['Why has the oat drink fallen?', 'oat drink'],
])('“%s” is about %s', (question, topic) => {
  expect(topicOfQuestion(question)).toBe(topic)
})

test.each([
  'And its tone?',
  'Why?',
  'Why is it growing?',
  'What changed?',
  'Who is heard most?',
  'Is there anything new?',
  'Is the tone getting worse?',
  'And in Germany?',
  'Tell me about it',
  `About ${'a'.repeat(200)}`,
])('“%s” names no topic', (question) => {
  expect(topicOfQuestion(question)).toBeNull()
})
