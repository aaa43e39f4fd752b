import { formatQuery } from './format-query.ts'
import { allOf, anyOf, noneOf, type QueryNode } from './query-node.ts'

/**
 * Writes a query in its canonical form: folded words, sorted operands without repeats, phrases in quotes. Queries that
 * differ only in order, case, repetition or nesting have the same form, so it can identify a signal. Parsing the form
 * gives the same form again.
 */
export function canonicalQuery(node: QueryNode): string {
  return formatQuery(toCanonicalNode(node))
}

/** From the leaves up, because a join that loses its repeats may dissolve into its parent. */
function toCanonicalNode(node: QueryNode): QueryNode {
  if (node.kind === 'phrase' || node.kind === 'field') return node
  if (node.kind === 'near') {
    const [one, other] = node.operands
    return formatQuery(one) <= formatQuery(other) ? node : { ...node, operands: [other, one] }
  }
  if (node.kind === 'not') return noneOf(toCanonicalNode(node.operand))
  const join = node.kind === 'and' ? allOf : anyOf
  const joined = join(node.operands.map(toCanonicalNode))
  if (joined.kind !== node.kind) return joined
  const byText = new Map(joined.operands.map((operand) => [formatQuery(operand), operand]))
  return join([...byText].toSorted(compareOperands).map(([, operand]) => operand))
}

/** Words first, then fields, then exclusions: "coffee AND lang:en AND -starbucks" is the easiest to read. */
function compareOperands([textA, a]: [string, QueryNode], [textB, b]: [string, QueryNode]): number {
  return rank(a) - rank(b) || (textA < textB ? -1 : 1)
}

function rank(node: QueryNode): number {
  return node.kind === 'not' ? 2 : Number(node.kind === 'field')
}
