import { addDays, type DailyReport, type VolumeDay } from '@auspex/analytics'
import type { TopicEvent } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { findNews } from './report-news.ts'

const lastDay = '2012-03-31'
const today = '2012-04-02'
const noTitles: ReadonlySet<string> = new Set()

/** A report of forum posts with given counts a day, the last on 31 March 2012, and with what its documents say. */
function reportOf(
  counts: readonly number[],
  { events = [], texts = [] }: { events?: Partial<TopicEvent>[]; texts?: readonly string[] } = {},
): DailyReport {
  const days = counts.map((count, index): VolumeDay => ({
    day: addDays(lastDay, index + 1 - counts.length),
    documents: count,
    storyClusters: count,
    firstTellings: count,
    outlets: 1,
    total: null,
    share: null,
    isCovered: true,
    groups: [count],
  }))
  const items = texts.map((title) => ({ title, snippet: null }))
  const event = { stories: 40, documents: 40, expected: 10, excess: { low: 20, high: 40 }, retellings: 30, terms: [] }
  return stub<DailyReport>({
    counts: stub<DailyReport['counts']>({ documents: 500, sampled: false }),
    volume: stub<DailyReport['volume']>({
      days,
      groups: [stub<DailyReport['volume']['groups'][number]>({ kind: 'post' })],
    }),
    momentum: stub<DailyReport['momentum']>({ basis: 'count' }),
    documents: stub<DailyReport['documents']>({ items: items as never }), // no other field is read
    chatter: stub<DailyReport['chatter']>({ items: [] }),
    events: stub<DailyReport['events']>({
      events: events.map((each) => ({ ...event, headline: null, mostNoticed: null, ...each })) as never, // the rest is not read
    }),
  })
}

const steady = Array.from({ length: 60 }, () => 5)
const rise = { onset: '2012-03-24', peak: '2012-03-28', until: '2012-03-30' }
const find = (report: DailyReport, more: Partial<Parameters<typeof findNews>[1]> = {}) =>
  findNews(report, { title: 'topic', state: null, periodDays: 7, today, quoted: noTitles, ...more })

test('an event is one line, with its figure, its days and what it was about', () => {
  const headline = { documentId: 'doc_1', title: 'A bill to end the strike is passed', outlet: 'reddit/r/news' }
  const { news } = find(reportOf(steady, { events: [{ ...rise, headline: headline as never }] }))
  expect(news?.text).toBe(
    '40 posts from 24 to 30 March, compared with about 10 in as many days before, peak on 28 March. “A bill to end the strike is passed” (r/news)',
  )
})

test('an event that was reported, or had peaked before, is no news', () => {
  const report = reportOf(steady, { events: [rise] })
  const state = { coveredTo: '2012-03-26', events: [{ from: '2012-03-25', to: '2012-03-26' }], growth: null }
  expect(find(report, { state }).news).toBeNull()
  expect(find(report, { state: { ...state, coveredTo: '2012-03-29', events: [] } }).news).toBeNull()
  expect(find(report, { state: { ...state, events: [] } }).news).not.toBeNull()
})

test('clear growth is reported with both weeks, once', () => {
  const report = reportOf([...steady, ...Array.from({ length: 7 }, () => 20)])
  const { news, state } = find(report)
  expect(news?.text).toBe('140 posts, up from 35 the week before.')
  expect(state?.growth).toEqual({ direction: 'up', to: lastDay })
  expect(
    find(report, { state: { coveredTo: '2012-03-29', events: [], growth: state?.growth ?? null } }).news,
  ).toBeNull()
})

test('few posts are no news, however certain their change is', () => {
  expect(find(reportOf([...steady.map(() => 0), 2, 2, 2, 2, 2, 2, 2])).news).toBeNull()
})

test('a name is written as its documents write it', () => {
  const texts = ['what the NSA reads there', 'when the NSA listens carefully', 'why the NSA answers nobody']
  expect(find(reportOf(steady, { texts, events: [rise] }), { title: 'nsa' }).name).toBe('NSA')
})
