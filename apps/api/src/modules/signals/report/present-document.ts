import type { QueryNode } from '@auspex/analytics'
import type { Document } from '@auspex/sdk/types'
import type { StoredDocument } from '../../documents/index.ts'
import { matchSnippet, toSpans } from './snippet.ts'

/** A document with its whole text, and nothing said about a query. */
export type LibraryDocument = Omit<Document, 'snippet' | 'highlights'> & { body: string | null }

/** A stored document in the words of the contract. */
export function toLibraryDocument(stored: StoredDocument): LibraryDocument {
  const { score, comments, views, reposts } = stored
  const isSilent = score === null && comments === null && views === null && reposts === null
  return {
    id: stored.documentId,
    source: stored.sourceKey,
    outlet: stored.outlet.slice(0, 300),
    kind: stored.kind,
    url: stored.url?.slice(0, 4_000) ?? null,
    title: stored.title.slice(0, 4_000),
    body: stored.body,
    author: stored.author?.slice(0, 300) ?? null,
    publishedAt: stored.publishedAt,
    datePrecision: stored.datePrecision,
    country: stored.country,
    countryBasis: stored.countryBasis,
    language: stored.lang,
    tone: { label: stored.toneLabel, score: stored.tone },
    engagement: isSilent ? null : { score, comments: floor(comments), views: floor(views), reposts: floor(reposts) },
    storyCluster: stored.clusterId,
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
