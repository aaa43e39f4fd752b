/** Two contexts that share documents; `a < b`. */
export interface ContextPair {
  a: number
  b: number
  /** Jaccard index of their documents, in (0, 1]. */
  weight: number
  shared: number
}

/** Maximum number of links per context: more make a map unreadable and add nothing. */
const linksPerContext = 6
/** Fewer common documents are a coincidence. */
const minShared = 2

/**
 * Links contexts by the Jaccard index of their documents, where they share more than expected by chance (shared · n > a · b, a positive pointwise
 * mutual information: Church & Hanks 1990). Each context contributes its strongest six; heaviest first. `documents` lists for each document the
 * numbers of its contexts, each once.
 */
export function linkContexts(documents: readonly (readonly number[])[], contexts: number): ContextPair[] {
  const counts = new Uint32Array(contexts)
  const shared = new Uint32Array(contexts * contexts)
  for (const contextNumbers of documents) {
    for (const a of contextNumbers) {
      counts[a] = (counts[a] ?? 0) + 1
      for (const b of contextNumbers) if (a < b) shared[a * contexts + b] = (shared[a * contexts + b] ?? 0) + 1
    }
  }
  const pairs: ContextPair[] = []
  for (let a = 0; a < contexts; a++) {
    for (let b = a + 1; b < contexts; b++) {
      const both = shared[a * contexts + b] ?? 0
      const [countA, countB] = [counts[a] ?? 0, counts[b] ?? 0]
      if (both < minShared || both * documents.length <= countA * countB) continue
      pairs.push({ a, b, weight: both / (countA + countB - both), shared: both })
    }
  }
  pairs.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
  const linkCounts = new Uint32Array(contexts)
  return pairs.filter(({ a, b }) => {
    if ((linkCounts[a] ?? 0) >= linksPerContext && (linkCounts[b] ?? 0) >= linksPerContext) return false
    linkCounts[a] = (linkCounts[a] ?? 0) + 1
    linkCounts[b] = (linkCounts[b] ?? 0) + 1
    return true
  })
}
