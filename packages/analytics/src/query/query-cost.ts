import { formatQuery } from './format-query.ts'
import type { NearNode, PhraseNode, QueryNode, QueryWord } from './query-node.ts'

/** How often words occur in a library. */
export interface WordFrequencies {
  /** All documents, the maximum number of matches of any query. */
  documents: number
  /** Documents that contain the word; for a prefix (`co*`) the sum over all words that begin with it. */
  documentsWith(word: QueryWord): number
}

export interface QueryCost {
  /** Milliseconds for reading lists of documents in the index. */
  indexMs: number
  /** Milliseconds for comparing the positions of words in documents. */
  compareMs: number
  /** The most expensive part, as a person could have typed it. */
  costliest: { text: string; documents: number }
}

// Microseconds, measured on the embedded engine with 425,000 posts and articles (docs/decisions/embedded-database.md).
const microsecondsPerListed = 0.06
const microsecondsPerCompared = 4
const microsecondsPerDistance = 0.3

/**
 * Estimates an upper bound of the cost of counting a query's matches: words are assumed to occur together as often as they can, and no part to save
 * work for another. Throws `RangeError` for a query without a word. Only an order of magnitude; engines differ by a factor of three.
 */
export function estimateQueryCost(node: QueryNode, frequencies: WordFrequencies): QueryCost {
  const documents = countHolding(node, frequencies)
  const listMs = (words: readonly QueryWord[]) =>
    (sum(words.map(frequencies.documentsWith)) * microsecondsPerListed) / 1000
  const parts = wordParts(node).map((part) => ({
    part,
    indexMs: listMs(wordsOf(part)),
    compareMs: (documents * comparingMicros(part)) / 1000,
  }))
  const [first, ...others] = parts
  if (first === undefined) throw new RangeError('a query needs at least one word to look for')
  const costliest = others.reduce((most, each) => (costOf(each) > costOf(most) ? each : most), first)
  return {
    indexMs: listMs(wordsOfQuery(node)),
    compareMs: sum(parts.map(({ compareMs }) => compareMs)),
    costliest: { text: formatQuery(costliest.part), documents: countHolding(costliest.part, frequencies) },
  }
}

function costOf({ indexMs, compareMs }: { indexMs: number; compareMs: number }): number {
  return indexMs + compareMs
}

/** Maximum number of documents that contain the words of a query. */
function countHolding(node: QueryNode, frequencies: WordFrequencies): number {
  const { documents } = frequencies
  if (node.kind === 'phrase' || node.kind === 'near') {
    return Math.min(documents, ...wordsOf(node).map((word) => frequencies.documentsWith(word)))
  }
  if (node.kind === 'field' || node.kind === 'not') return documents
  const counts = node.operands.map((operand) => countHolding(operand, frequencies))
  return node.kind === 'and' ? Math.min(...counts) : Math.min(documents, sum(counts))
}

/** Every phrase and every pair of near ones, including those of exclusions: their positions are compared as well. */
function wordParts(node: QueryNode): (PhraseNode | NearNode)[] {
  if (node.kind === 'phrase' || node.kind === 'near') return [node]
  if (node.kind === 'field') return []
  return node.kind === 'not' ? wordParts(node.operand) : node.operands.flatMap(wordParts)
}

/** The words that a query looks up, each once, including those of exclusions; the arguments of later `documentsWith` calls. */
export function wordsOfQuery(node: QueryNode): QueryWord[] {
  const words = wordParts(node).flatMap(wordsOf)
  return [...new Map(words.map((word) => [`${word.text}${word.prefix ? '*' : ''}`, word])).values()]
}

/** Whether a query may cost more than its matches: it compares the positions of words, or looks up a prefix or many words. */
export function isExpensive(node: QueryNode): boolean {
  const words = wordsOfQuery(node)
  return words.length > maxPlainWords || words.some(({ prefix }) => prefix) || wordParts(node).some(comparesPlaces)
}

const maxPlainWords = 4

function comparesPlaces(part: PhraseNode | NearNode): boolean {
  return wordsOf(part).length > 1
}

function wordsOf(part: PhraseNode | NearNode): QueryWord[] {
  return part.kind === 'phrase' ? part.words : part.operands.flatMap(({ words }) => words)
}

function comparingMicros(part: PhraseNode | NearNode): number {
  if (part.kind === 'phrase') return part.words.length > 1 ? microsecondsPerCompared * (part.words.length - 1) : 0
  // the index has no range of distances: each one, in both orders, is a phrase of its own
  const alternatives = 2 * part.distance
  return microsecondsPerCompared + alternatives * microsecondsPerDistance * (wordsOf(part).length - 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
