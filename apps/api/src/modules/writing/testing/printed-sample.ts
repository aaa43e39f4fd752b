import type { PublishedDocument } from '@auspex/sdk/types'
import type { PrintedReport } from '../exports/print/printed-report.ts'

const document: PublishedDocument = {
  id: 'd_1',
  source: 'imported',
  outlet: 'news.example',
  kind: 'article',
  url: 'https://news.example/1',
  title: 'Oat milk sold out',
  author: null,
  publishedAt: '2026-03-10T08:00:00.000Z',
  datePrecision: 'second',
  country: null,
  countryBasis: null,
  language: 'en',
  tone: { label: 'unknown', score: null },
  engagement: null,
  storyCluster: 'd_1',
  snippet: 'Oat milk is gone from the shelves.',
  highlights: { title: [], snippet: [] },
}

/** A report of half a year with a gap, an event, a table over two pages and a story of five copies. */
export const printedSample: PrintedReport = {
  title: 'oat milk',
  scope: 'Everywhere',
  measured: 'Measured 2026-11-20 08:00 UTC.',
  measuredAt: '2026-11-20T08:00:00Z',
  warnings: [],
  finding: 'It peaked in March',
  figures: [{ name: 'Documents', value: '100', note: 'counted one by one' }],
  story: [{ text: 'It peaked in March.', role: null, claims: [] }],
  quotations: [{ text: 'One outlet wrote: “Oat milk sold out”.', role: 'central', claims: [] }],
  otherCounts: [{ text: 'There are 100 documents.', role: null, claims: [] }],
  series: {
    unit: 'month',
    leftOut: 0,
    bars: [
      { day: '2026-01-01', documents: 10, isCovered: true },
      { day: '2026-02-01', documents: 12, isCovered: true },
      { day: '2026-03-01', documents: 40, isCovered: true },
      { day: '2026-04-01', documents: 0, isCovered: false },
      { day: '2026-05-01', documents: 1, isCovered: false },
      { day: '2026-06-01', documents: 9, isCovered: true },
    ],
    events: [{ day: '2026-03-10', headline: 'Oat milk sold out' }],
  },
  tone: [
    { label: 'positive', documents: 30 },
    { label: 'unknown', documents: 70 },
  ],
  tables: [
    {
      id: 'voices',
      title: 'Voices',
      note: 'Outlets by documents.',
      columns: [
        { name: 'Outlet', isNumber: false },
        { name: 'Documents', isNumber: true },
      ],
      rows: Array.from({ length: 60 }, (_, n) => [`outlet-${n}.example`, String(n)]),
    },
  ],
  stories: [
    { document, documents: 5, outlets: 3 },
    { document: { ...document, id: 'd_2', url: null, title: 'A drink' }, documents: 1, outlets: 1 },
  ],
  documentsNote: 'All documents that match.',
  formulas: [{ anchor: 'share', name: 'Share', text: 'a / b', reference: null }],
  source: { signalId: 'sig_1', libraryRevision: 1, canonical: 'oat milk' },
}
