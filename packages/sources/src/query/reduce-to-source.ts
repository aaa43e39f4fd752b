import type { SourceKey, SourceQueryNode } from '../source.types.ts'

/**
 * The query for one source, with `source:` conditions resolved. True: all of the source's documents match; false: none
 * can.
 */
export function reduceToSource(node: SourceQueryNode, key: SourceKey): SourceQueryNode | boolean {
  if (node.kind === 'field') return node.field === 'source' ? node.value === key : node
  if (node.kind === 'not') {
    const operand = reduceToSource(node.operand, key)
    return typeof operand === 'boolean' ? !operand : { kind: 'not', operand }
  }
  if (node.kind !== 'and' && node.kind !== 'or') return node
  // true decides an "or", false an "and"; the other value has no effect there
  const decides = node.kind === 'or'
  const operands: SourceQueryNode[] = []
  for (const operand of node.operands) {
    const reduced = reduceToSource(operand, key)
    if (reduced === decides) return decides
    if (typeof reduced !== 'boolean') operands.push(reduced)
  }
  const [first] = operands
  if (first === undefined) return !decides
  return operands.length === 1 ? first : { kind: node.kind, operands }
}
