import { describe, expect, test } from 'vitest'
import { document, documents, eventOf, report, sumUp } from '../testing/summary-report.ts'
import { findSampleShifts, findSeason } from './lasting-level.ts'
import type { StorySections } from './story-head.ts'

describe('the event that heads a report', () => {
  const january = eventOf('2026-01-19', '2026-01-25', 140)
  const before = eventOf('2026-01-04', '2026-01-12', 60)
  const told = { title: 'Baristas ask for oat milk that foams', outlet: 'r/coffee' }
  const recalled = { title: 'Dairy takes oat milk back in four states', outlet: 'r/news' }
  const headline = { ...told, documentId: 'doc_9', publishedAt: '2026-01-09T00:00:00Z' }
  const march = { ...eventOf('2026-03-04', '2026-03-20', 100), headline, retellings: 9 }
  const events = [january, march, before]

  /** 200 days, shown by week: 20 stories a day in one week of January, 6 in March, which add up to more in total. */
  const storyWith = (
    documentsOf: (day: string, stories: number) => number,
    { weeks = [], ...others }: { weeks?: StorySections['volume']['weeks'] } & Partial<StorySections['events']> = {},
    headlineScores: ReadonlyMap<string, number> = new Map(),
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
    const read = [...documents, document(7, recalled), document(8, told), document(9, told)]
    const { statements } = sumUp({ documents: read, report: { ...report, ...sections }, headlineScores })
    return statements.flatMap(({ text, part }) => (part === 'detail' ? [] : text))
  }

  test('is told together with those that lead up to it, and others after it', () => {
    expect(storyWith((_, stories) => stories).slice(0, 3)).toEqual([
      'Documents about oat milk peaked in January 2026',
      'There were 200 documents from 4 to 25 January 2026, about 20 times the usual number.',
      'There were also 100 documents from 4 to 20 March 2026, among them “Baristas ask for oat milk that foams” (r/coffee, 9 January).',
    ])
  })

  test('is told with what began as it ended, unless another sentence comes between them', () => {
    const after = { ...march, ...eventOf('2026-01-27', '2026-02-10', 30), headline }
    const days = (day: string, stories: number) => (day >= '2026-01-27' && day <= '2026-02-10' ? 2 : stories)
    const given = { events: [january, after] }
    expect(storyWith(days, given)[2]).toMatch(/^Until 10 February 2026 there were still /u)
    const first = { ...recalled, documentId: 'doc_7', publishedAt: '2026-06-01T00:00:00Z' }
    const copies = { storyCluster: 's9', documents: 4_990, first }
    const busiest = { firstDay: '2026-06-01', lastDay: '2026-06-07', copies, headline: null, mostNoticed: null }
    const later = storyWith((day, stories) => (day === '2026-06-01' ? 5_000 : days(day, stories)), {
      ...given,
      weeks: [{ firstDay: '2026-06-01', clusters: 12, outlets: 9 }],
      busiest: { ...busiest, terms: [], subject: null, name: null, first: null, retellings: 0 },
    })
    expect(later.join('\n')).toContain('copies of a single')
    expect(later.join('\n')).toContain('from 27 January to 10 February 2026, among them')
  })

  test('is headed by the first of the headlines that an editor would quote nearly as probably as any', () => {
    const quoting = (event: typeof january, n: number) => {
      const said = { ...headline, documentId: `doc_${n}`, publishedAt: `${event.onset}T00:00:00Z` }
      return { ...event, headline: said, retellings: 9 }
    }
    const titleOf = (scores: [string, number][]) =>
      storyWith((_, stories) => stories, { events: [quoting(january, 8), quoting(before, 9)] }, new Map(scores))[0]
    expect(
      titleOf([
        ['doc_8', 0.8],
        ['doc_9', 0.7],
      ]),
    ).toBe('4 January 2026: “Baristas ask for oat milk that foams” (r/coffee)')
    expect(
      titleOf([
        ['doc_8', 0.8],
        ['doc_9', 0.5],
      ]),
    ).toBe('19 January 2026: “Baristas ask for oat milk that foams” (r/coffee)')
  })

  test('is no event to tell where it is of fewer than eight pieces', () => {
    const few = { ...report.events, events: [eventOf('2026-01-19', '2026-01-20', 7)], found: 1 }
    const small = sumUp({ report: { ...report, events: few } })
    expect(small.statements[0]?.text).toBe('Four documents mention oat milk')
  })

  test('is not called a peak where copies make another week the highest', () => {
    const copied = storyWith((day, stories) => (day === '2026-06-01' ? 5_000 : stories))
    expect(copied[0]).toBe('Documents about oat milk rose sharply in January 2026')
  })

  test('is an event before a higher week of one text in many copies', () => {
    const copied = { storyCluster: 's9', documents: 4_990, first: { ...headline, publishedAt: '2026-06-01T00:00:00Z' } }
    const busiest = { firstDay: '2026-06-01', lastDay: '2026-06-07', copies: copied, headline: null, mostNoticed: null }
    const many = storyWith((day, stories) => (day === '2026-06-01' ? 5_000 : stories), {
      weeks: [{ firstDay: '2026-06-01', clusters: 12, outlets: 9 }],
      busiest: { ...busiest, terms: [], subject: null, name: null, first: null, retellings: 0 },
      events: [eventOf('2026-01-19', '2026-01-25', 30)],
    })
    expect(many[0]).toBe('Documents about oat milk rose sharply in January 2026')
    expect(many.join(' ')).toContain('copies of a single')
  })
})

/** A day with documents, of `total` that the library holds. */
const dayOf = (day: string, stories: number, total: number | null = null): StorySections['volume']['days'][number] => ({
  day,
  documents: stories,
  storyClusters: stories,
  firstTellings: stories,
  outlets: 1,
  total,
  share: total === null ? null : stories / total,
  isCovered: true,
  groups: [stories],
})

const group: StorySections['volume']['groups'][number] = {
  source: 'imported',
  kind: 'post',
  label: 'Forum posts',
  complete: true,
  endsOn: null,
  documents: 1,
  total: 1,
  uncoveredDocuments: 0,
  spans: [],
}

/** The title and the story of a report of some days. */
const tell = (days: StorySections['volume']['days'], given: Parameters<typeof sumUp>[0] = {}) => {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].map((month) => ({
    firstDay: `${month}-01`,
    clusters: 5,
    outlets: 1,
  }))
  const volume = { days, weeks: [], months, groups: [group] }
  const count = days.reduce((sum, one) => sum + one.documents, 0)
  const counts = { ...report.counts, documents: count, documentsLow: count, documentsHigh: count }
  const { statements } = sumUp({ ...given, report: { ...report, counts, volume } })
  return statements.flatMap(({ text, part }) => (part === 'detail' ? [] : text))
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  )

describe('a topic of few documents', () => {
  const told = { title: 'Lance Armstrong stripped of his titles', outlet: 'r/bicycling' }
  const published = { documentId: 'doc_9', publishedAt: '2012-10-22T00:00:00Z' }
  const query = { ...report.query, title: 'Lance Armstrong' }
  const read = {
    documents: [document(9, { ...told, publishedAt: published.publishedAt })],
    topic: 'Lance Armstrong',
    titles: [{ ...told, ...published }],
  }
  const quoted = '“Lance Armstrong stripped of his titles” (r/bicycling, 22 October 2012)'

  test('is headed by the one that there is', () => {
    expect(tell([dayOf('2012-10-22', 1)], read)[0]).toBe(`One document mentions Lance Armstrong: ${quoted}`)
    const unquotable = { ...read, titles: [{ ...told, ...published, title: 'Armstrong' }] }
    expect(tell([dayOf('2012-10-22', 1)], unquotable)[0]).toBe(
      'One document mentions Lance Armstrong, a text from r/bicycling of 22 October 2012',
    )
  })

  test('is headed by what its documents report, if it is a name', () => {
    const days = [dayOf('2011-05-03', 2), dayOf('2012-10-22', 4), dayOf('2012-10-30', 3), dayOf('2013-09-01', 2)]
    expect(tell(days, read).slice(0, 2)).toEqual([
      `Documents about Lance Armstrong include ${quoted}`,
      'Most of them date from late October 2012.',
    ])
  })

  test('is headed by its best title where that is sure, and of the days on which most were published', () => {
    const days = [dayOf('2011-05-03', 2), dayOf('2012-10-22', 4), dayOf('2012-10-30', 3), dayOf('2013-09-01', 2)]
    const sure = { ...read, titleScore: 0.8 }
    expect(tell(days, sure).slice(0, 2)).toEqual([
      '22 October 2012: “Lance Armstrong stripped of his titles” (r/bicycling)',
      'Of the 11 documents, 7 date from late October 2012.',
    ])
  })

  test('is else headed by when most of them are from', () => {
    const days = [dayOf('2011-05-03', 2), dayOf('2012-10-22', 4), dayOf('2012-11-10', 3), dayOf('2013-09-01', 2)]
    const others = { ...read, topic: query.title.toLowerCase(), titles: [] }
    expect(tell(days, others)).toContain('Most documents about lance armstrong are from October to November 2012')
    const spread = [dayOf('2011-05-03', 3), dayOf('2012-10-22', 4), dayOf('2013-09-01', 4)]
    expect(tell(spread, others)[0]).toBe('11 documents mention lance armstrong, from May 2011 to September 2013')
  })
})

describe('a topic that many documents mention each year in the same months', () => {
  const days = daysFrom('2010-06-01', 1200)
  const isOctober = (day: string) => day.slice(5, 7) === '10'

  test('is said to come with the season, and by how much', () => {
    expect(
      tell(days.map((day, at) => dayOf(day, isOctober(day) ? 2 : at % 40 === 0 ? 1 : 0, 100))).slice(0, 2),
    ).toEqual([
      'Posts about oat milk were most frequent in October, each year from 2010 to 2012',
      'Their share of all posts was then about 73 times what it was in the rest of the year.',
    ])
  })

  test('is said to have a much larger share then, but not how many times, where next to nothing is of other months', () => {
    const sentences = [
      'Posts about oat milk were most frequent in October, each year from 2010 to 2012',
      'Their share of all posts was then much larger than in the rest of the year.',
    ]
    expect(tell(days.map((day) => dayOf(day, isOctober(day) ? 2 : 0, 100))).slice(0, 2)).toEqual(sentences)
    const one = days.map((day) => dayOf(day, isOctober(day) ? 2 : day === '2012-03-05' ? 1 : 0, 100))
    expect(tell(one).slice(0, 2)).toEqual(sentences)
  })

  test('does not come with the season where only searches found more of it then', () => {
    const searches = { ...group, complete: false }
    const news = { ...group, kind: 'article' as const }
    const withNews = (inOctober: number) =>
      days.map((day, at) => {
        const posts = isOctober(day) ? 2 : 0
        const articles = isOctober(day) && inOctober > 0 ? inOctober : at % 40 === 0 ? 1 : 0
        return { ...dayOf(day, posts + articles, 100), share: articles / 100, groups: [posts, articles] }
      })
    const found = withNews(0)
    expect(findSeason({ days: found, groups: [searches, news] }, () => 'pieces')).toBeNull()
    // where the news shows it too, how much larger its share is then is counted in the news alone
    const ofNews = findSeason({ days: withNews(2), groups: [searches, news] }, () => 'pieces')
    expect(ofNews?.ratio.value).toBeCloseTo(73, 0)
    const all = found.map((day) => ({ ...day, share: day.documents / 100 }))
    expect(findSeason({ days: all, groups: [group, news] }, () => 'pieces')).toMatchObject({ firstMonth: 9 })
  })

  test('does not come with the season where each year may show it by chance', () => {
    // two whole years and a season at each end, with five documents in every other month
    const four = daysFrom('2010-10-01', 1127)
    const season = (inOctober: number) =>
      findSeason(
        {
          days: four.map((day) => dayOf(day, Number(day.slice(8)) <= (isOctober(day) ? inOctober : 5) ? 1 : 0, 100)),
          groups: [group],
        },
        () => 'posts',
      )
    expect(season(10)).toBeNull()
    expect(season(20)).toMatchObject({ firstMonth: 9, lastMonth: 9 })
  })
})

describe('a topic of many documents without an event', () => {
  const days = daysFrom('2012-01-01', 200).map((day) => dayOf(day, 1, 100))
  const told = { title: 'Dairy takes oat milk back in four states', outlet: 'r/news' }
  const title = { ...told, documentId: 'doc_9', publishedAt: '2012-03-05T00:00:00Z' }
  const names = ['barista', 'foam'].map((name) => ({ name, mentions: { term: name, documents: 40 } }))
  const tellWith = (isStrong: boolean) =>
    tell(days, {
      documents: [...documents, document(9, told)],
      reports: { ofEvents: [], ofBar: null, ofTopic: [{ title, isClear: isStrong, isStrong }] },
      names,
    })

  test('is headed by what a title reports of it, and says what its documents name', () => {
    expect(tellWith(true).slice(0, 3)).toEqual([
      '5 March 2012: “Dairy takes oat milk back in four states” (r/news)',
      'Posts about oat milk often mention “barista” and “foam”.',
      'Of the 200 posts, 40 mention “barista”.',
    ])
  })

  test('is headed by what its documents name where no title reports enough', () => {
    expect(tellWith(false).slice(0, 2)).toEqual([
      'Posts about oat milk often mention “barista” and “foam”',
      'Of the 200 posts, 40 mention “barista”.',
    ])
  })
})

describe('a level that changed with what the library holds', () => {
  const days = daysFrom('2012-01-01', 400)
  const change = { value: 3, low: 2, high: 4, n: 90, method: '' }
  const points = [{ day: '2012-07-01', endDay: null, kind: 'shift' as const, change, before: 1, after: 3, pValue: 0 }]
  const find = (totalAfter: number, weeksOfForum: (week: number) => number) =>
    findSampleShifts({
      inflections: { points, basis: 'share' },
      volume: { days: days.map((day) => dayOf(day, 1, day < '2012-07-01' ? 100 : totalAfter)) },
      groups: [{ sourceKey: 'imported', kind: 'post', outlets: [{ outlet: 1, documents: 300 }] }],
      outletWeeks: [
        {
          source: 'imported',
          kind: 'post',
          outlet: 1,
          firstWeek: '2012-01-02',
          documents: Array.from({ length: 57 }, (_, week) => weeksOfForum(week)),
        },
      ],
    })

  test('is none of the topic where its forum began then, or where there is much more of everything', () => {
    expect(find(100, (week) => (week < 26 ? 2 : 40))).toEqual(['2012-07-01'])
    expect(find(300, () => 20)).toEqual(['2012-07-01'])
    expect(find(100, () => 20)).toEqual([])
  })
})
