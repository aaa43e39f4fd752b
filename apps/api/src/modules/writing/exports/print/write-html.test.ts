import { expect, test } from 'vitest'
import type { PrintedReport } from './printed-report.ts'
import { writeHtml } from './write-html.ts'

const report: PrintedReport = {
  title: 'oat milk',
  scope: 'Everywhere',
  measured: 'Measured 2026-11-20 08:00 UTC.',
  measuredAt: '2026-11-20T08:00:00Z',
  warnings: [],
  finding: null,
  figures: [],
  story: [],
  quotations: [],
  otherCounts: [],
  series: { unit: 'day', bars: [], events: [] },
  tone: [],
  tables: [],
  stories: [],
  documentsNote: '',
  formulas: [],
  source: { signalId: 'sig_1', libraryRevision: 1, canonical: 'oat milk' },
}

test('a quotation of the opposite tone is marked by its role, not by its words', () => {
  const page = writeHtml({
    ...report,
    quotations: [
      { text: 'With the opposite tone, it said nothing.', role: 'central', claims: [] },
      { text: 'By contrast, it said this.', role: 'contrastive', claims: [] },
    ],
  })
  expect([...page.matchAll(/<li class="(\w*)">\s*([^.]*\.)/gu)].map(([, kind, text]) => [kind, text])).toEqual([
    ['', 'With the opposite tone, it said nothing.'],
    ['contrastive', 'By contrast, it said this.'],
  ])
})
