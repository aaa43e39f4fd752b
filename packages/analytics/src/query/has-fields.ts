import type { QueryNode } from './query-node.ts'

/** Whether a query asks more than words can say. */
export function hasFields(node: QueryNode): boolean {
  if (node.kind === 'not') return hasFields(node.operand)
  return node.kind === 'and' || node.kind === 'or' ? node.operands.some(hasFields) : node.kind === 'field'
}
