import { toCountryCode } from '@auspex/contract/countries'
import { toLanguageCode } from '../places/languages.ts'
import type { Clock, Engagement, SourceDocument } from '../source.types.ts'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { kindWords, toDocumentKind } from './import-kinds.ts'
import { publicationFault } from '../text/publication-bounds.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { readDate } from '../text/read-date.ts'
import { toWebAddress } from '../text/web-address.ts'
import { fitToLimits } from './row-limits.ts'
import { optionalCount, optionalReactions, optionalText, RowError } from './row-fields.ts'

/** A row of an import file before validation. */
export type ImportRow = Readonly<Record<string, unknown>>

/** The document in a row, or why there is none. */
export type ParsedRow = { document: SourceDocument } | { rejected: string }

/** A parsed row with the line it begins at, counted from 1. */
export type ReadRow = { line: number } & ParsedRow

/** Returns a function that turns one row into a document, or explains in one sentence why it cannot. Never throws. */
export function createRowParser({ clock }: { clock: Clock }): (row: ImportRow) => ParsedRow {
  const now = clock()
  return (row) => {
    try {
      return { document: fitToLimits(toDocument(row, now)) }
    } catch (error) {
      if (error instanceof RowError) return { rejected: error.message }
      throw error
    }
  }
}

function toDocument(row: ImportRow, now: Date): SourceDocument {
  const title = toPlainLine(optionalText(row, 'title') ?? '')
  const body = toPlainText(optionalText(row, 'body') ?? '')
  if (title === '' && body === '') throw new RowError('title and body are both empty')
  const url = toUrl(optionalText(row, 'url'))
  const outlet = toOutlet(optionalText(row, 'source'), url)
  const country = toCountry(optionalText(row, 'country'))
  return {
    sourceKey: 'imported',
    nativeId: toNativeId(row, outlet),
    kind: toKind(optionalText(row, 'kind')),
    outlet,
    url,
    title,
    body: body === '' ? null : body,
    author: toPlainLine(optionalText(row, 'author') ?? '') || null,
    ...toPublished(row, now),
    country,
    countryBasis: country === null ? null : 'source',
    lang: toLang(optionalText(row, 'lang')),
    engagement: toEngagement(row),
  }
}

function toNativeId(row: ImportRow, outlet: string): string | null {
  const id = typeof row.id === 'number' ? String(row.id) : toPlainLine(optionalText(row, 'id') ?? '')
  if (id === '') return null
  // A bare number is a row number or a table key: unique within its outlet at best.
  return /^\d+$/.test(id) ? `${outlet}:${id}` : id
}

function toUrl(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const url = text.trim().replaceAll('&amp;', '&')
  if (!URL.canParse(url)) throw new RowError(`url is not an absolute address: ${quote(url)}`)
  return toWebAddress(url) // a document without a usable address is still worth having
}

function toOutlet(source: string | null, url: string | null): string {
  const named = toPlainLine(source ?? '')
  if (named !== '') return named
  return url === null ? 'imported' : new URL(url).hostname.replace(/^www\./, '')
}

function toKind(word: string | null): SourceDocument['kind'] {
  if (word === null || word.trim() === '') return 'article'
  const kind = toDocumentKind(word)
  if (kind) return kind
  throw new RowError(`kind ${quote(word)} is not known; use one of ${kindWords.join(', ')}`)
}

function toPublished(row: ImportRow, now: Date): Pick<SourceDocument, 'publishedAt' | 'datePrecision'> {
  const text = optionalText(row, 'published_at')?.trim() ?? ''
  if (text === '') throw new RowError('published_at is missing')
  const at = readDate(text)
  if ('reason' in at) throw new RowError(`published_at cannot be read (${at.reason}): ${quote(text)}`)
  const fault = publicationFault(at.epochMs, now)
  if (fault !== null) throw new RowError(`published_at is ${fault}: ${quote(text)}`)
  const midnight = at.epochMs % 86_400_000 === 0
  const isDay = at.precision === 'day' || (midnight && saidDay(row))
  return { publishedAt: toIsoSecond(at.epochMs), datePrecision: isDay ? 'day' : 'second' }
}

function saidDay(row: ImportRow): boolean {
  const extra = row.extra
  if (row.date_precision === 'day') return true
  return typeof extra === 'object' && extra !== null && 'date_precision' in extra && extra.date_precision === 'day'
}

function toCountry(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const code = toCountryCode(text)
  if (code) return code
  throw new RowError(`country is not an ISO 3166-1 alpha-2 code: ${quote(text)}`)
}

function toLang(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const code = toLanguageCode(text)
  if (code !== undefined) return code
  throw new RowError(`lang is not a language tag such as en or pt-BR: ${quote(text)}`)
}

function toEngagement(row: ImportRow): Engagement | null {
  const nested = row.engagement
  if (nested !== undefined && nested !== null && typeof nested !== 'object')
    throw new RowError('engagement is not an object')
  // CSV has no nesting: its counts are columns of the row itself.
  // Cast: an object of unknown fields is an ImportRow; each field is checked when it is read.
  const from = (nested ?? row) as ImportRow
  const engagement = {
    score: roundedOrNull(optionalCount(from, 'score')),
    comments: optionalReactions(from, 'comments'),
    views: optionalReactions(from, 'views'),
    reposts: optionalReactions(from, 'reposts'),
  }
  return Object.values(engagement).every((count) => count === null) ? null : engagement
}

function roundedOrNull(count: number | null): number | null {
  return count === null ? null : Math.round(count)
}

function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
}
