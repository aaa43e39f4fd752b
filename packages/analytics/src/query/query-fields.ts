import { toCountryCode } from '@auspex/contract/countries'
import { DocumentKind, SourceKey, ToneLabel } from '@auspex/sdk/values'
import { tokenize } from '../text/tokenize.ts'
import { hasUnspacedScript } from '../text/unspaced-scripts.ts'
import {
  allOf,
  type FieldNode,
  type NumericField,
  type QueryComparison,
  type QueryField,
  type QueryNode,
  QuerySyntaxError,
  type QueryWord,
} from './query-node.ts'

/**
 * Folds typed text into the words of a phrase; a star directly after a word makes it a prefix. `at` is for error
 * messages.
 */
export function toQueryWords(text: string, position: number): QueryWord[] {
  const found = tokenize(text)
  return found.map((token, index) => {
    // Words from the same run of characters ("½") share its end: the star belongs to the last of them.
    const isLastOfRun = found[index + 1]?.start !== token.start
    const prefix = isLastOfRun && text.charAt(token.end) === '*'
    if (prefix && isTooShort(token.text)) {
      throw new QuerySyntaxError({
        code: 'prefix_too_short',
        column: position + token.start + 1,
        message: `"${token.text}*" would match too many words.`,
        found: `“${token.text}*”`,
        expected: 'at least two letters before the star',
        hint: 'Type at least two letters before the star.',
      })
    }
    return { text: token.text, prefix }
  })
}

function isTooShort(word: string): boolean {
  return Array.from(word).length < 2 && !hasUnspacedScript(word)
}

/** Values of the fields that have a closed list. */
export const queryFieldValues = {
  source: Object.values(SourceKey),
  kind: Object.values(DocumentKind),
  tone: Object.values(ToneLabel),
} as const

export const queryFields: readonly QueryField[] = [
  'source',
  'outlet',
  'author',
  'kind',
  'lang',
  'country',
  'tone',
  'since',
  'until',
  'score',
  'comments',
  'views',
]
export const numericFields: readonly NumericField[] = ['score', 'comments', 'views']

/** What may precede a colon: a field of the document, or the place of its words. */
export type FieldName = QueryField | 'title'
export const fieldNames: readonly FieldName[] = [...queryFields, 'title']

/** Maximum length of a field's value, in UTF-16 units. */
export const maxFieldValueLength = 200
const maxNumber = 1_000_000_000

/** A field as typed in a query; both positions are 0-based. */
export interface TypedField {
  field: FieldName
  value: string
  offset: number
  valueOffset: number
}

/** Normalises a field's value to its canonical spelling. Throws `QuerySyntaxError` when it is not a value of the field. */
export function readField(typed: TypedField): QueryNode {
  const { field } = typed
  const value = typed.value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (value === '') throw refuse(typed, 'no value')
  if (value.length > maxFieldValueLength) throw refuse(typed, `a value of ${value.length} characters`)
  if (field === 'title') return readTitle(typed)
  if (isNumeric(field)) return readNumber(typed, field, value)
  const canonical = readers[field](value)
  if (canonical === null) throw refuse(typed, `“${value.slice(0, 40)}”`)
  return equals(field, canonical)
}

/** Whether a field is a number counted by a source, which can be compared. */
export function isNumeric(name: string): name is NumericField {
  return numericFields.some((field) => field === name)
}

/** Words in the title; any word that a query can contain. */
function readTitle(typed: TypedField): QueryNode {
  const words = toQueryWords(typed.value, typed.valueOffset)
  if (words.length === 0) throw refuse(typed, `“${typed.value.slice(0, 40)}”`)
  return { kind: 'phrase', words, place: 'title' }
}

/** Lower case for A to Z only, as PostgreSQL does in its `C` collation: the same on every engine and in memory. */
export function foldName(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type ReadValue = (value: string) => string | null

const readers: Record<Exclude<QueryField, NumericField>, ReadValue> = {
  source: oneOf(queryFieldValues.source),
  kind: oneOf(queryFieldValues.kind),
  tone: oneOf(queryFieldValues.tone),
  outlet: foldName,
  author: foldName,
  lang: (value) => (/^[a-z]{2,3}$/i.test(value) ? value.toLowerCase() : null),
  country: toCountryCode,
  since: (value) => toDay(value, 'first'),
  until: (value) => toDay(value, 'last'),
}

function oneOf(values: readonly string[]): ReadValue {
  return (value) => values.find((eachValue) => eachValue === value.toLowerCase().replaceAll('-', '_')) ?? null
}

/** `2026`, `2026-03` and `2026-03-09` as a day: the first or the last of the period. */
function toDay(value: string, edge: 'first' | 'last'): string | null {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(value)
  if (parts === null) return null
  const [, year, month, day] = parts
  const last = edge === 'last'
  const monthNumber = Number(month ?? (last ? 12 : 1))
  if (Number(year) < 1000 || monthNumber < 1 || monthNumber > 12) return null
  // day 0 of the next month is the last of this one
  const lastDay = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate()
  const dayNumber = Number(day ?? (last ? lastDay : 1))
  if (dayNumber < 1 || dayNumber > lastDay) return null
  return `${year}-${String(monthNumber).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}`
}

const comparisons = new Map<string, QueryComparison>([
  ['', '='],
  ['=', '='],
  ['>=', '>='],
  ['>', '>'],
  ['<=', '<='],
  ['<', '<'],
])

function readNumber(typed: TypedField, field: NumericField, value: string): QueryNode {
  const range = /^(-?\d{1,10})\.\.(-?\d{1,10})$/.exec(value)
  if (range !== null) {
    const bounds = [readInteger(range[1]), readInteger(range[2])] as const
    if (bounds[0] === null || bounds[1] === null || bounds[0] > bounds[1]) throw refuse(typed, `“${value}”`)
    return allOf([
      { kind: 'field', field, comparison: '>=', value: String(bounds[0]) },
      { kind: 'field', field, comparison: '<=', value: String(bounds[1]) },
    ])
  }
  const parts = /^(>=|<=|>|<|=)?(-?\d{1,10})$/.exec(value)
  const comparison = comparisons.get(parts?.[1] ?? '')
  const number = readInteger(parts?.[2])
  if (parts === null || comparison === undefined || number === null) throw refuse(typed, `“${value.slice(0, 40)}”`)
  return { kind: 'field', field, comparison, value: String(number) }
}

function readInteger(digits: string | undefined): number | null {
  const value = Number(digits)
  // -0 is 0
  return Number.isInteger(value) && Math.abs(value) <= maxNumber ? value + 0 : null
}

function equals(field: QueryField, value: string): FieldNode {
  return { kind: 'field', field, comparison: '=', value }
}

const number = 'a whole number or a comparison, such as >=10 or 10..50'
const validValues: Record<FieldName, string> = {
  source: `one of ${queryFieldValues.source.join(', ')}`,
  kind: `one of ${queryFieldValues.kind.join(', ')}`,
  tone: `one of ${queryFieldValues.tone.join(', ')}`,
  outlet: 'the name of an outlet, such as nytimes.com',
  author: 'the name of an author',
  lang: 'a language of two or three letters, such as en',
  country: 'a country of two letters, such as DE',
  since: 'a day, month or year, such as 2026-01-31 or 2026',
  until: 'a day, month or year, such as 2026-01-31 or 2026',
  score: number,
  comments: number,
  views: number,
  title: 'a word or a "phrase"',
}

function refuse({ field, valueOffset }: TypedField, found: string): QuerySyntaxError {
  return new QuerySyntaxError({
    code: 'field_value',
    column: valueOffset + 1,
    message: `This is no value for ${field}.`,
    found,
    expected: validValues[field],
    hint: `Write ${field}: with ${validValues[field]}, without a space after the colon. To find the word “${field}”, put it in quotes.`,
  })
}
