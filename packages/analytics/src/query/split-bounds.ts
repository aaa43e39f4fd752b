import { allOf, type QueryNode } from './query-node.ts'

/** What a whole query says about days, country and sources, for those who ask by them. Null is no bound. */
export interface QueryBounds {
  since: string | null
  until: string | null
  country: string | null
  /** Sources of which a document must be; null for all. */
  sources: string[] | null
  /** The query without these conditions. */
  rest: QueryNode
}

/**
 * Takes the conditions on days, country and sources out of a query where each document must meet them. What stands
 * inside OR or NOT stays, and so does a second country or a second choice of sources.
 */
export function splitBounds(node: QueryNode): QueryBounds {
  const bounds: Omit<QueryBounds, 'rest'> = { since: null, until: null, country: null, sources: null }
  const rest = (node.kind === 'and' ? node.operands : [node]).filter((operand) => !takeBound(operand, bounds))
  // a readable query holds a word, so something is left
  return { ...bounds, rest: rest.length === 0 ? node : allOf(rest) }
}

function takeBound(node: QueryNode, bounds: Omit<QueryBounds, 'rest'>): boolean {
  const sources = namedSources(node)
  if (sources !== null) {
    if (bounds.sources !== null) return false
    bounds.sources = sources
    return true
  }
  if (node.kind !== 'field') return false
  if (node.field === 'since')
    bounds.since = bounds.since === null || node.value > bounds.since ? node.value : bounds.since
  else if (node.field === 'until')
    bounds.until = bounds.until === null || node.value < bounds.until ? node.value : bounds.until
  else if (node.field === 'country' && (bounds.country === null || bounds.country === node.value))
    bounds.country = node.value
  else return false
  return true
}

/** `source:a`, or alternatives of only such. */
function namedSources(node: QueryNode): string[] | null {
  if (node.kind === 'field') return node.field === 'source' ? [node.value] : null
  if (node.kind !== 'or') return null
  const named = node.operands.map(namedSources)
  return named.includes(null) ? null : [...new Set(named.flatMap((sources) => sources ?? []))]
}
