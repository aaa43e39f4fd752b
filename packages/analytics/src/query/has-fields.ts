import type { QueryNode } from './query-node.ts'

/** Whether a query contains conditions other than words. */
export function hasFields(node: QueryNode): boolean {
  if (node.kind === 'not') return hasFields(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(hasFields) : node.kind === 'field'
}
