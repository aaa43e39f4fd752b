/** Why a query cannot be parsed. */
export type QueryErrorCode =
  | 'empty'
  | 'too_long'
  | 'too_deep'
  | 'unclosed_quote'
  | 'unclosed_group'
  | 'unexpected_close'
  | 'missing_operand'
  | 'no_words'
  | 'prefix_too_short'
  | 'near_operand'
  | 'near_distance'
  | 'field_value'
  | 'unknown_field'
  | 'unknown_operator'
  | 'only_exclusions'

/** A query that cannot be parsed: where (1-based column in UTF-16 units), what is there, what is expected, and what to type instead. */
export interface QueryError {
  ok: false
  code: QueryErrorCode
  column: number
  message: string
  /** What is at the column, for display: `“)”`, `the end`. */
  found: string
  /** What could be there instead. */
  expected: string
  hint: string
}

/** Carries a query error out of the parser; `parseQuery` turns it into a result. */
export class QueryProblem extends Error {
  readonly error: QueryError

  constructor(error: Omit<QueryError, 'ok'>) {
    super(error.message)
    this.name = 'QueryProblem'
    this.error = { ok: false, ...error }
  }
}
