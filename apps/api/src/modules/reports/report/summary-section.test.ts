import { describe, expect, test } from 'vitest'
import { document, documents, eventOf, report, sumUp } from '../testing/summary-report.ts'
import type { StorySections } from './story-head.ts'

describe('a summary', () => {
  test('quotes verbatim, mentions a story once, and lists what it cites', () => {
    const section = sumUp()
    expect(section.sentences.length).toBeGreaterThan(0)
    expect(section.documentsRead).toBe(3)
    for (const { text, documentIds } of section.sentences) {
      const source = documents.find(({ id }) => id === documentIds[0])
      expect(`${source?.title}\n${source?.body}`).toContain(text)
    }
    const cited = new Set(section.claims.flatMap(({ documentIds }) => documentIds))
    expect(section.cited.map(({ id }) => id).toSorted()).toEqual([...cited].toSorted())
  })

  test('has a claim for each quotation with its exact span and its number of outlets', () => {
    const quotes = sumUp().claims.flatMap(({ quote, status }) => (quote === null ? [] : [{ ...quote, status }]))
    expect(quotes.length).toBe(3)
    for (const { documentId, part, start, end, text } of quotes)
      expect(documents.find(({ id }) => id === documentId)?.[part]?.slice(start, end)).toBe(text)
    expect(new Map(quotes.map(({ text, status }) => [text.slice(0, 6), status])).get('Prices')).toBe('supported')
  })

  test('begins with a title and the counts, each with its location in the report', () => {
    const { statements, claims } = sumUp()
    expect(statements.slice(0, 2)).toMatchObject([
      { part: 'title', text: 'Four documents mention oat milk' },
      { part: 'detail', text: '4 documents from 2 outlets mentioned oat milk between 1 and 4 January 2026.' },
    ])
    expect(claims.slice(1, 3).flatMap(({ numbers }) => numbers.map(({ pointer, value }) => [pointer, value]))).toEqual([
      ['/counts/documents', 4],
      ['/counts/outlets', 2],
    ])
  })

  test('shows counterevidence to a significant lean', () => {
    const lean = { value: -0.4, low: -0.6, high: -0.2, n: 30, method: 'mean' }
    const grim = documents.map((eachDocument) =>
      eachDocument.id === 'doc_4'
        ? { ...eachDocument, body: 'We love this wonderful and great oat milk and will always buy it again, happily.' }
        : { ...eachDocument, tone: { label: 'negative' as const, score: -0.5 } },
    )
    const summary = sumUp({
      documents: [
        ...grim,
        ...Array.from({ length: 7 }, (_, n) =>
          document(9, {
            id: `doc_9${n}`,
            storyCluster: `s${n}`,
            body: `Number ${n} says oat milk is an awful, terrible and bad drink in town ${n}.`,
          }),
        ),
      ],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    const counter = summary.statements.find(({ role }) => role === 'contrastive')
    const quoted = summary.sentences.some(({ text }) => text.includes('wonderful'))
    expect(counter?.text.includes('wonderful') ?? quoted).toBe(true)
    expect(sumUp().statements.some(({ role }) => role === 'contrastive')).toBe(false)
  })

  test('does not quote a list of parts as an opposing view, whatever tone its words add up to', () => {
    const lean = { value: 0.3, low: 0.2, high: 0.4, n: 30, method: 'mean' }
    const parts =
      'Oat milk machine official: Dual-core 1.5GHz Snapdragon S4 CPU, 8MP rear camera, NFC, integrated wireless charging'
    const listed = document(4, { kind: 'post', title: parts, tone: { label: 'negative', score: -0.7 } })
    const summary = sumUp({
      documents: [...documents.slice(0, 3), listed],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    expect(summary.statements.filter(({ role }) => role === 'contrastive')).toEqual([])
  })

  test('does not quote an opposing view about something else', () => {
    const lean = { value: -0.4, low: -0.6, high: -0.2, n: 30, method: 'mean' }
    const stranger = document(4, {
      title: 'A letter to the museum',
      body: 'I love this wonderful museum because it is great and makes all of us happy. There was oat milk.',
      tone: { label: 'positive', score: 0.9 },
    })
    const grim = documents
      .filter(({ id }) => id !== 'doc_4')
      .map((eachDocument) => ({ ...eachDocument, tone: { label: 'negative' as const, score: -0.5 } }))
    const summary = sumUp({
      documents: [...grim, stranger],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    expect(summary.statements.some(({ role }) => role === 'contrastive')).toBe(false)
    expect(summary.statements.some(({ text }) => text.includes('museum'))).toBe(false)
  })

  test('names the largest stories by their first title and does not quote them again', () => {
    const titled = documents.map((eachDocument) =>
      eachDocument.id === 'doc_2'
        ? { ...eachDocument, title: 'Prices of oat milk rose by a third as the harvest failed' }
        : eachDocument,
    )
    const stories = [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }]
    const texts = sumUp({ stories, documents: titled }).statements.map(({ text }) => text)
    expect(texts).toContain(
      'Two outlets carried copies of a single text: “Prices of oat milk rose by a third as the harvest failed”',
    )
    expect(texts.filter((text) => text.includes('rose by a third'))).toHaveLength(1)
  })

  test('quotes the headline of an event once and omits the story with the same headline', () => {
    const title = 'Prices of oat milk rose by a third as the harvest failed'
    const titled = documents.map((eachDocument) =>
      ['doc_2', 'doc_3'].includes(eachDocument.id) ? { ...eachDocument, title } : eachDocument,
    )
    const event = {
      onset: '2026-01-02',
      peak: '2026-01-02',
      until: '2026-01-03',
      stories: 30,
      documents: 31,
      expected: 5,
      excess: { value: 25, low: 20, high: 28, n: 30, method: '' },
      surprise: 9,
      headline: { documentId: 'doc_2', title, outlet: 'example.org', publishedAt: '2026-01-02T00:00:00Z' },
      first: null,
      retellings: 2,
      terms: [],
    }
    const summary = sumUp({
      documents: titled,
      stories: [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }],
      report: { ...report, events: { ...report.events, events: [event], found: 1 } },
    })
    expect(summary.statements.filter(({ text }) => text.includes('rose by a third'))).toMatchObject([{ part: 'story' }])
  })

  test('omits a story whose title is off topic or not a sentence', () => {
    const stories = [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }]
    for (const title of ['Note 2', 'A quiet weekend in the mountains of the north', 'OAT MILK SALE ENDS THIS FRIDAY'])
      expect(
        sumUp({
          stories,
          documents: documents.map((eachDocument) =>
            eachDocument.id === 'doc_2' ? { ...eachDocument, title } : eachDocument,
          ),
        })
          .statements.map(({ text }) => text)
          .filter((text) => text.includes('the same story')),
      ).toEqual([])
  })

  test('writes a phrase without its quotation marks', () => {
    const phrase = { ...report, query: { ...report.query, title: '"oat milk"' } }
    expect(sumUp({ report: phrase }).statements[0]?.text).toBe('Four documents mention oat milk')
  })

  test.each([
    ['the newest asks', ['Could oat milk be the reason why so many cows are for sale this year?']],
    [
      'all groups of documents ask',
      [
        'Could oat milk be the reason why so many cows are for sale this year?',
        'Has anybody tried to froth oat milk with a machine from the nineties?',
        'Why does every cafe in the old town charge more for oat milk?',
      ],
    ],
  ])('does not begin with a question where %s', (_, questions) => {
    const asking = questions.map((body, at) => document(5 + at, { body, publishedAt: report.lastDay }))
    const section = sumUp({
      documents: [...documents, ...asking],
      subjects: asking.map(({ id }) => ({ terms: ['cows'], ids: [id] })),
    })
    const texts = section.sentences.map(({ text }) => text)
    expect(texts[0]).toMatch(/\.$/)
    expect(texts.filter((text) => text.endsWith('?'))).not.toEqual([])
    expect(section.statements[0]?.text).not.toContain('?')
    expect(sumUp({ documents: asking }).sentences).toEqual([])
  })

  test('puts the subject of a question first', () => {
    const reason = 'The two windows have too few pieces to state a ratio.'
    const compared = { ...report, momentum: { ...report.momentum, reason } }
    const first = sumUp({ report: compared, question: 'Did it grow?' }).claims[0]
    expect(first?.formula).toBe('momentum')
  })

  test('does not compare two windows if one was not counted', () => {
    expect(report.momentum).toMatchObject({ reason: expect.stringContaining('shorter'), previousStories: 0 })
    expect(sumUp().claims.map(({ formula }) => formula)).not.toContain('momentum')
  })

  test('says so when there are no documents', () => {
    const emptyWindows = {
      ...report,
      counts: { ...report.counts, documents: 0 },
      momentum: { ...report.momentum, current: 0, stories: 0 },
    }
    const spans = [{ firstDay: '2012-03-01', lastDay: '2013-08-17' }]
    const holdings = [{ kind: 'post' as const, total: 90, spans }]
    expect(sumUp({ report: emptyWindows, documents: [], holdings, question: 'Why?' })).toMatchObject({
      statements: [
        { part: 'title', text: 'Nothing in this library mentions “oat milk”' },
        { part: 'story', text: 'It holds forum posts from 1 March 2012 to 17 August 2013.' },
      ],
      sentences: [],
      documentsRead: 0,
      note: expect.stringContaining('Another spelling'),
    })
  })
})

describe('summary story', () => {
  describe('a lasting fall', () => {
    const change = { value: 0.2, low: 0.1, high: 0.4, n: 90, method: '' }
    const shift = { day: '2026-03-01', endDay: null, kind: 'shift' as const, change, before: 5, after: 1, pValue: 0 }
    const spike = { ...shift, kind: 'spike' as const, day: '2026-03-02', endDay: '2026-03-02' }
    const group: StorySections['volume']['groups'][number] = {
      source: 'imported',
      kind: 'post',
      label: 'Imported documents',
      complete: true,
      endsOn: null,
      documents: 60,
      total: 60,
      uncoveredDocuments: 0,
      spans: [],
    }
    const sumUpAll = (
      points: (typeof shift | typeof spike)[],
      storiesSince: number,
      groups: StorySections['volume']['groups'] = [],
    ) => {
      const days = ['2026-02-01', '2026-03-01', '2026-03-02'].map((day, index) => ({
        day,
        documents: index === 0 ? 50 : 40,
        storyClusters: 1,
        firstTellings: index === 0 ? 50 : index === 1 ? 1 : storiesSince - 1,
        outlets: 1,
        total: null,
        share: null,
        isCovered: true,
        groups: [],
      }))
      const fallen = {
        ...report,
        lastDay: '2026-11-20',
        events: { ...report.events, events: [eventOf('2025-12-01', '2025-12-06', 60)], found: 1 },
        volume: { days, weeks: [], months: [], groups },
        inflections: { ...report.inflections, points },
      }
      const { statements, claims } = sumUp({ report: fallen })
      return statements.flatMap(({ text, claimIds }) =>
        /^(?:From .* on, t|T)here were .* documents a day/u.test(text)
          ? { text, numbers: claims.flatMap(({ id, numbers }) => (claimIds.includes(id) ? numbers : [])) }
          : [],
      )
    }
    const isReported = (storiesSince: number, spikes: (typeof spike)[] = []) =>
      sumUpAll([shift, ...spikes], storiesSince).length > 0
    const rise = (day: string, value: number) => ({
      ...shift,
      day,
      change: { ...change, value, low: value / 1.5, high: value * 1.5 },
    })

    test('is reported after a peak if enough stories followed', () => {
      expect(isReported(10)).toBe(true)
    })

    test('is not reported if most later stories fall on outlier days', () => {
      expect(isReported(40, [spike])).toBe(false)
    })

    test('is not reported for a topic that its archives hardly cover any more, which may be their choice', () => {
      expect(isReported(9)).toBe(false)
    })

    test('is not reported where the sources that showed it ended soon after', () => {
      const untilApril = { ...group, spans: [{ firstDay: '2026-01-01', lastDay: '2026-04-30' }] }
      expect(sumUpAll([shift], 40, [untilApril])).toEqual([])
      expect(
        sumUpAll([shift], 40, [{ ...group, spans: [{ firstDay: '2026-01-01', lastDay: '2026-08-31' }] }]),
      ).toHaveLength(1)
    })

    test('is compared with the level before a burst, because the end of a burst is not a fall', () => {
      const [statement] = sumUpAll([rise('2026-02-01', 20), shift], 40)
      expect(statement?.text).toMatch(/about four times as many documents a day as before early February 2026\./u)
      expect(statement?.numbers).toMatchObject([
        { value: 4, low: expect.closeTo(1.8, 1), high: expect.closeTo(8.9, 1) },
      ])
      expect(sumUpAll([rise('2026-02-01', 5), shift], 40)).toEqual([])
      const [fallen] = sumUpAll([rise('2025-03-01', 5), shift], 40)
      expect(fallen?.numbers).toMatchObject([{ value: 80, low: 60, high: 90 }])
      expect(fallen?.text).toMatch(/there were 80% fewer documents a day than before\.$/u)
    })
  })

  describe('a quiet topic', () => {
    const rise = { value: 8.86, low: 2, high: 39, n: 12, method: '' }
    const shift = {
      day: '2026-01-02',
      endDay: null,
      kind: 'shift' as const,
      change: rise,
      before: 1,
      after: 9,
      pValue: 0,
    }
    const sumUpShift = (points: (typeof shift)[]) =>
      sumUp({
        report: {
          ...report,
          counts: { ...report.counts, documents: 100 },
          events: { ...report.events, reason: null },
          inflections: { ...report.inflections, points, found: points.length, reason: null },
        },
      }).statements.filter(({ text }) => text.startsWith('No single event'))

    test('is reported as one without an event that stands out', () => {
      expect(sumUpShift([])).toHaveLength(1)
    })

    test('is told with a level that has little support left out', () => {
      expect(sumUpShift([shift])).toHaveLength(1)
    })
  })

  describe('a topic without an event', () => {
    /** `inAugust` documents in August 2019, and ten in March of each of `otherYears` other years. */
    const sumUpShift = (
      inAugust: number,
      otherYears: number,
      busiest: (typeof report.events)['busiest'] = report.events.busiest,
    ) => {
      const marches = Array.from({ length: otherYears }, (_, index) => `${2018 - index}-03-05`)
      const days = [...marches.toReversed(), '2019-08-05'].map((day) => ({
        day,
        documents: day.startsWith('2019') ? inAugust : 10,
        storyClusters: 2,
        firstTellings: 2,
        outlets: 1,
        total: null,
        share: null,
        isCovered: true,
        groups: [],
      }))
      const months = days.map(({ day }) => ({ firstDay: `${day.slice(0, 7)}-01`, clusters: 5, outlets: 1 }))
      const counts = { ...report.counts, documents: inAugust + otherYears * 10 }
      const events = { ...report.events, busiest }
      return sumUp({
        documents: [...documents, document(9, told)],
        report: { ...report, counts, events, volume: { days, weeks: [], months, groups: [] } },
      }).statements.map(({ text }) => text)
    }
    const told = { title: 'Baristas strike for oat milk that foams', outlet: 'r/coffee' }

    test('is headed by how much of it is from one month that stands out, and never says that nothing does', () => {
      const texts = sumUpShift(82, 8)
      expect(texts[0]).toBe('Documents about oat milk: 82 of the 162 are from August 2019')
      expect(texts.join(' ')).not.toMatch(/No single event|busiest|more than any other month/u)
    })

    test('is not said to have a month with more than any other where none stands out', () => {
      const texts = sumUpShift(11, 3)
      expect(texts[0]).toBe('No single event stands out among documents about oat milk')
      expect(texts.join(' ')).not.toMatch(/busiest|more than any other month/u)
    })

    test('is not said to have no peak above the month that is the highest', () => {
      const headline = { ...told, documentId: 'doc_9', publishedAt: '2019-08-05T00:00:00Z' }
      const [title, first] = sumUpShift(15, 8, {
        firstDay: '2019-08-01',
        lastDay: '2019-08-05',
        copies: null,
        mostNoticed: null,
        terms: [],
        first: headline,
        retellings: 5,
        headline,
      })
      expect(title).toBe('No single event stands out among documents about oat milk')
      expect(first).toMatch(/^August 2019 was the busiest month, with 15 .* among them “Baristas strike/u)
    })

    test.each([9, 0])('is not reported with a month of %i documents', (size) => {
      expect(sumUpShift(size, 0).join(' ')).not.toContain('busiest')
    })
  })
})
