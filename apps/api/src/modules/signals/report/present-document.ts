import type { QueryNode } from '@auspex/analytics'
import type { Document } from '@auspex/sdk/types'
import type { StoredDocument } from '../../documents/index.ts'
import { matchSnippet, toSpans } from './snippet.ts'

/** A document with its whole text, and nothing said about a query. */
export type LibraryDocument = Omit<Document, 'snippet' | 'highlights'> & { body: string | null }

/** A stored document in the words of the contract. */
export function toLibraryDocument(document: StoredDocument): LibraryDocument {
  const { score, comments, views, reposts } = document
  const isSilent = score === null && comments === null && views === null && reposts === null
  return {
    id: document.documentId,
    source: document.sourceKey,
    outlet: document.outlet.slice(0, 300),
    kind: document.kind,
    url: document.url?.slice(0, 4_000) ?? null,
    title: document.title.slice(0, 4_000),
    body: document.body,
    author: document.author?.slice(0, 300) ?? null,
    publishedAt: document.publishedAt,
    datePrecision: document.datePrecision,
    country: document.country,
    countryBasis: document.countryBasis,
    language: document.lang,
    tone: { label: document.toneLabel, score: document.tone },
    engagement: isSilent ? null : { score, comments: floor(comments), views: floor(views), reposts: floor(reposts) },
    storyCluster: document.clusterId,
  }
}

/** Shows a document with the passage and the words that matched. */
export function presentDocument({ body, ...document }: LibraryDocument, node: QueryNode): Document {
  const snippet = body === null || body === '' ? null : matchSnippet(node, body)
  return {
    ...document,
    snippet: snippet?.text ?? null,
    highlights: { title: toSpans(node, document.title), snippet: snippet?.highlights ?? [] },
  }
}

/** Newest first; equal times by id, so that the order is the same every time. */
export function byNewest(a: Pick<Document, 'publishedAt' | 'id'>, b: Pick<Document, 'publishedAt' | 'id'>): number {
  return compare(b.publishedAt, a.publishedAt) || compare(a.id, b.id)
}

/** Only points can fall below zero. */
function floor(count: number | null): number | null {
  return count === null ? null : Math.max(0, count)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
