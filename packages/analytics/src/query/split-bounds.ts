import { allOf, type QueryNode } from './query-node.ts'

/** The bounds of a whole query on days, country and sources, for callers that filter by them. Null is no bound. */
export interface QueryBounds {
  since: string | null
  until: string | null
  country: string | null
  /** The allowed sources of a document; null for all. */
  sources: string[] | null
  /** The query without these conditions. */
  rest: QueryNode
}

/**
 * Extracts the conditions on days, country and sources that every matching document must satisfy. Conditions inside OR
 * or NOT stay, and so does a second country or a second choice of sources.
 */
export function splitBounds(node: QueryNode): QueryBounds {
  const bounds: Omit<QueryBounds, 'rest'> = { since: null, until: null, country: null, sources: null }
  const rest = (node.kind === 'and' ? node.operands : [node]).filter((operand) => !takeBound(operand, bounds))
  // a valid query contains a word, so something remains
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

/** `source:a`, or alternatives that consist only of these. */
function namedSources(node: QueryNode): string[] | null {
  if (node.kind === 'field') return node.field === 'source' ? [node.value] : null
  if (node.kind !== 'or') return null
  const named = node.operands.map(namedSources)
  return named.includes(null) ? null : [...new Set(named.flatMap((sources) => sources ?? []))]
}
