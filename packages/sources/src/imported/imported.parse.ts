import type { SourceDescriptor } from '../source-descriptor.ts'
import type { Clock, DocumentKind, Engagement, PublicationDate, SourceDocument } from '../source.types.ts'
import { toCountryCode } from '@auspex/contract/countries'
import { toLanguageCode } from '../places/languages.ts'
import { mendSpacing, toPlainLine, toPlainText, toWebAddress } from '../text/plain-text.ts'
import { publicationFault } from '@auspex/contract/import-lines'
import { toIsoSecond } from '../text/published-at.ts'
import { readDate } from '../text/read-date.ts'
import { documentLimits, type FieldLimits } from './document-limits.gen.ts'

/** The words for kinds that files use, and the kinds they map to. */
const kinds: ReadonlyMap<string, DocumentKind> = new Map<string, DocumentKind>([
  ['article', 'article'],
  ['news', 'article'],
  ['blog_post', 'article'],
  ['post', 'post'],
  ['forum_post', 'post'],
  ['social_post', 'post'],
  ['comment', 'comment'],
  ['forum_comment', 'comment'],
  ['review', 'comment'],
  ['question', 'question'],
  ['forum_question', 'question'],
  ['answer', 'answer'],
  ['forum_answer', 'answer'],
  ['video', 'video'],
  ['paper', 'paper'],
  ['trial', 'trial'],
  ['filing', 'filing'],
])

/** Returns the kind for a word of the import format; undefined when the word is not known. */
function toDocumentKind(word: string): DocumentKind | undefined {
  return kinds.get(word) ?? kinds.get(word.trim().toLowerCase())
}

/** The words that `toDocumentKind` knows, for messages. */
const kindWords: readonly string[] = [...kinds.keys()]

/** Why a row is rejected, as a message for people. Only the row parser throws and catches it. */
class RowError extends Error {
  override readonly name = 'RowError'
}

type Row = Readonly<Record<string, unknown>>

/** The text of a field; null when the field is absent or null. */
function optionalText(row: Row, field: string): string | null {
  const value = row[field]
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return null
  throw new RowError(`${field} is not text`)
}

/** The number in a field, given as a number or as digits; null when the field is absent, null or blank. */
function optionalCount(row: Row, field: string): number | null {
  const value = row[field]
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string') {
    if (value.trim() === '') return null
    const number = Number(value)
    if (Number.isFinite(number)) return number
  }
  throw new RowError(`${field} is not a number`)
}

/** A number of reactions; null when it is unknown. Archives write -1 for unknown, and there cannot be fewer than none. */
function optionalReactions(row: Row, field: string): number | null {
  const count = optionalCount(row, field)
  return count === null || count < 0 ? null : Math.round(count)
}

/** Names in files for the fields whose name differs. */
const namesInFiles: Readonly<Record<string, string>> = {
  nativeId: 'id',
  outlet: 'source',
  publishedAt: 'published_at',
  datePrecision: 'date_precision',
}

type LimitedField = readonly [name: string, limits: FieldLimits, read: (document: SourceDocument) => unknown]

const limitedFields = Object.entries<FieldLimits>(documentLimits).map(([path, limits]): LimitedField => {
  const [field = '', inner] = path.split('.')
  // Cast: the contract's names are those of a document; the types of both are compared where a batch is made.
  const key = field as keyof SourceDocument
  const readValue = (document: SourceDocument): unknown => {
    const value: unknown = document[key]
    if (inner === undefined) return value
    return value === null ? null : (value as Record<string, unknown>)[inner]
  }
  return [namesInFiles[field] ?? inner ?? field, limits, readValue]
})

/**
 * Cuts text that exceeds the contract's maximum, and drops an address that does.
 * @throws RowError for any other value that the contract does not allow: changing it would change its meaning.
 */
function fitToLimits(values: SourceDocument): SourceDocument {
  const document = withShortTexts(values)
  for (const [name, limits, read] of limitedFields) {
    const fault = findFault(read(document), limits)
    if (fault !== null) throw new RowError(`${name} ${fault}`)
  }
  return document
}

function withShortTexts(document: SourceDocument): SourceDocument {
  const { title, body, url } = document
  const short = {
    title: shorten(title, documentLimits.title.maxLength),
    body: body === null ? null : shorten(body, documentLimits.body.maxLength),
    url: url === null || isLonger(url, documentLimits.url.maxLength) ? null : url,
  }
  return short.title === title && short.body === body && short.url === url ? document : { ...document, ...short }
}

function findFault(value: unknown, limits: FieldLimits): string | null {
  if (value === null && limits.type.includes('null')) return null
  if (typeof value === 'string') return findTextFault(value, limits)
  if (typeof value === 'number') return findNumberFault(value, limits)
  return `is not ${limits.type.includes('string') ? 'text' : 'a number'}`
}

function findTextFault(text: string, { enum: words, minLength = 0, maxLength = Infinity, pattern }: FieldLimits) {
  if (words !== undefined && !words.includes(text))
    return `is none of ${words.filter((word) => word !== null).join(', ')}`
  if (isLonger(text, maxLength)) return `is longer than ${maxLength} characters`
  if (text.length < minLength) return `is shorter than ${minLength} characters`
  return pattern === undefined || pattern.test(text) ? null : `is not of the form ${pattern.source}`
}

function findNumberFault(number: number, { type, minimum = -Infinity, maximum = Infinity }: FieldLimits) {
  if (type.includes('integer') && !Number.isInteger(number)) return 'is not a whole number'
  if (number < minimum) return `is below ${minimum}`
  return number > maximum ? `is above ${maximum}` : null
}

/** The contract counts characters, of which some take two units of a string. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || countCharacters(text) > maxLength)
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function shorten(text: string, maxLength: number): string {
  if (!isLonger(text, maxLength)) return text
  let end = 0
  // every character is one code point: half of one would not be valid text
  for (let count = 0; count < maxLength; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

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
  const title = mendSpacing(toPlainLine(optionalText(row, 'title') ?? ''))
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

/** Names of a date in rows of JSON from elsewhere, such as this API. They are not read: two of them in a row may be two different dates. */
const dateNames = /^(date|timestamp|(pub|published|created)_?(at|on|date)?)$/i

function toPublished(row: ImportRow, now: Date): PublicationDate {
  const text = optionalText(row, 'published_at')?.trim() ?? ''
  if (text === '') {
    const meant = Object.keys(row).find((name) => dateNames.test(name))
    throw new RowError(
      `published_at is missing${meant === undefined ? '' : `; ${meant} is not read: name it published_at`}`,
    )
  }
  const at = readDate(text)
  if ('reason' in at) throw new RowError(`published_at cannot be read (${at.reason}): ${quote(text)}`)
  const fault = publicationFault(at.epochMs, now)
  if (fault !== null) throw new RowError(`published_at is ${fault}: ${quote(text)}`)
  const midnight = at.epochMs % 86_400_000 === 0
  const isDay = at.precision === 'day' || (midnight && declaresDayPrecision(row))
  return { publishedAt: toIsoSecond(at.epochMs), datePrecision: isDay ? 'day' : 'second' }
}

function declaresDayPrecision(row: ImportRow): boolean {
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

/** Documents that this installation loaded: there is nothing to query. */
export const imported: SourceDescriptor = {
  key: 'imported',
  number: 1,
  kind: 'library',
  label: 'Imported documents',
  holdsAll: true,
}
