import { addDays, type DailyReport, type VolumeDay } from '@auspex/analytics'
import type { DaySpan, TopicEvent } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { findNews } from './report-news.ts'

const lastDay = '2012-03-31'
const today = '2012-04-02'

/** A report of forum posts with given counts a day, the last on 31 March 2012, and with what its documents say. */
function reportOf(
  counts: readonly number[],
  {
    events = [],
    texts = [],
    before = [],
  }: { events?: Partial<TopicEvent>[]; texts?: readonly string[]; before?: DaySpan[] } = {},
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
      before,
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
  findNews(report, { title: 'topic', state: null, periodDays: 7, today, ...more })

test('news has figures of its own days only: those of the week, of the week before, and the day that stands out', () => {
  const { news } = find(reportOf([...steady, 5, 5, 5, 30, 5, 5, 5], { events: [{ ...rise, onset: '2012-03-01' }] }))
  expect(news).toMatchObject({
    stories: 60,
    before: 35,
    usual: 35,
    noun: 'posts',
    peak: { day: '2012-03-28', stories: 30 },
    fromDay: '2012-03-25',
    toDay: lastDay,
  })
})

test('a topic that is new has none before, where its archive is covered, and an unknown amount where it is not', () => {
  const week = [0, 0, 0, 9, 9, 9, 9]
  const covered = { firstDay: '2011-01-01', lastDay: '2012-03-24' }
  expect(find(reportOf(week, { events: [rise], before: [covered] })).news).toMatchObject({ before: 0, usual: 0 })
  expect(find(reportOf(week, { events: [rise] })).news).toMatchObject({ before: null, usual: null })
})

test('an event that its week does not show is no news', () => {
  expect(find(reportOf([...steady, 5, 5, 6, 7, 5, 5, 5], { events: [rise] })).news).toBeNull()
})

test('a day far above the usual ones is news of a daily digest, compared with them', () => {
  const { news } = find(reportOf([...steady, 42]), { periodDays: 1 })
  expect(news).toMatchObject({ stories: 42, before: null, usual: 5, fromDay: lastDay })
  expect(find(reportOf([...steady, 8]), { periodDays: 1 }).news).toBeNull()
})

test('an event that was reported, or had peaked before, is no news', () => {
  const report = reportOf([...steady, 5, 5, 5, 30, 5, 5, 5], { events: [rise] })
  const state = { coveredTo: '2012-03-26', events: [{ from: '2012-03-25', to: '2012-03-26' }], growth: null }
  expect(find(report, { state }).news).toBeNull()
  expect(find(report, { state: { ...state, coveredTo: '2012-03-29', events: [] } }).news).toBeNull()
  expect(find(report, { state: { ...state, events: [] } }).news).not.toBeNull()
})

test('clear growth is reported with both weeks, once', () => {
  const report = reportOf([...steady, ...Array.from({ length: 7 }, () => 20)])
  const { news, state } = find(report)
  expect(news).toMatchObject({ stories: 140, before: 35, peak: null })
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
