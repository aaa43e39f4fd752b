import type { FieldNode, NearNode, PhraseNode, QueryComparison, QueryNode, QueryWord } from './query-node.ts'
import { foldName, isNumeric } from './query-fields.ts'
import { indexedTokens } from '../text/tsvector.ts'
import { tokenize } from '../text/tokenize.ts'
import { requiredPhrases, requiredConditions } from './format-query.ts'
import { isContextTerm } from '../contexts/context-terms.ts'

/** Index of the first position at or after `from` where the words are adjacent, or -1. */
function findPhrase(words: readonly QueryWord[], tokens: readonly string[], from: number): number {
  for (let index = from; index + words.length <= tokens.length; index++) {
    if (words.every((word, offset) => matchesWord(word, tokens[index + offset]))) return index
  }
  return -1
}

/** All positions where the words are adjacent, in order. */
function findPhrases(words: readonly QueryWord[], tokens: readonly string[]): number[] {
  const places: number[] = []
  for (let index = findPhrase(words, tokens, 0); index !== -1; index = findPhrase(words, tokens, index + 1))
    places.push(index)
  return places
}

function matchesWord(word: QueryWord, token: string | undefined): boolean {
  if (token === undefined) return false
  return word.prefix ? token.startsWith(word.text) : token === word.text
}

/** A range of words of a text as indexes, end exclusive. */
interface WordSpan {
  start: number
  end: number
}

/**
 * The spans of both phrases of each pair that is near enough, in either order; a span may be returned more than once.
 */
function findNear({ operands: [one, other], distance }: NearNode, tokens: readonly string[]): WordSpan[] {
  const ones = toSpans(findPhrases(one.words, tokens), one.words.length)
  if (ones.length === 0) return []
  const others = toSpans(findPhrases(other.words, tokens), other.words.length)
  return [...pairInOrder(ones, others, distance), ...pairInOrder(others, ones, distance)]
}

function toSpans(places: readonly number[], length: number): WordSpan[] {
  return places.map((start) => ({ start, end: start + length }))
}

/** Both lists are sorted, so each first span only compares the few second ones in its reach. */
function pairInOrder(firsts: readonly WordSpan[], seconds: readonly WordSpan[], distance: number): WordSpan[] {
  const found: WordSpan[] = []
  let from = 0
  for (const first of firsts) {
    while (from < seconds.length && (seconds[from]?.start ?? 0) < first.end) from++
    let reached = false
    for (let index = from; index < seconds.length; index++) {
      const second = seconds[index]
      // the last word of the first is at end - 1, so the next word has a distance of 1
      if (second === undefined || second.start - (first.end - 1) > distance) break
      reached = true
      found.push(second)
    }
    if (reached) found.push(first)
  }
  return found
}

/** What is known about a document besides its words. Null is unknown, and no condition on it holds. */
export interface DocumentFacts {
  source: string
  outlet: string | null
  author: string | null
  kind: string
  lang: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null
  tone: string
  /** The UTC day of publication, YYYY-MM-DD. */
  day: string
  score: number | null
  comments: number | null
  views: number | null
}

const compare: Record<QueryComparison, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
}

/**
 * Whether a document satisfies a field's condition. An unknown value never does, so omitting a condition keeps such
 * documents.
 */
export function matchesField({ field, comparison, value }: FieldNode, facts: DocumentFacts): boolean {
  if (field === 'since') return facts.day >= value
  if (field === 'until') return facts.day <= value
  if (isNumeric(field)) {
    const count = facts[field]
    return count !== null && compare[comparison](count, Number(value))
  }
  const known = facts[field]
  if (known === null) return false
  if (field === 'outlet') return foldName(known) === value || foldName(known).startsWith(`${value}/`)
  return field === 'author' ? foldName(known) === value : known === value
}

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
  if (node.kind === 'field') return facts === null ? null : matchesField(node, facts)
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

/** A span of a text as UTF-16 offsets, end exclusive. */
export interface TextRange {
  start: number
  end: number
}

/**
 * Finds the parts of a text that match a query's wanted words: ranges in order, overlapping ones merged. For `near`
 * both phrases are marked, and only where they are near each other. Fields mark nothing.
 */
export function highlightRanges(node: QueryNode, text: string): TextRange[] {
  const found = tokenize(text)
  const words = found.map((token) => token.text)
  const ranges: TextRange[] = []
  for (const part of requiredConditions(node)) {
    for (const { start, end } of findSpans(part, words)) {
      const first = found[start]
      const last = found[end - 1]
      if (first !== undefined && last !== undefined) ranges.push({ start: first.start, end: last.end })
    }
  }
  return mergeRanges(ranges)
}

function findSpans(part: PhraseNode | NearNode, words: readonly string[]): WordSpan[] {
  if (part.kind === 'near') return findNear(part, words)
  return findPhrases(part.words, words).map((start) => ({ start, end: start + part.words.length }))
}

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/**
 * Creates the test whether words (as returned by `tokens`) name the topic of a query: they contain one of its wanted phrases. A phrase of stop words
 * alone ("of the") names nothing, unless the query has no other.
 */
export function createTopicMatcher(node: QueryNode): (words: readonly string[]) => boolean {
  const phrases = requiredPhrases(node)
  const contentPhrases = phrases.filter(({ words }) => words.some(({ text }) => isContextTerm(text)))
  const names = contentPhrases.length > 0 ? contentPhrases : phrases
  return (words) => names.some((phrase) => findPhrase(phrase.words, words, 0) !== -1)
}
