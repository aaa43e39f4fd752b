import type { QueryNode } from '@auspex/analytics'
import type { PublishedDocument, DocumentToRead } from '@auspex/sdk/types'
import type { StoredDocument } from '../../library/index.ts'
import { joinMarks, matchSnippet, toSpans } from './snippet.ts'

/** A document with its whole text, independent of any query. */
export type LibraryDocument = Omit<PublishedDocument, 'snippet' | 'highlights'> & { body: string | null }

/** Maps a stored document to the contract. */
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

/** Adds the passage and the words that matched, including those of `find`. */
export function presentDocument(
  { body, ...document }: LibraryDocument,
  node: QueryNode,
  find: QueryNode | null = null,
): PublishedDocument {
  const snippet = body === null || body === '' ? null : matchSnippet(node, body, find)
  return {
    ...document,
    snippet: snippet?.text ?? null,
    highlights: { title: toSpans(joinMarks(node, find), document.title), snippet: snippet?.highlights ?? [] },
  }
}

/** Maximum length of a text sent for reading, in UTF-16 units, and maximum number of marked ranges: the bounds of the contract. */
const maxTextLength = 60_000
const maxRanges = 1_000

/** A document with its text for reading. */
export function presentToRead(document: LibraryDocument, node: QueryNode, find: QueryNode | null): DocumentToRead {
  const { body } = document
  const content = body?.slice(0, maxTextLength) ?? ''
  return {
    document: presentDocument(document, node, find),
    text:
      content === ''
        ? null
        : {
            content,
            highlights: toSpans(joinMarks(node, find), content, maxRanges),
            isCut: content.length < (body?.length ?? 0),
          },
  }
}

interface Publication {
  id: string
  publishedAt: string
}

/** Newest first; equal times by id, so that the order is stable. */
export function byNewest(a: Publication, b: Publication): number {
  return compare(b.publishedAt, a.publishedAt) || compare(a.id, b.id)
}

/** Only points can be negative. */
function floor(count: number | null): number | null {
  return count === null ? null : Math.max(0, count)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
