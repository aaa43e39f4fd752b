/** Why a query cannot be read. */
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
  | 'only_exclusions'

/** A query that cannot be read: where (1-based column in UTF-16 units), what stands there and what should, and what to type instead. */
export interface QueryError {
  ok: false
  code: QueryErrorCode
  column: number
  message: string
  /** What stands at the column, for people: `“)”`, `the end`. */
  found: string
  /** What could stand there instead. */
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
