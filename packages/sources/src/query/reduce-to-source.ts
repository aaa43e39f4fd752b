import type { SourceKey, SourceQueryNode } from '../source.types.ts'

/**
 * What a query asks of one source: `source:` conditions are decided here. True: all that the source has matches;
 * false: nothing of it can.
 */
export function reduceToSource(node: SourceQueryNode, key: SourceKey): SourceQueryNode | boolean {
  if (node.kind === 'field') return node.field === 'source' ? node.value === key : node
  if (node.kind === 'not') {
    const operand = reduceToSource(node.operand, key)
    return typeof operand === 'boolean' ? !operand : { kind: 'not', operand }
  }
  if (node.kind !== 'and' && node.kind !== 'or') return node
  // true decides an "or", false an "and"; the other is without meaning there
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
