import { toDocumentId, type DocumentId } from '../document-id.ts'

/** A list entry: the earliest copy of a text among the matching articles. */
export interface ListedArticle {
  id: DocumentId
  isRead: boolean
  /** Articles and outlets with this text. */
  documents: number
  outlets: number
  /** Index of the mute that hides it; null when none does. */
  mute: number | null
}

export interface ArticleSlice {
  perPage: number
  offset: number
  /** The last entry of the previous slice, from its `last`. */
  after: { key: string; id: DocumentId } | null
  /** Oldest first is the reading order of a story. */
  order: 'newest' | 'oldest'
}

export interface ListedArticles {
  items: ListedArticle[]
  /** Entries on all pages, and how many of them are unread. */
  total: number
  unread: number
  last: ArticleSlice['after']
  /** Articles that each mute hides, in the order of the mutes. */
  hidden: number[]
}

/** An entry of a page, with its sort key as decimal text. */
export interface ArticleEntry {
  /** Of the story. */
  id: string
  key: string
  document: string
  documents: number
  outlets: number
  read: boolean
  /** The 1-based position of the mute; 0 when none hides it. */
  mute: number
}

/** One entry more than requested shows whether there are more. */
export function cutArticles(
  entries: readonly ArticleEntry[],
  { perPage }: Pick<ArticleSlice, 'perPage'>,
): Pick<ListedArticles, 'items' | 'last'> {
  const visible = entries.slice(0, perPage)
  const last = entries.length > perPage ? visible.at(-1) : undefined
  return {
    items: visible.map(({ document, documents, outlets, read, mute }) => ({
      id: toDocumentId(document),
      isRead: read,
      documents,
      outlets,
      mute: mute === 0 ? null : mute - 1,
    })),
    last: last === undefined ? null : { key: last.key, id: toDocumentId(last.id) },
  }
}
