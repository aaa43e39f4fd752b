/** One word of a phrase, folded as `tokens` folds; with `prefix`, any word that begins so. */
export interface QueryWord {
  text: string
  prefix: boolean
}

/** Words that stand next to each other in this order; one word is the smallest phrase. */
export interface PhraseNode {
  kind: 'phrase'
  words: QueryWord[]
}

/** Two phrases in either order, the second beginning at most `distance` words after the end of the first (1: next to it). */
export interface NearNode {
  kind: 'near'
  distance: number
  operands: [PhraseNode, PhraseNode]
}

/** What a document says about itself that a query can ask for. */
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
  | 'score'

/** Only `score` is compared; all other fields are `=`. */
export type QueryComparison = '=' | '>=' | '>' | '<=' | '<'

/** A condition on a document's field. `value` is in its one canonical spelling; a day is YYYY-MM-DD, a score an integer. */
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

/** What a signal query asks of a document: its words, and what is known about it. */
export type QueryNode = PhraseNode | NearNode | FieldNode | AndNode | OrNode | NotNode

/** Joins conditions that must all hold; nested joins become one. Throws `RangeError` without operands. */
export function allOf(operands: readonly QueryNode[]): QueryNode {
  return join('and', operands)
}

/** Joins conditions of which one must hold; nested joins become one. Throws `RangeError` without operands. */
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
 * Whether each document that matches holds at least one wanted word. A query of exclusions or fields alone would match
 * the rest of the world: no source could be asked for it, and no index could answer it.
 */
export function wantsSomething(node: QueryNode): boolean {
  if (node.kind === 'phrase' || node.kind === 'near') return true
  if (node.kind === 'not' || node.kind === 'field') return false
  return node.kind === 'and' ? node.operands.some(wantsSomething) : node.operands.every(wantsSomething)
}
