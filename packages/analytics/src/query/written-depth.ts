import type { QueryNode } from './query-node.ts'

/** Levels of parentheses and minus signs that `formatQuery` and `canonicalQuery` need at most to write a query. */
export function writtenDepth(node: QueryNode): number {
  if (node.kind === 'not') return 1 + operandDepth(node.operand)
  if (node.kind !== 'and' && node.kind !== 'or') return 0
  let deepest = 0
  for (const operand of node.operands) deepest = Math.max(deepest, operandDepth(operand))
  return deepest
}

function operandDepth(node: QueryNode): number {
  const isEnclosed = node.kind === 'and' || node.kind === 'or' || node.kind === 'near'
  return writtenDepth(node) + (isEnclosed ? 1 : 0)
}
