import { matchesQuery, type QueryNode, tokens, wantedPhrases } from '@auspex/analytics'

/** Queries of which each text is asked whether it matches any, however many there are. */
export interface WatchedQueries {
  /** By words alone: a condition on a field lets a text in, as nothing but its words is known yet. */
  match: (text: string) => boolean
}

/**
 * Files queries under the first words of what they want, so that a text is held only against queries that share a word with
 * it: every query wants some word of each of its documents. Beginnings of words are always tried.
 */
export function watchQueries(queries: readonly QueryNode[]): WatchedQueries {
  const byWord = new Map<string, Set<QueryNode>>()
  const always = new Set<QueryNode>()
  for (const query of queries) {
    for (const { words } of wantedPhrases(query)) {
      const [first] = words
      if (first === undefined || first.prefix) always.add(query)
      else byWord.set(first.text, (byWord.get(first.text) ?? new Set<QueryNode>()).add(query))
    }
  }
  return {
    match(text) {
      if (queries.length === 0) return false
      const words = tokens(text)
      const tried = new Set(always)
      for (const word of words) for (const query of byWord.get(word) ?? []) tried.add(query)
      for (const query of tried) if (matchesQuery(query, [], words)) return true
      return false
    },
  }
}
