/** Union-find over 0 … size-1 with path halving: Tarjan (1975). */
export interface DisjointSets {
  find: (member: number) => number
  join: (a: number, b: number) => void
}

/** Makes `size` sets of one member each. */
export function createDisjointSets(size: number): DisjointSets {
  const parents = Uint32Array.from({ length: size }, (_, member) => member)
  const parentOf = (member: number): number => parents[member] ?? member
  const find = (member: number): number => {
    let at = member
    while (parentOf(at) !== at) {
      parents[at] = parentOf(parentOf(at))
      at = parentOf(at)
    }
    return at
  }
  const join = (a: number, b: number): void => {
    const rootA = find(a)
    const rootB = find(b)
    // The lower index leads, so that the outcome does not depend on the order of joins.
    if (rootA < rootB) parents[rootB] = rootA
    else parents[rootA] = rootB
  }
  return { find, join }
}
