/**
 * Puts articles of one headline into one group, that of most of them: of hundreds of copies each has its nearest among some, and a graph of
 * those is cut into several groups. What lies further apart than the window is told anew. Changes the groups in place.
 */
export function joinCopies(
  groups: Uint32Array,
  nodes: readonly { at: number; headline: string | null }[],
  windowMs: number,
): void {
  const copies = Map.groupBy(nodes.keys(), (node) => nodes[node]?.headline ?? null)
  for (const [headline, of] of copies) {
    if (headline === null || of.length < 2) continue
    const inOrder = of.toSorted((a, b) => (nodes[a]?.at ?? 0) - (nodes[b]?.at ?? 0))
    let run: number[] = []
    for (const node of inOrder) {
      const before = run.at(-1)
      if (before !== undefined && (nodes[node]?.at ?? 0) - (nodes[before]?.at ?? 0) > windowMs) {
        joinRun(groups, run)
        run = []
      }
      run.push(node)
    }
    joinRun(groups, run)
  }
}

function joinRun(groups: Uint32Array, run: readonly number[]): void {
  const counts = new Map<number, number>()
  for (const node of run) counts.set(groups[node] ?? 0, (counts.get(groups[node] ?? 0) ?? 0) + 1)
  if (counts.size < 2) return
  const [[group] = [0]] = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other)
  for (const node of run) groups[node] = group
}
