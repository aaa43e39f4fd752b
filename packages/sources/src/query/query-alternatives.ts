import type { SourceQueryNode } from '../source.types.ts'

/** A query as alternatives without an "or" in them. */
export interface Alternatives {
  nodes: SourceQueryNode[]
  /** Whether conditions were dropped to stay below the limit; the alternatives then match more. */
  wider: boolean
}

/** Distributes "and" over "or" as far as `limit` alternatives allow; beyond that, a condition is dropped instead. */
export function toAlternatives(node: SourceQueryNode, limit: number): Alternatives {
  if (node.kind === 'or') {
    const parts = node.operands.map((operand) => toAlternatives(operand, limit))
    return { nodes: parts.flatMap(({ nodes }) => nodes), wider: parts.some(({ wider }) => wider) }
  }
  if (node.kind !== 'and') return { nodes: [node], wider: false }
  const parts = node.operands
    .map((operand) => toAlternatives(operand, limit))
    .toSorted((a, b) => a.nodes.length - b.nodes.length)
  let product: SourceQueryNode[][] = [[]]
  let wider = false
  for (const [index, part] of parts.entries()) {
    wider ||= part.wider
    if (index > 0 && product.length * part.nodes.length > limit) wider = true
    else product = product.flatMap((chosen) => part.nodes.map((next) => [...chosen, next]))
  }
  return { nodes: product.map(joinAnd), wider }
}

function joinAnd(operands: SourceQueryNode[]): SourceQueryNode {
  const flat = operands.flatMap((node) => (node.kind === 'and' ? node.operands : [node]))
  const [first] = flat
  return first !== undefined && flat.length === 1 ? first : { kind: 'and', operands: flat }
}
