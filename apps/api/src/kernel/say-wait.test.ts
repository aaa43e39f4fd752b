import { expect, test } from 'vitest'
import { sayWait } from './say-wait.ts'

test('a wait is said in seconds while it is short, and never shorter than it is', () => {
  expect([1, 45, 89, 90, 120, 121, 3600].map(sayWait)).toEqual([
    'a second',
    '45 seconds',
    '89 seconds',
    '2 minutes',
    '2 minutes',
    '3 minutes',
    '60 minutes',
  ])
})
