/** An edge, and how much more like its ends are than they have to be. */
export interface StrongEdge {
  a: number
  b: number
  strength: number
}

/** Larger groups are held together by their many edges, and were cut by modularity. */
const mostMembers = 40

/**
 * Cuts small groups in which articles hang together in a chain only: a man of one headline, the town of another. Within such a group two
 * parts are one story when their articles are like each other on average (average linkage, Sokal & Michener 1958; what is not like counts
 * as 0, and what tells other facts counts against it). Changes the groups in place.
 */
export function splitChains(
  groups: Uint32Array,
  edges: readonly StrongEdge[],
  { leastMean, areApart }: { leastMean: number; areApart: (a: number, b: number) => boolean },
): void {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const inner = new Map<number, StrongEdge[]>()
  for (const edge of edges) {
    const group = groups[edge.a] ?? 0
    if (group !== groups[edge.b]) continue
    const size = sizes.get(group) ?? 0
    if (size < 3 || size > mostMembers) continue
    const of = inner.get(group)
    if (of === undefined) inner.set(group, [edge])
    else of.push(edge)
  }
  const members = new Map<number, number[]>()
  groups.forEach((group, node) => {
    if (!inner.has(group)) return
    const of = members.get(group)
    if (of === undefined) members.set(group, [node])
    else of.push(node)
  })
  let next = groups.reduce((most, group) => Math.max(most, group), 0) + 1
  for (const [group, of] of members) {
    const parts = link(of, [...(inner.get(group) ?? []), ...listConflicts(of, areApart)], leastMean)
    for (const part of parts.slice(1)) {
      for (const node of part) groups[node] = next
      next++
    }
  }
}

/** As much against a story as the weakest likeness is for it. */
const conflictStrength = -1

function listConflicts(members: readonly number[], areApart: (a: number, b: number) => boolean): StrongEdge[] {
  return members.flatMap((a, at) =>
    members
      .slice(at + 1)
      .filter((b) => areApart(a, b))
      .map((b) => ({ a, b, strength: conflictStrength })),
  )
}

/** The parts of a group, the largest first. */
function link(members: readonly number[], edges: readonly StrongEdge[], leastMean: number): number[][] {
  const parts = new Map(members.map((node) => [node, [node]]))
  const sums = new Map<string, { a: number; b: number; sum: number }>()
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
  for (const { a, b, strength } of edges) sums.set(keyOf(a, b), { a, b, sum: strength })
  for (;;) {
    let best: { a: number; b: number; mean: number } | null = null
    for (const { a, b, sum } of sums.values()) {
      const mean = sum / ((parts.get(a)?.length ?? 1) * (parts.get(b)?.length ?? 1))
      if (mean >= leastMean && (best === null || mean > best.mean)) best = { a, b, mean }
    }
    if (best === null) break
    const { a, b } = best
    parts.set(a, [...(parts.get(a) ?? []), ...(parts.get(b) ?? [])])
    parts.delete(b)
    sums.delete(keyOf(a, b))
    for (const [key, pair] of sums) {
      if (pair.a !== b && pair.b !== b) continue
      const other = pair.a === b ? pair.b : pair.a
      sums.delete(key)
      const known = sums.get(keyOf(a, other))
      if (known === undefined) sums.set(keyOf(a, other), { a, b: other, sum: pair.sum })
      else known.sum += pair.sum
    }
  }
  return [...parts.values()].toSorted((a, b) => b.length - a.length)
}
