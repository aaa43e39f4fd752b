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
interface AndNode {
  kind: 'and'
  operands: QueryNode[]
}
interface OrNode {
  kind: 'or'
  operands: QueryNode[]
}
interface NotNode {
  kind: 'not'
  operand: QueryNode
}

/** What a signal query asks of a document's words. */
export type QueryNode = PhraseNode | AndNode | OrNode | NotNode

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

/** Whether each document that matches holds at least one wanted word. A query of exclusions alone would match the rest of the world. */
export function wantsSomething(node: QueryNode): boolean {
  if (node.kind === 'phrase') return true
  if (node.kind === 'not') return false
  return node.kind === 'and' ? node.operands.some(wantsSomething) : node.operands.every(wantsSomething)
}
