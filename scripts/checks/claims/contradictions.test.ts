import type { SignalReport, Statement } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { sampleReport } from '../../../packages/analyst/src/testing/canned-tools.ts'
import { findContradictions, type RuleName } from './contradictions.ts'

const honest = sampleReport()
const [point] = honest.inflections.points
const [outlet] = honest.voices.outlets
const [claim] = honest.summary.claims
if (point === undefined || outlet === undefined || claim === undefined) throw new Error('the example has them')
const bar = honest.volume.points[0] ?? fail('the example has a bar')
const asBusy = { volume: { ...honest.volume, points: [bar, bar] } }
const rise = { value: 2, low: 1.5, high: 3, n: 80, method: '' }
const fall = { value: 0.5, low: 0.3, high: 0.8, n: 80, method: '' }
const risen = { ...honest.inflections, points: [{ ...point, kind: 'shift' as const, change: rise }] }
const before = 'in the four weeks before'
const now = 'in the four weeks to 20 November 2026'

function fail(why: string): never {
  throw new Error(why)
}

function momentum(part: Partial<SignalReport['momentum']>): Partial<SignalReport> {
  return { momentum: { ...honest.momentum, ...part } }
}

function say(report: Partial<SignalReport>, text: string, part: Statement['part'] = 'story'): SignalReport {
  const statement: Statement = { text, claimIds: [], origin: 'template', role: null, part }
  return { ...honest, ...report, summary: { ...honest.summary, statements: [statement] } }
}

function withNumber(number: Partial<SignalReport['summary']['claims'][number]['numbers'][number]>): SignalReport {
  const [first] = claim?.numbers ?? []
  if (claim === undefined || first === undefined) throw new Error('the example has a number')
  const claims = [{ ...claim, numbers: [{ ...first, ...number }] }]
  return { ...honest, summary: { ...honest.summary, statements: [], claims } }
}

function tellBoth(title: string, story: string): SignalReport {
  const base = { claimIds: [], origin: 'template' as const, role: null }
  const statements: Statement[] = [
    { ...base, text: title, part: 'title' },
    { ...base, text: story, part: 'story' },
  ]
  return { ...honest, summary: { ...honest.summary, statements } }
}

/** Events that are as far above chance, with so many stories more than usual. */
function withEvents(...excesses: number[]): SignalReport {
  const [event] = honest.events.events
  if (event === undefined) throw new Error('the example has an event')
  const events = excesses.map((value) => ({ ...event, excess: { ...event.excess, value } }))
  return { ...honest, events: { ...honest.events, events } }
}

/** A title above a story of 5 and 6 January 2026. */
function withTitle(text: string): SignalReport {
  const { summary, ...report } = withStoryOf('2026-01-05', '2026-01-06')
  const title: Statement = { text, claimIds: [], origin: 'template', role: null, part: 'title' }
  return { ...report, summary: { ...summary, statements: [title, ...summary.statements] } }
}

/** A story whose only sentence is of some days. */
function withStoryOf(from: string, to: string): SignalReport {
  if (claim === undefined) throw new Error('the example has a claim')
  const statement: Statement = { text: 'It rose.', claimIds: ['c1'], origin: 'template', role: null, part: 'story' }
  return {
    ...honest,
    volume: { ...honest.volume, points: [{ ...bar, documents: 100 }] },
    summary: { ...honest.summary, statements: [statement], claims: [{ ...claim, id: 'c1', evidence: { from, to } }] },
  }
}

/** The same with a claim on all documents, which says nothing of when. */
function withUndatedClaim({ summary, ...report }: SignalReport): SignalReport {
  const [dated] = summary.claims
  if (dated === undefined) throw new Error('the story has a claim')
  const statements = summary.statements.map((one) =>
    one.part === 'story' ? { ...one, claimIds: [...one.claimIds, 'c2'] } : one,
  )
  return { ...report, summary: { ...summary, statements, claims: [dated, { ...dated, id: 'c2', evidence: {} }] } }
}

/** A story of other days than the highest bar, which the title tells. */
function withShareTitle(text: string): SignalReport {
  const { summary, ...report } = withStoryOf('2026-01-05', '2026-01-06')
  const [dated] = summary.claims
  if (dated === undefined) throw new Error('the story has a claim')
  const title: Statement = { text, claimIds: ['c2'], origin: 'template', role: null, part: 'title' }
  const ofBar = { ...dated, id: 'c2', evidence: { from: bar.firstDay, to: bar.lastDay } }
  return {
    ...report,
    summary: { ...summary, statements: [title, ...summary.statements], claims: [dated, ofBar] },
  }
}

const months = 'January February March April May June July August September October November December'.split(' ')
const peak = honest.events.events[0]?.peak ?? fail('the example has an event')
const peakDay = `${Number(peak.slice(8, 10))} ${months[Number(peak.slice(5, 7)) - 1]} ${peak.slice(0, 4)}`

/** A report with a wrong sentence, and the same with a right one. */
const cases: readonly [rule: RuleName, wrong: SignalReport, right: SignalReport][] = [
  [
    'quiet above a listed change',
    say({}, 'Nothing stood out, and no change lasted.'),
    say(
      { events: { ...honest.events, found: 0 }, inflections: { ...honest.inflections, found: 0 } },
      'Nothing stood out, and no change lasted.',
    ),
  ],
  ['a number that the report does not have', withNumber({ value: 413 }), withNumber({})],
  ...[
    [`, up from 28 ${before}.`, fall, rise] as const,
    [`, compared with 28 ${before}. Yet the topic’s share of everything published grew.`, fall, rise] as const,
    [`, compared with 28 ${before}. Yet the topic’s share of everything published fell.`, rise, fall] as const,
    [`, compared with 28 ${before}, which is no clear change.`, rise, { ...rise, low: 0.9 }] as const,
  ].map(([text, wrong, right]): (typeof cases)[number] => [
    'a verdict that the interval does not bear out',
    say(momentum({ ratio: wrong }), `There were 51 pieces ${now}${text}`),
    say(momentum({ ratio: right }), `There were 51 pieces ${now}${text}`),
  ]),
  [
    'a verdict that the interval does not bear out',
    say(momentum({ ratio: rise, stories: 20 }), `There were 20 pieces ${now}, down from 28 ${before}.`),
    say(momentum({ ratio: fall, stories: 20 }), `There were 20 pieces ${now}, down from 28 ${before}.`),
  ],
  [
    'counts said to go the other way',
    say(momentum({ stories: 20 }), `There were 20 pieces ${now}, up from 28 ${before}.`),
    say({}, `There were 51 pieces ${now}, up from 28 ${before}.`),
  ],
  [
    'a share presented as the topic, or the topic as a share',
    say({}, 'As of 20 November 2026, attention was growing.'),
    say({}, 'As of 20 November 2026, its share of everything published was growing.'),
  ],
  [
    'a share presented as the topic, or the topic as a share',
    say({ inflections: risen }, 'From early March 2026 on, there were about twice as many pieces a day as before.'),
    say(
      { inflections: risen },
      'In early March 2026, the topic’s share of all documents rose to about twice what it was.',
    ),
  ],
  [
    'a share presented as the topic, or the topic as a share',
    say(
      momentum({ basis: 'count' }),
      `There were 51 pieces ${now}. Yet the topic’s share of everything published grew.`,
    ),
    say(momentum({ basis: 'count' }), `There were 51 pieces ${now}, up from 28 ${before}.`),
  ],
  [
    'a figure or a bound rounded onto no change',
    withNumber({ pointer: null, unit: 'ratio', low: 1.01, high: 1.2, text: '1.0 times' }),
    withNumber({ pointer: null, unit: 'ratio', low: 0.9, high: 1.2, text: '1.0 times' }),
  ],
  [
    'a figure or a bound rounded onto no change',
    withNumber({ pointer: null, unit: 'score', low: 0.002, high: 0.2, text: '+0.10 (+0.00 to +0.20)' }),
    withNumber({ pointer: null, unit: 'score', low: 0.002, high: 0.2, text: '+0.10 (+0.002 to +0.20)' }),
  ],
  [
    'a stage that the growth does not bear out',
    say({ ...momentum({ ratio: fall }), stage: { ...honest.stage, stage: 'rising' } }, ''),
    say({ ...momentum({ ratio: rise }), stage: { ...honest.stage, stage: 'rising' } }, ''),
  ],
  ...[
    ['less', 'more'].map((words) => `Posts about oat milk became ${words} frequent in early March 2026`),
    ['fell to half of', 'rose to about twice'].map((words) => `Their share of all documents ${words} what it was.`),
    ['80% fewer', 'about twice as many'].map(
      (words) => `There were ${words} posts a day ${words.includes('as') ? 'as' : 'than'} before.`,
    ),
  ].map(([wrong = '', right = '']): (typeof cases)[number] => [
    'a level that went the other way',
    say({ inflections: risen }, wrong),
    say({ inflections: risen }, right),
  ]),
  [
    'a level that went the other way',
    say({}, 'In early March 2026, the topic’s share of all documents rose to about twice what it was.'),
    say(
      { inflections: risen },
      'In early March 2026, the topic’s share of all documents rose to about twice what it was.',
    ),
  ],
  [
    'a change against its own levels',
    say({ inflections: { ...risen, points: [{ ...point, change: fall }] } }, ''),
    say({ inflections: { ...risen, points: [{ ...point, change: rise }] } }, ''),
  ],
  ...['peaked', 'rose sharply']
    .flatMap((verb) =>
      [
        ['in mid-November 2026', 'in early November 2026'],
        ['in October 2026', 'in November 2026'],
        ['on 5 November 2026', `on ${peakDay}`],
      ].map((times) => times.map((when) => `Posts about oat milk ${verb} ${when}`)),
    )
    .map(([wrong = '', right = '']): (typeof cases)[number] => [
      'a peak outside of every event',
      say({}, wrong, 'title'),
      say({}, right, 'title'),
    ]),
  [
    'a peak that the story does not tell',
    say({}, 'Posts about oat milk peaked in early November 2026', 'title'),
    tellBoth('Posts about oat milk peaked in early November 2026', 'There were 9 posts from 2 to 4 November 2026.'),
  ],
  [
    'a busiest time beside one that is as busy',
    say(asBusy, 'The week from 1 January 2024 was the busiest, with 10 documents.'),
    say(asBusy, 'The week from 1 January 2024 was among the busiest, with 10 documents.'),
  ],
  [
    'a busiest time beside one that is as busy',
    say(asBusy, 'May 2012 had 20 of the 60 posts, more than any other month.'),
    say(
      asBusy,
      'May 2012 had 20 of the 60 posts, and no month had more. r/tea had 9 posts, more than any other forum.',
    ),
  ],
  [
    'a headline of other days than the story tells',
    withUndatedClaim(withTitle('3 January 2026: “Oat milk runs out” (r/coffee)')),
    withUndatedClaim(withTitle('6 January 2026: “Oat milk runs out” (r/coffee)')),
  ],
  [
    'a highest bar that the story does not explain',
    withStoryOf('2026-01-05', '2026-01-06'),
    withShareTitle('Posts about oat milk: 15 of the 40 are from December 2012'),
  ],
  [
    'a headline of other days than the story tells',
    withTitle('3 January 2026: “Oat milk runs out” (r/coffee)'),
    withTitle('6 January 2026: “Oat milk runs out” (r/coffee)'),
  ],
  ['events out of order', withEvents(2, 5, 9), withEvents(2, 9, 5)],
  [
    'a highest bar that the story does not explain',
    withStoryOf('2026-01-05', '2026-01-06'),
    withStoryOf(bar.firstDay, bar.lastDay),
  ],
  [
    'a lead that another outlet has',
    say({}, 'other.example had 4 pieces, more than any other news outlet, ahead of altoonamirror.com.'),
    say({}, 'altoonamirror.com had 5 pieces, more than any other news outlet, ahead of other.example.'),
  ],
  [
    'a tone that the average does not bear out',
    say(
      { tone: { ...honest.tone, mean: { ...fall, value: -0.5, low: -0.8, high: -0.3 } } },
      'Of 60 pieces with a clear tone, 61% are positive.',
    ),
    say({ tone: { ...honest.tone, mean: rise } }, 'Of 60 pieces with a clear tone, 61% are positive.'),
  ],
  [
    'an interval in a sentence',
    say({}, 'There were about 40 stories (22 to 61).'),
    say({}, 'There were about 40 stories: “It (from 22 to 61) rose”.'),
  ],
  [
    'a title that leaves out what is asked',
    say(
      { query: { ...honest.query, sources: ['imported'] } },
      'Oat milk stood out most in early November 2026',
      'title',
    ),
    say(
      { query: { ...honest.query, sources: ['imported'] } },
      'Oat milk in imported documents stood out most in early November 2026',
      'title',
    ),
  ],
]

test.each(cases)('%s is found, and nothing in what is right: %#', (rule, wrong, right) => {
  expect(findContradictions(wrong).map((found) => found.rule)).toContain(rule)
  expect(findContradictions(right).filter((found) => found.rule === rule)).toEqual([])
})
