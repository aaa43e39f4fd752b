import type { DocumentTitle } from '../../library/index.ts'
import type { TopicGroup } from './covered-topic.ts'
import {
  addDays,
  buildInflections,
  buildMomentum,
  buildWeekdays,
  joinCoveredGroups,
  parseQuery,
  type QueryNode,
  type ComparableSeries,
} from '@auspex/analytics'
import { countDays, listDays, maxDays } from '@auspex/contract/days'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runAtOnce } from '../../../adapters/database/turns/steps.ts'
import { reportDays } from './day-range.ts'
import { buildEvents } from './events-section.ts'
import { findSnippet, matchSnippet, toSpans } from './snippet.ts'

describe('inflections section', () => {
  const lastDay = '2026-11-20'
  /** Counts that scatter by one around a level, the same in each run, in a group with unknown totals. */
  function plant(length: number, level: (day: number) => number): ComparableSeries {
    const counts = Array.from({ length }, (_, day) => level(day) + ([0, 1, -1, 0, 1, -1][(day * 7) % 6] ?? 0))
    return {
      series: joinCoveredGroups([{ counts, totals: null, runs: [{ from: 0, to: length }] }]),
      days: listDays(addDays(lastDay, 1 - length), lastDay),
    }
  }
  const input = { firstDay: addDays(lastDay, -199), factor: 1 }

  describe('inflections of a report', () => {
    test('are markers with level, ratio and probability, within its days', () => {
      const topic = plant(200, (day) => (day < 100 ? 10 : 30))
      const section = buildInflections({ ...input, topic })
      expect(section).toMatchObject({ basis: 'count', found: 1, reason: null })
      expect(section.points).toMatchObject([
        { kind: 'shift', day: addDays(lastDay, -99), before: expect.closeTo(10, 0) },
      ])
      expect(buildInflections({ ...input, topic, firstDay: addDays(lastDay, -50) }).points).toEqual([])
    })

    test('of a sample have the variance of the sampled documents and the level of all', () => {
      const read = plant(200, (day) => (day === 100 ? 15 : 1))
      const scaled = {
        ...read,
        series: read.series && { ...read.series, counts: read.series.counts.map((count) => (count ?? 0) * 8) },
      }
      const [point, ...others] = buildInflections({ ...input, topic: scaled, factor: 8 }).points
      expect(others).toEqual([])
      expect(point).toMatchObject({ kind: 'spike', before: expect.closeTo(8, 0) })
      expect((point?.after ?? 0) / 8).toBeCloseTo(15, -1)
    })

    test('reports a change from almost nothing with levels and without a ratio', () => {
      const topic = plant(200, (day) => (day < 100 ? 0 : 30))
      const counts =
        topic.series?.counts.map((_count, day) => (day < 100 ? (day === 50 ? 1 : 0) : 30 + (day % 3))) ?? []
      const { points } = buildInflections({
        ...input,
        topic: { ...topic, series: topic.series && { ...topic.series, counts } },
      })
      expect(points.map(({ change, after }) => [change, Math.round(after)])).toEqual([[null, 31]])
    })

    test('exclude gaps: an improbable silence is missing coverage', () => {
      const silent = plant(100, (day) => (day >= 50 && day < 55 ? 0 : 30))
      expect(buildInflections({ ...input, topic: silent })).toMatchObject({ points: [], found: 0 })
    })

    test('require two weeks', () => {
      expect(buildInflections({ ...input, topic: plant(13, () => 5) })).toMatchObject({
        points: [],
        reason: 'The series has 13 days; changes need 14.',
      })
    })
  })

  describe('weekdays of a report', () => {
    const volume = (length: number, of: (day: number) => number) =>
      Array.from({ length }, (_, day) => ({
        day: addDays('2026-01-05', day), // a Monday
        documents: of(day),
        storyClusters: null,
        firstTellings: of(day),
        outlets: null,
        total: null,
        share: null,
        isCovered: true,
        groups: [],
      }))

    test('state the level of each weekday, Monday first, and that the pattern repeats weekly', () => {
      const profile = buildWeekdays(volume(140, (day) => (day % 7 < 5 ? 12 : 5) + ((day * 3) % 4)))
      expect(profile).toMatchObject({ repeats: true, weeks: 20, reason: null })
      expect(profile.weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(profile.weekdays[0]?.level).toBeGreaterThan(1.1)
      expect(profile.weekdays[6]?.high).toBeLessThan(0.9)
    })

    test('are unknown for less than four weeks', () => {
      expect(buildWeekdays(volume(20, () => 3))).toMatchObject({
        repeats: null,
        weekdays: [],
        reason: 'There are fewer than four weeks to compare.',
      })
    })
  })
})

describe('momentum section', () => {
  const asOf = '2026-11-20'

  interface PlantedDay {
    documents: number
    /** Equals the number of documents unless some are copies. */
    stories?: number
    /** Null when unknown. */
    total: number | null
  }

  function measure(length: number, of: (index: number) => PlantedDay) {
    const days = Array.from({ length }, (_, index) => of(index))
    const complete = days.every(({ total }) => total !== null)
    const group: TopicGroup = {
      holding: {
        source: 'imported',
        kind: 'article',
        archive: null,
        fromDay: null,
        beforeDay: null,
        complete,
        total: 0,
        firstDay: '',
        lastDay: '',
        days: new Map(),
        spans: [],
      },
      documents: 0,
      uncoveredDocuments: 0,
      counts: Int32Array.from(days, ({ documents }) => documents),
      stories: Int32Array.from(days, ({ documents, stories = documents }) => stories),
      totals: Int32Array.from(days, ({ total }) => total ?? 0),
      runs: [{ from: 0, to: length }],
    }
    const { stories, totals, runs } = group
    const series = joinCoveredGroups([{ counts: [...stories], totals: complete ? [...totals] : null, runs }])
    return buildMomentum({ series, asOf, groups: [group] })
  }

  describe('momentum of a signal', () => {
    test('compares shares, so that a source doubling in size is not growth', () => {
      const { momentum, stage } = measure(112, (index) =>
        index < 84 ? { documents: 10, total: 1_000 } : { documents: 20, total: 2_000 },
      )
      expect(momentum).toMatchObject({
        basis: 'share',
        windowDays: 28,
        current: 560,
        previous: 280,
        asOf,
        reason: null,
      })
      expect(momentum.ratio?.value).toBeCloseTo(1, 6)
      expect(stage).toMatchObject({ stage: 'steady', asOf })
    })

    test('compares counts when a document comes from a source with an unknown total', () => {
      const { momentum, stage } = measure(112, (index) => ({ documents: index < 84 ? 2 : 20, total: null }))
      expect(momentum).toMatchObject({ basis: 'count', current: 560, previous: 56 })
      expect(momentum.ratio?.value).toBeCloseTo(10, 6)
      expect(stage).toMatchObject({ stage: 'emerging', reason: expect.stringContaining('Momentum is 10') })
    })

    test('counts stories, so that one printed a hundred times is not growth', () => {
      const { momentum, stage } = measure(112, (index) =>
        index === 100 ? { documents: 105, stories: 6, total: null } : { documents: 5, total: null },
      )
      expect(momentum).toMatchObject({ current: 240, previous: 140, stories: 141, previousStories: 140 })
      expect(momentum.ratio).toMatchObject({ value: expect.closeTo(141 / 140, 6), n: 281 })
      expect(stage.stage).toBe('steady')
    })

    test('uses weekly windows for a short series, and says when even these are too long', () => {
      expect(measure(20, () => ({ documents: 5, total: null })).momentum).toMatchObject({
        windowDays: 7,
        current: 35,
        previous: 35,
      })
      const young = measure(10, () => ({ documents: 5, total: null }))
      expect(young.momentum).toMatchObject({ ratio: null, reason: expect.stringContaining('shorter') })
      expect(young.stage).toMatchObject({ stage: null, reason: young.momentum.reason })
    })

    test('omits a ratio of few stories or one dominated by a single day', () => {
      const few = measure(112, (index) => ({ documents: index === 100 ? 4 : index === 60 ? 1 : 0, total: null }))
      expect(few.momentum).toMatchObject({
        ratio: null,
        current: 4,
        reason: expect.stringContaining('too few pieces'),
      })
      const burst = measure(112, (index) => ({ documents: index === 100 ? 400 : index === 60 ? 1 : 0, total: null }))
      expect(burst.momentum).toMatchObject({ ratio: null, current: 400, reason: expect.stringContaining('unevenly') })
      for (const { stage } of [few, burst]) expect(stage.reason).not.toMatch(/Momentum is/u)
    })

    test('calls a topic without recent documents dormant when its source continues', () => {
      const { stage, momentum } = measure(112, (index) => ({ documents: index < 28 ? 5 : 0, total: 100 }))
      expect(stage.stage).toBe('dormant')
      expect(momentum).toMatchObject({ ratio: null, current: 0, previous: 0 })
    })
  })

  test('has no stage if growth rests on too few stories', () => {
    const { momentum, stage } = measure(112, (index) => ({ documents: index > 102 ? 1 : 0, total: null }))
    expect(momentum).toMatchObject({ ratio: null, stories: 9, previousStories: 0 })
    expect(stage).toMatchObject({ stage: null, reason: momentum.reason })
  })
})

describe('events section', () => {
  const day = '2020-01-26'
  const facts = {
    found: 1,
    reason: null,
    factor: 1,
    documents: [3],
    throughout: [],
    beginnings: [],
    outside: [],
    busiest: null,
    sample: [],
    all: [],
    events: [
      {
        onset: day,
        peak: day,
        until: day,
        count: 3,
        expected: 0.1,
        excess: { value: 3, low: 2, high: 3 },
        surprise: 9,
      },
    ],
  }

  const read = parseQuery('coronavirus')
  const node = read.ok ? read.query : expect.unreachable('the query is one')

  function describeTitles(titles: readonly string[], isFew = false) {
    const documentTitles = titles.map((title, n): DocumentTitle => ({
      documentId: `doc_${n}`,
      title,
      lang: 'en',
      outlet: 'thetimesnews.com',
      publishedAt: `${day}T0${n}:00:00Z`,
      reactions: null,
    }))
    const ids = documentTitles.map(({ documentId }) => documentId)
    const found = { ...facts, within: [ids.slice(0, 3)], all: isFew ? ids : [] }
    return runAtOnce(buildEvents(found, { titles: documentTitles, node, words: null }))
  }
  const sectionOf = (titles: readonly string[]) => describeTitles(titles).events.events[0]
  test('a headline keeps its score for its days where all titles of few documents are compared', () => {
    const news = ['China closes schools', 'China shuts schools again', 'masks sell out', 'airport shut down in Wuhan']
    const titles = news.map((title) => `Coronavirus: ${title}`)
    const [few, many] = [true, false].map((isFew) => describeTitles(titles, isFew))
    expect([few?.headlineScores, few?.titleScore !== 0]).toEqual([many?.headlineScores, true])
  })

  test('an event has its headline without the name of the outlet', () => {
    const title = 'Coronavirus surges across China, which closes 40 schools for a month - News - The Times - News'
    const event = sectionOf([title, title, title])
    expect(event?.headline?.title).toBe('Coronavirus surges across China, which closes 40 schools for a month')
    expect(event?.first?.title).toBe('Coronavirus surges across China, which closes 40 schools for a month')
  })

  test('is described with a pause before each event, in which requests are answered', () => {
    const events = [...facts.events, ...facts.events, ...facts.events]
    const steps = buildEvents({ ...facts, events, within: [] }, { titles: [], node, words: null })
    let pauses = 0
    while (steps.next().done !== true) pauses += 1
    expect(pauses).toBeGreaterThanOrEqual(events.length)
  })

  test('a headline that starts with the name of the outlet is left whole to keep quotation offsets valid', () => {
    const title = 'The Times News | Coronavirus surges across China, which closes 40 schools for a month'
    expect(sectionOf([title, title, title])?.headline?.title).toBe(title)
  })
})

describe('day range', () => {
  const library = { firstDay: '2010-01-01', lastDay: '2013-08-14' }
  const noRequestedDays = { startDate: null, endDate: null }
  const match = { firstMatch: '2011-02-03', lastMatch: '2012-05-06' }

  describe('days', () => {
    test('of a report run from the first match to the newest day of the library', () => {
      expect(reportDays({ ...match, library, query: noRequestedDays, today: '2026-11-21' })).toEqual({
        firstDay: '2011-02-03',
        lastDay: '2013-08-14',
      })
    })

    test('of a report are the requested ones, as far as the library reaches', () => {
      const requestedDays = { startDate: '2011-01-01', endDate: '2011-12-31' }
      expect(
        reportDays({
          firstMatch: '2011-02-03',
          lastMatch: '2011-06-01',
          library,
          query: requestedDays,
          today: '2026-11-21',
        }),
      ).toEqual({
        firstDay: '2011-01-01',
        lastDay: '2011-12-31',
      })
      const wide = { startDate: '2001-01-01', endDate: '2030-12-31' }
      expect(reportDays({ ...match, library, query: wide, today: '2026-11-21' })).toEqual({
        firstDay: '2010-01-01',
        lastDay: '2013-08-14',
      })
    })

    test('of a report without a match are one day', () => {
      const none = { firstMatch: null, lastMatch: null, query: noRequestedDays, today: '2026-11-21' }
      expect(reportDays({ ...none, library })).toEqual({ firstDay: '2013-08-14', lastDay: '2013-08-14' })
      expect(reportDays({ ...none, library: null })).toEqual({ firstDay: '2026-11-21', lastDay: '2026-11-21' })
    })

    test('of a report stay within plausible publication dates, whatever dates are stored and requested', () => {
      const day = fc
        .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
      const perhaps = fc.option(day, { nil: null })
      fc.assert(
        fc.property(perhaps, perhaps, perhaps, perhaps, (firstMatch, lastMatch, startDate, endDate) => {
          const days = reportDays({
            firstMatch,
            lastMatch,
            library,
            query: { startDate, endDate },
            today: '2026-11-21',
          })
          expect(days.lastDay <= '2026-11-23').toBe(true)
          expect(countDays(days.firstDay, days.lastDay)).toBeLessThanOrEqual(maxDays)
        }),
      )
      const ancient = { firstMatch: '1066-10-14', lastMatch: '2012-05-06', query: noRequestedDays, today: '2026-11-21' }
      expect(reportDays({ ...ancient, library }).firstDay).toBe('1990-01-01')
    })
  })
})

describe('snippet', () => {
  function read(term: string): QueryNode {
    const parsed = parseQuery(term)
    if (!parsed.ok) throw new Error(parsed.message)
    return parsed.query
  }

  const filler = 'Words that say nothing of it. '.repeat(100)

  describe('a snippet', () => {
    test('shows the passage around the first match verbatim, with the match marked', () => {
      const body = `${filler}Then oat milk came, and Oat Milk stayed. ${filler}`
      const { text, highlights } = matchSnippet(read('oat milk'), body)
      expect(body).toContain(text)
      expect(text.length).toBeLessThanOrEqual(600)
      expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['oat milk', 'Oat Milk'])
      expect(text).toMatch(/^\S/u)
    })

    test('shows the beginning when nothing in the text matched', () => {
      const { text, highlights } = matchSnippet(read('tea'), filler)
      expect(filler.startsWith(text)).toBe(true)
      expect(highlights).toEqual([])
      expect(findSnippet(read('tea'), filler)).toBeNull()
    })

    test('finds a match that crosses the first block boundary', () => {
      for (let before = 1_485; before <= 1_505; before++) {
        const body = `${'x '.repeat(before / 2)}${before % 2 === 0 ? '' : 'y'} oat milk ${filler}`
        expect(findSnippet(read('oat milk'), body)?.highlights.length, `${before}`).toBe(1)
      }
    })

    test('never cuts a character in half', () => {
      const { text } = matchSnippet(read('tea'), '😀'.repeat(1_000))
      expect(text.isWellFormed()).toBe(true)
    })

    test('marks at most 200 ranges', () => {
      expect(toSpans(read('tea'), 'tea, '.repeat(500))).toHaveLength(200)
    })
  })
})
