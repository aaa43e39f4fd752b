import { linkParts } from './link-parts.ts'

/** An edge, and how much more like its ends are than they have to be. */
export interface StrongEdge {
  a: number
  b: number
  strength: number
}

export interface ChainRules {
  /** How like the articles of a story must be on average. */
  leastMean: number
  /** How much more alike any two articles are than they have to be; 0 when they are less. */
  strengthOf: (a: number, b: number) => number
  areApart: (a: number, b: number) => boolean
  /** Whether an article has the words of a headline only. */
  isShort: (node: number) => boolean
}

/** Larger groups of articles with many words are held together by their many edges, and were cut by modularity. */
const mostMembers = 40
/** Headlines have too few words for that: one matter that fills a week chains them, and the town of one is the town of another. */
const mostHeadlines = 400

/**
 * Cuts groups in which articles hang together in a chain only: a man of one headline, the town of another. Within such a group two parts are
 * one story when their articles are like each other on average; what is not like counts as 0, and what tells other facts counts against it.
 * Changes the groups in place.
 */
export function splitChains(groups: Uint32Array, edges: readonly StrongEdge[], rules: ChainRules): void {
  const members = new Map<number, number[]>()
  groups.forEach((group, node) => {
    const of = members.get(group)
    if (of === undefined) members.set(group, [node])
    else of.push(node)
  })
  const edgesOf = new Map<number, StrongEdge[]>()
  for (const edge of edges) {
    const group = groups[edge.a] ?? 0
    const size = members.get(group)?.length ?? 0
    if (group !== groups[edge.b] || size < 3 || size > mostMembers) continue
    const of = edgesOf.get(group)
    if (of === undefined) edgesOf.set(group, [edge])
    else of.push(edge)
  }
  let next = groups.reduce((most, group) => Math.max(most, group), 0) + 1
  for (const [group, of] of members) {
    const parts = partsOf(of, edgesOf.get(group), rules)
    for (const part of parts.slice(1)) {
      for (const node of part) groups[node] = next
      next++
    }
  }
}

function partsOf(members: readonly number[], edges: readonly StrongEdge[] | undefined, rules: ChainRules): number[][] {
  const { leastMean, strengthOf, isShort } = rules
  if (edges !== undefined) return linkParts(members, byEdges(members, edges, rules), leastMean)
  const isOfHeadlines = members.filter(isShort).length * 2 > members.length
  if (members.length <= mostMembers || members.length > mostHeadlines || !isOfHeadlines) return [[...members]]
  // an article has few edges beside so many members: each two are compared
  return linkParts(members, (a, b) => strengthOf(members[a] ?? 0, members[b] ?? 0), leastMean)
}

/** As much against a story as the weakest likeness is for it. */
const conflictStrength = -1

function byEdges(members: readonly number[], edges: readonly StrongEdge[], { areApart }: ChainRules) {
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
  const strengths = new Map(edges.map(({ a, b, strength }) => [keyOf(a, b), strength]))
  return (a: number, b: number): number => {
    const [one, other] = [members[a] ?? 0, members[b] ?? 0]
    return areApart(one, other) ? conflictStrength : (strengths.get(keyOf(one, other)) ?? 0)
  }
}
