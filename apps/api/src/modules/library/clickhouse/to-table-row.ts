import { encodeCountry } from '../document-codes.ts'
import type { PreparedDocument, StoredFacts } from '../prepare-document.ts'

/** The numbers that PostgreSQL assigned to a document's names. */
export interface NameNumbers {
  /** The number of the batch that stores it. */
  batch: string
  collectedMs: number
  source: number
  outlet: number
  /** 0 for none. */
  author: number
}

/** The columns of a document. */
export type TableRow = { id: string; [column: string]: string | number | null | readonly number[] }

/** Converts a prepared document to the table's columns; 64-bit numbers become text, because JSON numbers cannot represent them. */
export function toTableRow(document: PreparedDocument, numbers: NameNumbers): TableRow {
  return {
    ...toColumns(document),
    batch: numbers.batch,
    ms: Date.parse(document.ts),
    collected_ms: numbers.collectedMs,
    outlet: numbers.outlet,
    author: numbers.author,
    source: numbers.source,
    words: document.indexText,
  }
}

/** The columns that a new document and a moved one have alike. */
export function toColumns(document: StoredFacts): TableRow {
  return {
    id: document.id,
    cluster: document.clusterId,
    outlet_name: document.outlet,
    author_name: document.author ?? '',
    score: document.score,
    comments: document.comments,
    tone: document.tone,
    kind: document.kind,
    tone_label: document.toneLabel,
    country: encodeCountry(document.country),
    country_basis: document.countryBasis ?? 0,
    lang: document.lang,
    canonical_url_hash: document.canonicalUrlHash,
    views: document.views,
    reposts: document.reposts,
    date_precision: document.datePrecision,
    native_id: document.nativeId,
    url: document.url,
    title: document.title,
    body: document.body,
  }
}
