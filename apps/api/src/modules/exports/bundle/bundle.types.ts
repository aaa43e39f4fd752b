import type { DocumentKind, Provenance, QueryEcho, SourceKey } from '@auspex/sdk/types'
import type { ExportedFacts } from '../../documents/index.ts'
import type { GroupHolding, LibraryDocument, ReportInput } from '../../signals/index.ts'

export const bundleFormat = 'auspex-report-bundle'
/** 2: what the manifest says is in the inputs too. 3: coverage by source and kind, events, series in intervals. 4: archives of a kind apart. 5: how large a sample is. */
export const bundleVersion = 5

/** Names of a bundle's files. */
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
} as const

export interface BundleManifest {
  format: typeof bundleFormat
  version: number
  /** Version of the software that measured. */
  software: string
  signalId: string
  query: QueryEcho
  provenance: Provenance
  libraryRevision: number
  /** When the report was measured, and when the bundle was made. */
  computedAt: string
  createdAt: string
  documents: number
  /** Part of the documents that was read and counted; 1 when all were. */
  sampleFraction: number
  /** SHA-256 and size of every other file. */
  files: Record<string, { sha256: string; bytes: number }>
}

/** A document without its text: what is counted. */
export type BundleDocument = Omit<LibraryDocument, 'body'> & Omit<ExportedFacts, 'id'>

export interface BundleText {
  id: string
  body: string | null
}

/** A source and kind of the library as it was; its days are in `source-days.csv`. */
export type BundleHolding = Pick<GroupHolding, 'source' | 'kind' | 'complete'> & { label: string }

/** What the report was made of beside documents: everything that the builder is given and no document tells. */
export type BundleInputs = Omit<
  ReportInput,
  'node' | 'facts' | 'shards' | 'holdings' | 'documents' | 'labelOf' | 'computedAt'
> & {
  computedAt: string
  /** By what and when the bundle was made, as the manifest says it. */
  software: string
  createdAt: string
  revision: number
  sampleFraction: number
  holdings: BundleHolding[]
  /** Texts that the builder read, in the order it was given them. */
  readIds: string[]
}

/** Source, kind, day and documents that the library holds of it. */
export type SourceDayRow = [source: SourceKey, kind: DocumentKind, day: string, documents: number]
