import { describe, expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import { changeStatement, forecastStatement, levelStatement, levelTitle, stageStatement } from './trend-statements.ts'
import { contextsStatement, findQuote, quoteStatement, storyStatements } from './story-statements.ts'
import { eventStatement } from './event-statements.ts'
import { countriesStatement, voicesStatement } from './origin-statements.ts'
import { toneComparisonStatement, toneStatement } from './tone-statements.ts'
import { volumeStatement } from './volume-statements.ts'

const volume = {
  topic: 'oat milk',
  firstDay: '2026-01-03',
  lastDay: '2026-11-20',
  documents: 412,
  documentsLow: 412,
  documentsHigh: 412,
  sampledDocuments: 412,
  storyClusters: 371,
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
      '412 documents mention oat milk between 3 January 2026 and 20 November 2026: 371 stories in 96 outlets.',
    ])
    const sampled = { ...volume, documents: 32000, documentsLow: 31_001, documentsHigh: 33_020, sampledDocuments: 4000 }
    expect(say(volumeStatement({ ...sampled, storyClusters: null, isSampled: true }))).toEqual([
      'In all, about 32,000 documents (31,001 to 33,020) mention oat milk between 3 January 2026 and 20 November 2026.',
    ])
    expect(volumeStatement({ ...volume, documents: 0 })).toBeNull()
  })

  test('name no last day for documents dated after it', () => {
    const volumeText = (facts: Partial<typeof volume>) => say(volumeStatement({ ...volume, ...facts }))[0]
    expect(volumeText({ laterDocuments: 4 })).toBe(
      '412 documents mention oat milk from 3 January 2026 on, including 4 documents dated after 20 November 2026: 371 stories in 96 outlets.',
    )
    expect(volumeText({ laterDocuments: 1 })).toContain('on, including 1 document dated after 20 November 2026:')
    expect(volumeText({ laterDocuments: 412 })).toContain('412 documents mention oat milk, all of them dated after')
    expect(volumeText({ documents: 1, laterDocuments: 1 })).toContain(
      '1 document mentions oat milk, dated after 20 November',
    )
    expect(volumeText({ isSampled: true, laterDocuments: 8 })).toContain(
      'from 3 January 2026 on, including some dated after',
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
      pointer: '/momentum',
    }
    const texts = [
      { value: 1.8, low: 1.3, high: 2.5, n: 84 },
      { value: 1.1, low: 0.8, high: 1.4, n: 84 },
      { value: 0.5, low: 0.3, high: 0.8, n: 84 },
      null,
    ].map((ratio) => say(changeStatement({ ...facts, ratio }))[0] ?? '')
    const counts = 'There were 54 stories in the 28 days to 20 November 2026, against 30 stories in the 28 days before'
    const measured = `${counts}: as a share of all that was collected,`
    expect(texts).toEqual([
      `${measured} 1.8 times (1.3 to 2.5) as much, so its share grew.`,
      `${measured} 1.1 times (0.8 to 1.4) as much, so there is no certain change.`,
      `${measured} 0.5 times (0.3 to 0.8) as much, so its share fell, though there were no fewer stories.`,
      `${counts}.`,
    ])
    expect(
      say(changeStatement({ ...facts, basis: 'count', ratio: { value: 1.8, low: 1.3, high: 2.5, n: 84 } })),
    ).toEqual([`${counts}: 1.8 times (1.3 to 2.5) as many, so it grew.`])
  })

  test.each<[basis: 'share' | 'count', stories: number, before: number, ratio: number, verdict: string]>([
    ['count', 60, 30, 2, 'so it grew'],
    ['count', 30, 60, 0.5, 'so it fell'],
    ['share', 60, 30, 2, 'so its share grew'],
    ['share', 30, 60, 0.5, 'so its share fell'],
    // importing other things makes the share smaller, and when such an import ends it becomes larger
    ['share', 60, 60, 0.5, 'so its share fell, though there were no fewer stories'],
    ['share', 80, 60, 0.5, 'so its share fell, though there were no fewer stories'],
    ['share', 60, 60, 2, 'so its share grew, though there were no more stories'],
    ['share', 40, 60, 2, 'so its share grew, though there were no more stories'],
    ['share', 60, 60, 1, 'so there is no certain change'],
  ])('of %s with %i stories after %i say: %#', (basis, stories, previousStories, value, verdict) => {
    const facts = { windowDays: 28, asOf: '2026-11-20', pointer: null, basis, stories, previousStories }
    const ratio = { value, low: value * 0.8, high: value * 1.25, n: stories + previousStories }
    expect(say(changeStatement({ ...facts, ratio }))[0]).toMatch(new RegExp(`, ${verdict}\\.$`, 'u'))
  })

  test('never turn the change of a share into a rise or fall of the topic', () => {
    const stages = ['emerging', 'rising', 'declining'] as const
    const change = { value: 0.4, low: 0.3, high: 0.5, n: 300 }
    const shift = { day: '2026-03-01', before: null, change, basis: 'share' as const, pointer: null }
    const told = [
      ...stages.map((stage) => stageStatement({ stage, asOf: '2026-11-20', stories: 84, basis: 'share' })),
      levelStatement(shift),
      levelTitle(shift, 'oat milk'),
    ].flatMap((draft) => say(draft))
    expect(told).toHaveLength(5)
    for (const text of told) expect(text).toMatch(/share of (?:what|all that) was collected/u)
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
      'There was 1 story in the 28 days to 20 November 2026, against 0 stories in the 28 days before: too few to tell a change.',
    ])
    expect(one?.claims[0]?.status).toBe('weak')
    const bursts = { value: 3, low: 0.01, high: 900, n: 80 }
    expect(say(changeStatement({ ...facts, stories: 60, previousStories: 20, ratio: bursts }))[0]).toMatch(
      /before: too unevenly spread to tell a change\.$/,
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
    expect(say(toneStatement(facts))).toEqual([
      'The tone is clear in 200 documents (50 % of all), which tell 100 stories: 60 % are positive (50 to 69 %), and the average tone is +0.20 (+0.10 to +0.30), on the positive side.',
    ])
    const copied = { ...facts, stories: { positive: 4, neutral: 0, negative: 8 } }
    expect(say(toneStatement(copied))[0]).toMatch(/which tell 12 stories: 67 % are negative \(39 to 86 %\), /)
    expect(toneStatement(copied)?.claims.every(({ status }) => status === 'weak')).toBe(true)
    expect(toneStatement({ ...facts, stories: { positive: 2, neutral: 0, negative: 4 } })).toBeNull()
    const calm = { positive: 90, neutral: 5, negative: 5, unknown: 0 }
    const angry = { positive: 20, neutral: 20, negative: 60, unknown: 0 }
    expect(say(toneComparisonStatement({ ...facts, groups: { documents: calm, chatter: angry } }))[0]).toMatch(
      /^The tone depends on who speaks: 60 % of posts and comments \(.*\) are negative, against 5 % of articles \(.*\)\.$/,
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
    expect(say(voicesStatement(outlets))).toEqual([
      'The news outlets heard most are a.example (12 stories), b.example (11 stories) and 3sat.de (9 stories); the forum heard most is r/oats (10 stories).',
    ])
    expect(voicesStatement(outlets.map((outlet) => ({ ...outlet, stories: null })))).toBeNull()
    expect(voicesStatement(outlets.map((outlet) => ({ ...outlet, stories: 1 })))).toBeNull()
    const countries = [
      { country: 'US', documents: 8 },
      { country: 'FR', documents: 6 },
      { country: 'SE', documents: 2 },
    ]
    const facts = { countries, documentsWithCountry: 16, documents: 40, sampleFraction: 1 }
    const nameCountry = (country: string) => (country === 'US' ? 'the United States' : 'France')
    const drafted = countriesStatement({ ...facts, nameCountry })
    expect(drafted?.claims[0]?.status).toBe('weak')
    expect(say(drafted)[0]).toMatch(
      /^Of 16 documents whose country is known, 50 % come from the United States \(28 to 72 %\) and 38 % from France \(18 to 61 %\)\.$/,
    )
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
      'Compared with the rest of the library, stories about it mention “barista 2” 23 times (16 to 31) as often.',
    ])
    expect(contextsStatement([anything, rare])).toBeNull()
    expect(say(...storyStatements([{ storyCluster: 'doc_1', documents: 4, outlets: 1, document }]))).toEqual([
      '4 documents in 1 outlet tell the same story: “Oatly opens a plant in 2027”',
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
      'From 21 November 2026 to 4 December 2026, about 40 documents (22 to 61) are expected.',
      'As of 20 November 2026, it was growing.',
      'As of 20 November 2026, hardly anything in the library was about it.',
    ])
    expect(stageStatement({ ...stage, stage: 'rising', stories: 9 })).toBeNull()
    for (const one of ['emerging', 'peaking', 'steady', 'declining'] as const)
      expect(say(stageStatement({ ...stage, stage: one }))[0]).toMatch(/^As of 20 November 2026, it was /)
  })
})

describe('a quotation', () => {
  test('is found verbatim, including the quotation marks inside it', () => {
    expect(findQuote(document.body, document)).toMatchObject({ part: 'body', start: 0, end: document.body.length })
    expect(say(quoteStatement({ text: document.body, document, copies: [], role: 'contrastive' }))).toEqual([
      'With the opposite tone, news.example wrote on 1 November 2026: “Oat milk ‘sells’ well, it said.”',
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

describe('an event whose title is a whole post', () => {
  const event = {
    onset: '2026-11-01',
    peak: '2026-11-02',
    until: '2026-11-03',
    stories: 40,
    expected: 2,
    excess: { low: 34, high: 39 },
    terms: [],
    pointer: '/events/events/0',
  }
  const eventText = (title: string) => {
    const headline = { ...document, title }
    const draft = eventStatement({ ...event, headline }, 'peak')
    const { statements, refusals } = compileClaims([draft], new Map([[document.id, headline]]))
    expect(refusals).toEqual([])
    return statements[0]?.text
  }

  test('is described by its first sentence', () => {
    const first = 'A warning to all who mine coins: one pool is close to controlling the network.'
    expect(
      eventText(`${first} ${'Please join another pool to keep the power where it belongs. '.repeat(3)}`),
    ).toContain(`Its headline begins: “${first}” (news.example).`)
  })

  test('is described by its first words when no sentence ends early enough', () => {
    const told = eventText(`The council voted ${'and then it voted once more '.repeat(10)}until the evening`)
    expect(told).toMatch(/Its headline begins: “The council voted .{80,120}” \(news\.example\)\.$/u)
  })

  test('is described by its whole title when it fits', () => {
    expect(eventText('The council votes to close the bridge for good')).toContain(
      'Its headline: “The council votes to close the bridge for good” (news.example).',
    )
  })
})

describe('a permanent change of level', () => {
  const shift = {
    day: '2026-03-01',
    before: null,
    change: { value: 0.4, low: 0.3, high: 0.5, n: 600 },
    basis: 'share' as const,
    pointer: '/inflections/points/0/change/value',
  }

  test('heads the chart of a topic without events', () => {
    expect(say(levelTitle(shift, 'oat milk'), levelStatement(shift))[0]).toBe(
      'Talk of oat milk has taken a smaller share of what was collected since 1 March 2026',
    )
    const risen = { ...shift, change: { value: 2.4, low: 2, high: 3, n: 600 }, basis: 'count' as const }
    expect(say(levelTitle(risen, 'oat milk'))).toEqual(['Talk of oat milk has been higher since 1 March 2026'])
  })
})
