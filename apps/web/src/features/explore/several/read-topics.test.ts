import { expect, test } from 'vitest'
import { readTopics } from './several-topics.tsx'

test('each line is a topic once, whatever its case; empty lines are none', () => {
  expect(readTopics(' oat milk \r\n\nMatcha\nOat Milk')).toEqual({ topics: ['oat milk', 'Matcha'] })
})

test('more topics than one request takes, and a line that is too long, are refused with the reason', () => {
  const tooManyTopics = Array.from({ length: 101 }, (_, index) => `topic ${index}`).join('\n')
  expect(readTopics(tooManyTopics)).toEqual({ fault: 'These are 101 topics; at most 100 can be measured at once.' })
  expect(readTopics(`tea\n${'a'.repeat(501)}`)).toEqual({ fault: 'Line 2 is longer than 500 characters. Shorten it.' })
  expect(readTopics(' \n')).toEqual({ fault: 'Write at least one topic, one per line' })
})
