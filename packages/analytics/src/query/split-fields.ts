import { lexQuery, type QueryMark } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import type { FieldName } from './query-fields.ts'
import type { FieldNode } from './query-node.ts'

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
  return text.slice(marks[index]?.at ?? 0, marks[index + 1]?.at ?? text.length)
}
