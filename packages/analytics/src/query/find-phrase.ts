import type { QueryWord } from './query-node.ts'

/** Index of the first position at or after `from` where the words are adjacent, or -1. */
export function findPhrase(words: readonly QueryWord[], tokens: readonly string[], from: number): number {
  for (let at = from; at + words.length <= tokens.length; at++) {
    if (words.every((word, offset) => matchesWord(word, tokens[at + offset]))) return at
  }
  return -1
}

/** All positions where the words are adjacent, in order. */
export function findPhrases(words: readonly QueryWord[], tokens: readonly string[]): number[] {
  const places: number[] = []
  for (let at = findPhrase(words, tokens, 0); at !== -1; at = findPhrase(words, tokens, at + 1)) places.push(at)
  return places
}

function matchesWord(word: QueryWord, token: string | undefined): boolean {
  if (token === undefined) return false
  return word.prefix ? token.startsWith(word.text) : token === word.text
}
