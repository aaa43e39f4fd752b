import { parseAtomFeed } from 'feedsmith'

import type { SourceDocument } from '../source.types.ts'
import { readLine, type TextForms, toPlainLine } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

/** The format of the text fields. */
export const textForms = { title: 'text', summary: 'text' } as const satisfies TextForms

export interface ArxivPage {
  documents: SourceDocument[]
  /** Entries on this page, readable or not. */
  entryCount: number
  /** Papers that match. */
  total: number
}

/**
 * Parses a response of the arXiv API. A rejection is a feed with one entry called "Error": its sentence is returned.
 * Null when the response does not have the known shape.
 */
export function parseArxiv(body: string): ArxivPage | { error: string } | null {
  let feed: ReturnType<typeof parseAtomFeed>
  try {
    feed = parseAtomFeed(body.trimStart())
  } catch {
    return null
  }
  const entries = feed.entries ?? []
  const [first] = entries
  if (first !== undefined && (first.id ?? '').includes('/api/errors')) {
    return { error: toPlainLine(textOf(first.summary)) }
  }
  const total = feed.opensearch?.totalResults
  if (total === undefined) return null
  return { documents: entries.flatMap((entry) => toDocument(entry) ?? []), entryCount: entries.length, total }
}

type Entry = NonNullable<NonNullable<ReturnType<typeof parseAtomFeed>['entries']>[number]>

function toDocument(entry: Entry): SourceDocument | null {
  const id = /\/abs\/(.+?)(?:v\d+)?$/.exec(entry.id ?? '')?.[1]
  const published = typeof entry.published === 'string' ? parsePublishedAt(entry.published) : null
  const title = readLine(textForms, 'title', textOf(entry.title))
  if (id === undefined || published === null || title === '') return null
  const abstract = readLine(textForms, 'summary', textOf(entry.summary))
  return {
    sourceKey: 'arxiv',
    nativeId: id,
    kind: 'paper',
    outlet: 'arxiv.org',
    // Without the version, so that a paper keeps one address.
    url: `https://arxiv.org/abs/${id}`,
    title,
    body: abstract === '' ? null : abstract,
    author: toPlainLine(entry.authors?.[0]?.name ?? '') || null,
    publishedAt: toIsoSecond(published.epochMs),
    datePrecision: published.precision,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }
}

/** Titles and abstracts are plain text in which `<` is a mathematical sign. */
function textOf(construct: unknown): string {
  if (typeof construct === 'string') return construct
  if (typeof construct !== 'object' || construct === null || !('value' in construct)) return ''
  return typeof construct.value === 'string' ? construct.value : ''
}
