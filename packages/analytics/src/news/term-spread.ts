/** In how many articles each term was, and the number by which it is known. */
export interface TermSpread {
  count(words: Iterable<string>): void
  numberOf(word: string): number
  wordOf(term: number): string
  /** How much a term tells: a word of every tenth article says little about which story this is. */
  rarity(term: number): number
}

/** As if so many articles had been read, so that the first ones are not told apart by chance. */
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
