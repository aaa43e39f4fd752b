import { parseQuery } from '@auspex/analytics'
import { expect, test } from 'vitest'
import type { DocumentTitle } from '../../library/index.ts'
import { buildEvents } from './events-section.ts'

const day = '2020-01-26'
const facts = {
  found: 1,
  reason: null,
  factor: 1,
  documents: [3],
  outside: [],
  events: [
    { onset: day, peak: day, until: day, count: 3, expected: 0.1, excess: { value: 3, low: 2, high: 3 }, surprise: 9 },
  ],
}

function tell(titles: readonly string[]) {
  const read = parseQuery('coronavirus')
  if (!read.ok) throw new TypeError('the query is one')
  const told = titles.map((title, n): DocumentTitle => ({
    documentId: `doc_${n}`,
    title,
    outlet: 'thetimesnews.com',
    publishedAt: `${day}T0${n}:00:00Z`,
    reactions: null,
  }))
  const within = [told.map(({ documentId }) => documentId)]
  return buildEvents({ ...facts, within }, { titles: told, node: read.query }).events[0]
}

test('an event is told by its headline without the name of the outlet', () => {
  const title = 'Coronavirus surges across China - News - The Times - News'
  const event = tell([title, title, title])
  expect(event?.headline?.title).toBe('Coronavirus surges across China')
  expect(event?.first?.title).toBe('Coronavirus surges across China')
})

test('a headline after the name of the outlet stays whole, so that what is quoted of it is where it was', () => {
  const title = 'The Times News | Coronavirus surges across China'
  expect(tell([title, title, title])?.headline?.title).toBe(title)
})
