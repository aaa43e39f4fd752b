/** An edge, and by how much the similarity of its ends exceeds the minimum. */
export interface StrongEdge {
  a: number
  b: number
  strength: number
}

export interface ChainRules {
  /** Minimum mean strength between the articles of a story. */
  minMean: number
  /** By how much the similarity of any two articles exceeds the minimum; 0 when it does not. */
  strengthOf: (a: number, b: number) => number
  areApart: (a: number, b: number) => boolean
  /** Whether an article has only a headline's worth of words. */
  isShort: (node: number) => boolean
}

/** Larger groups of long articles are connected by many edges, and were cut by modularity. */
const maxMembers = 40
/** Headlines have too few words for that: a matter that fills a week chains them, and so does a town named in two of them. */
const maxHeadlines = 400

/**
 * Cuts groups whose articles are connected only as a chain: a man in one headline, the town in another. Within such a group two parts are one story
 * when their articles resemble each other on average; dissimilar pairs count as 0, and pairs that report different facts count against it. Changes
 * the groups in place.
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
    if (group !== groups[edge.b] || size < 3 || size > maxMembers) continue
    const of = edgesOf.get(group)
    if (of === undefined) edgesOf.set(group, [edge])
    else of.push(edge)
  }
  let next = groups.reduce((highest, group) => Math.max(highest, group), 0) + 1
  for (const [group, of] of members) {
    const parts = partsOf(of, edgesOf.get(group), rules)
    for (const part of parts.slice(1)) {
      for (const node of part) groups[node] = next
      next++
    }
  }
}

function partsOf(members: readonly number[], edges: readonly StrongEdge[] | undefined, rules: ChainRules): number[][] {
  const { minMean, strengthOf, isShort } = rules
  if (edges !== undefined) return linkParts(members, byEdges(members, edges, rules), minMean)
  const isOfHeadlines = members.filter(isShort).length * 2 > members.length
  if (members.length <= maxMembers || members.length > maxHeadlines || !isOfHeadlines) return [[...members]]
  // an article has few edges compared to this many members: all pairs are compared
  return linkParts(members, (a, b) => strengthOf(members[a] ?? 0, members[b] ?? 0), minMean)
}

/** Counts as much against a story as the weakest similarity counts for it. */
const conflictStrength = -1

function byEdges(members: readonly number[], edges: readonly StrongEdge[], { areApart }: ChainRules) {
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
  const strengths = new Map(edges.map(({ a, b, strength }) => [keyOf(a, b), strength]))
  return (a: number, b: number): number => {
    const [one, other] = [members[a] ?? 0, members[b] ?? 0]
    return areApart(one, other) ? conflictStrength : (strengths.get(keyOf(one, other)) ?? 0)
  }
}

/**
 * The parts of a group whose members resemble each other on average, largest first: two parts are joined while the mean strength between their
 * members is at least `minMean` (average linkage, Sokal & Michener 1958). Found by nearest-neighbour chains (Murtagh 1983), which give the same
 * parts as always joining the strongest two, in quadratic time.
 */
export function linkParts(
  members: readonly number[],
  /** The strength between two members, given by their indexes; 0 for those that have nothing in common. */
  strengthOf: (a: number, b: number) => number,
  minMean: number,
): number[][] {
  const count = members.length
  const means = new Float64Array(count * count)
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) means[a * count + b] = means[b * count + a] = strengthOf(a, b)
  const parts = members.map((member): number[] | null => [member])
  const isOver = new Uint8Array(count)
  const chain: number[] = []

  const findNearest = (partIndex: number, before: number | undefined): number => {
    // ties go to the previous one, so that a chain ends
    let nearest = before ?? -1
    let highestMean = before === undefined ? -Infinity : (means[partIndex * count + before] ?? 0)
    for (let other = 0; other < count; other++) {
      const mean = means[partIndex * count + other] ?? 0
      if (other === partIndex || parts[other] === null || mean <= highestMean) continue
      nearest = other
      highestMean = mean
    }
    return highestMean >= minMean ? nearest : -1
  }

  const join = (into: number, absorbed: number): void => {
    const [one, other] = [parts[into] ?? [], parts[absorbed] ?? []]
    for (let third = 0; third < count; third++) {
      if (third === into || third === absorbed || parts[third] === null) continue
      const sum =
        (means[into * count + third] ?? 0) * one.length + (means[absorbed * count + third] ?? 0) * other.length
      means[into * count + third] = means[third * count + into] = sum / (one.length + other.length)
    }
    parts[into] = [...one, ...other]
    parts[absorbed] = null
  }

  for (let start = 0; start < count; start++) {
    if (parts[start] === null || isOver[start] === 1) continue
    chain.push(start)
    while (chain.length > 0) {
      const last = chain.at(-1) ?? 0
      const before = chain.at(-2)
      const nearest = findNearest(last, before)
      if (nearest === -1) {
        // nothing is near enough, and joining others brings nothing nearer
        isOver[last] = 1
        chain.pop()
      } else if (nearest === before) {
        chain.length -= 2
        join(Math.min(last, before), Math.max(last, before))
        if (chain.length === 0) chain.push(Math.min(last, before))
      } else chain.push(nearest)
    }
  }
  return parts.filter((part) => part !== null).toSorted((a, b) => b.length - a.length)
}
