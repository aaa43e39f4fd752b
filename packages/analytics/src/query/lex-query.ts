import { QueryProblem } from './query-error.ts'

/** A mark of the query language, with its 0-based place in the typed text. */
export type QueryMark =
  | { kind: 'chunk'; text: string; at: number }
  | { kind: 'quoted'; text: string; at: number }
  | { kind: 'and' | 'or' | 'not' | 'minus' | 'open' | 'close'; at: number }

const operators = new Map<string, 'and' | 'or' | 'not'>([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])
const quotes = '"\u201c\u201d\u201e\u00ab\u00bb'
const space = /\s/u
const chunkEnd = new RegExp(`[\\s()${quotes}]`, 'u')

/** Cuts a typed query into marks: chunks between spaces, quoted texts, operators in capitals, minus signs, parentheses. */
export function lexQuery(text: string): QueryMark[] {
  const marks: QueryMark[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (space.test(character)) at++
    else if (character === '(') marks.push({ kind: 'open', at: at++ })
    else if (character === ')') marks.push({ kind: 'close', at: at++ })
    else if (quotes.includes(character)) at = lexQuoted(text, at, marks)
    // A minus excludes only at the start of a word: "covid-19" is two words, "a - b" a dash.
    else if (character === '-' && /^-+[^\s)-]/u.test(text.slice(at))) marks.push({ kind: 'minus', at: at++ })
    else at = lexChunk(text, at, marks)
  }
  return marks
}

function lexQuoted(text: string, at: number, marks: QueryMark[]): number {
  let end = at + 1
  while (end < text.length && !quotes.includes(text.charAt(end))) end++
  if (end === text.length) {
    throw new QueryProblem({
      code: 'unclosed_quote',
      column: at + 1,
      message: 'This quotation mark is never closed.',
      hint: 'Add a closing " after the phrase, or remove this one.',
    })
  }
  marks.push({ kind: 'quoted', text: text.slice(at + 1, end), at })
  return end + 1
}

function lexChunk(text: string, at: number, marks: QueryMark[]): number {
  let end = at + 1
  while (end < text.length && !chunkEnd.test(text.charAt(end))) end++
  const chunk = text.slice(at, end)
  const operator = operators.get(chunk)
  marks.push(operator === undefined ? { kind: 'chunk', text: chunk, at } : { kind: operator, at })
  return end
}
