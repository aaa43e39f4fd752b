import { toDocumentId } from '../document-id.ts'
import type { ListedIds, ListedStories, ListSlice, StoryCopies } from './document-list.ts'

/** A document or a story of a slice, with what it is sorted by, as decimal text. */
export interface SliceRow {
  id: string
  key: string
}

/** A story of a slice: its first document in the order, and what tells it. */
export type StoryRow = SliceRow & StoryCopies & { document: string }

/** One row more than asked for tells whether the list goes on. */
export function cutSlice(rows: readonly SliceRow[], { perPage }: ListSlice): Pick<ListedIds, 'ids' | 'last'> {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined
  return {
    ids: rows.slice(0, perPage).map(({ id }) => toDocumentId(id)),
    last: last === undefined ? null : { key: last.key, id: toDocumentId(last.id) },
  }
}

/** The same of stories. */
export function cutStories(
  rows: readonly StoryRow[],
  slice: ListSlice,
): Pick<ListedStories, 'ids' | 'copies' | 'last'> {
  const shown = rows.slice(0, slice.perPage)
  return {
    ids: shown.map(({ document }) => toDocumentId(document)),
    copies: shown.map(({ documents, outlets }) => ({ documents, outlets })),
    last: cutSlice(rows, slice).last,
  }
}
