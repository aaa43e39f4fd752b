import { describe, expect, test } from 'vitest'
import type { QuotableDocument } from './check-text.ts'
import { compileClaims, type StatementDraft } from './compile-claims.ts'
import { furtherStatement, leadStatement, peakTitle, type ReportedEvent } from './templates/event-statements.ts'
import {
  contextsStatement,
  countriesStatement,
  coverageStatement,
  dominantOutletStatement,
  storyStatements,
  voicesStatements,
} from './templates/origin-statements.ts'
import { fewStatements, mentionStatement, namesStatement, reportStatement } from './templates/topic-statements.ts'
import {
  changeStatement,
  forecastStatement,
  levelStatement,
  levelTitle,
  noEventTitle,
  seasonStatements,
  stageStatement,
} from './templates/trend-statements.ts'
import {
  busiestLeadStatement,
  type BusiestPeriod,
  busiestPeriodStatement,
  busiestTitle,
  singleTextTitle,
} from './templates/busiest-statements.ts'
import {
  countTitle,
  emptyStatements,
  quoteStatement,
  toneComparisonStatement,
  toneStatement,
  volumeStatement,
} from './templates/volume-statements.ts'

describe('every sentence', () => {
  const maxWords = 25
  const maxFigures = 2
  const document = {
    id: 'doc_1',
    title: 'Oatly opens a plant in 2027 and hires 400 people for it, of whom 30 come from other plants nearby',
    body: 'Oat milk sells well, it said.',
    outlet: 'news.example',
    publishedAt: '2026-11-01T08:00:00Z',
  }
  const long = { ...document, id: 'doc_2', title: 'The council voted and then it voted once more '.repeat(6) }
  const documents = new Map<string, QuotableDocument>([document, long].map((one) => [one.id, one]))
  const topic = 'solid-state batteries'
  const asOf = '2026-11-20'

  const ratios = [
    { value: 2.6, low: 1.9, high: 3.4, n: 840 },
    { value: 1.1, low: 0.8, high: 1.4, n: 840 },
    { value: 0.284, low: 0.22, high: 0.36, n: 840 },
    { value: 14, low: 0.004, high: 52_000, n: 840 },
    null,
  ]
  const pairs = [0, 1, 6, 1_340].flatMap((stories) => [0, 1, 6, 1_340].map((before) => [stories, before] as const))
  const bases = ['share', 'count'] as const

  function volumes(): (StatementDraft | null)[] {
    return [1, 412, 31_984].flatMap((count) =>
      [0, 1, 40, count].flatMap((laterDocuments) =>
        [true, false].flatMap((isSampled) => {
          const facts = {
            topic,
            scope: ' from the United States on Hacker News and Reddit',
            firstDay: '2025-01-03',
            lastDay: asOf,
            documents: count,
            documentsLow: count * 0.9,
            documentsHigh: count * 1.1,
            sampledDocuments: count,
            outlets: Math.min(count, 96),
            isSampled,
            laterDocuments,
          }
          return [volumeStatement(facts), volumeStatement({ ...facts, scope: '' }), countTitle(facts)]
        }),
      ),
    )
  }

  function changes(): (StatementDraft | null)[] {
    const levels = ratios.flatMap((change) => change ?? [])
    return bases.flatMap((basis) => [
      ...ratios.flatMap((ratio) =>
        pairs.flatMap(([stories, previousStories]) =>
          [7, 28].map((windowDays) =>
            changeStatement({ stories, previousStories, windowDays, asOf, ratio, basis, pointer: '/momentum' }),
          ),
        ),
      ),
      ...levels.flatMap((change) =>
        [null, '2013-03-01'].flatMap((before) => {
          const shift = {
            day: '2013-05-03',
            before,
            change,
            basis,
            noun: 'posts' as const,
            lastDay: '2013-08-17',
            pointer: null,
          }
          return [levelStatement(shift), levelTitle(shift, topic)]
        }),
      ),
      ...(['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant'] as const).map((stage) =>
        stageStatement({ stage, asOf, stories: 84, basis }),
      ),
    ])
  }

  function events(): (StatementDraft | null)[] {
    const event: ReportedEvent = {
      onset: '2013-03-28',
      peak: '2013-04-10',
      until: '2013-04-20',
      stories: 1_390,
      documents: 1_402,
      expected: 139,
      noun: 'posts',
      isLargest: true,
      excess: { low: 1_230, high: 1_270 },
      headline: document,
      mostNoticed: null,
      pointer: '/events/events/0',
    }
    const variants: ReportedEvent[] = [
      event,
      { ...event, until: null },
      { ...event, until: event.onset },
      { ...event, headline: null },
      { ...event, headline: null, mostNoticed: document },
      { ...event, headline: null, mostNoticed: long },
      { ...event, onset: '2012-12-28', pointer: null },
      { ...event, headline: long },
      { ...event, stories: 17, expected: 4.6, excess: { low: 5, high: 16.5 } },
      { ...event, stories: 9, expected: 0.1, excess: { low: 8, high: 9 } },
    ]
    return variants.flatMap((one) => [
      peakTitle(one, { topic, rank: 'peak' }),
      peakTitle({ ...one, headlineScore: 0.6 }, { topic, rank: 'outstanding' }),
      leadStatement(one),
      leadStatement(one, { topicDocuments: 2_000 }),
      leadStatement(one, { isTitled: true }),
      leadStatement({ ...one, headline: null, terms: ['vote', 'Britain'] }),
      furtherStatement([one]),
      furtherStatement([{ ...one, onset: '2014-03-01', until: '2014-03-09' }], {
        onset: '2014-01-01',
        until: '2014-02-28',
      }),
      furtherStatement([one, { ...one, onset: '2014-02-01', peak: '2014-02-01', until: null }]),
    ])
  }

  function origins(): (StatementDraft | null)[] {
    const names = ['first.example', 'r/solidstatebatteries', 'second.example', 'third.example', 'r/cars']
    const outlets = names.map((name, index) => ({
      name,
      group: name.startsWith('r/') ? ('forum' as const) : ('news' as const),
      stories: 1_200 - 100 * index,
      documents: 1_400 - 100 * index,
      pointer: `/voices/outlets/${index}/stories`,
    }))
    const gap = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
    const gaps = [gap('2012-03-01', '2012-04-30'), gap('2013-01-01', '2013-01-10')]
    const group = { source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
    const groups = [
      { ...group, subject: 'Forum posts', later: [] },
      { ...group, subject: 'Forum comments', gaps, later: [] },
      { ...group, subject: 'News', kind: 'article', endsOn: null, gaps: gaps.slice(1), later: [] },
    ]
    const nameCountry = (code: string) => (code === 'US' ? 'the United States' : 'the United Kingdom')
    const places = { documentsWithCountry: 2_000, documents: 2_400, sampleFraction: 1, nameCountry }
    return [
      ...voicesStatements(outlets),
      ...voicesStatements(outlets.map((outlet) => ({ ...outlet, stories: 8 }))),
      dominantOutletStatement(outlets, 3_000, 'posts'),
      ...[1, 2, 3].map((count) => coverageStatement(groups.slice(0, count))),
      ...[2_000, 1_300, 700].map((count) =>
        countriesStatement({
          ...places,
          countries: [
            { country: 'US', documents: count },
            { country: 'GB', documents: 2_000 - count },
          ],
        }),
      ),
    ]
  }

  function tones(): (StatementDraft | null)[] {
    const calm = { positive: 900, neutral: 100, negative: 0, unknown: 0 }
    const angry = { positive: 200, neutral: 200, negative: 600, unknown: 0 }
    const facts = { counts: angry, sampleFraction: 1, groups: { documents: calm, chatter: angry } }
    const mean = { value: -0.2, low: -0.3, high: -0.1, n: 1_000 }
    return [angry, calm, { positive: 12, neutral: 2, negative: 1, unknown: 0 }].flatMap((stories) => [
      toneStatement({ ...facts, stories, mean }),
      toneStatement({ ...facts, stories, mean: null }),
      toneComparisonStatement({ ...facts, stories, mean }),
    ])
  }

  function others(): (StatementDraft | null)[] {
    const of = { topicDocuments: 1_500, topicNoun: 'pieces' as const }
    const periods = (['day', 'week', 'month'] as const).flatMap((interval) =>
      [1, 140, 149].flatMap((stories) => {
        const bar: BusiestPeriod = {
          interval,
          from: '2020-12-01',
          to: '2020-12-31',
          documents: 149,
          noun: 'posts',
          stories,
          headline: stories === 140 ? document : null,
          mostNoticed: stories === 149 ? document : null,
          copies: stories === 1 ? { storyCluster: 'doc_1', documents: 100, first: document } : null,
          terms: ['Mt. Gox', 'price', 'crash'],
          pointer: '/volume/points/47',
        }
        return [
          busiestPeriodStatement(bar, of),
          busiestPeriodStatement(bar, { ...of, isToldByTitle: false }),
          busiestPeriodStatement(bar, { ...of, isToldByTitle: false, topicDocuments: bar.documents + 1 }),
          busiestPeriodStatement({ ...bar, subject: 'Mt. Gox' }, { ...of, isToldByTitle: false }),
          busiestTitle(bar, { topic }),
          busiestTitle({ ...bar, headlineScore: 0.6 }, { topic }),
          busiestLeadStatement(bar),
          busiestLeadStatement(bar, { isEventful: false, isSingle: true }),
          singleTextTitle(bar, { topic, documents: 150 }),
        ]
      }),
    )
    const contexts = ['barista 2', 'foam', 'the United Kingdom'].map((term) => ({
      term,
      lift: 22.5,
      liftLow: 16,
      liftHigh: 31,
      stories: 90,
      pointer: '/contexts/items/0/lift',
    }))
    return [
      ...periods,
      noEventTitle('cupcakes', 'posts'),
      ...[1, 2, 3].map((count) => contextsStatement(contexts.slice(0, count))),
      ...[1, 12].flatMap((outlets) => storyStatements([{ storyCluster: 'doc_1', documents: 14, outlets, document }])),
      ...(['central', 'contrastive'] as const).map((role) =>
        quoteStatement({ text: document.body, document, copies: [], role }),
      ),
      forecastStatement({
        firstDay: '2026-11-21',
        lastDay: '2026-12-04',
        documents: { value: 1_040, low: 622, high: 1_461 },
        pointer: null,
      }),
    ]
  }

  function fewDocuments(): (StatementDraft | null)[] {
    const most = { firstDay: '2012-11-20', lastDay: '2013-01-18', documents: 900 }
    const span = { firstDay: '2009-11-15', lastDay: '2016-08-01', most: null }
    const outlets = [
      { name: 'first.example', documents: 10 },
      { name: 'r/cars', documents: 1 },
    ]
    const names = ['gardens', 'NASA', 'Elon Musk'].map((name) => ({ name, mentions: { term: name, documents: 300 } }))
    const named = { topic, noun: 'posts' as const, documents: 900, names, ...span }
    const few = { topic, scope: ' from the United States in imported documents', days: '', titles: [document], outlets }
    return [
      ...[true, false].map((isTitle) => namesStatement(named, { isTitle })),
      mentionStatement(named),
      ...[true, false].map((isFirst) => reportStatement([document], { isFirst })),
      ...(fewStatements({ ...few, documents: 11, span, reports: [document, { ...long, id: 'other' }] }) ?? []),
      ...[1, 2, 3].flatMap((count) => fewStatements({ ...few, documents: count, span, titles: [document, long] })),
      ...[span, { ...span, most }, { ...span, lastDay: '2009-12-01' }, null].flatMap((days) => [
        ...(fewStatements({ ...few, documents: 11, span: days }) ?? []),
        ...(fewStatements({ ...few, topic: 'Lance Armstrong', documents: 11, span: days }) ?? []),
        ...(fewStatements({ ...few, documents: 39, span: days, titles: [] }) ?? []),
      ]),
      ...emptyStatements({
        ...few,
        holdings: ['forum posts', 'news'].map((noun) => ({ noun, firstDay: '2006-11-03', lastDay: '2013-08-17' })),
      }),
      ...[2, 40].flatMap((reach) => {
        const ratio = { value: 2.2, low: 2.2 / reach, high: 2.2 * reach, n: 90 }
        return seasonStatements(
          { firstMonth: 3, lastMonth: 8, firstYear: 2011, lastYear: 2013, ratio, noun: 'posts' },
          topic,
        )
      }),
    ]
  }

  const drafts = [
    ...fewDocuments(),
    ...volumes(),
    ...changes(),
    ...events(),
    ...origins(),
    ...tones(),
    ...others(),
  ].flatMap((draft) => draft ?? [])
  const sentences = [
    ...new Set(
      drafts.flatMap(({ text }) =>
        text
          .replaceAll(/“[^”]*”/gu, '')
          .split(/(?<=[.!?]) (?=\p{Lu})/u)
          .map((one) => one.trim()),
      ),
    ),
  ]

  test('passes the check', () => {
    expect(drafts.length).toBeGreaterThan(300)
    expect(compileClaims(drafts, documents).refusals).toEqual([])
  })

  test('has at most 25 words beside its quotation', () => {
    expect(sentences.filter((one) => one.split(/\s+/u).length > maxWords)).toEqual([])
  })

  test('has at most two figures beside its dates, and no interval', () => {
    const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
    const dates = new RegExp(
      String.raw`\b\d{1,2}(?: to \d{1,2})? (?:${months})(?: \d{4})?\b|\b(?:${months}) \d{4}\b`,
      'gu',
    )
    const numbers = /(?<!\w)\d[\d,.]*|\b(?:half|third|quarters?|twice|times|none)\b/giu
    const figures = (one: string) =>
      one
        .replaceAll(dates, '')
        .replaceAll(/\d[\d.,]* times/gu, 'times')
        .match(numbers) ?? []
    expect(sentences.filter((one) => figures(one).length > maxFigures)).toEqual([])
    expect(sentences.filter((one) => /\([^)]* to [^)]*\)|\d %/u.test(one))).toEqual([])
  })

  test('claims no cause', () => {
    expect(
      sentences.filter((one) => /\b(?:because|caused?|due to|led to|after which|thanks to)\b/iu.test(one)),
    ).toEqual([])
  })
})
