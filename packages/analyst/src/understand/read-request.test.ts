import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const read = (title: string, message: string) =>
  readRequest({
    message,
    instruction: null,
    history: [],
    signalIds: [],
    threadId: null,
    selectedMessages: [],
    readables: [],
    actions: [],
    collections: [{ kind: 'story', title, signalIds: [] }],
    today: '2026-11-23',
  })

test.each([
  '.*',
  '(a+)+$',
  '[',
  '(?<x>',
  String.raw`\p{L}+`,
  'Q1|Q2',
  '$&',
  '^$',
  'oat (2026)',
  'C++ {3}',
  'a-z/#&~',
  '*?',
])('the title of a collection is a text and no pattern: %s', (title) => {
  // text that would only match as a pattern stays, the literal name is removed
  expect(read(title, 'what about oat milk?').queries).toEqual(['oat milk'])
  expect(read(title, `how does "${title}" look for oat milk?`).queries).toEqual(
    read('plan', 'how does "plan" look for oat milk?').queries,
  )
})
