import { fromDocumentId, toDocumentId } from './document-id.ts'

/** Reads where a page begins; null for the first one, or for what is no cursor. */
export function parseCursor(after: string | null): { rank: string; id: string } | null {
  const [, rank, id] = /^(-?\d{1,18})\.(doc_\w+)$/.exec(after ?? '') ?? []
  const stored = id === undefined ? null : fromDocumentId(id)
  return rank === undefined || stored === null ? null : { rank, id: stored }
}

/** Writes where the page behind a document begins. */
export function writeCursor({ rank, id }: { rank: string; id: string }): string {
  return `${rank}.${toDocumentId(id)}`
}
