import type { PublishedDocument, DocumentPage } from '@auspex/sdk/types'

export interface CompactDocument {
  readonly id: string
  readonly day: string
  readonly source: string
  readonly outlet: string
  readonly author: string | null
  readonly title: string
  readonly snippet: string | null
  readonly tone: string
  readonly url: string | null
}

/** The fields that a model needs to judge and cite a document. */
export const toCompactDocument = (document: PublishedDocument): CompactDocument => ({
  id: document.id,
  day: document.publishedAt.slice(0, 10),
  source: document.source,
  outlet: document.outlet,
  author: document.author,
  title: document.title,
  snippet: document.snippet,
  tone: document.tone.label,
  url: document.url,
})

export const toCompactPage = ({ items, page }: DocumentPage): object => ({
  total: page.total,
  page: page.page,
  totalPages: page.totalPages,
  documents: items.map(toCompactDocument),
})
