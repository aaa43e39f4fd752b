import { fromDocumentId, toDocumentId } from './document-id.ts'

/** Parses a page cursor; null for the first page, or for an invalid cursor. */
export function parseCursor(after: string | null): { rank: string; id: string } | null {
  const [, rank, id] = /^(-?\d{1,18})\.(doc_\w+)$/.exec(after ?? '') ?? []
  const storedId = id === undefined ? null : fromDocumentId(id)
  return rank === undefined || storedId === null ? null : { rank, id: storedId }
}

/** Formats the cursor of the page after a document. */
export function writeCursor({ rank, id }: { rank: string; id: string }): string {
  return `${rank}.${toDocumentId(id)}`
}
