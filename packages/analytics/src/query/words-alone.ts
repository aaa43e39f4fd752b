import { hasFields } from './has-fields.ts'
import type { QueryNode } from './query-node.ts'

/**
 * What a query asks of words, without its fields: it matches more, at least all that the query matches. Null: any document. `toTsquery`
 * writes it.
 */
export function wordsAlone(node: QueryNode): QueryNode | null {
  if (node.kind === 'phrase' || node.kind === 'near') return node
  if (node.kind === 'field') return null
  // what a field decides about an exclusion is not known here, so nothing is excluded
  if (node.kind === 'not') return hasFields(node.operand) ? null : node
  const known = node.operands.map(wordsAlone).filter((part) => part !== null)
  if (node.kind === 'or' && known.length < node.operands.length) return null
  const [first] = known
  return known.length > 1 ? { kind: node.kind, operands: known } : (first ?? null)
}
