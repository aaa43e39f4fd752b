import type { ArticleWord } from './article-words.ts'
import type { TermSpread } from './term-spread.ts'

/** The terms of an article with weights of length 1. */
export interface NewsVector {
  weights: ReadonlyMap<number, number>
  /** Its terms, the heaviest first. */
  heaviest: readonly number[]
}

/** How much a concept counts beside a word: that both say "buys" is less than that both say "acquires". */
const conceptWeight = 0.4
const countryWeight = 0.5

/** Weights (1 + ln tf) · rarity, names more. Salton & Buckley (1988), Term-weighting approaches in automatic text retrieval. */
export function toNewsVector(
  words: ReadonlyMap<string, ArticleWord>,
  spread: Pick<TermSpread, 'numberOf' | 'rarity'>,
  nameWeight: number,
): NewsVector {
  const entries: [number, number][] = []
  let squares = 0
  for (const [word, { count, isName }] of words) {
    const term = spread.numberOf(word)
    const kind = word.startsWith('=') ? conceptWeight : word.startsWith('@') ? countryWeight : isName ? nameWeight : 1
    const weight = (1 + Math.log(count)) * spread.rarity(term) * kind
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
