import { parseQuery, type QueryNode } from '@auspex/analytics'
import type { LibraryDocument } from '../report/present-document.ts'
import { runAtOnce } from '../../../adapters/database/turns/steps.ts'
import { buildSummary, type SummaryInput } from '../report/summary-section.ts'

function parse(term: string): QueryNode {
  const parsed = parseQuery(term)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}

export const document = (n: number, fields: Partial<LibraryDocument> = {}): LibraryDocument => ({
  id: `doc_${n}`,
  source: 'imported',
  outlet: 'example.org',
  kind: 'article',
  url: null,
  title: `Note ${n}`,
  body: null,
  author: null,
  publishedAt: `2026-01-0${n}T00:00:00Z`,
  datePrecision: 'day',
  country: null,
  countryBasis: null,
  language: 'en',
  tone: { label: 'unknown', score: null },
  engagement: null,
  storyCluster: `doc_${n}`,
  ...fields,
})

const tones = { positive: 0, neutral: 0, negative: 0, unknown: 4 }
export const report: SummaryInput['report'] = {
  query: {
    title: 'oat milk',
    query_term: 'oat milk',
    x_term: null,
    y_term: null,
    isCompound: false,
    canonical: 'oat milk',
    geo: null,
    entity: null,
    sources: [],
    startDate: null,
    endDate: null,
  },
  counts: {
    documents: 4,
    storyClusters: 3,
    outlets: 2,
    authors: null,
    sampled: false,
    sampleFraction: 1,
    documentsLow: 4,
    documentsHigh: 4,
    laterDocuments: 0,
    shards: null,
  },
  firstDay: '2026-01-01',
  lastDay: '2026-01-04',
  momentum: {
    section: 'momentum',
    ratio: null,
    reason: 'The series is shorter than two windows of a week.',
    current: 4,
    previous: 0,
    stories: 4,
    previousStories: 0,
    windowDays: 7,
    basis: 'count',
    asOf: '2026-01-04',
  },
  stage: { section: 'stage', stage: null, asOf: '2026-01-04', reason: 'The stage is unknown.' },
  tone: {
    section: 'tone',
    mean: null,
    counts: tones,
    stories: { positive: 0, neutral: 0, negative: 0 },
    undecidedShare: 1,
    reliability: [],
    days: [],
    kinds: [{ kind: 'article', counts: tones, mean: null }],
  },
  volume: { days: [], weeks: [], months: [], groups: [] },
  events: { section: 'events', events: [], found: 0, reason: null, method: '' },
  inflections: { section: 'inflections', points: [], basis: 'count', found: 0, reason: null, method: '' },
  voices: { section: 'voices', authors: [], outlets: [], note: null },
  locations: {
    section: 'locations',
    countries: [],
    known: 0,
    unknown: 4,
    basis: { source: 0, content: 0, author: 0 },
  },
  contexts: { section: 'contexts', items: [], documentsRead: 4, background: 0, note: null },
}
export const documents = [
  document(1, { body: 'The oat milk shortage hit every big city in the country this spring. Cats sleep.' }),
  document(2, { body: 'Prices of oat milk rose by a third because the harvest failed in the north.' }),
  document(3, {
    outlet: 'other.example',
    body: 'Prices of oat milk rose by a third because the harvest failed in the north.',
    storyCluster: 'doc_2',
  }),
  document(4, {
    body: 'I love this wonderful oat milk because it is great and makes me happy.',
    tone: { label: 'positive', score: 0.9 },
  }),
]

/** The summary of a report of four documents, with overrides from the test. */
export function sumUp(given: Partial<SummaryInput> = {}) {
  const summary = buildSummary({
    report,
    documents,
    stories: [],
    subjects: [],
    titles: [],
    headlineScores: new Map(),
    titleScore: 0,
    reports: { ofEvents: [], ofBar: null, ofTopic: [] },
    names: [],
    sampleShifts: [],
    holdings: [],
    topic: report.query.title,
    node: parse('oat milk'),
    question: null,
    ...given,
  })
  return runAtOnce(summary)
}

/** An event of a report, with its peak on its first day and five documents usual. */
export function eventOf(onset: string, until: string, stories: number) {
  return {
    onset,
    peak: onset,
    until,
    stories,
    documents: stories,
    expected: 5,
    excess: { value: stories - 5, low: stories - 8, high: stories - 2, n: stories, method: '' },
    surprise: 9,
    headline: null,
    first: null,
    retellings: 0,
    terms: [],
  }
}
