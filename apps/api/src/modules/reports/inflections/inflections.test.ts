import { addDays } from '@auspex/analytics'
import type { InflectionMarker } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { type DocumentId, type StoredDocument, toDocumentId } from '../../library/index.ts'
import { inflectionStatements, findStarters } from './explain-point.ts'
import { choosePoints, pointWindow } from './inflections.usecases.ts'

describe('explain point', () => {
  const copyOf = (text: string, outlet: string, hour: string, number: number): StoredDocument => ({
    documentId: toDocumentId(String(number)),
    clusterId: toDocumentId(text),
    sourceKey: 'imported',
    kind: 'article',
    title: 'Strike in Malmo',
    body: null,
    author: null,
    outlet,
    url: null,
    publishedAt: `2026-08-20T${hour}:00.000Z`,
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: 'en',
    tone: null,
    toneLabel: 'unknown',
    score: null,
    comments: null,
    views: null,
    reposts: null,
  })

  /** The first publishers of documents, oldest first. */
  const firstOf = (documents: readonly StoredDocument[]) => {
    const early: DocumentId[] = documents.map(({ documentId }) => documentId)
    const byId = new Map(documents.map((document) => [document.documentId, document]))
    return findStarters({ facts: stub({ stories: [], early }), terms: [], holders: new Map(), documents: byId }).map(
      ({ name }) => name,
    )
  }

  test('names only the first publisher of a copied text', () => {
    expect(firstOf([copyOf('9', 'one.example', '08:00', 1), copyOf('9', 'two.example', '09:00', 2)])).toEqual([
      'one.example',
    ])
  })

  test('names nobody when the first copy has only a date, even if others have times', () => {
    const dated = { ...copyOf('9', 'one.example', '00:00', 1), datePrecision: 'day' as const }
    expect(firstOf([dated, copyOf('9', 'two.example', '19:15', 2)])).toEqual([])
  })

  test('names nobody for copies of the same instant, and names the next original text', () => {
    const agency = Array.from({ length: 120 }, (_, n) => copyOf('9', `outlet${n}.example`, '08:00', n + 1))
    expect(firstOf([...agency, copyOf('8', 'own.example', '10:00', 500)])).toEqual(['own.example'])
    expect(firstOf(agency)).toEqual([])
  })
})

describe('choose points', () => {
  const spike = {
    day: '2013-04-15',
    endDay: '2013-04-22',
    kind: 'spike' as const,
    change: null,
    before: 1,
    after: 9,
    pValue: 0,
  }
  const shift = { ...spike, day: '2013-04-23', endDay: null, kind: 'shift' as const, pValue: 0.01 }

  test('finds a spike by its peak day and by its first day', () => {
    expect(choosePoints([spike, shift], '2013-04-15')).toEqual([spike])
    expect(choosePoints([spike, shift], '2013-04-19')).toEqual([spike])
    expect(choosePoints([{ ...spike, endDay: null }], '2013-06-01')).toHaveLength(1)
  })

  test('finds a change of level only by its exact day', () => {
    expect(choosePoints([spike, shift], '2013-04-23')).toEqual([shift])
    expect(choosePoints([spike, shift], '2013-04-24')).toEqual([])
  })
})

describe('inflection statements', () => {
  const spike: InflectionMarker = {
    day: '2026-08-20',
    endDay: '2026-08-20',
    kind: 'spike',
    change: { value: 6.2, low: 4, high: 9.1, n: 78, method: 'log ratio' },
    before: 0.2,
    after: 0.7,
    pValue: 1e-9,
  }
  const window = { from: '2026-08-20', to: '2026-08-20', beforeFrom: '2026-07-23', beforeTo: '2026-08-19' }

  function draftsOf(point: InflectionMarker, storyCount: number, basis: 'share' | 'count' = 'count') {
    return inflectionStatements({ point, basis, window, facts: { storyCount }, tone: null, stories: [] })
  }

  function statementsOf(...input: Parameters<typeof draftsOf>): string[] {
    return draftsOf(...input).map(({ text }) => text)
  }

  test('states a spike as a multiple of the surrounding level', () => {
    expect(statementsOf(spike, 22)).toEqual([
      'On 20 August 2026 there were 22 pieces, about six times the level of the days around.',
    ])
    expect(draftsOf(spike, 22)[0]?.claims[0]?.numbers[1]).toMatchObject({ value: 6.2, low: 4, high: 9.1, n: 78 })
  })

  test('states a change of level as a multiple or a part of the level before, and of a share as that of its share', () => {
    const fallen = { ...spike, kind: 'shift' as const, change: { value: 0.5, low: 0.3, high: 0.7, n: 78, method: '' } }
    expect(statementsOf(fallen, 22)).toEqual([
      'On 20 August 2026 there were 22 pieces, half of the level before. It stayed so until the next change.',
    ])
    expect(draftsOf(fallen, 22)[0]?.claims[0]?.numbers[1]).toMatchObject({ value: 50, low: 30, high: 70 })
    expect(statementsOf(fallen, 22, 'share')).toEqual([
      'On 20 August 2026 there were 22 pieces. The topic’s share of everything in the library was half of what it was before. It stayed so until the next change.',
    ])
    expect(statementsOf(spike, 22, 'share')).toEqual([
      'On 20 August 2026 there were 22 pieces. The topic’s share of everything in the library was about six times that of the days around.',
    ])
  })

  test.each([
    ['one story', { value: 14, low: 0.004, high: 52_000, n: 1 }, 1, 'was 1 piece'],
    ['bounds far apart', { value: 14, low: 0.004, high: 52_000, n: 60 }, 40, 'were 40 pieces'],
  ])('omits the ratio for %s', (_, change, stories, counted) => {
    expect(statementsOf({ ...spike, change: { ...change, method: 'log ratio' } }, stories)).toEqual([
      `On 20 August 2026 there ${counted}, too few to compare with the level of the days around.`,
    ])
  })

  test('says when a topic had no mentions before', () => {
    expect(statementsOf({ ...spike, before: 0 }, 22)).toEqual([
      'On 20 August 2026 there were 22 pieces, up from none before.',
    ])
  })
})

describe('point window', () => {
  const point = (day: string, kind: InflectionMarker['kind'], endDay: string | null = null): InflectionMarker => ({
    day,
    endDay,
    kind,
    change: { value: 2, low: 1.5, high: 2.5, n: 100, method: 'log ratio of counts' },
    before: 5,
    after: 10,
    pValue: 0.001,
  })
  const days = (documents: number) =>
    Array.from({ length: 365 }, (_, index) => ({ day: addDays('2026-01-01', index), documents }))
  const input = { all: [], lastDay: '2026-12-31', days: days(5) }

  test("compares a spike's days with the four weeks before", () => {
    expect(pointWindow(point('2026-06-01', 'spike', '2026-06-03'), input)).toEqual({
      from: '2026-06-01',
      to: '2026-06-03',
      beforeFrom: '2026-05-04',
      beforeTo: '2026-05-31',
    })
  })

  test('a shift spans its first four weeks, or less if the level changes again or the report ends', () => {
    const shift = point('2026-06-01', 'shift')
    expect(pointWindow(shift, input).to).toBe('2026-06-28')
    expect(pointWindow(shift, { ...input, all: [shift, point('2026-06-10', 'shift')] }).to).toBe('2026-06-09')
    expect(pointWindow(shift, { ...input, all: [shift, point('2026-06-10', 'spike')] }).to).toBe('2026-06-28')
    expect(pointWindow(point('2026-12-20', 'shift'), input).to).toBe('2026-12-31')
  })

  test('an ongoing spike extends to the last day', () => {
    expect(pointWindow(point('2026-12-29', 'spike'), input).to).toBe('2026-12-31')
  })

  test('extends the comparison period when four weeks contain few documents', () => {
    const sparse = days(0).map((day, index) => ({ ...day, documents: index % 2 }))
    expect(pointWindow(point('2026-06-01', 'shift'), { ...input, days: sparse }).beforeFrom).toBe('2026-04-02')
    expect(pointWindow(point('2026-06-01', 'shift'), { ...input, days: days(0) }).beforeFrom).toBe('2026-01-01')
  })
})
