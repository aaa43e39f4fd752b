import { expect, test } from 'vitest'
import { topicOfQuestion } from './question-topic.ts'

test.each([
  ['What changed for heat pumps since June?', 'heat pumps'],
  ['How is the tone of night trains in 2024, and who is heard most?', 'night trains'],
  ['What is written about “sodium batteries in cars”?', 'sodium batteries in cars'],
  ['Compare matcha with kombucha', 'matcha'],
  ['Brief me on the Panama Canal', 'Panama Canal'],
  ['How did the tone of tiny homes change?', 'tiny homes'],
])('“%s” is about %s', (question, topic) => {
  expect(topicOfQuestion(question)).toBe(topic)
})

test.each(['And its tone?', 'Why?', 'Tell me about it', `About ${'a'.repeat(200)}`])(
  '“%s” names no topic',
  (question) => {
    expect(topicOfQuestion(question)).toBeNull()
  },
)
