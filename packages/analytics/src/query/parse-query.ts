import { lexQuery } from './lex-query.ts'
import { type QueryError, QueryProblem } from './query-error.ts'
import { type QueryNode, wantsSomething } from './query-node.ts'
import { QueryReader } from './query-reader.ts'

/** Maximum length of a query, in UTF-16 units. */
export const maxQueryLength = 2_000

/**
 * Parses a query as a person types it; the grammar is docs/query-language.md.
 *
 * Bare words are a phrase, `"…"` too; `AND`, `OR`, `NOT` in capitals, `-word`, parentheses, `prefix*`, `near/5` and
 * `field:value`. Never throws: an error contains a column, what was found and expected, and a hint.
 */
export function parseQuery(text: string): { ok: true; query: QueryNode } | QueryError {
  try {
    return { ok: true, query: read(text) }
  } catch (problem) {
    if (problem instanceof QueryProblem) return problem.error
    throw problem
  }
}

function read(text: string): QueryNode {
  if (text.length > maxQueryLength) {
    throw new QueryProblem({
      code: 'too_long',
      column: maxQueryLength + 1,
      message: `The query is longer than ${maxQueryLength} characters.`,
      found: `${text.length} characters`,
      expected: `at most ${maxQueryLength}`,
      hint: 'Search for fewer words.',
    })
  }
  const query = new QueryReader(text, lexQuery(text)).readAll()
  if (!wantsSomething(query)) {
    throw new QueryProblem({
      code: 'only_exclusions',
      column: 1,
      message: holdsField(query)
        ? 'The query names no word to look for, only fields or what to leave out.'
        : 'The query only says what to leave out.',
      found: 'no word that each document must hold',
      expected: 'at least one word to look for, on each side of OR too',
      hint: 'Add at least one word to look for, also on each side of OR.',
    })
  }
  return query
}

function holdsField(node: QueryNode): boolean {
  if (node.kind === 'not') return holdsField(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(holdsField) : node.kind === 'field'
}
