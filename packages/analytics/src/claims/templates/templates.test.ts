import { describe, expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import { changeStatement, forecastStatement, levelStatement, levelTitle, stageStatement } from './trend-statements.ts'
import { findQuote } from './quoted-titles.ts'
import { contextsStatement, countriesStatement, storyStatements, voicesStatements } from './origin-statements.ts'
import { quoteStatement, toneComparisonStatement, toneStatement, volumeStatement } from './volume-statements.ts'

const volume = {
  topic: 'oat milk',
  firstDay: '2026-01-03',
  lastDay: '2026-11-20',
  documents: 412,
  documentsLow: 412,
  documentsHigh: 412,
  sampledDocuments: 412,
  outlets: 96,
  isSampled: false,
  laterDocuments: 0,
}
const document = {
  id: 'doc_1',
  title: 'Oatly opens a plant in 2027',
  body: 'Oat milk “sells” well, it said.',
  outlet: 'news.example',
  publishedAt: '2026-11-01T08:00:00Z',
}
const tones = { positive: 120, neutral: 40, negative: 40, unknown: 200 }

/** The interval of each number of a draft: sentences leave it to their claims. */
function boundsOf(draft: StatementDraft | null): [low: number | null, high: number | null][] {
  return (draft?.claims ?? []).flatMap(({ numbers }) =>
    numbers.map(({ low, high }): [number | null, number | null] => [low, high]),
  )
}

function say(...drafts: (StatementDraft | null)[]): string[] {
  const { statements, refusals } = compileClaims(
    drafts.flatMap((draft) => draft ?? []),
    new Map([[document.id, document]]),
  )
  expect(refusals).toEqual([])
  return statements.map(({ text }) => text)
}

describe('sentences from facts', () => {
  test('count exactly, or give an estimate and its interval for a sample', () => {
    expect(say(volumeStatement(volume))).toEqual([
      '412 documents from 96 outlets mentioned oat milk between 3 January and 20 November 2026.',
    ])
    expect(say(volumeStatement({ ...volume, outlets: 1 }))[0]).toMatch(
      /^412 documents from a single outlet mentioned /u,
    )
    expect(say(volumeStatement({ ...volume, scope: ' from Norway' }))[0]).toMatch(
      /^412 documents from Norway mentioned /u,
    )
    const sampled = { ...volume, documents: 32000, documentsLow: 31_001, documentsHigh: 33_020, sampledDocuments: 4000 }
    const estimate = volumeStatement({ ...sampled, firstDay: '2025-12-03', isSampled: true })
    expect(say(estimate)).toEqual([
      'In all, about 32,000 documents mentioned oat milk between 3 December 2025 and 20 November 2026.',
    ])
    expect(boundsOf(estimate)).toEqual([[31_001, 33_020]])
    expect(volumeStatement({ ...volume, documents: 0 })).toBeNull()
  })

  test('name no last day for documents dated after it', () => {
    const volumeText = (facts: Partial<typeof volume>) => say(volumeStatement({ ...volume, ...facts }))[0]
    expect(volumeText({ laterDocuments: 4 })).toBe(
      '412 documents from 96 outlets mentioned oat milk from 3 January 2026 on. Of these, 4 documents are dated after 20 November 2026.',
    )
    expect(volumeText({ laterDocuments: 1 })).toContain('on. Of these, 1 document is dated after 20 November 2026.')
    expect(volumeText({ laterDocuments: 412 })).toMatch(
      /mentioned oat milk, all of them dated after 20 November 2026\.$/u,
    )
    expect(volumeText({ documents: 1, outlets: 1, laterDocuments: 1 })).toBe(
      '1 document mentioned oat milk, dated after 20 November 2026.',
    )
    expect(volumeText({ isSampled: true, laterDocuments: 8 })).toMatch(
      /from 3 January 2026 on\. Some of them are dated after 20 November 2026\.$/u,
    )
  })

  test('keep a topic of numbers, quotation marks and number words intact', () => {
    const topic = '"half life 2" OR 7'
    expect(say(volumeStatement({ ...volume, topic }))[0]).toContain(topic)
  })

  test('state growth only when the interval excludes 1', () => {
    const facts = {
      stories: 54,
      previousStories: 30,
      windowDays: 28,
      asOf: '2026-11-20',
      basis: 'share' as const,
      noun: 'pieces' as const,
      pointer: '/momentum',
    }
    const texts = [
      { value: 1.8, low: 1.3, high: 2.5, n: 84 },
      { value: 1.1, low: 0.8, high: 1.4, n: 84 },
      { value: 0.5, low: 0.3, high: 0.8, n: 84 },
      null,
    ].map((ratio) => say(changeStatement({ ...facts, ratio }))[0] ?? '')
    const counts = 'There were 54 pieces in the four weeks to 20 November 2026'
    const before = '30 in the four weeks before'
    expect(texts).toEqual([
      `${counts}, up from ${before}.`,
      `${counts}, compared with ${before}, which is no clear change.`,
      `${counts}, compared with ${before}. Yet its share of all documents fell.`,
      `${counts} and ${before}.`,
    ])
    const grown = changeStatement({ ...facts, basis: 'count', ratio: { value: 1.8, low: 1.3, high: 2.5, n: 84 } })
    expect(say(grown)).toEqual([`${counts}, up from ${before}.`])
    expect(boundsOf(grown).at(-1)).toEqual([1.3, 2.5])
  })

  interface Change {
    basis: 'share' | 'count'
    stories: number
    before: number
    value: number
  }

  test.each<[change: Change, comparison: string, remark: string]>([
    [{ basis: 'count', stories: 60, before: 30, value: 2 }, 'up from', ''],
    [{ basis: 'count', stories: 30, before: 60, value: 0.5 }, 'down from', ''],
    [{ basis: 'count', stories: 60, before: 30, value: 1 }, 'compared with', ', which is no clear change'],
    // the counts are of all days, the ratio is of covered ones
    [
      { basis: 'count', stories: 60, before: 60, value: 2 },
      'compared with',
      '. Yet attention grew on the covered days',
    ],
    [
      { basis: 'count', stories: 60, before: 30, value: 0.5 },
      'compared with',
      '. Yet attention fell on the covered days',
    ],
    [{ basis: 'share', stories: 60, before: 30, value: 2 }, 'up from', ''],
    [{ basis: 'share', stories: 30, before: 60, value: 0.5 }, 'down from', ''],
    // importing other things makes the share smaller, and when such an import ends it becomes larger
    [{ basis: 'share', stories: 60, before: 60, value: 0.5 }, 'compared with', '. Yet its share of all documents fell'],
    [{ basis: 'share', stories: 80, before: 60, value: 0.5 }, 'compared with', '. Yet its share of all documents fell'],
    [{ basis: 'share', stories: 60, before: 60, value: 2 }, 'compared with', '. Yet its share of all documents grew'],
    [{ basis: 'share', stories: 40, before: 60, value: 2 }, 'compared with', '. Yet its share of all documents grew'],
    [{ basis: 'share', stories: 60, before: 60, value: 1 }, 'compared with', ', which is no clear change'],
  ])('of %o say: %s … %s', ({ basis, stories, before, value }, comparison, remark) => {
    const facts = { windowDays: 28, asOf: '2026-11-20', pointer: null, basis, stories, previousStories: before }
    const ratio = { value, low: value * 0.8, high: value * 1.25, n: stories + before }
    expect(say(changeStatement({ ...facts, ratio }))).toEqual([
      `There were ${stories} pieces in the four weeks to 20 November 2026, ${comparison} ${before} in the four weeks before${remark}.`,
    ])
  })

  test('never turn the change of a share into a rise or fall of the topic', () => {
    const stages = ['emerging', 'rising', 'declining'] as const
    const change = { value: 0.4, low: 0.3, high: 0.5, n: 300 }
    const shift = {
      day: '2026-03-01',
      before: null,
      change,
      basis: 'share' as const,
      noun: 'pieces' as const,
      lastDay: '2026-11-20',
      pointer: null,
    }
    const sentences = [
      ...stages.map((stage) => stageStatement({ stage, asOf: '2026-11-20', stories: 84, basis: 'share' })),
      levelStatement(shift),
    ].flatMap((draft) => say(draft))
    expect(sentences).toHaveLength(4)
    for (const text of sentences)
      expect(text).toMatch(/\bshare of everything in the library\b|\bthe topic’s share of all\b/u)
  })

  test('state no ratio for few stories or for an uninformative interval', () => {
    const facts = { windowDays: 28, asOf: '2026-11-20', basis: 'count' as const, pointer: '/momentum' }
    const one = changeStatement({
      ...facts,
      stories: 1,
      previousStories: 0,
      ratio: { value: 14, low: 0.004, high: 52_000, n: 1 },
    })
    expect(say(one)).toEqual([
      'There was 1 piece in the four weeks to 20 November 2026 and none in the four weeks before. That is too few to speak of a change.',
    ])
    expect(one?.claims[0]?.status).toBe('weak')
    expect(say(changeStatement({ ...facts, windowDays: 7, stories: 0, previousStories: 3, ratio: null }))).toEqual([
      'There were no pieces in the week to 20 November 2026 and 3 in the week before. That is too few to speak of a change.',
    ])
    const bursts = { value: 3, low: 0.01, high: 900, n: 80 }
    expect(say(changeStatement({ ...facts, stories: 60, previousStories: 20, ratio: bursts }))[0]).toMatch(
      / and 20 in the four weeks before\. They are too unevenly spread to speak of a change\.$/,
    )
  })

  test('state tone as shares with bounds, and compare groups only when their bounds do not overlap', () => {
    const facts = {
      counts: tones,
      stories: { positive: 60, neutral: 20, negative: 20 },
      mean: { value: 0.2, low: 0.1, high: 0.3, n: 200 },
      sampleFraction: 1,
      groups: null,
    }
    expect(say(toneStatement(facts))).toEqual(['Of 100 pieces with a clear tone, 60% are positive.'])
    expect(boundsOf(toneStatement(facts))).toEqual([
      [0.1, 0.3],
      [null, null],
      [expect.closeTo(50.2, 1), expect.closeTo(69.1, 1)],
    ])
    const copied = { ...facts, stories: { positive: 4, neutral: 0, negative: 8 } }
    expect(say(toneStatement(copied))).toEqual([
      'The tone is mixed. Of 12 pieces with a clear tone, two thirds are negative.',
    ])
    // a side with half of the stories, or an average that may be on the other, is no tone of the whole
    expect(say(toneStatement({ ...facts, mean: { value: 0.2, low: -0.1, high: 0.5, n: 200 } }))[0]).toMatch(
      /^The tone is mixed\. /u,
    )
    expect(say(toneStatement({ ...facts, stories: { positive: 52, neutral: 30, negative: 18 } }))[0]).toMatch(
      /^The tone is mixed\. .* about half are positive\.$/u,
    )
    expect(toneStatement(copied)?.claims.every(({ status }) => status === 'weak')).toBe(true)
    expect(toneStatement({ ...facts, stories: { positive: 2, neutral: 0, negative: 4 } })).toBeNull()
    const calm = { positive: 90, neutral: 5, negative: 5, unknown: 0 }
    const angry = { positive: 20, neutral: 20, negative: 60, unknown: 0 }
    const compared = toneComparisonStatement({ ...facts, groups: { documents: calm, chatter: angry } })
    expect(say(compared)).toEqual([
      'The tone depends on who speaks: 60% of the posts and comments are negative, but only 5% of the articles.',
    ])
    const [[lowest] = [0], [, highest] = [0, 1]] = boundsOf(compared)
    expect(lowest).toBeGreaterThan(highest ?? 1)
    const spotless = { positive: 90, neutral: 10, negative: 0, unknown: 0 }
    expect(say(toneComparisonStatement({ ...facts, groups: { documents: spotless, chatter: angry } }))[0]).toMatch(
      / are negative, but none of the articles\.$/u,
    )
    expect(toneComparisonStatement({ ...facts, groups: { documents: calm, chatter: calm } })).toBeNull()
    const few = { positive: 0, neutral: 0, negative: 6, unknown: 0 }
    expect(toneComparisonStatement({ ...facts, groups: { documents: calm, chatter: few } })).toBeNull()
  })

  test('name outlets, places, contexts and stories with their counts', () => {
    const outlets = ['a.example', 'b.example', 'r/oats', '3sat.de', 'd.example', 'e.example'].map((name, index) => ({
      name,
      group: name.startsWith('r/') ? ('forum' as const) : ('news' as const),
      stories: 12 - index,
      documents: 400,
      pointer: `/voices/outlets/${index}/stories`,
    }))
    expect(say(...voicesStatements(outlets))).toEqual([
      'a.example had 12 pieces, more than any other news outlet, ahead of b.example and 3sat.de.',
      'r/oats had 10 pieces.',
    ])
    expect(voicesStatements(outlets.map((outlet) => ({ ...outlet, stories: null })))).toEqual([])
    expect(voicesStatements(outlets.map((outlet) => ({ ...outlet, stories: 1 })))).toEqual([])
    const countries = [
      { country: 'US', documents: 8 },
      { country: 'FR', documents: 6 },
      { country: 'SE', documents: 2 },
    ]
    const facts = { countries, documentsWithCountry: 16, documents: 40, sampleFraction: 1 }
    const nameCountry = (country: string) => (country === 'US' ? 'the United States' : 'France')
    const drafted = countriesStatement({ ...facts, nameCountry })
    expect(drafted?.claims[0]?.status).toBe('weak')
    expect(say(drafted)).toEqual([
      'Of the documents whose country is known, half come from the United States and 38% from France.',
    ])
    expect(boundsOf(drafted)).toEqual([
      [expect.closeTo(28, 0), expect.closeTo(72, 0)],
      [expect.closeTo(18.5, 0), expect.closeTo(61.4, 0)],
    ])
    expect(countriesStatement({ ...facts, documents: 200, nameCountry })).toBeNull()
    const context = {
      term: 'barista 2',
      lift: 22.5,
      liftLow: 16,
      liftHigh: 31,
      stories: 9,
      pointer: '/contexts/items/0/lift',
    }
    const anything = { ...context, term: 'latte', liftLow: 0.004, liftHigh: 52_000 }
    const rare = { ...context, term: 'crema', stories: 4 }
    expect(say(contextsStatement([anything, rare, context]))).toEqual([
      'Pieces about it mention “barista 2” about 23 times as often as the rest of the library.',
    ])
    expect(boundsOf(contextsStatement([context]))).toEqual([[16, 31]])
    const others = ['foam', 'latte'].map((term) => ({ ...context, term }))
    expect(say(contextsStatement([context, ...others]))[0]).toMatch(
      / of the library\. “foam” and “latte” also come up more often\.$/u,
    )
    expect(contextsStatement([anything, rare])).toBeNull()
    expect(say(...storyStatements([{ storyCluster: 'doc_1', documents: 4, outlets: 1, document }]))).toEqual([
      'Four documents from news.example are copies of a single text: “Oatly opens a plant in 2027”',
    ])
    expect(say(...storyStatements([{ storyCluster: 'doc_1', documents: 4, outlets: 3, document }]))).toEqual([
      'Three outlets carried copies of a single text: “Oatly opens a plant in 2027”',
    ])
  })

  test('give a forecast without a verdict, and a stage as of its day', () => {
    const forecast = forecastStatement({
      firstDay: '2026-11-21',
      lastDay: '2026-12-04',
      documents: { value: 40, low: 22, high: 61 },
      pointer: null,
    })
    expect(forecast.claims[0]?.status).toBe('unchecked')
    const stage = { asOf: '2026-11-20', stories: 84 }
    expect(
      say(
        forecast,
        stageStatement({ ...stage, stage: 'rising' }),
        stageStatement({ ...stage, stage: 'dormant', stories: 2 }),
      ),
    ).toEqual([
      'From 21 November 2026 to 4 December 2026, about 40 documents are expected.',
      'As of 20 November 2026, attention was growing.',
      'As of 20 November 2026, almost nothing was published about it.',
    ])
    expect(boundsOf(forecast)).toEqual([[22, 61]])
    expect(stageStatement({ ...stage, stage: 'rising', stories: 9 })).toBeNull()
    for (const one of ['emerging', 'peaking', 'steady', 'declining'] as const)
      expect(say(stageStatement({ ...stage, stage: one }))[0]).toMatch(/^As of 20 November 2026, attention was /)
  })
})

describe('a quotation', () => {
  test('is found verbatim, including the quotation marks inside it', () => {
    expect(findQuote(document.body, document)).toMatchObject({ part: 'body', start: 0, end: document.body.length })
    expect(say(quoteStatement({ text: document.body, document, copies: [], role: 'contrastive' }))).toEqual([
      'In a different tone: news.example, 1 November 2026: “Oat milk ‘sells’ well, it said.”',
    ])
  })

  test('gives the reason for its choice, and supports no sentence that counts', () => {
    const quotes = (['central', 'contrastive'] as const).map((role) =>
      quoteStatement({ text: document.body, document, copies: [], role }),
    )
    const { statements } = compileClaims(
      [volumeStatement(volume), ...quotes].flatMap((draft) => draft ?? []),
      new Map([[document.id, document]]),
    )
    expect(statements.map(({ role }) => role)).toEqual([null, 'central', 'contrastive'])
  })

  test('is not created when the document does not contain it', () => {
    expect(quoteStatement({ text: 'Oat milk sells badly', document, copies: [], role: 'central' })).toBeNull()
  })

  test('is weak while only one outlet reports it', () => {
    const status = (outlet: string) =>
      quoteStatement({ text: document.title, document, copies: [{ id: 'doc_2', outlet }], role: 'central' })?.claims[0]
        ?.status
    expect([status('news.example'), status('other.example')]).toEqual(['weak', 'supported'])
  })
})

describe('a permanent change of level', () => {
  const shift = {
    day: '2026-03-01',
    before: null,
    change: { value: 0.4, low: 0.3, high: 0.5, n: 600 },
    basis: 'share' as const,
    noun: 'posts' as const,
    lastDay: '2026-11-20',
    pointer: '/inflections/points/0/change/value',
  }

  test('heads the chart of a topic without events', () => {
    const risen = { ...shift, change: { value: 2.4, low: 2, high: 3, n: 600 } }
    const shifts = [shift, risen, { ...shift, basis: 'count' as const }, { ...risen, basis: 'count' as const }]
    expect(shifts.flatMap((one) => say(levelTitle(one, 'oat milk')))).toEqual([
      'Posts about oat milk became a smaller part of all posts in early March 2026',
      'Posts about oat milk became a larger part of all posts in early March 2026',
      'Posts about oat milk became less frequent in early March 2026',
      'Posts about oat milk became more frequent in early March 2026',
    ])
    expect(say(levelTitle({ ...risen, noun: 'pieces' }, 'oat milk'))[0]).toContain('a larger part of all documents in')
  })
})

test('a fall to a fraction is told by the fraction', () => {
  const shift = {
    day: '2013-05-03',
    before: null,
    change: { value: 0.25, low: 0.2, high: 0.31, n: 300 },
    basis: 'share' as const,
    noun: 'posts' as const,
    lastDay: '2013-08-17',
    pointer: null,
  }
  expect(say(levelStatement(shift))).toEqual([
    'In early May 2013, the topic’s share of all posts fell to a quarter of what it was.',
  ])
})
