import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sayThings } from './deletion-words.ts'

test('what goes with a person is counted in words, what they made first', () => {
  expect(
    sayThings([
      { kind: 'activity-events', count: 1200 },
      { kind: 'stories', count: 1 },
      { kind: 'portfolios', count: 3 },
    ]),
  ).toEqual(['3 portfolios', '1 story', '1,200 recorded actions'])
})

test('each kind that the server counts has words', () => {
  const migration = readFileSync(join(import.meta.dirname, '../../../api/migrations/0056_deletion.sql'), 'utf8')
  const kinds = [...migration.matchAll(/select '([a-z-]+)', count/g)].map(([, kind]) => kind ?? '')
  expect(kinds.length).toBeGreaterThan(15)
  const unnamed = kinds.filter(
    (kind) => kind.includes('-') && sayThings([{ kind, count: 2 }])[0] === `2 ${kind.replaceAll('-', ' ')}`,
  )
  // these have the same words as their identifiers
  expect(unnamed.toSorted()).toEqual([
    'context-spaces',
    'marked-articles',
    'news-feeds',
    'recent-searches',
    'share-links',
    'trend-subscriptions',
  ])
})
