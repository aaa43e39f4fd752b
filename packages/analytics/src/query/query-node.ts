/** One word of a phrase, folded like `tokens`; with `prefix`, any word that begins with it. */
export interface QueryWord {
  text: string
  prefix: boolean
}

/** Adjacent words in this order; one word is the smallest phrase. With `place` they are in the title. */
export interface PhraseNode {
  kind: 'phrase'
  words: QueryWord[]
  place?: 'title'
}

/** Two phrases in either order, the second beginning at most `distance` words after the end of the first (1: next to it). */
export interface NearNode {
  kind: 'near'
  distance: number
  operands: [PhraseNode, PhraseNode]
}

/** A document property that a query can filter by. */
export type QueryField =
  | 'source'
  | 'outlet'
  | 'author'
  | 'kind'
  | 'lang'
  | 'country'
  | 'tone'
  | 'since'
  | 'until'
  | NumericField

/** A number reported by a source when it was fetched. */
export type NumericField = 'score' | 'comments' | 'views'

/** Only numbers can be compared; all other fields use `=`. */
export type QueryComparison = '=' | '>=' | '>' | '<=' | '<'

/** A condition on a document's field. `value` is in its canonical spelling; a day is YYYY-MM-DD, a number an integer. */
export interface FieldNode {
  kind: 'field'
  field: QueryField
  comparison: QueryComparison
  value: string
}
export interface AndNode {
  kind: 'and'
  operands: QueryNode[]
}
export interface OrNode {
  kind: 'or'
  operands: QueryNode[]
}
export interface NotNode {
  kind: 'not'
  operand: QueryNode
}

/** The conditions of a signal query on a document: its words, and what is known about it. */
export type QueryNode = PhraseNode | NearNode | FieldNode | AndNode | OrNode | NotNode

/** Joins conditions that must all hold; nested joins are flattened. Throws `RangeError` without operands. */
export function allOf(operands: readonly QueryNode[]): QueryNode {
  return join('and', operands)
}

/** Joins conditions of which one must hold; nested joins are flattened. Throws `RangeError` without operands. */
export function anyOf(operands: readonly QueryNode[]): QueryNode {
  return join('or', operands)
}

function join(kind: 'and' | 'or', operands: readonly QueryNode[]): QueryNode {
  const flat = operands.flatMap((node) => (node.kind === kind ? node.operands : [node]))
  const first = flat[0]
  if (first === undefined) throw new RangeError('a query needs at least one part')
  return flat.length === 1 ? first : { kind, operands: flat }
}

/** Negates a condition; a double negation is the condition itself. */
export function noneOf(operand: QueryNode): QueryNode {
  return operand.kind === 'not' ? operand.operand : { kind: 'not', operand }
}

/**
 * Whether each matching document contains at least one wanted word. A query of only exclusions or fields would match everything else: no source could
 * be searched for it, and no index could answer it.
 */
export function hasRequiredWord(node: QueryNode): boolean {
  if (node.kind === 'phrase' || node.kind === 'near') return true
  if (node.kind === 'not' || node.kind === 'field') return false
  return node.kind === 'and' ? node.operands.some(hasRequiredWord) : node.operands.every(hasRequiredWord)
}

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
export class QuerySyntaxError extends Error {
  readonly error: QueryError

  constructor(error: Omit<QueryError, 'ok'>) {
    super(error.message)
    this.name = 'QuerySyntaxError'
    this.error = { ok: false, ...error }
  }
}

/** Whether a query contains conditions other than words. */
export function hasFields(node: QueryNode): boolean {
  if (node.kind === 'not') return hasFields(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(hasFields) : node.kind === 'field'
}

/**
 * The word conditions of a query, without its fields: they match a superset of what the query matches. Null: any document. `toTsquery` writes them.
 */
export function withoutFields(node: QueryNode): QueryNode | null {
  if (node.kind === 'phrase' || node.kind === 'near') return node
  if (node.kind === 'field') return null
  // how a field decides an exclusion is unknown here, so nothing is excluded
  if (node.kind === 'not') return hasFields(node.operand) ? null : node
  const known = node.operands.map(withoutFields).filter((part) => part !== null)
  if (node.kind === 'or' && known.length < node.operands.length) return null
  const [first] = known
  return known.length > 1 ? { kind: node.kind, operands: known } : (first ?? null)
}
