import { allOf, anyOf, noneOf, type PhraseNode, type QueryNode } from './query-node.ts'

/**
 * Writes a query in its one canonical form: folded words, sorted operands without repeats, phrases in quotes.
 * Queries that differ only in order, case, repetition or nesting have the same form, so it can name a signal.
 * Reading the form again gives the same form.
 */
export function canonicalQuery(node: QueryNode): string {
  return write(toCanonicalNode(node))
}

/** From the leaves up, because a join that loses its repeats may dissolve into the join around it. */
function toCanonicalNode(node: QueryNode): QueryNode {
  if (node.kind === 'phrase') return node
  if (node.kind === 'not') return noneOf(toCanonicalNode(node.operand))
  const join = node.kind === 'and' ? allOf : anyOf
  const joined = join(node.operands.map(toCanonicalNode))
  if (joined.kind !== node.kind) return joined
  const byText = new Map(joined.operands.map((operand) => [write(operand), operand]))
  return join([...byText].toSorted(compareOperands).map(([, operand]) => operand))
}

/** Wanted parts first: people read "coffee AND -starbucks" more easily than the other way round. */
function compareOperands([textA, a]: [string, QueryNode], [textB, b]: [string, QueryNode]): number {
  return Number(a.kind === 'not') - Number(b.kind === 'not') || (textA < textB ? -1 : 1)
}

function write(node: QueryNode): string {
  if (node.kind === 'phrase') return writePhrase(node)
  if (node.kind === 'not') return `-${writeOperand(node.operand)}`
  return node.operands.map(writeOperand).join(node.kind === 'and' ? ' AND ' : ' OR ')
}

function writeOperand(node: QueryNode): string {
  return node.kind === 'and' || node.kind === 'or' ? `(${write(node)})` : write(node)
}

function writePhrase({ words }: PhraseNode): string {
  const text = words.map((word) => (word.prefix ? `${word.text}*` : word.text)).join(' ')
  return words.length > 1 ? `"${text}"` : text
}
