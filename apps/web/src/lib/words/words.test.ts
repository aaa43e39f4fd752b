import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceRun } from '@auspex/sdk'
import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import { describeThings } from './deletion-words.ts'
import { groupRuns } from './group-runs.ts'
import { splitNames } from './words.ts'

test('what is deleted with a person is counted in words, starting with what they created', () => {
  expect(
    describeThings([
      { kind: 'activity-events', count: 1200 },
      { kind: 'stories', count: 1 },
      { kind: 'portfolios', count: 3 },
    ]),
  ).toEqual(['3 portfolios', '1 story', '1,200 recorded actions'])
})

test('each kind that the server counts has a label', () => {
  const migration = readFileSync(join(import.meta.dirname, '../../../../api/migrations/0015_deletion.sql'), 'utf8')
  const kinds = [...migration.matchAll(/select '([a-z-]+)', count/g)].map(([, kind]) => kind ?? '')
  expect(kinds.length).toBeGreaterThan(15)
  const unnamed = kinds.filter(
    (kind) => kind.includes('-') && describeThings([{ kind, count: 2 }])[0] === `2 ${kind.replaceAll('-', ' ')}`,
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

const [example] = getSignalReportResponseMock().coverage.runs
const run = (source: SourceRun['source'], reason: string | null, status: SourceRun['status']): SourceRun => {
  if (example === undefined) throw new Error('the example has a run')
  return { ...example, source, reason, status }
}

test('three sources that failed for the same reason are grouped; two, or different reasons, are not', () => {
  const runs = [
    run('imported', null, 'ok'),
    run('arxiv', 'No way to it.', 'upstream_down'),
    run('pubmed', 'No way to it.', 'upstream_down'),
    run('openfda', 'Too many questions.', 'rate_limited'),
  ]
  expect(groupRuns(runs)).toEqual({ ungrouped: runs, sameReason: [] })
  const third = run('hacker_news', 'No way to it.', 'upstream_down')
  const { ungrouped, sameReason } = groupRuns([...runs, third])
  expect(ungrouped.map(({ source }) => source)).toEqual(['imported', 'openfda'])
  expect(sameReason.map((group) => group.map(({ source }) => source))).toEqual([['arxiv', 'pubmed', 'hacker_news']])
})

test('a related signal is found in an entry where its name is a word, and not within another', () => {
  const related = [{ signalId: 'sig_1', title: 'US' }]
  const parts = splitNames({ text: 'About 4 a week were usual. US rose too.', related })
  expect(parts.map(({ text, signalId }) => [text, signalId])).toEqual([
    ['About 4 a week were usual. ', null],
    ['US', 'sig_1'],
    [' rose too.', null],
  ])
})
