import { type SpokenDays, readDateWords } from './date-words.ts'
import { lexQuery } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import { QueryProblem } from './query-error.ts'

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

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u))
}

/** Words that a question begins with. A statement may begin with an article ("The who"), so articles are not among them. */
const openings = toWordSet(
  `what what's whats why who who's whos whom whose how how's when where which is are was were am do does did can could should would will has have had
  isn't aren't wasn't weren't don't doesn't didn't can't won't tell show explain`,
)

/** Words that questions contain, whatever their subject. */
const furniture = toWordSet(
  `a an the and or but so if then than that this these those there here it its it's i me my we us our you your they them their he him his she her
  to of in on at by for from with about into over after before during since until between against among through around as up down out off
  be been being is are was were am do does did doing done can could should would will may might must shall has have had having
  what what's whats why who who's whos whom whose how how's when where which while not no nor
  isn't aren't wasn't weren't don't doesn't didn't can't won't
  people anyone anybody someone somebody everyone everybody nobody folks others all any some many much more most less least lot lots very really still
  now currently lately recently ever actually just also too
  tell show explain say says said saying talk talks talking talked think thinks thinking thought know knows known mean means
  happen happens happened happening go goes going gone went come comes came get gets got getting become becomes became changed changing
  cause causes caused start starts started begin begins began
  popular trending growing rising falling declining increasing decreasing big news opinion opinions`,
)

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
  if (!isQuestion(text)) return days === null ? null : toRead([tidy(rest)], days)
  const parts = joinPhrases(words, isKnown)
  return parts.length === 0 ? null : toRead(parts, days)
}

/** Runs of words, in lower case, that a library may know as one name; none for a text that is already a query. */
export function phraseCandidates(text: string): string[] {
  if (!isPlain(text)) return []
  const words = wordsOf(text).slice(0, maxWords)
  const runs = words.flatMap((_, from) =>
    Array.from({ length: maxPhraseWords - 1 }, (__, more) => words.slice(from, from + more + 2)).filter(
      (run, index) => run.length === index + 2,
    ),
  )
  return [...new Set(runs.map((run) => run.join(' ').toLowerCase()))]
}

function toRead(parts: readonly string[], days: SpokenDays | null): ReadQuestion | null {
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
  for (let at = 0; at < words.length;) {
    const phrase = findLongestPhrase(words.slice(at, at + maxPhraseWords), isKnown)
    const word = words[at] ?? ''
    if (phrase !== null) parts.push(phrase.join(' '))
    // "US" and "IT" are names where other words have lower-case letters
    else if (!furniture.has(plain(word)) || (hasCapitals && /^\p{Lu}{2,}$/u.test(word))) parts.push(word)
    at += phrase?.length ?? 1
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
  return /\?\s*$/u.test(text) || (first !== undefined && openings.has(plain(first)))
}

/** Whether the text contains no syntax of the query language. */
function isPlain(text: string): boolean {
  try {
    return lexQuery(text).every((mark) => mark.kind === 'chunk' && !mark.text.includes('*'))
  } catch (problem) {
    if (problem instanceof QueryProblem) return false
    throw problem
  }
}

/** The words as typed, without surrounding punctuation. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .map((word) => word.replace(/^(?!\.\p{L})[^\p{L}\p{N}]+|[?!.,;:'’…]+$/gu, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

function tidy(text: string): string {
  return wordsOf(text).join(' ')
}
