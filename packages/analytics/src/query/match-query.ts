import { indexedTokens } from '../text/tsvector.ts'
import type { QueryNode, QueryWord } from './query-node.ts'

/**
 * Whether a document matches a query; equal in meaning to `toTsvector(…) @@ toTsquery(…)`.
 * A phrase stands within the title or within the body, never across. Pass words as `tokens` gives them.
 */
export function matchesQuery(
  node: QueryNode,
  titleTokens: readonly string[],
  bodyTokens: readonly string[],
): boolean {
  const { title, body } = indexedTokens({ title: titleTokens, body: bodyTokens })
  return matches(node, title, body)
}

function matches(node: QueryNode, title: readonly string[], body: readonly string[]): boolean {
  switch (node.kind) {
    case 'phrase':
      return findPhrase(node.words, title, 0) !== -1 || findPhrase(node.words, body, 0) !== -1
    case 'not':
      return !matches(node.operand, title, body)
    case 'and':
      return node.operands.every((operand) => matches(operand, title, body))
    case 'or':
      return node.operands.some((operand) => matches(operand, title, body))
  }
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
