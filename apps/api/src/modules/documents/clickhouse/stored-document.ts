import {
  countryBasisCodes,
  datePrecisionCodes,
  decode,
  decodeCountry,
  kindCodes,
  toneCodes,
} from '../document-codes.ts'
import { toDocumentId } from '../document-id.ts'
import type { StoredDocument } from '../documents.repository.ts'
import { decodeSource } from '../source-codes.ts'
import { ch } from '../../../adapters/clickhouse/statement.ts'

export interface StoredRow {
  document_id: string
  cluster_id: string
  published_ms: string
  source: number
  kind: number
  outlet_name: string
  author: number
  author_name: string
  title: string
  body: string | null
  url: string | null
  date_precision: number
  country: number
  country_basis: number
  lang: string | null
  tone: number | null
  tone_label: number
  score: number | null
  comments: number | null
  views: number | null
  reposts: number | null
}

/** The columns of a `StoredRow`. A name that a statement gives is seen in its conditions too, so none is that of a column. */
export const storedColumns = ch`toString(id) as document_id, toString(cluster) as cluster_id, toString(ms) as published_ms, source, kind, outlet_name, author, author_name,
  title, body, url, date_precision, country, country_basis, lang, tone, tone_label, score, comments, views, reposts`

/** A row as the document that it is. */
export function toStoredDocument(row: StoredRow): StoredDocument {
  return {
    documentId: toDocumentId(row.document_id),
    clusterId: toDocumentId(row.cluster_id),
    sourceKey: decodeSource(row.source),
    kind: decode(kindCodes, row.kind),
    outlet: row.outlet_name,
    author: row.author === 0 ? null : row.author_name,
    title: row.title,
    body: row.body,
    url: row.url,
    publishedAt: new Date(Number(row.published_ms)).toISOString(),
    datePrecision: decode(datePrecisionCodes, row.date_precision),
    country: decodeCountry(row.country),
    countryBasis: row.country_basis === 0 ? null : decode(countryBasisCodes, row.country_basis),
    lang: row.lang,
    tone: row.tone === null ? null : Math.fround(row.tone),
    toneLabel: decode(toneCodes, row.tone_label),
    score: row.score,
    comments: row.comments,
    views: row.views,
    reposts: row.reposts,
  }
}
