import { indexedTokens } from '../text/tsvector.ts'
import type { QueryNode, QueryWord } from './query-node.ts'

/**
 * Whether a document matches a query; equal in meaning to `toTsvector(…) @@ toTsquery(…)`.
 * A phrase stands within the title or within the body, never across. Pass words as `tokens` gives them.
 */
export function matchesQuery(node: QueryNode, titleTokens: readonly string[], bodyTokens: readonly string[]): boolean {
  const { title, body } = indexedTokens({ title: titleTokens, body: bodyTokens })
  return matches(node, title, body)
}

function matches(node: QueryNode, title: readonly string[], body: readonly string[]): boolean {
  if (node.kind === 'phrase') return findPhrase(node.words, title, 0) !== -1 || findPhrase(node.words, body, 0) !== -1
  if (node.kind === 'not') return !matches(node.operand, title, body)
  const holds = (operand: QueryNode): boolean => matches(operand, title, body)
  return node.kind === 'and' ? node.operands.every(holds) : node.operands.some(holds)
}

/** Index of the first place at or after `from` where the words stand next to each other, or -1. */
export function findPhrase(words: readonly QueryWord[], tokens: readonly string[], from: number): number {
  for (let at = from; at + words.length <= tokens.length; at++) {
    if (words.every((word, offset) => matchesWord(word, tokens[at + offset]))) return at
  }
  return -1
}

function matchesWord(word: QueryWord, token: string | undefined): boolean {
  if (token === undefined) return false
  return word.prefix ? token.startsWith(word.text) : token === word.text
}
