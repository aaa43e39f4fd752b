import { readDateWords, type SpokenDays } from './date-words.ts'
import { lexQuery } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import { QuerySyntaxError } from './query-node.ts'
import { isFiller, opensQuestion, wordsOf } from './question-words.ts'

/** The query for a question that a person typed. */
export interface ReadQuestion {
  /** In the query language: each part is required. */
  query: string
  /** The parts: words, and phrases of the library. */
  words: string[]
  /** The first and the last day it mentions; null is open. */
  from: string | null
  until: string | null
}

export interface QuestionContext {
  /** The current day (UTC). */
  today: string
  /** Whether the library knows a phrase, in lower case, as a name or a topic. */
  isKnown: (phrase: string) => boolean
}

/** Maximum number of words of a phrase to look up. */
const maxPhraseWords = 4
const maxWords = 40

/**
 * Turns a question, or a topic with days, into a query: content words, phrases that the library knows, and words for days as days. Rules only, for
 * English. Null when the text is already a query (an operator, a quotation mark, a field), mentions nothing else, or is not a question.
 */
export function readQuestion(text: string, { today, isKnown }: QuestionContext): ReadQuestion | null {
  if (!isPlain(text)) return null
  const days = readDateWords(text, today)
  const rest = days?.rest ?? text
  const words = wordsOf(rest)
  if (words.length === 0 || words.length > maxWords) return null
  if (!isQuestion(text)) return days === null ? null : toReadQuestion([words.join(' ')], days)
  const parts = joinPhrases(words, isKnown)
  return parts.length === 0 ? null : toReadQuestion(parts, days)
}

/** Runs of words, in lower case, that a library may know as one name; none for a text that is already a query. */
export function phraseCandidates(text: string): string[] {
  if (!isPlain(text)) return []
  const words = wordsOf(text).slice(0, maxWords)
  const phrases = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let end = from + 2; end <= Math.min(words.length, from + maxPhraseWords); end++)
      phrases.add(words.slice(from, end).join(' ').toLowerCase())
  return [...phrases]
}

function toReadQuestion(parts: readonly string[], days: SpokenDays | null): ReadQuestion | null {
  const words = [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()].filter((part) => part !== '')
  if (words.length === 0) return null
  const query =
    words.length === 1 ? words[0] : words.map((part) => (part.includes(' ') ? `"${part}"` : part)).join(' AND ')
  // the rest may turn out to be an operator: "who is AND?"
  if (query === undefined || !parseQuery(query).ok) return null
  return { query, words, from: days?.from ?? null, until: days?.until ?? null }
}

/** Content words in order, joined with their neighbours where the library knows them together. */
function joinPhrases(words: readonly string[], isKnown: QuestionContext['isKnown']): string[] {
  const parts: string[] = []
  const hasCapitals = words.some((word) => /\p{Ll}/u.test(word))
  for (let index = 0; index < words.length;) {
    const phrase = findLongestPhrase(words.slice(index, index + maxPhraseWords), isKnown)
    const word = words[index] ?? ''
    if (phrase !== null) parts.push(phrase.join(' '))
    // "US" and "IT" are names where other words have lower-case letters
    else if (!isFiller(word) || (hasCapitals && /^\p{Lu}{2,}$/u.test(word))) parts.push(word)
    index += phrase?.length ?? 1
  }
  return parts
}

function findLongestPhrase(words: readonly string[], isKnown: QuestionContext['isKnown']): readonly string[] | null {
  for (let length = words.length; length > 1; length--) {
    const run = words.slice(0, length)
    if (isKnown(run.join(' ').toLowerCase())) return run
  }
  return null
}

function isQuestion(text: string): boolean {
  const first = wordsOf(text)[0]
  return /\?\s*$/u.test(text) || (first !== undefined && opensQuestion(first))
}

/** Whether the text contains no syntax of the query language. */
function isPlain(text: string): boolean {
  try {
    return lexQuery(text).every((mark) => mark.kind === 'chunk' && !mark.text.includes('*'))
  } catch (problem) {
    if (problem instanceof QuerySyntaxError) return false
    throw problem
  }
}
