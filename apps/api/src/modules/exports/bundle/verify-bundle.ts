import { checkText, formulas, isExact, type QuotableDocument } from '@auspex/analytics'
import type { Claim, EvidenceFilter, SignalReport } from '@auspex/sdk/types'
import type { BundleDocument } from './bundle.types.ts'
import { compareManifest } from './compare-manifest.ts'
import { compareValues, type Difference } from './compare-values.ts'
import type { Bundle } from './read-bundle.ts'
import { readme } from './readme.ts'
import { recountReport } from './recount-report.ts'

/** What came out when a bundle was counted again. */
export interface Verification {
  numbers: { equal: number; total: number }
  quotes: { exact: number; total: number }
  /** Sentences of the summary that their claims support. */
  statements: { supported: number; total: number }
  /** Counts of claims against a plain count of the documents that their evidence names. */
  counts: { equal: number; total: number }
  differences: Difference[]
  changedFiles: string[]
}

const chatterKinds = new Set(['post', 'comment', 'question', 'answer'])

/**
 * Counts a bundle again from its documents and compares every number, every quotation and every sentence, then what the
 * manifest and the files for people repeat. Pure.
 */
export function verifyBundle({ manifest, report, claims, copies, material, changedFiles }: Bundle): Verification {
  const again = recountReport(material)
  const { computeMs: _computeMs, stale: _stale, ...shown } = report
  const whole = compareValues(shown, again, '')
  const ledger = compareValues(claims, again.summary.claims, '/claims')
  const quotable = quotableDocuments(material)
  const quotes = claims.flatMap(({ quote }) => (quote === null ? [] : [quote]))
  const inexact = quotes.filter((quote) => !isExact(quote, quotable))
  const unsupported = shown.summary.statements.filter((statement) => !isSupported(statement, claims, quotable))
  const counted = countedClaims(claims, report)
  const wrong = counted.filter(({ evidence, value }) => count(material.documents, evidence) !== value)
  return {
    numbers: { equal: whole.equal + ledger.equal, total: whole.total + ledger.total },
    quotes: { exact: quotes.length - inexact.length, total: quotes.length },
    statements: {
      supported: shown.summary.statements.length - unsupported.length,
      total: shown.summary.statements.length,
    },
    counts: { equal: counted.length - wrong.length, total: counted.length },
    differences: [
      ...compareManifest({ manifest, report, inputs: material.inputs, documents: material.documents }),
      ...compareCopies({ manifest, report, copies }),
      ...whole.differences,
      ...ledger.differences,
      ...inexact.map(({ text, documentId }) => ({ pointer: `quotation of ${documentId}`, shown: text, counted: null })),
      ...unsupported.map(({ text }) => ({ pointer: 'sentence', shown: text, counted: null })),
      ...wrong.map(({ id, value, evidence }) => ({
        pointer: `claim ${id}`,
        shown: value,
        counted: count(material.documents, evidence),
      })),
    ],
    changedFiles,
  }
}

/** Whether nothing differs. */
export function isVerified({ differences, changedFiles }: Verification): boolean {
  return differences.length === 0 && changedFiles.length === 0
}

function compareCopies({ manifest, report, copies }: Pick<Bundle, 'manifest' | 'report' | 'copies'>): Difference[] {
  const { software, createdAt } = manifest
  return [
    ...compareValues(copies.readme, readme({ report, software, createdAt }), '/README.txt').differences,
    ...compareValues(copies.runs, report.coverage.runs, '/runs.json').differences,
    ...compareValues(copies.formulas, Object.values(formulas), '/formulas.json').differences,
  ]
}

function quotableDocuments({ documents, texts }: Bundle['material']): ReadonlyMap<string, QuotableDocument> {
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  return new Map(documents.map(({ id, title }) => [id, { id, title, body: bodies.get(id) ?? null }]))
}

function isSupported(
  { text, claimIds }: SignalReport['summary']['statements'][number],
  claims: readonly Claim[],
  quotable: ReadonlyMap<string, QuotableDocument>,
): boolean {
  const own = claims.filter(({ id }) => claimIds.includes(id))
  return own.length === claimIds.length && checkText(text, own, quotable).ok
}

/** Claims that count documents exactly; what a sample estimates cannot be counted plainly. */
function countedClaims(claims: readonly Claim[], { counts }: SignalReport) {
  if (counts.sampled) return []
  return claims.flatMap(({ id, kind, numbers, evidence }) => {
    const number = kind === 'count' ? numbers.find(({ unit }) => unit === 'documents') : undefined
    return number === undefined || number.low !== null ? [] : [{ id, value: number.value, evidence }]
  })
}

/** Documents that an evidence filter lists: a second count that shares no code with the first. Bundles of earlier versions say null. */
function count(documents: readonly BundleDocument[], filter: EvidenceFilter): number {
  const ids = filter.ids?.split(',')
  return documents.filter(
    (one) =>
      (filter.tone == null || one.tone.label === filter.tone) &&
      (filter.source == null || one.source === filter.source) &&
      (filter.outlet == null || one.outlet === filter.outlet) &&
      (filter.author == null || one.author === filter.author) &&
      (filter.kind == null || one.kind === filter.kind) &&
      (filter.group == null || chatterKinds.has(one.kind) === (filter.group === 'chatter')) &&
      (filter.country == null || one.country === filter.country) &&
      (filter.storyCluster == null || one.storyCluster === filter.storyCluster) &&
      (filter.from == null || one.publishedAt.slice(0, 10) >= filter.from) &&
      (filter.to == null || one.publishedAt.slice(0, 10) <= filter.to) &&
      (ids === undefined || ids.includes(one.id)),
  ).length
}
