/** F1 over pairs: of those joined, how many belong together; of those that belong together, how many were joined. */
export function pairF1(truth: readonly string[], clusters: readonly string[]): number {
  const both = countPairs(truth.map((label, at) => `${label}\n${clusters[at]}`))
  return harmonic(both / countPairs(clusters), both / countPairs(truth))
}

/** B³ F1 of Bagga & Baldwin (1998): precision and recall of each item's own cluster, averaged over items. */
export function bCubedF1(truth: readonly string[], clusters: readonly string[]): number {
  const both = countOf(truth.map((label, at) => `${label}\n${clusters[at]}`))
  const [inTruth, inFound] = [countOf(truth), countOf(clusters)]
  let precision = 0
  let recall = 0
  truth.forEach((label, at) => {
    const shared = both.get(`${label}\n${clusters[at]}`) ?? 0
    precision += shared / (inFound.get(clusters[at] ?? '') ?? 1)
    recall += shared / (inTruth.get(label) ?? 1)
  })
  return harmonic(precision / truth.length, recall / truth.length)
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

function countPairs(labels: readonly string[]): number {
  return [...countOf(labels).values()].reduce((pairs, size) => pairs + (size * (size - 1)) / 2, 0)
}

function countOf(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
