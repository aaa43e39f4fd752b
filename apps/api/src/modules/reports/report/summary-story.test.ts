import { describe, expect, test } from 'vitest'
import { document, documents, eventOf, report, sumUp } from '../testing/summary-report.ts'
import type { StorySections } from './summary-story.ts'

describe('the event that heads a report', () => {
  const january = eventOf('2026-01-19', '2026-01-25', 140)
  const before = eventOf('2026-01-04', '2026-01-12', 60)
  const told = { title: 'Baristas ask for oat milk that foams', outlet: 'r/coffee' }
  const headline = { ...told, documentId: 'doc_9', publishedAt: '2026-01-09T00:00:00Z' }
  const march = { ...eventOf('2026-03-04', '2026-03-20', 100), headline, retellings: 9 }
  const events = [january, march, before]

  /** 200 days, shown by week: 20 stories a day in one week of January, 6 in March, which add up to more in total. */
  const storyWith = (
    documentsOf: (day: string, stories: number) => number,
    { weeks = [], ...others }: { weeks?: StorySections['volume']['weeks'] } & Partial<StorySections['events']> = {},
  ) => {
    const days = Array.from({ length: 200 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
      const stories = day >= '2026-01-19' && day <= '2026-01-25' ? 20 : day.startsWith('2026-03') ? 6 : 1
      return {
        day,
        documents: documentsOf(day, stories),
        storyClusters: stories,
        firstTellings: stories,
        outlets: 1,
        total: null,
        share: null,
        isCovered: true,
        groups: [],
      }
    })
    const volume = { days, weeks, months: [], groups: [] }
    const sections = { volume, events: { ...report.events, events, found: 3, ...others } }
    const read = [...documents, document(9, told)]
    const { statements } = sumUp({ documents: read, report: { ...report, ...sections } })
    return statements.flatMap(({ text, part }) => (part === 'detail' ? [] : text))
  }

  test('is told together with those that lead up to it, and others after it', () => {
    expect(storyWith((_, stories) => stories).slice(0, 3)).toEqual([
      'Attention to oat milk peaked in January 2026',
      'There were 200 documents from 4 to 25 January 2026, about 20 times the usual number.',
      'Attention was also high from 4 to 20 March 2026, when there were 100 documents, among them “Baristas ask for oat milk that foams” (r/coffee).',
    ])
  })

  test('is no event to tell where it is of fewer than eight pieces', () => {
    const few = { ...report.events, events: [eventOf('2026-01-19', '2026-01-20', 7)], found: 1 }
    const small = sumUp({ report: { ...report, events: few } })
    expect(small.statements[0]?.text).toBe('Four documents mention oat milk')
  })

  test('is not called a peak where copies make another week the highest', () => {
    const copied = storyWith((day, stories) => (day === '2026-06-01' ? 5_000 : stories))
    expect(copied[0]).toBe('Attention to oat milk rose sharply in January 2026')
  })

  test('is an event before a higher week of one text in many copies', () => {
    const copied = { storyCluster: 's9', documents: 4_990, first: { ...headline, publishedAt: '2026-06-01T00:00:00Z' } }
    const busiest = { firstDay: '2026-06-01', lastDay: '2026-06-07', copies: copied, headline: null, mostNoticed: null }
    const many = storyWith((day, stories) => (day === '2026-06-01' ? 5_000 : stories), {
      weeks: [{ firstDay: '2026-06-01', clusters: 12, outlets: 9 }],
      busiest: { ...busiest, terms: [], subject: null, name: null, first: null, retellings: 0 },
      events: [eventOf('2026-01-19', '2026-01-25', 30)],
    })
    expect(many[0]).toBe('Attention to oat milk rose sharply in January 2026')
    expect(many.join(' ')).toContain('versions of a single')
  })
})
