import { QueryProblem } from './query-error.ts'
import { queryFields } from './query-fields.ts'
import type { QueryField } from './query-node.ts'

/** A mark of the query language, with its 0-based place in the typed text. */
export type QueryMark =
  | { kind: 'chunk'; text: string; at: number }
  | { kind: 'quoted'; text: string; at: number }
  | { kind: 'near'; distance: number; text: string; at: number }
  | { kind: 'field'; field: QueryField; value: string; at: number; valueAt: number }
  | { kind: 'and' | 'or' | 'not' | 'minus' | 'open' | 'close'; at: number }

const operators = new Map<string, 'and' | 'or' | 'not'>([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])
const fieldsByName = new Map(queryFields.map((field) => [field as string, field]))
const quotes = '"\u201c\u201d\u201e\u00ab\u00bb'
const space = /\s/u
const chunkEnd = new RegExp(`[\\s()${quotes}]`, 'gu')

/**
 * Cuts a typed query into marks: chunks between spaces, quoted texts, `field:value`, `near/5`, operators in capitals,
 * minus signs, parentheses. Takes time in proportion to the text.
 */
export function lexQuery(text: string): QueryMark[] {
  const marks: QueryMark[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (space.test(character)) at++
    else if (character === '(') marks.push({ kind: 'open', at: at++ })
    else if (character === ')') marks.push({ kind: 'close', at: at++ })
    else if (quotes.includes(character)) at = lexQuoted(text, at, marks)
    else if (character === '-') at = lexDashes(text, at, marks)
    else at = lexChunk(text, at, marks)
  }
  return marks
}

/** A minus excludes only at the start of a word: "covid-19" is two words, "a - b" a dash. */
function lexDashes(text: string, at: number, marks: QueryMark[]): number {
  let end = at
  while (text.charAt(end) === '-') end++
  const next = text.charAt(end)
  if (next === '' || next === ')' || space.test(next)) return lexChunk(text, at, marks)
  for (let minus = at; minus < end; minus++) marks.push({ kind: 'minus', at: minus })
  return end
}

function lexQuoted(text: string, at: number, marks: QueryMark[]): number {
  const { inner, end } = readQuoted(text, at)
  marks.push({ kind: 'quoted', text: inner, at })
  return end
}

function readQuoted(text: string, at: number): { inner: string; end: number } {
  let end = at + 1
  while (end < text.length && !quotes.includes(text.charAt(end))) end++
  if (end === text.length) {
    throw new QueryProblem({
      code: 'unclosed_quote',
      column: at + 1,
      message: 'This quotation mark is never closed.',
      found: 'the end of the query',
      expected: 'a closing quotation mark',
      hint: 'Add a closing " after the phrase, or remove this one.',
    })
  }
  return { inner: text.slice(at + 1, end), end: end + 1 }
}

function lexChunk(text: string, at: number, marks: QueryMark[]): number {
  chunkEnd.lastIndex = at + 1
  const end = chunkEnd.exec(text)?.index ?? text.length
  const chunk = text.slice(at, end)
  const colon = chunk.indexOf(':')
  const field = colon === -1 ? undefined : fieldsByName.get(chunk.slice(0, colon).toLowerCase())
  if (field !== undefined) return lexField(text, { field, at, valueAt: at + colon + 1, end }, marks)
  const near = /^near\/(\d{1,9})$/i.exec(chunk)
  if (near !== null) marks.push({ kind: 'near', distance: Number(near[1]), text: chunk, at })
  else {
    const operator = operators.get(chunk)
    marks.push(operator === undefined ? { kind: 'chunk', text: chunk, at } : { kind: operator, at })
  }
  return end
}

/** A value with spaces or parentheses in it stands in quotes, right after the colon. */
function lexField(
  text: string,
  { field, at, valueAt, end }: { field: QueryField; at: number; valueAt: number; end: number },
  marks: QueryMark[],
): number {
  if (end > valueAt || end === text.length || !quotes.includes(text.charAt(end))) {
    marks.push({ kind: 'field', field, value: text.slice(valueAt, end), at, valueAt })
    return end
  }
  const quoted = readQuoted(text, end)
  marks.push({ kind: 'field', field, value: quoted.inner, at, valueAt })
  return quoted.end
}
