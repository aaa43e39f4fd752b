import { buildTone, parseQuery, presentVoices, type QueryNode } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { nameMissing } from './group-names.ts'
import type { NamedFacts, ToneCounts } from '../../library/index.ts'
import { buildContexts } from './contexts-section.ts'
import { buildCounts } from './build-report.ts'
import { buildLocations } from './count-sections.ts'
import { coverTopic } from './covered-topic.ts'
import { toHoldings } from './library.ts'
import { runAtOnce } from '../../../adapters/database/turns/steps.ts'
import { buildVolume } from './volume-section.ts'

const silent: ToneCounts = { positive: 0, neutral: 0, negative: 0, unknown: 0, sum: 0, sumOfSquares: 0 }

function parse(term: string): QueryNode {
  const parsed = parseQuery(term)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}

describe('counts', () => {
  const facts = {
    documents: 800,
    storyClusters: 700,
    outlets: 9,
    authors: 0,
    documentsRead: 800,
    sampleFraction: 1,
    days: [{ day: '2026-11-20', documents: 800 }],
    lastDay: '2026-11-20',
    shards: null,
  }

  test('without sampling have no interval; without named authors the count is unknown, not zero', () => {
    expect(buildCounts(facts)).toMatchObject({
      documentsLow: 800,
      documentsHigh: 800,
      sampleFraction: 1,
      authors: null,
    })
  })

  test('of a sample have an interval', () => {
    const counts = buildCounts({ ...facts, documents: 80_000, documentsRead: 10_000, sampleFraction: 1 / 8 })
    expect(counts).toMatchObject({ sampled: true, sampleFraction: 1 / 8 })
    expect(counts.documentsLow).toBeGreaterThan(78_000)
    expect(counts.documentsLow).toBeLessThan(80_000 - 1_400)
    expect(counts.documentsHigh).toBeGreaterThan(80_000 + 1_400)
  })

  test('from some shards are estimates that state how many shards answered', () => {
    const shards = { answered: 1, total: 2 }
    const counts = buildCounts({ ...facts, documentsRead: 400, sampleFraction: 1 / 2, shards })
    expect(counts).toMatchObject({ sampled: true, shards, documents: 800 })
    expect(counts.documentsLow).toBeLessThan(750)
    expect(counts.documentsHigh).toBeGreaterThan(850)
  })
})

describe('volume', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']
  const facts = { weeks: [], months: [], sources: [], kinds: [], labelOf: (source: string) => source }
  const plant = (complete: boolean) => {
    const holding = { sourceKey: 'imported' as const, kind: 'article' as const, complete }
    const holdings = toHoldings(
      [
        {
          ...holding,
          days: new Map([
            ['2026-01-02', 8],
            ['2026-01-03', 5],
          ]),
        },
      ],
      '2026-01-05',
    )
    const groups = [
      {
        sourceKey: 'imported' as const,
        kind: 'article' as const,
        documents: 4,
        days: new Map([['2026-01-02', 4]]),
        storyDays: new Map([['2026-01-02', 3]]),
        outlets: [{ outlet: 1, documents: 4 }],
      },
    ]
    const range = { firstDay: '2026-01-01', lastDay: '2026-01-03' }
    const topic = runAtOnce(
      coverTopic({
        facts: { groups },
        holdings,
        outletWeeks: [],
        carriers: null,
        echo: { startDate: null },
        ...range,
      }),
    )
    const day = { day: '2026-01-02', documents: 4, clusters: 3, outlets: 2, tone: silent }
    return buildVolume({ ...facts, ...range, yesterday: '2026-01-04', days: [day], topic })
  }

  test('includes every day and divides by all documents of covered days', () => {
    const volume = plant(true)
    expect(volume.days.map(({ day }) => day)).toEqual(days)
    expect(volume.days).toMatchObject([
      { documents: 0, total: 0, share: null, isCovered: false, groups: [0] },
      { documents: 4, storyClusters: 3, outlets: 2, total: 8, share: 0.5, isCovered: true, groups: [4] },
      { documents: 0, total: 5, share: 0, isCovered: true },
    ])
    expect(volume.groups).toMatchObject([
      {
        label: 'News',
        documents: 4,
        total: 13,
        endsOn: null,
        spans: [{ firstDay: '2026-01-02', lastDay: '2026-01-03' }],
      },
    ])
  })

  test('has no share when no source is complete', () => {
    expect(plant(false).days.map(({ total, share }) => [total, share])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
  })
})

const eight = { documents: 8, documentsRead: 8 }

describe('tone', () => {
  const fourStories = [
    { stories: 3, documents: 1, sum: 2.1 },
    { stories: 1, documents: 1, sum: -0.1 },
  ]

  test('is the mean of known tones with an interval, next to the undecided count', () => {
    const tone = { positive: 3, neutral: 1, negative: 0, unknown: 4, sum: 2, sumOfSquares: 1.2 }
    const section = buildTone({
      tone,
      days: [{ day: '2026-01-01', tone }],
      byKind: [{ kind: 'post', tone }],
      storyTones: fourStories,
      ...eight,
    })
    expect(section).toMatchObject({
      mean: { value: 0.5, n: 4 },
      undecidedShare: 5 / 8,
      counts: { positive: 3, unknown: 4 },
      stories: { positive: 3, neutral: 0, negative: 1 },
    })
    expect(section.mean?.low).toBeLessThan(0.5)
    expect(section.days[0]).toEqual({ day: '2026-01-01', positive: 3, neutral: 1, negative: 0, unknown: 4, mean: 0.5 })
  })

  test('of a single story has no mean, because its variance is unknown', () => {
    const tone = { positive: 3, neutral: 0, negative: 0, unknown: 0, sum: 1.5, sumOfSquares: 0.75 }
    const storyTones = [{ stories: 1, documents: 3, sum: 1.5 }]
    expect(buildTone({ tone, storyTones, days: [], byKind: [], documents: 3, documentsRead: 3 }).mean).toBeNull()
  })

  test('of a sample has the interval of the sampled documents', () => {
    const read = { positive: 60, neutral: 20, negative: 20, unknown: 0, sum: 20, sumOfSquares: 40 }
    const scaled = { positive: 480, neutral: 160, negative: 160, unknown: 0, sum: 160, sumOfSquares: 320 }
    const storyTones = [
      { stories: 60, documents: 1, sum: 30 },
      { stories: 40, documents: 1, sum: -10 },
    ]
    const fullSample = buildTone({ tone: read, storyTones, days: [], byKind: [], documents: 100, documentsRead: 100 })
    const sampled = buildTone({ tone: scaled, storyTones, days: [], byKind: [], documents: 800, documentsRead: 100 })
    expect(sampled.mean).toEqual(fullSample.mean)
    expect(sampled.counts.positive).toBe(480)
  })

  test('is unknown, not zero, when no document has a tone', () => {
    const section = buildTone({
      tone: { ...silent, unknown: 5 },
      days: [],
      byKind: [{ kind: 'post', tone: silent }],
      ...eight,
    })
    expect(section).toMatchObject({ mean: null, undecidedShare: 1, kinds: [{ mean: null }] })
    expect(buildTone({ tone: silent, days: [], byKind: [], documents: 0, documentsRead: 0 }).undecidedShare).toBeNull()
  })
})

describe('locations', () => {
  test('add up the bases of a country and compute shares of known countries only', () => {
    const section = buildLocations({
      documents: 10,
      places: [
        { country: 'SE', basis: 'source', documents: 2, tone: { ...silent, positive: 2, sum: 1 } },
        { country: 'SE', basis: 'content', documents: 1, tone: { ...silent, negative: 1, sum: -0.4 } },
        { country: 'US', basis: 'author', documents: 1, tone: silent },
        { country: null, basis: null, documents: 6, tone: silent },
      ],
    })
    expect(section).toMatchObject({ known: 4, unknown: 6, basis: { source: 2, content: 1, author: 1 } })
    expect(section.countries).toEqual([
      { country: 'SE', documents: 3, share: 0.75, toneMean: 0.2 },
      { country: 'US', documents: 1, share: 0.25, toneMean: null },
    ])
  })
})

const voice = (fields: Partial<NamedFacts>): NamedFacts => ({
  name: 'ada',
  group: 'forum',
  stories: 1,
  followers: 0,
  sourceKey: 'hacker_news',
  documents: 1,
  score: null,
  comments: null,
  tone: silent,
  firstDay: '2026-01-01',
  lastDay: '2026-01-02',
  sharedStories: 0,
  earliness: null,
  ...fields,
})

describe('voices', () => {
  test('are ordered by influence rather than volume, and labelled as news or forum', () => {
    const authors = [
      voice({ name: 'teller', group: 'news', stories: 12, followers: 30, documents: 14 }),
      voice({ name: 'busy', stories: 3, score: 5, comments: 4, documents: 3 }),
      voice({ name: 'viral', stories: 1, score: 90_000, comments: 4_000 }),
      voice({ name: 'disliked', score: -20, comments: 2 }),
    ]
    const section = presentVoices({ lastDay: '2026-11-21', authors, outlets: [voice({})] })
    expect(
      section.authors.map(({ name, group, stories, followers, reach }) => [name, group, stories, followers, reach]),
    ).toEqual([
      ['teller', 'news', 12, 30, null],
      ['busy', 'forum', 3, 0, 9],
      ['viral', 'forum', 1, 0, 94_000],
      ['disliked', 'forum', 1, 0, 0],
    ])
    expect(section.authors[1]?.factors).toMatchObject({ firstMover: null, commentsPerDocument: 1.3333 })
    expect(section.authors[0]?.factors.influence).toBeNull()
    expect(section.note).toBe('No text here was published by two voices, so nobody was first.')
  })

  test('say that a sample cannot show who was first', () => {
    const sampled = voice({ score: 3, comments: 1, stories: null, followers: null, sharedStories: null })
    expect(presentVoices({ lastDay: '2026-11-21', authors: [sampled], outlets: [sampled] }).note).toContain('sample')
  })

  test('say what the sources do not report', () => {
    const { note } = presentVoices({ lastDay: '2026-11-21', authors: [], outlets: [voice({})] })
    expect(note).toContain('names authors')
    expect(note).toContain('points or comments')
  })
})

const set = (names: [string, number, number | null][]) => ({
  candidates: names.map(([name, hits, background]) => ({ name, hits, documents: 2 * hits, background })),
  hitsTotal: 100,
  backgroundTotal: 10_000,
})

describe('contexts', () => {
  const settled = { pending: 0, done: 10_000 }

  const nobody = { labels: new Set<string>(), authors: [] }

  test('leave out labels of headlines, people who write, and forms of a word', () => {
    const { items } = buildContexts({
      node: parse('oat milk'),
      terms: set([
        ['barista', 40, 50],
        ['baristas', 30, 40],
        ['recap', 40, 50],
        ['jdoe', 40, 50],
      ]),
      entities: set([['Worldnews', 38, 45]]),
      enrichment: settled,
      labels: new Set(['recap', 'worldnews']),
      authors: ['JDoe'],
    })
    expect(items.map(({ term }) => term)).toEqual(['barista'])
  })

  test('are terms that occur more often than by chance, without query words and stop words', () => {
    const terms = set([
      ['barista', 40, 60],
      ['milk', 100, 200],
      ['the', 90, 200],
      ['common', 5, 500],
      ['rare', 2, 2],
      ['fresh', 30, null],
    ])
    const { items } = buildContexts({
      node: parse('oat milk'),
      terms,
      entities: set([['Oat Milk', 50, 50]]),
      enrichment: settled,
      ...nobody,
    })
    expect(items.map(({ term, significant }) => [term, significant])).toEqual([['barista', true]])
    expect(items[0]).toMatchObject({ stories: 40, documents: 80 })
  })

  test('list a name once, and say that names are still being extracted', () => {
    const section = buildContexts({
      node: parse('oat milk'),
      terms: set([['oatly', 40, 50]]),
      entities: set([['Oatly', 38, 45]]),
      enrichment: { pending: 7, done: 3 },
      ...nobody,
    })
    expect(section.items.map(({ term, kind }) => [term, kind])).toEqual([['Oatly', 'entity']])
    expect(section.note).toContain('7 documents')
  })
})

describe('what is not covered', () => {
  const group = (source: 'imported' | 'hacker_news', kind: 'post' | 'comment' | 'article', label = '') => ({
    source,
    kind,
    label,
  })

  test('is named by its kind', () => {
    expect(nameMissing(group('imported', 'post'))).toBe('Forum posts')
    expect(nameMissing(group('imported', 'article'))).toBe('News')
  })

  test('is named by its source where that is one, without the years of an archive', () => {
    const label = 'Hacker News posts, 2015–2016'
    expect(nameMissing(group('hacker_news', 'post', label))).toBe('Hacker News posts')
  })
})
