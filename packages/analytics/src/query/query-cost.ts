import { formatQuery } from './format-query.ts'
import type { NearNode, PhraseNode, QueryNode, QueryWord } from './query-node.ts'

/** How often words stand in a library. */
export interface WordFrequencies {
  /** All documents, of which no query can match more. */
  documents: number
  /** Documents that hold the word; for a beginning (`co*`) the sum over all words that begin so. */
  documentsWith(word: QueryWord): number
}

export interface QueryCost {
  /** Milliseconds of reading lists of documents in the index. */
  indexMs: number
  /** Milliseconds of comparing the places of words in documents. */
  compareMs: number
  /** The part that costs most, as a person could have typed it. */
  costliest: { text: string; documents: number }
}

// Microseconds, measured on the embedded engine with 425,000 posts and articles (decision 0082).
const perListed = 0.06
const perCompared = 4
const perDistance = 0.3

/**
 * Estimates what counting the matches of a query costs, from above: words are taken to stand together as often as they can,
 * and no part is taken to spare another.
 * Throws `RangeError` for a query without a word. Only an order of magnitude is meant; engines differ by a factor of three.
 */
export function estimateQueryCost(node: QueryNode, frequencies: WordFrequencies): QueryCost {
  const documents = countHolding(node, frequencies)
  const listMs = (words: readonly QueryWord[]) => (sum(words.map(frequencies.documentsWith)) * perListed) / 1000
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

/** Documents that hold the words of a query, at most. */
function countHolding(node: QueryNode, frequencies: WordFrequencies): number {
  const { documents } = frequencies
  if (node.kind === 'phrase' || node.kind === 'near') {
    return Math.min(documents, ...wordsOf(node).map((word) => frequencies.documentsWith(word)))
  }
  if (node.kind === 'field' || node.kind === 'not') return documents
  const counts = node.operands.map((operand) => countHolding(operand, frequencies))
  return node.kind === 'and' ? Math.min(...counts) : Math.min(documents, sum(counts))
}

/** Every phrase and every pair of near ones, those of exclusions too: their places are compared as well. */
function wordParts(node: QueryNode): (PhraseNode | NearNode)[] {
  if (node.kind === 'phrase' || node.kind === 'near') return [node]
  if (node.kind === 'field') return []
  return node.kind === 'not' ? wordParts(node.operand) : node.operands.flatMap(wordParts)
}

/** The words that a query looks up, each once, those of exclusions too; what `documentsWith` will be asked for. */
export function wordsOfQuery(node: QueryNode): QueryWord[] {
  const words = wordParts(node).flatMap(wordsOf)
  return [...new Map(words.map((word) => [`${word.text}${word.prefix ? '*' : ''}`, word])).values()]
}

/** Whether a query may cost more than its matches: it compares the places of words, or looks up a beginning or many words. */
export function isDemanding(node: QueryNode): boolean {
  const words = wordsOfQuery(node)
  return words.length > mostPlainWords || words.some(({ prefix }) => prefix) || wordParts(node).some(comparesPlaces)
}

const mostPlainWords = 4

function comparesPlaces(part: PhraseNode | NearNode): boolean {
  return wordsOf(part).length > 1
}

function wordsOf(part: PhraseNode | NearNode): QueryWord[] {
  return part.kind === 'phrase' ? part.words : part.operands.flatMap(({ words }) => words)
}

function comparingMicros(part: PhraseNode | NearNode): number {
  if (part.kind === 'phrase') return part.words.length > 1 ? perCompared * (part.words.length - 1) : 0
  // the index knows no range of distances: each one, in both orders, is a phrase of its own
  const alternatives = 2 * part.distance
  return perCompared + alternatives * perDistance * (wordsOf(part).length - 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
