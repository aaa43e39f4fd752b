import { indexedTokens } from '../text/tsvector.ts'
import { type DocumentFacts, meetsField } from './document-facts.ts'
import { findNear } from './find-near.ts'
import { findPhrase } from './find-phrase.ts'
import type { PhraseNode, QueryNode } from './query-node.ts'

/** A document as a query sees it: words as returned by `tokens`. */
export interface MatchableDocument {
  title: readonly string[]
  body: readonly string[]
  facts: DocumentFacts
}

/**
 * Whether a document matches a query; equivalent to the condition sent to the database. A phrase lies within the title
 * or within the body, never across, and so do words near each other.
 */
export function matchesDocument(node: QueryNode, { title, body, facts }: MatchableDocument): boolean {
  return decide(node, indexedTokens({ title, body }), facts) ?? true
}

/**
 * Whether the words of a text match a query. Facts about its document are ignored: a condition on a field neither
 * includes nor excludes a text.
 */
export function matchesQuery(node: QueryNode, titleTokens: readonly string[], bodyTokens: readonly string[]): boolean {
  return decide(node, indexedTokens({ title: titleTokens, body: bodyTokens }), null) ?? true
}

/** A sentence on its own has no title: there the place is as undecided as an unknown fact. */
function isInTitle({ words }: PhraseNode, title: readonly string[], facts: DocumentFacts | null): boolean | null {
  if (facts === null && title.length === 0) return null
  return findPhrase(words, title, 0) !== -1
}

/** Three-valued: null is undecided for lack of facts, and stays so under NOT. */
function decide(
  node: QueryNode,
  words: { title: readonly string[]; body: readonly string[] },
  facts: DocumentFacts | null,
): boolean | null {
  if (node.kind === 'phrase') {
    if (node.place === 'title') return isInTitle(node, words.title, facts)
    return findPhrase(node.words, words.title, 0) !== -1 || findPhrase(node.words, words.body, 0) !== -1
  }
  if (node.kind === 'near') return findNear(node, words.title).length > 0 || findNear(node, words.body).length > 0
  if (node.kind === 'field') return facts === null ? null : meetsField(node, facts)
  if (node.kind === 'not') {
    const holds = decide(node.operand, words, facts)
    return holds === null ? null : !holds
  }
  const decisive = node.kind === 'or'
  let undecided = false
  for (const operand of node.operands) {
    const holds = decide(operand, words, facts)
    if (holds === decisive) return decisive
    undecided ||= holds === null
  }
  return undecided ? null : !decisive
}
