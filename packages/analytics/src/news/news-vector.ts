import type { ArticleWord } from './article-words.ts'

/** The number of articles with each term, and the term's number. */
interface TermSpread {
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

/** The terms of an article as a vector of length 1. */
export interface NewsVector {
  weights: ReadonlyMap<number, number>
  /** Its terms, the heaviest first. */
  heaviest: readonly number[]
}

/** Weight of a concept relative to a word: a shared word ("acquires") is more specific than a shared concept ("buys" and "acquires"). */
const conceptWeight = 0.4
const countryWeight = 0.5
/** Two countries in one headline show who deals with whom. */
const pairWeight = 1.5
/** The first word of a headline is capitalised anyway: it may or may not be a name. */
const firstWordWeight = 1.5

/** Weights (1 + ln tf) · rarity, more for names. Salton & Buckley (1988), Term-weighting approaches in automatic text retrieval. */
export function toNewsVector(
  words: ReadonlyMap<string, ArticleWord>,
  spread: TermSpread,
  nameWeight: number,
): NewsVector {
  const entries: [number, number][] = []
  let squares = 0
  for (const [word, articleWord] of words) {
    const term = spread.numberOf(word)
    const kind = kindWeight(word, wordWeight(articleWord, nameWeight))
    const weight = (1 + Math.log(articleWord.count)) * spread.rarity(term) * kind
    if (weight <= 0) continue
    entries.push([term, weight])
    squares += weight * weight
  }
  const length = Math.sqrt(squares) || 1
  entries.sort(([one, a], [other, b]) => b - a || one - other)
  return {
    weights: new Map(entries.map(([term, weight]) => [term, weight / length])),
    heaviest: entries.map(([term]) => term),
  }
}

function wordWeight({ isName, isTitleName }: ArticleWord, nameWeight: number): number {
  if (isName) return nameWeight
  return isTitleName ? firstWordWeight : 1
}

function kindWeight(word: string, weight: number): number {
  if (word.startsWith('=')) return conceptWeight
  if (word.startsWith('@')) return word.includes('+') ? pairWeight : countryWeight
  return weight
}
