import { lexQuery, type QueryMark } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import type { FieldName } from './query-fields.ts'
import { allOf, type FieldNode, type QueryNode } from './query-node.ts'

/** A typed query, split: its words as typed, and the conditions on fields that each document must satisfy. */
export interface SplitQuery {
  words: string
  fields: FieldNode[]
}

/**
 * Extracts those conditions on `named` fields from a typed query that each document must satisfy, for sentences that describe them in words. Anything
 * inside OR, NOT or parentheses stays as typed. A query that cannot be parsed stays whole.
 */
export function splitFields(text: string, named: ReadonlySet<FieldName>): SplitQuery {
  const read = parseQuery(text)
  if (!read.ok) return { words: text, fields: [] }
  const marks = lexQuery(text)
  const depths = depthsOf(marks)
  if (marks.some(({ kind }, index) => kind === 'or' && depths[index] === 0)) return { words: text, fields: [] }
  const operands = read.query.kind === 'and' ? read.query.operands : [read.query]
  const isTaken = (mark: QueryMark, index: number) =>
    mark.kind === 'field' && named.has(mark.field) && depths[index] === 0 && !isNegated(marks[index - 1])
  const remainingText = marks.flatMap((mark, index) =>
    isTaken(mark, index) ? [] : [{ mark, text: textOf(text, marks, index) }],
  )
  const words = remainingText.filter(
    ({ mark }, index) =>
      mark.kind !== 'and' ||
      (index > 0 && index < remainingText.length - 1 && remainingText[index - 1]?.mark.kind !== 'and'),
  )
  return {
    words: words
      .map((word) => word.text)
      .join('')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    fields: operands.filter((node) => node.kind === 'field').filter(({ field }) => named.has(field)),
  }
}

function depthsOf(marks: readonly QueryMark[]): number[] {
  let depth = 0
  return marks.map(({ kind }) => {
    if (kind === 'close') depth--
    const currentDepth = depth
    if (kind === 'open') depth++
    return currentDepth
  })
}

function isNegated(before: QueryMark | undefined): boolean {
  return before?.kind === 'not' || before?.kind === 'minus'
}

/** A token as typed, up to the next one. */
function textOf(text: string, marks: readonly QueryMark[], index: number): string {
  return text.slice(marks[index]?.offset ?? 0, marks[index + 1]?.offset ?? text.length)
}

/** The bounds of a whole query on days, country and sources, for callers that filter by them. Null is no bound. */
export interface QueryBounds {
  since: string | null
  until: string | null
  country: string | null
  /** The allowed sources of a document; null for all. */
  sources: string[] | null
  /** The query without these conditions. */
  rest: QueryNode
}

/**
 * Extracts the conditions on days, country and sources that every matching document must satisfy. Conditions inside OR
 * or NOT stay, and so does a second country or a second choice of sources.
 */
export function splitBounds(node: QueryNode): QueryBounds {
  const bounds: Omit<QueryBounds, 'rest'> = { since: null, until: null, country: null, sources: null }
  const rest = (node.kind === 'and' ? node.operands : [node]).filter((operand) => !takeBound(operand, bounds))
  // a valid query contains a word, so something remains
  return { ...bounds, rest: rest.length === 0 ? node : allOf(rest) }
}

function takeBound(node: QueryNode, bounds: Omit<QueryBounds, 'rest'>): boolean {
  const sources = namedSources(node)
  if (sources !== null) {
    if (bounds.sources !== null) return false
    bounds.sources = sources
    return true
  }
  if (node.kind !== 'field') return false
  if (node.field === 'since')
    bounds.since = bounds.since === null || node.value > bounds.since ? node.value : bounds.since
  else if (node.field === 'until')
    bounds.until = bounds.until === null || node.value < bounds.until ? node.value : bounds.until
  else if (node.field === 'country' && (bounds.country === null || bounds.country === node.value))
    bounds.country = node.value
  else return false
  return true
}

/** `source:a`, or alternatives that consist only of these. */
function namedSources(node: QueryNode): string[] | null {
  if (node.kind === 'field') return node.field === 'source' ? [node.value] : null
  if (node.kind !== 'or') return null
  const named = node.operands.map(namedSources)
  return named.includes(null) ? null : [...new Set(named.flatMap((sources) => sources ?? []))]
}
