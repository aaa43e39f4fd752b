import { QuerySyntaxError } from './query-node.ts'
import { type FieldName, fieldNames, numericFields } from './query-fields.ts'
import { tokenize } from '../text/tokenize.ts'

/** Names that other search engines and networks use for these fields. Such a name is rejected in any case, with a suggestion of the field. */
const otherNames: Readonly<Record<FieldName, string>> = {
  source: 'platform network provider database sources',
  outlet: 'site domain host publisher publication website url inurl newspaper journal subreddit outlets',
  author: 'by user username from account creator writer journalist handle authors',
  kind: 'type filetype doctype format',
  lang: 'language locale',
  country: 'geo location place region nation',
  tone: 'sentiment mood polarity',
  since: 'after start startdate from_date begin date year',
  until: 'before end enddate to_date',
  score: 'likes like points point upvotes votes karma stars rating favorites favourites faves min_faves reactions',
  comments: 'comment replies reply responses num_comments min_replies',
  views: 'view hits pageviews plays impressions watches',
  title: 'intitle allintitle headline heading subject',
}

const fieldsOfOthers = new Map(
  fieldNames.flatMap((field) => otherNames[field].split(' ').map((name) => [name, field] as const)),
)

/** Before a colon these are addresses and identifiers, not fields of a search. */
const schemes = new Set('http https ftp file mailto tel data urn doi isbn issn pmid arxiv'.split(' '))

/** A name that looks like a field. Shorter ones are too often written with a colon ("re:invent"), and so are capitalised names. */
const fieldLike = /^[a-z][a-z_]{2,30}$/
const comparisonLike = /^(\p{L}[\p{L}_]*)(?:>=|<=|>|<|=)-?\d/u

/** Operators of other engines. `w/5` and `s/he` are as often words, so short names would be operators only in capitals. */
const slashOperators = new Set('onear within adj prox proximity sentence paragraph para same notnear'.split(' '))
const callOperators = new Set('sentence paragraph near onear within proximity atleast intitle allintitle'.split(' '))

/** A token of the query language, with its 0-based position in the typed text. */
export type QueryMark =
  | { kind: 'chunk'; text: string; offset: number }
  | { kind: 'quoted'; text: string; offset: number }
  | { kind: 'near'; distance: number; text: string; offset: number }
  | { kind: 'field'; field: FieldName; value: string; offset: number; valueOffset: number }
  | { kind: 'and' | 'or' | 'not' | 'minus' | 'open' | 'close'; offset: number }

const operators = new Map<string, 'and' | 'or' | 'not'>([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])
const fieldsByName = new Map(fieldNames.map((field) => [field as string, field]))
/** `comments>50` needs no colon. */
const comparison = new RegExp(`^(${numericFields.join('|')})[<>=]`, 'i')
const quotes = '"\u201c\u201d\u201e\u00ab\u00bb'
const space = /\s/u
const chunkEnd = new RegExp(`[\\s()${quotes}]`, 'gu')

/**
 * Splits a typed query into tokens: chunks between spaces, quoted texts, `field:value`, `near/5`, operators in
 * capitals, minus signs, parentheses. Linear in the length of the text.
 */
export function lexQuery(text: string): QueryMark[] {
  const marks: QueryMark[] = []
  let offset = 0
  while (offset < text.length) {
    const character = text.charAt(offset)
    if (space.test(character)) offset++
    else if (character === '(') marks.push({ kind: 'open', offset: offset++ })
    else if (character === ')') marks.push({ kind: 'close', offset: offset++ })
    else if (quotes.includes(character)) offset = lexQuoted(text, offset, marks)
    else if (character === '-') offset = lexDashes(text, offset, marks)
    else offset = lexChunk(text, offset, marks)
  }
  return marks
}

/** A minus excludes only at the start of a word: "covid-19" is two words, "a - b" a dash. */
function lexDashes(text: string, offset: number, marks: QueryMark[]): number {
  let end = offset
  while (text.charAt(end) === '-') end++
  const next = text.charAt(end)
  if (next === '' || next === ')' || space.test(next)) return lexChunk(text, offset, marks)
  for (let minus = offset; minus < end; minus++) marks.push({ kind: 'minus', offset: minus })
  return end
}

function lexQuoted(text: string, offset: number, marks: QueryMark[]): number {
  const { inner, end } = readQuoted(text, offset)
  marks.push({ kind: 'quoted', text: inner, offset: offset })
  return end
}

function readQuoted(text: string, offset: number): { inner: string; end: number } {
  let end = offset + 1
  while (end < text.length && !quotes.includes(text.charAt(end))) end++
  if (end === text.length) {
    throw new QuerySyntaxError({
      code: 'unclosed_quote',
      column: offset + 1,
      message: 'This quotation mark is never closed.',
      found: 'the end of the query',
      expected: 'a closing quotation mark',
      hint: 'Add a closing " after the phrase, or remove this one.',
    })
  }
  return { inner: text.slice(offset + 1, end), end: end + 1 }
}

function lexChunk(text: string, offset: number, marks: QueryMark[]): number {
  chunkEnd.lastIndex = offset + 1
  const end = chunkEnd.exec(text)?.index ?? text.length
  const chunk = text.slice(offset, end)
  const name = comparison.exec(chunk)?.[1] ?? /^([a-z]+):/i.exec(chunk)?.[1] ?? ''
  const field = fieldsByName.get(name.toLowerCase())
  if (field !== undefined) {
    const valueOffset = offset + name.length + (chunk.charAt(name.length) === ':' ? 1 : 0)
    return lexField(text, { field, offset: offset, valueOffset, end }, marks)
  }
  const near = /^near\/(\d{1,9})$/i.exec(chunk)
  if (near !== null) marks.push({ kind: 'near', distance: Number(near[1]), text: chunk, offset: offset })
  else {
    const operator = operators.get(chunk)
    if (operator === undefined) refuseUnknownName({ text: chunk, offset: offset, next: text.charAt(end) })
    marks.push(
      operator === undefined ? { kind: 'chunk', text: chunk, offset: offset } : { kind: operator, offset: offset },
    )
  }
  return end
}

/** A value that contains spaces or parentheses is quoted, directly after the colon. */
function lexField(
  text: string,
  { field, offset, valueOffset, end }: { field: FieldName; offset: number; valueOffset: number; end: number },
  marks: QueryMark[],
): number {
  if (end > valueOffset || end === text.length || !quotes.includes(text.charAt(end))) {
    marks.push({ kind: 'field', field, value: text.slice(valueOffset, end), offset, valueOffset })
    return end
  }
  const quoted = readQuoted(text, end)
  marks.push({ kind: 'field', field, value: quoted.inner, offset, valueOffset })
  return quoted.end
}

/** A chunk of a query and its position. */
interface Chunk {
  text: string
  offset: number
  /** What directly follows it: a space, a parenthesis, a quotation mark or nothing. */
  next: string
}

/** Throws `QuerySyntaxError` for a chunk that names a field or an operator which does not exist. Any other chunk is words. */
function refuseUnknownName(chunk: Chunk): void {
  const { text, offset, next } = chunk
  const compared = comparisonLike.exec(text)?.[1]
  if (compared !== undefined)
    refuseField({ name: compared, sign: text.charAt(compared.length), offset, isCertain: true })
  const colon = text.indexOf(':')
  const value = text.slice(colon + 1)
  if (colon > 0 && !/^[:/]/.test(value)) {
    const isQuoted = value === '' && next !== '' && next !== '(' && next !== ')' && next.trim() !== ''
    if (/^[\p{L}\p{N}-]/u.test(value) || isQuoted)
      refuseField({ name: text.slice(0, colon), sign: ':', offset, isCertain: !isQuoted })
  }
  refuseOperator(chunk)
}

interface NamedField {
  name: string
  sign: string
  offset: number
  /** Whether any name that looks like a field is one: in `said:"no"` it is not. */
  isCertain: boolean
}

function refuseField({ name, sign, offset, isCertain }: NamedField): void {
  const known = name.toLowerCase()
  const nearest = fieldsOfOthers.get(known) ?? nearestField(known)
  if (schemes.has(known) || (nearest === null && !(isCertain && fieldLike.test(name)))) return
  const numbers = 'score, comments and views'
  throw new QuerySyntaxError({
    code: 'unknown_field',
    column: offset + 1,
    message: `There is no field “${name}”.`,
    found: `“${name}${sign}”`,
    expected: sign === ':' ? `one of ${fieldNames.join(', ')}` : `one of ${numbers}, which can be compared`,
    hint:
      nearest === null
        ? `Fields are ${fieldNames.join(', ')}. To find these words, put them in quotes.`
        : `Did you mean ${nearest}${sign === ':' || !isNumeric(nearest) ? ':' : sign}? To find these words, put them in quotes.`,
  })
}

function isNumeric(field: FieldName): boolean {
  return field === 'score' || field === 'comments' || field === 'views'
}

/** The field that a name is one typo away from: a letter too many, too few, a different one, or two swapped. */
function nearestField(name: string): FieldName | null {
  return name.length < 4 ? null : (fieldNames.find((field) => isOneSlip(name, field)) ?? null)
}

function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one.charAt(start) === other.charAt(start)) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwap = a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0) && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || (isSwap && a.length > 1)
}

function refuseOperator({ text, offset, next }: Chunk): void {
  const [, slashed] = /^(\p{L}+)\/\d{1,9}$/u.exec(text) ?? []
  const isSlashed = slashed !== undefined && slashOperators.has(slashed.toLowerCase())
  if (!isSlashed && !(next === '(' && callOperators.has(text.toLowerCase()))) return
  const written = isSlashed ? text : `${text}()`
  throw new QuerySyntaxError({
    code: 'unknown_operator',
    column: offset + 1,
    message: `There is no operator “${written}”.`,
    found: `“${written}”`,
    expected: 'AND, OR, NOT, a minus, near/1 to near/16 between two words, a "phrase", a beginning* or a field',
    hint: /title/i.test(text)
      ? 'Write title: before a word or a "phrase". To find these words, put them in quotes.'
      : 'Write tea near/5 milk for words near each other, in either order, or "tea milk" for words side by side. To find these words, put them in quotes.',
  })
}

/** Signs that a person may consider part of a word; excludes punctuation and trademark signs. */
const tellingSign = /(?![©®™])[\p{S}#@%&*\\]/gu
const maxSigns = 20

/**
 * The signs of a valid query that are not part of any of its words, each once: they are not searched for, and a word matches with and without them.
 */
export function ignoredSigns(query: string): string[] {
  const signs = new Set<string>()
  for (const mark of lexQuery(query)) {
    if (mark.kind !== 'chunk' && mark.kind !== 'quoted') continue
    const words = tokenize(mark.text)
    for (const { 0: sign, index } of mark.text.matchAll(tellingSign)) {
      const isPart = words.some(({ start, end }) => index >= start && (index < end || (sign === '*' && index === end)))
      if (!isPart) signs.add(sign)
    }
  }
  return [...signs].slice(0, maxSigns)
}
