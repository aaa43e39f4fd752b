import type { MedicineSection, InflectionMarker, Claim } from '@auspex/sdk'
import {
  getSignalSectionMockHandler,
  getSignalSectionResponseMock,
  signalBySourcesMockHandler,
  signalBySourcesMockHandler500,
  signalBySourcesResponseMock,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { bucketsOf } from '../../lib/time/buckets.ts'
import { server } from '../../test/server.ts'
import { toLiftScale, toPercent } from './contexts/contexts-section.tsx'
import { wordOf } from './inflections/changes-section.tsx'
import { drawnDays, shareColumns, shareGrain, shareSeries } from './narratives/narrative-shares.tsx'
import { cohesionWords, speedWords } from './narratives/narrative-details.tsx'
import { toBins } from './narratives/narratives.tsx'
import { openingParts, toParts } from './summary/statements.tsx'

const path = '/signals/sig_k2m4p6q8?tab=where'
const origin = {
  source: 'pubmed',
  name: 'PubMed',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  asOf: '2026-11-21T08:00:00Z',
  notice: null,
} as const
const sourceLink = {
  outcome: 'no-link-found',
  lag: 2,
  coefficient: { value: 0.24, low: -0.21, high: 0.61, n: 48, method: 'Fisher z' },
  n: 48,
  pValue: 1,
  adjustedFor: ['trend'],
  method: 'Pearson',
  verdict: 'No link found: no lag from -8 to 8 weeks holds after correcting for all 17 of them.',
  lags: [{ lag: 2, coefficient: 0.24, pValue: 0.1, n: 48 }],
} satisfies MedicineSection['talkAndTrials']
const example: MedicineSection = {
  section: 'medicine',
  subject: { term: 'Hypercholesterolemia', kind: 'condition' },
  interval: 'week',
  points: [
    { firstDay: '2026-11-02', lastDay: '2026-11-08', documents: 31, trials: 4, papers: 212, allPapers: 35_120 },
    { firstDay: '2026-11-09', lastDay: '2026-11-15', documents: 44, trials: 6, papers: null, allPapers: null },
  ],
  talkAndTrials: sourceLink,
  talkAndPapers: null,
  isComplete: false,
  gapReason: 'Nobody answers.',
  notCausal: 'A correlation is no proof. No medical advice.',
  trialsOrigin: { ...origin, source: 'clinical_trials', name: 'ClinicalTrials.gov' },
  papersOrigin: { ...origin, notice: 'PubMed did not answer; this is what Europe PMC says.' },
}
const answer = (change: Partial<MedicineSection>) =>
  server.use(
    http.get(`${apiUrl}/signal/json/:id/medicine`, () => HttpResponse.json({ ...example, ...change })),
    getSignalSectionMockHandler(getSignalSectionResponseMock()),
  )
/** The section with its content; its skeleton has the same name. */
const section = async (words: string | RegExp) => {
  await screen.findByText(words)
  return within(screen.getByRole('region', { name: 'Trials and papers' }))
}

describe('trials and papers beside a report', () => {
  test('are shown as series beside the documents, with the correlation, its bounds and the source', async () => {
    answer({})
    renderApp(path)
    const view = await section('Not causal.')
    expect(view.getByRole('slider', { name: /^New papers about oat milk by week/ })).toBeTruthy()
    expect(view.getByText('No link found')).toBeTruthy()
    expect(view.getByText('No lag from −8 to 8 weeks holds after correcting for all 17 of them.')).toBeTruthy()
    expect(view.getByText(/Strongest r 0.24 \(−0.21 to 0.61\) at trials 2 weeks later/)).toBeTruthy()
    expect(view.getByRole('heading', { name: 'New trials' })).toBeTruthy()
    expect(view.getByRole('link', { name: 'All trials of Hypercholesterolemia' })).toBeTruthy()
  })

  test('that are only partially counted say how many, why, and which source answered instead', async () => {
    answer({})
    renderApp(path)
    const view = await section('Not causal.')
    expect(view.getByText(/Papers of 1 of 2 weeks are counted. Nobody answers./)).toBeTruthy()
    expect(view.getByText(/this is what Europe PMC says/)).toBeTruthy()
    expect(view.getByRole('button', { name: 'Continue counting' })).toBeTruthy()
    expect(view.getByText('Compared with the talk once all are counted.')).toBeTruthy()
  })

  test('are one line for a topic outside medicine, and in the demo', async () => {
    answer({ subject: null, points: [], talkAndTrials: null, isComplete: true, gapReason: null })
    const { unmount } = renderApp(path)
    await section(/no condition or treatment named oat milk/)
    unmount()
    server.use(
      http.get(`${apiUrl}/signal/json/:id/medicine`, () =>
        HttpResponse.json(
          { type: 'about:blank', title: 'The demo has none', status: 503, detail: '', code: 'clinical.demo' },
          { status: 503, headers: { 'content-type': 'application/problem+json' } },
        ),
      ),
    )
    renderApp(path)
    await section(/the demo does not query any register/)
  })
})

/** Opens the form in the report and queries the imported documents. */
const queryImported = async () => {
  const { user } = renderApp('/signals/sig_k2m4p6q8?tab=evidence')
  const coverage = within(await screen.findByRole('region', { name: 'Coverage' }))
  await user.click(coverage.getByRole('button', { name: 'Query chosen sources again' }))
  await user.click(await coverage.findByRole('combobox', { name: 'Sources to ask' }))
  await user.click(await screen.findByRole('option', { name: 'Imported documents', hidden: true }))
  await user.click(coverage.getByRole('button', { name: 'Ask now' }))
  return coverage
}

describe('querying sources again', () => {
  test('sends the query of the report, and links to the report of those sources', async () => {
    const requests: unknown[] = []
    server.use(
      signalBySourcesMockHandler(async ({ request }) => {
        requests.push(await request.json())
        return signalBySourcesResponseMock()
      }),
    )
    const coverage = await queryImported()
    expect(await coverage.findByText(/Imported documents: 412 documents in the library now match/)).toBeTruthy()
    expect(requests).toEqual([expect.objectContaining({ query_term: 'oat milk', sources: ['imported'] })])
    const link = coverage.getByRole('link', { name: 'Open the report of these sources alone' })
    expect(link.getAttribute('href')).toBe('/signals/sig_k2m4p6q8')
  })

  test('reports a failure, and the report stays', async () => {
    server.use(signalBySourcesMockHandler500())
    const coverage = await queryImported()
    expect(await coverage.findByText('Error while counting matches by source. Ask again.')).toBeTruthy()
  })
})

test.each([
  [[2], [1, 2]],
  [
    [9, 12],
    [1, 2, 4, 8],
  ],
  [[90], [1, 5, 25]],
  [[4_000], [1, 10, 100, 1_000]],
])('the scale of lifts up to %j has the ticks %j', (lifts, ticks) => {
  expect(toLiftScale(lifts.map((liftHigh) => ({ liftHigh }))).ticks).toEqual(ticks)
})

test('equal ratios are equally far apart, and ×1 is where the bars begin', () => {
  const scale = toLiftScale([{ liftHigh: 100 }])
  expect([1, 10, 100].map((lift) => toPercent(lift, scale))).toEqual(['0%', '50%', '100%'])
})

const rise: InflectionMarker = {
  day: '2013-04-23',
  endDay: null,
  kind: 'shift',
  change: null,
  before: 1,
  after: 6,
  pValue: 0,
}
const spike: InflectionMarker = { ...rise, kind: 'spike', day: '2013-04-15', endDay: '2013-04-22', after: 60 }

test('a higher level after a spike is not labelled as a rise', () => {
  expect(wordOf(rise, [spike, rise])).toBe('Higher level after a spike')
  expect(wordOf({ ...rise, after: 0.5 }, [spike])).toBe('Lower level after a spike')
  expect(wordOf(rise, [{ ...spike, endDay: '2013-03-01' }, rise])).toBe('Rise to a new level')
})

describe('shares of narratives', () => {
  const narrative = (id: string, days: readonly (readonly [day: string, documents: number])[]) => ({
    id,
    label: id,
    days: days.map(([day, documents]) => ({ day, documents })),
  })
  const divided = {
    items: [
      narrative('nar_a', [
        ['2026-03-01', 6],
        ['2026-03-02', 2],
      ]),
      narrative('nar_b', [['2026-03-01', 2]]),
    ],
    unassigned: 4,
    unassignedDays: [
      { day: '2026-03-01', documents: 2 },
      { day: '2026-03-02', documents: 2 },
    ],
  }
  const series = shareSeries(divided)
  const columnsOf = (last: string) =>
    shareColumns(divided, { series, buckets: bucketsOf('2026-03-01', last, 'day'), grain: 'day' }).map(
      ({ values }) => values,
    )

  test('are parts of the documents read of each span, those in none included', () => {
    expect(series.map(({ key }) => key)).toEqual(['nar_a', 'nar_b', 'none'])
    expect(columnsOf('2026-03-01')).toEqual([[0.6, 0.2, 0.2]])
  })

  test('are unknown where few documents were read, and nothing where none was', () => {
    expect(columnsOf('2026-03-03').slice(1)).toEqual([
      [null, null, null],
      [0, 0, 0],
    ])
  })

  test('are drawn in spans with enough documents, over the days that hold almost all of them', () => {
    const sparse = {
      items: [
        narrative(
          'nar_a',
          Array.from({ length: 28 }, (_, n) => [`2026-03-${String(n + 1).padStart(2, '0')}`, 1] as const),
        ),
      ],
      unassignedDays: [],
    }
    expect(shareGrain(sparse, '2026-03-01', '2026-03-28')).toBe('week')
    const early = {
      items: [
        narrative('nar_a', [
          ['2009-01-01', 1],
          ['2026-03-01', 500],
          ['2026-03-09', 500],
        ]),
      ],
      unassignedDays: [],
    }
    expect(drawnDays(early)).toEqual({ first: '2026-03-01', last: '2026-03-09' })
  })
})

describe('lives of narratives', () => {
  const span = { first: '2026-01-01', last: '2026-01-10' }

  test('every document is in one part, the last of which may be shorter', () => {
    const days = [
      { day: '2026-01-01', documents: 2 },
      { day: '2026-01-04', documents: 1 },
      { day: '2026-01-10', documents: 5 },
    ]
    expect(toBins(days, span, 3)).toEqual([
      { first: '2026-01-01', last: '2026-01-04', documents: 3 },
      { first: '2026-01-05', last: '2026-01-08', documents: 0 },
      { first: '2026-01-09', last: '2026-01-10', documents: 5 },
    ])
  })

  test('leave out the days that the chart above them leaves out', () => {
    const days = [
      { day: '2009-01-01', documents: 1 },
      { day: '2026-01-10', documents: 5 },
      { day: '2026-03-01', documents: 1 },
    ]
    expect(toBins(days, span, 3).map(({ documents }) => documents)).toEqual([0, 0, 5])
  })

  test('are described in words', () => {
    expect(speedWords(0)).toBe('half of it on the first day')
    expect(speedWords(12)).toBe('half of it within 12 days')
    expect(cohesionWords({ cohesion: 1, stories: 1 })).toBe('one text, copied')
    expect(cohesionWords({ cohesion: 0.15, stories: 9 })).toBe('loosely similar')
  })
})

const claimOf = (quote: string, ...numbers: string[]) =>
  ({
    quote: { text: quote },
    numbers: numbers.map((text) => ({ text, low: null, high: null })),
  }) as unknown as Claim // the tests need no more of a claim

test('numbers and quotations open their evidence, the rest is plain', () => {
  const claim = claimOf('Bitcoin crashes', '198')
  expect(toParts({ text: 'There were 198 pieces: “Bitcoin crashes” led.' }, [claim])).toEqual([
    { text: 'There were ', kind: 'words', claim: null, exact: null },
    { text: '198', kind: 'number', claim, exact: null },
    { text: ' pieces: ', kind: 'words', claim: null, exact: null },
    { text: '“Bitcoin crashes”', kind: 'quote', claim, exact: null },
    { text: ' led.', kind: 'words', claim: null, exact: null },
  ])
})

test('documents that two parts of a sentence have are opened by one link, on the number', () => {
  const ofDays = (claim: Claim, since: string): Claim => ({ ...claim, evidence: { from: since } })
  const led = ofDays(claimOf('Bitcoin crashes'), '2018-01-10')
  const counted = ofDays(claimOf('', '198'), '2018-01-10')
  const later = ofDays(claimOf('Bitcoin recovers'), '2018-02-01')
  const parts = toParts({ text: '“Bitcoin crashes” led 198 pieces, then “Bitcoin recovers”.' }, [led, counted, later])
  expect([...openingParts(parts)].map(({ text }) => text)).toEqual(['198', '“Bitcoin recovers”'])
})

test('a quotation with inner quotation marks opens its evidence', () => {
  const claim = claimOf('"state of war" with South')
  expect(toParts({ text: 'A headline from those days: “‘state of war’ with South”.' }, [claim])).toEqual([
    { text: 'A headline from those days: ', kind: 'words', claim: null, exact: null },
    { text: '“‘state of war’ with South”', kind: 'quote', claim, exact: null },
    { text: '.', kind: 'words', claim: null, exact: null },
  ])
})

test('a rounded number has its exact value and its interval behind it', () => {
  const claim = claimOf('', 'about half')
  const [number] = claim.numbers
  if (number === undefined) throw new Error('The claim has a number')
  const rounded = { ...claim, numbers: [{ ...number, unit: 'percent' as const, value: 51.6, low: 48, high: 56 }] }
  expect(toParts({ text: 'Of 576 pieces, about half are negative.' }, [rounded])[1]).toMatchObject({
    text: 'about half',
    exact: expect.stringMatching(/^52.?%, 95% interval 48.?% to 56.?%$/u) as string,
  })
})
