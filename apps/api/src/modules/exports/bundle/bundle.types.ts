import type { Provenance, QueryEcho, SourceKey } from '@auspex/sdk/types'
import type { ExportedFacts } from '../../documents/index.ts'
import type { LibraryDocument, ReportInput, SourceHolding } from '../../signals/index.ts'

export const bundleFormat = 'auspex-report-bundle'
/** 2: what the manifest says is in the inputs too. */
export const bundleVersion = 2

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
  sampled: boolean
  /** SHA-256 and size of every other file. */
  files: Record<string, { sha256: string; bytes: number }>
}

/** A document without its text: what is counted. */
export type BundleDocument = Omit<LibraryDocument, 'body'> & Omit<ExportedFacts, 'id'>

export interface BundleText {
  id: string
  body: string | null
}

/** A source of the library as it was; its days are in `source-days.csv`. */
export type BundleHolding = Omit<SourceHolding, 'days'> & { label: string }

/** What the report was made of beside documents: everything that the builder is given and no document tells. */
export type BundleInputs = Omit<ReportInput, 'node' | 'facts' | 'holdings' | 'documents' | 'labelOf' | 'computedAt'> & {
  computedAt: string
  /** By what and when the bundle was made, as the manifest says it. */
  software: string
  createdAt: string
  revision: number
  sampled: boolean
  holdings: BundleHolding[]
  /** Texts that the builder read, in the order it was given them. */
  readIds: string[]
}

/** Source, day and documents that the library holds of it. */
export type SourceDayRow = [source: SourceKey, day: string, documents: number]
