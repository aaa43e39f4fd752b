import { hasFields } from './has-fields.ts'
import type { QueryNode } from './query-node.ts'

/**
 * The word conditions of a query, without its fields: they match a superset of what the query matches. Null: any document. `toTsquery` writes them.
 */
export function wordsAlone(node: QueryNode): QueryNode | null {
  if (node.kind === 'phrase' || node.kind === 'near') return node
  if (node.kind === 'field') return null
  // how a field decides an exclusion is unknown here, so nothing is excluded
  if (node.kind === 'not') return hasFields(node.operand) ? null : node
  const known = node.operands.map(wordsAlone).filter((part) => part !== null)
  if (node.kind === 'or' && known.length < node.operands.length) return null
  const [first] = known
  return known.length > 1 ? { kind: node.kind, operands: known } : (first ?? null)
}
