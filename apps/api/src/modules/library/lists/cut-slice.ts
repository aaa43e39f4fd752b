import { toDocumentId, type DocumentId } from '../document-id.ts'
import type { PageRequest } from '../../../kernel/page.ts'

/** The last row of a slice: the next slice begins after it, whatever was stored in between. */
export interface ListPosition {
  /** The sort key, as decimal text; see `list-order.ts`. */
  key: string
  /** The document's id, or the story's in a list of stories. */
  id: DocumentId
}

/** A slice of a list: a page by its number, or the rows after a position. */
export interface ListSlice extends PageRequest {
  after?: ListPosition | null
}

/** A slice of a list. */
export interface ListedIds {
  ids: DocumentId[]
  /** Documents on all pages. */
  total: number
  /** Where the slice ends if more rows follow; null at the end of the list. */
  last: ListPosition | null
}

/** The numbers of listed documents and outlets of a story. */
export interface StoryCopies {
  documents: number
  outlets: number
}

/** A slice of a list of stories: the first document of each in the order, with its numbers of documents and outlets. */
export interface ListedStories extends ListedIds {
  copies: StoryCopies[]
  /** Stories on all pages; `total` counts documents. */
  stories: number
}

/** A document or a story of a slice, with its sort key as decimal text. */
export interface SliceRow {
  id: string
  key: string
}

/** A story of a slice: its first document in the order, and how many documents and outlets it has. */
export type StoryRow = SliceRow & StoryCopies & { document: string }

/** One row more than requested shows whether there are more. */
export function cutSlice(rows: readonly SliceRow[], { perPage }: ListSlice): Pick<ListedIds, 'ids' | 'last'> {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined
  return {
    ids: rows.slice(0, perPage).map(({ id }) => toDocumentId(id)),
    last: last === undefined ? null : { key: last.key, id: toDocumentId(last.id) },
  }
}

/** The same for stories. */
export function cutStories(
  rows: readonly StoryRow[],
  slice: ListSlice,
): Pick<ListedStories, 'ids' | 'copies' | 'last'> {
  const visible = rows.slice(0, slice.perPage)
  return {
    ids: visible.map(({ document }) => toDocumentId(document)),
    copies: visible.map(({ documents, outlets }) => ({ documents, outlets })),
    last: cutSlice(rows, slice).last,
  }
}
