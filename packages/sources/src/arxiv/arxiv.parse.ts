import { childrenNamed, firstChild, wordsOf } from '../rss/feed-entries.ts'
import { parseWholeFeed, type XmlElement } from '../rss/xml-tree.ts'
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
  const feed = parseWholeFeed(body, 'https://export.arxiv.org/')
  if (feed?.name !== 'feed') return null
  const entries = childrenNamed(feed, 'entry')
  const [first] = entries
  if (first !== undefined && fieldOf(first, 'id').includes('/api/errors'))
    return { error: toPlainLine(fieldOf(first, 'summary')) }
  const written = feed.children.find((child) => typeof child !== 'string' && child.name === 'totalresults')
  const total = Number(wordsOf(typeof written === 'object' ? written : null) ?? NaN)
  if (Number.isNaN(total)) return null
  return { documents: entries.flatMap((entry) => toDocument(entry) ?? []), entryCount: entries.length, total }
}

function toDocument(entry: XmlElement): SourceDocument | null {
  const id = /\/abs\/(.+?)(?:v\d+)?$/.exec(fieldOf(entry, 'id'))?.[1]
  const published = parsePublishedAt(fieldOf(entry, 'published'))
  const title = readLine(textForms, 'title', fieldOf(entry, 'title'))
  if (id === undefined || published === null || title === '') return null
  const abstract = readLine(textForms, 'summary', fieldOf(entry, 'summary'))
  return {
    sourceKey: 'arxiv',
    nativeId: id,
    kind: 'paper',
    outlet: 'arxiv.org',
    // Without the version, so that a paper keeps one address.
    url: `https://arxiv.org/abs/${id}`,
    title,
    body: abstract === '' ? null : abstract,
    author: toPlainLine(wordsOf(firstChild(firstChild(entry, 'author') ?? entry, 'name')) ?? '') || null,
    publishedAt: toIsoSecond(published.epochMs),
    datePrecision: published.precision,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }
}

/** The text as decoded once: titles and abstracts are plain text in which `<` is a mathematical sign. */
function fieldOf(entry: XmlElement, name: string): string {
  return wordsOf(firstChild(entry, name)) ?? ''
}
