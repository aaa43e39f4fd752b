import type { SourceDocument } from '../source.types.ts'
import { documentLimits, type FieldLimits } from './document-limits.gen.ts'
import { RowError } from './row-fields.ts'

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
  const read = (document: SourceDocument): unknown => {
    const value: unknown = document[key]
    if (inner === undefined) return value
    return value === null ? null : (value as Record<string, unknown>)[inner]
  }
  return [namesInFiles[field] ?? inner ?? field, limits, read]
})

/**
 * Cuts text that exceeds the contract's maximum, and drops an address that does.
 * @throws RowError for any other value that the contract does not allow: changing it would change its meaning.
 */
export function fitToLimits(given: SourceDocument): SourceDocument {
  const document = withShortTexts(given)
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
