import { allOf, anyOf, noneOf, type PhraseNode, type QueryNode } from './query-node.ts'

/**
 * Writes a query in its one canonical form: folded words, sorted operands without repeats, phrases in quotes.
 * Queries that differ only in order, case or nesting have the same form, so it can name a signal.
 * Reading the form again gives the same form.
 */
export function canonicalQuery(node: QueryNode): string {
  return write(node, 'or')
}

type Context = 'or' | 'and' | 'not'

function write(node: QueryNode, context: Context): string {
  switch (node.kind) {
    case 'phrase':
      return writePhrase(node)
    case 'not': {
      const inner = simplify(node.operand)
      return inner.kind === 'not' ? write(inner.operand, context) : `-${write(inner, 'not')}`
    }
    case 'and':
    case 'or': {
      const simple = simplify(node)
      if (simple.kind !== node.kind) return write(simple, context)
      const parts = sortedOperands(simple, node.kind)
      const only = parts[0]
      if (parts.length === 1 && only !== undefined) return write(only.node, context)
      const text = parts.map((part) => part.text).join(node.kind === 'and' ? ' AND ' : ' OR ')
      return context === 'or' && node.kind === 'or' ? text : context === 'or' && node.kind === 'and' ? text : `(${text})`
    }
  }
}

function sortedOperands(node: QueryNode, kind: 'and' | 'or'): { text: string; node: QueryNode }[] {
  const operands = node.kind === kind ? node.operands : [node]
  const byText = new Map<string, QueryNode>()
  for (const operand of operands) byText.set(write(operand, kind === 'and' ? 'and' : 'not'), operand)
  // Wanted words first: people read "coffee AND -starbucks" more easily than the other way round.
  return [...byText]
    .map(([text, operand]) => ({ text, node: operand }))
    .sort((a, b) => Number(a.text.startsWith('-')) - Number(b.text.startsWith('-')) || compareText(a.text, b.text))
}

/** Flattens joins that were built by hand or appear after a double negation. */
function simplify(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'phrase':
      return node
    case 'not':
      return noneOf(simplify(node.operand))
    case 'and':
      return allOf(node.operands.map(simplify))
    case 'or':
      return anyOf(node.operands.map(simplify))
  }
}

function writePhrase({ words }: PhraseNode): string {
  const text = words.map((word) => (word.prefix ? `${word.text}*` : word.text)).join(' ')
  return words.length > 1 ? `"${text}"` : text
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
