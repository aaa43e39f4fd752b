import { hasUnspacedScript } from '../text/unspaced-scripts.ts'
import type { NearNode, PhraseNode, QueryNode } from './query-node.ts'
import { writeWords } from './write-words.ts'

/**
 * The wanted phrases of a query, in order and without repeats: what a source is searched for. A prefix keeps its star.
 */
export function queryPhrases(node: QueryNode): string[] {
  return [...new Set(wantedPhrases(node).map(writePhrase))]
}

/** The phrase nodes that are not excluded, including those of `near`. */
export function wantedPhrases(node: QueryNode): PhraseNode[] {
  return wantedWords(node).flatMap((condition) => (condition.kind === 'near' ? condition.operands : [condition]))
}

/** The conditions on words that are not excluded. */
export function wantedWords(node: QueryNode): (PhraseNode | NearNode)[] {
  if (node.kind === 'phrase' || node.kind === 'near') return [node]
  return node.kind === 'not' || node.kind === 'field' ? [] : node.operands.flatMap(wantedWords)
}

function writePhrase({ words }: PhraseNode): string {
  let phrase = ''
  for (const word of writeWords(words)) {
    // Scripts without spaces are searched for as they are written.
    const isJoined = phrase === '' || (hasUnspacedScript(phrase.slice(-1)) && hasUnspacedScript(word))
    phrase += `${isJoined ? '' : ' '}${word}`
  }
  return phrase
}
