import type { DocumentKind, Provenance, QueryEcho, SourceKey } from '@auspex/sdk/types'
import type { ExportedFacts } from '../../../library/index.ts'
import type { GroupHolding, LibraryDocument, ReportInput } from '../../../reports/index.ts'

export const bundleFormat = 'auspex-report-bundle'
/**
 * 2: the inputs repeat the manifest. 3: coverage by source and kind, events, series in intervals. 4: separate archives of a kind. 5: sample size. 6:
 * the weeks of the outlets that carry the topic. 7: what the words of titles mean. 8: events in the
 * order of their size, quotations from the largest groups, copies in the highest bar.
 */
export const bundleVersion = 8

/** Names of the files in a bundle. */
export const fileNames = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  report: 'report.json',
  inputs: 'inputs.json',
  claims: 'claims.json',
  runs: 'runs.json',
  formulas: 'formulas.json',
  background: 'background.json',
  sourceDays: 'source-days.csv',
  documents: 'documents.jsonl',
  texts: 'texts.jsonl',
  terms: 'terms.jsonl',
  words: 'word-vectors.txt',
} as const

export interface BundleManifest {
  format: typeof bundleFormat
  version: number
  /** Version of the measuring software. */
  software: string
  signalId: string
  query: QueryEcho
  provenance: Provenance
  libraryRevision: number
  /** When the report was measured, and when the bundle was created. */
  computedAt: string
  createdAt: string
  documents: number
  /** Fraction of the documents that was read and counted; 1 when all were. */
  sampleFraction: number
  /** SHA-256 and size of every other file. */
  files: Record<string, { sha256: string; bytes: number }>
}

/** A document without its text: the fields that are counted. */
export type BundleDocument = Omit<LibraryDocument, 'body'> & Omit<ExportedFacts, 'id'>

export interface BundleText {
  id: string
  body: string | null
}

/** A source and kind as the library held it; its days are in `source-days.csv`. */
export interface BundleHolding {
  source: GroupHolding['source']
  kind: GroupHolding['kind']
  complete: GroupHolding['complete']
  label: string
}

/** The report's inputs other than documents: everything the builder takes that no document contains. */
export type BundleInputs = Omit<
  ReportInput,
  'node' | 'facts' | 'shards' | 'holdings' | 'documents' | 'labelOf' | 'computedAt' | 'words'
> & {
  computedAt: string
  /** Software and time of the bundle, as in the manifest. */
  software: string
  createdAt: string
  revision: number
  sampleFraction: number
  holdings: BundleHolding[]
  /** Texts that the builder read, in input order. */
  readIds: string[]
}

/** Source, kind, day and the number of documents in the library. */
export type SourceDayRow = [source: SourceKey, kind: DocumentKind, day: string, documents: number]
