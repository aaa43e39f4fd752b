import type { SourceRun } from '@auspex/sdk'
import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import { expect, test } from 'vitest'
import { groupRuns } from './group-runs.ts'

const [example] = getSignalReportResponseMock().coverage.runs
const run = (source: SourceRun['source'], reason: string | null, status: SourceRun['status']): SourceRun => {
  if (example === undefined) throw new Error('the example has a run')
  return { ...example, source, reason, status }
}

test('three sources that failed for one reason are told of once; two, or other reasons, stand alone', () => {
  const runs = [
    run('imported', null, 'ok'),
    run('arxiv', 'No way to it.', 'upstream_down'),
    run('pubmed', 'No way to it.', 'upstream_down'),
    run('openfda', 'Too many questions.', 'rate_limited'),
  ]
  expect(groupRuns(runs)).toEqual({ alone: runs, alike: [] })
  const third = run('hacker_news', 'No way to it.', 'upstream_down')
  const { alone, alike } = groupRuns([...runs, third])
  expect(alone.map(({ source }) => source)).toEqual(['imported', 'openfda'])
  expect(alike.map((group) => group.map(({ source }) => source))).toEqual([['arxiv', 'pubmed', 'hacker_news']])
})
