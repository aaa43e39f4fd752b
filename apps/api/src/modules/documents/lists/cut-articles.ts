import { toDocumentId } from '../document-id.ts'
import type { ArticleSlice, ListedArticles } from './article-list.ts'

/** An entry of a page, with what it is sorted by, as decimal text. */
export interface ArticleEntry {
  /** Of the story. */
  id: string
  key: string
  document: string
  documents: number
  outlets: number
  read: boolean
  /** The place of the mute from 1; 0 when none hides it. */
  mute: number
}

/** One entry more than asked for tells whether the list goes on. */
export function cutArticles(
  entries: readonly ArticleEntry[],
  { perPage }: Pick<ArticleSlice, 'perPage'>,
): Pick<ListedArticles, 'items' | 'last'> {
  const shown = entries.slice(0, perPage)
  const last = entries.length > perPage ? shown.at(-1) : undefined
  return {
    items: shown.map(({ document, documents, outlets, read, mute }) => ({
      id: toDocumentId(document),
      isRead: read,
      documents,
      outlets,
      mute: mute === 0 ? null : mute - 1,
    })),
    last: last === undefined ? null : { key: last.key, id: toDocumentId(last.id) },
  }
}
