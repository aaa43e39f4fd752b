/** The number of articles with each term, and the term's number. */
export interface TermSpread {
  count(words: Iterable<string>): void
  numberOf(word: string): number
  wordOf(term: number): string
  /** How informative a term is: a word in every tenth article says little about which story this is. */
  rarity(term: number): number
}

/** Counts as if this many articles had been read before, so that chance does not separate the first ones. */
const priorArticles = 400
const priorCount = 2

export function createTermSpread(): TermSpread {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const counts: number[] = []
  let articles = 0
  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, words.length)
    words.push(word)
    counts.push(0)
    return words.length - 1
  }
  return {
    numberOf,
    count(seen) {
      articles += 1
      for (const word of seen) {
        const term = numberOf(word)
        counts[term] = (counts[term] ?? 0) + 1
      }
    },
    wordOf: (term) => words[term] ?? '',
    rarity: (term) => Math.max(0, Math.log((articles + priorArticles) / ((counts[term] ?? 0) + priorCount))),
  }
}
