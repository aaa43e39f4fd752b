import type { QueryNode } from '@auspex/analytics';
import type { Document } from '@auspex/sdk/types';
import { matchSnippet, toSpans } from './snippet.ts';

/** A document as the library holds it: with its whole text, and nothing said about a query. */
export type LibraryDocument = Omit<Document, 'snippet' | 'highlights'> & { body: string | null };

/** Shows a document with the passage and the words that matched. */
export function presentDocument({ body, ...document }: LibraryDocument, node: QueryNode): Document {
  const snippet = body === null || body === '' ? null : matchSnippet(node, body);
  return {
    ...document,
    snippet: snippet?.text ?? null,
    highlights: { title: toSpans(node, document.title), snippet: snippet?.highlights ?? [] },
  };
}

/** Newest first; equal times by id, so that the order is the same every time. */
export function byNewest(a: Pick<Document, 'publishedAt' | 'id'>, b: Pick<Document, 'publishedAt' | 'id'>): number {
  return compare(b.publishedAt, a.publishedAt) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
