import type { SignalQuery } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { readSignalQuery } from '../reports/index.ts'
import { suggestMore } from './run-search-job.ts'
import { endedRun, pendingRun } from './source-run-states.ts'

const suggest = (
  query: SignalQuery,
  runs: Parameters<typeof suggestMore>[0]['runs'] = [],
  { demoEnded = false } = {},
) => suggestMore({ echo: readSignalQuery(query).echo, runs, demoEnded })
const failedRun = (status: 'rate_limited' | 'upstream_down') =>
  endedRun(pendingRun({ key: 'gdelt', label: 'GDELT' }), {
    status,
    reason: 'It said so.',
    at: new Date('2026-11-21T08:00:00Z'),
  })

describe('suggestions for a sparse topic', () => {
  test('say first that the demo ended, and what helps beside it', () => {
    expect(suggest({ query_term: 'oatly' }, [], { demoEnded: true })).toEqual([
      expect.stringContaining('The demo has ended'),
      'Check the spelling, or search for a wider term.',
      expect.stringContaining('Import documents'),
    ])
    expect(suggest({ query_term: 'oatly' }).join(' ')).not.toContain('demo')
  })

  test('name what narrows the query', () => {
    expect(suggest({ query_term: 'oatly', geo: 'SE', startDate: '2026-01-01', sources: ['rss'] })[0]).toBe(
      'Search without the country SE, dates and a choice of sources.',
    )
  })

  test('name sources that asked to wait, and those that did not answer', () => {
    expect(suggest({ query_term: 'oatly' }, [failedRun('rate_limited')]).join(' ')).toContain('GDELT asked to wait')
    expect(suggest({ query_term: 'oatly' }, [failedRun('upstream_down')]).join(' ')).toContain('GDELT did not answer')
  })

  test('say how a pair or a phrase can be loosened', () => {
    expect(suggest({ x_term: 'tea', y_term: 'matcha', isCompound: true })[0]).toContain('either of')
    expect(suggest({ query_term: 'oat milk latte' })[0]).toContain('AND')
  })

  test('say which conditions of the query language narrow it', () => {
    const sentences = suggest({ query_term: 'oat near/2 milk outlet:nytimes.com' })
    expect(sentences[0]).toContain('near each other')
    expect(sentences[1]).toContain('Leave out conditions')
    expect(sentences.join(' ')).not.toContain('side by side')
  })

  test('are never empty and never longer than the contract allows', () => {
    expect(suggest({ query_term: 'oatly' }).length).toBeGreaterThan(1)
    for (const sentence of suggest({ query_term: 'word '.repeat(99).trim() }))
      expect(sentence.length).toBeLessThanOrEqual(300)
  })
})
