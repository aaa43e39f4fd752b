/**
 * The rule that many aggregators use: texts that share at least this much of their words are one story, joined one after the other. Exact, using an
 * inverted index.
 */
export function jaccardClusters(texts: readonly (readonly string[])[], least: number): string[] {
  const parent = texts.map((_, at) => at)
  const find = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    parent[at] = root
    return root
  }
  const sets = texts.map((words) => new Set(words))
  const postings = new Map<string, number[]>()
  sets.forEach((set, at) => {
    const shared = new Map<number, number>()
    for (const word of set)
      for (const other of postings.get(word) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
    for (const [other, common] of shared) {
      const size = set.size + (sets[other]?.size ?? 0) - common
      if (size > 0 && common / size >= least) parent[find(at)] = find(other)
    }
    for (const word of set) {
      const posting = postings.get(word)
      if (posting === undefined) postings.set(word, [at])
      else posting.push(at)
    }
  })
  return texts.map((_, at) => `${find(at)}`)
}
