import type { PortfolioTrend, ProjectSource } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { describeCounted, toPrintedCollection } from './printed-collection.ts'

const sourceOf = (source: ProjectSource['source'], documents: number): ProjectSource => ({
  source,
  label: source,
  documents,
  signals: 1,
  lastDay: null,
  failing: 0,
  status: null,
  reason: null,
  at: null,
})

const warningsOf = (...sources: ProjectSource[]) => {
  const [at, card] = ['2026-11-21T08:00:00Z', { title: 'Drinks', caption: null, moment: null, warning: null }]
  const cards = [{ ...card, body: { kind: 'quote', text: 'x' } as const }]
  const page = toPrintedCollection({ noun: 'Project', title: 'x', updatedAt: at, printedAt: at, cards, sources })
  return page.cards.flatMap(({ warning }) => warning ?? [])
}

test('only figures of demo documents are marked as made up', () => {
  expect(warningsOf(sourceOf('demo', 3))).toEqual(['The documents behind these figures were made up for the demo.'])
  expect(warningsOf(sourceOf('demo', 0), sourceOf('hacker_news', 3))).toEqual([])
})

test('a count states its filters and days, whatever the title of the signal', () => {
  const query: PortfolioTrend['query'] = {
    title: 'bitcoin',
    subject: 'bitcoin from China',
    canonical: 'bitcoin',
    query_term: 'bitcoin',
    x_term: null,
    y_term: null,
    isCompound: false,
    geo: 'CN',
    entity: null,
    sources: [],
    startDate: null,
    endDate: null,
  }
  const [startDate, endDate] = ['2026-11-01', '2026-11-20']
  expect(describeCounted(query)).toBe('bitcoin from China')
  expect(describeCounted({ ...query, startDate, endDate })).toBe('bitcoin from China, 1 to 20 November 2026')
  expect(describeCounted({ ...query, startDate })).toBe('bitcoin from China, since 1 November 2026')
  expect(describeCounted({ ...query, endDate })).toBe('bitcoin from China, until 20 November 2026')
})
