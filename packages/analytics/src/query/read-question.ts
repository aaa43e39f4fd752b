import { addDays } from '@auspex/contract/days'
import { lexQuery } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import { QuerySyntaxError } from './query-node.ts'

/** The days that a text mentions, and the text without those words. Null is open. */
export interface SpokenDays {
  from: string | null
  until: string | null
  rest: string
}

interface Days {
  from: string
  until: string
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const year = '(?:19|20)\\d\\d'
/** "Mar" and "sep" are also words of other languages, and of names: Mar del Plata. */
const wholeMonth = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?'
/** The most specific first: "10 April 2013" is not "April 2013" with a 10 before it. */
const datePoint = `(?:\\d{4}-\\d\\d-\\d\\d|${dayOfMonth}\\s+(?:of\\s+)?${month}\\s+${year}|${month}\\s+${dayOfMonth},?\\s+${year}|${month}\\s+${year})`
const point = `(?:${datePoint}|${year})`
const wordBegin = '(?<![\\p{L}\\p{N}])'
const wordEnd = '(?![\\p{L}\\p{N}-])'

function pattern(source: string): RegExp {
  return new RegExp(`${wordBegin}${source}${wordEnd}`, 'iu')
}

type Rule = readonly [RegExp, (match: RegExpExecArray, today: string) => Partial<Days> | null]

/** In order: the first match wins. A bare year is as often a name ("Windows 2000"), so it needs a word before it. */
const rules: readonly Rule[] = [
  [
    pattern(`(?:from|between)\\s+(${point})\\s+(?:to|and|until|till|through)\\s+(${point})`),
    ([, a = '', b = '']) => between(a, b),
  ],
  [pattern(`since\\s+(?:the\\s+year\\s+)?(${point})`), ([, a = '']) => ({ from: readPoint(a).from })],
  [pattern(`after\\s+(${point})`), ([, a = '']) => ({ from: addDays(readPoint(a).until, 1) })],
  [pattern(`before\\s+(${point})`), ([, a = '']) => ({ until: addDays(readPoint(a).from, -1) })],
  [pattern(`(?:until|till|up\\s+to)\\s+(${point})`), ([, a = '']) => ({ until: readPoint(a).until })],
  [
    pattern(`(?:in|during|on|of|from|around|throughout)\\s+(?:the\\s+year\\s+)?(${point})`),
    ([, a = '']) => readPoint(a),
  ],
  [pattern(`(${datePoint})`), ([, a = '']) => readPoint(a)],
  [pattern(`since\\s+(${month})`), ([, a = ''], today) => ({ from: latestMonth(a, today).from })],
  [pattern(`(?:(?:in|during|of)\\s+)?last\\s+(${month})`), ([, a = ''], today) => lastMonth(a, today)],
  [
    pattern(`(?:in|during|throughout)\\s+(${wholeMonth})`),
    (match, today) => (isPartOfName(match) ? null : latestMonth(match[1] ?? '', today)),
  ],
  [
    pattern('(?:(?:in|over|during|for|within)\\s+)?(?:the\\s+)?(?:last|past)\\s+(\\d{1,3})\\s+(day|week|month|year)s?'),
    lastMany,
  ],
  [pattern('(?:(?:in|over|during)\\s+)?(?:the\\s+)?(this|last)\\s+(week|month|year)'), calendarPart],
  [
    pattern('(today|yesterday)'),
    ([, word], today) => {
      const day = word?.toLowerCase() === 'today' ? today : addDays(today, -1)
      return { from: day, until: day }
    },
  ],
]

/** Extracts English words for days from a text; null when it mentions none, or only days in the future. */
export function readDateWords(text: string, today: string): SpokenDays | null {
  for (const [expression, toDays] of rules) {
    const match = expression.exec(text)
    if (match === null) continue
    const days = toDays(match, today)
    if (days === null || (days.from !== undefined && days.from > today)) continue
    const before = text.slice(0, match.index).replace(/[\s,]+$/u, '')
    return {
      from: days.from ?? null,
      until: days.until ?? null,
      rest: `${before} ${text.slice(match.index + match[0].length)}`,
    }
  }
  return null
}

function between(a: string, b: string): Days | null {
  const [first, last] = [readPoint(a), readPoint(b)]
  return first.from > last.until ? null : { from: first.from, until: last.until }
}

/** "10 April 2013", "April 10, 2013", "April 2013", "2013", "2013-04-10". A day that does not exist in the month is read as the month. */
function readPoint(text: string): Days {
  const iso = /^\d{4}-\d\d-\d\d$/.exec(text)
  if (iso !== null && isDay(text)) return { from: text, until: text }
  const ofYear = new RegExp(year).exec(text)?.[0] ?? '1970'
  const named = new RegExp(month, 'i').exec(text)?.[0].slice(0, 3).toLowerCase()
  if (named === undefined) return { from: `${ofYear}-01-01`, until: `${ofYear}-12-31` }
  const number = `${ofYear}-${String(monthNames.indexOf(named) + 1).padStart(2, '0')}`
  const dayNumber = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0]
  const day = `${number}-${(dayNumber ?? '').padStart(2, '0')}`
  if (dayNumber !== undefined && isDay(day)) return { from: day, until: day }
  return { from: `${number}-01`, until: lastDayOf(number) }
}

/** A month without a year is the latest that has begun. */
function latestMonth(name: string, today: string): Days {
  const ofYear = Number(today.slice(0, 4))
  const days = readPoint(`${name} ${ofYear}`)
  return days.from <= today ? days : readPoint(`${name} ${ofYear - 1}`)
}

/** "Last March" has ended: in March it is that of the year before. */
function lastMonth(name: string, today: string): Days {
  const days = latestMonth(name, today)
  return days.until < today.slice(0, 8) ? days : latestMonth(name, addDays(days.from, -1))
}

/** Whether another word makes a month a part of a name: "in June Carter’s songs", "in may river". */
function isPartOfName({ input, index, 0: whole, 1: name = '' }: RegExpExecArray): boolean {
  const next = /^\s+([\p{L}\p{N}’'-]+)/u.exec(input.slice(index + whole.length))?.[1]
  if (next === undefined) return false
  return /^\p{Lu}/u.test(next) || (/^(?:march|may)$/iu.test(name) && !furniture.has(plain(next)))
}

function lastMany([, many = '0', unit = 'day']: RegExpExecArray, today: string): Days {
  const number = Number(many)
  const name = unit.toLowerCase()
  if (name === 'day' || name === 'week')
    return { from: addDays(today, 1 - number * (name === 'week' ? 7 : 1)), until: today }
  return { from: addDays(monthsBefore(today, number * (name === 'year' ? 12 : 1)), 1), until: today }
}

function calendarPart([, which = '', unit = '']: RegExpExecArray, today: string): Days {
  const isThis = which.toLowerCase() === 'this'
  const name = unit.toLowerCase()
  const begin =
    name === 'week'
      ? addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
      : name === 'month'
        ? `${today.slice(0, 7)}-01`
        : `${today.slice(0, 4)}-01-01`
  if (isThis) return { from: begin, until: today }
  const until = addDays(begin, -1)
  const from =
    name === 'week' ? addDays(begin, -7) : name === 'month' ? `${until.slice(0, 7)}-01` : `${until.slice(0, 4)}-01-01`
  return { from, until }
}

function monthsBefore(day: string, months: number): string {
  const [atYear = 0, atMonth = 1, atDay = 1] = day.split('-').map(Number)
  const monthIndex = atYear * 12 + atMonth - 1 - months
  const number = `${Math.floor(monthIndex / 12)}-${String((monthIndex % 12) + 1).padStart(2, '0')}`
  const last = lastDayOf(number)
  const same = `${number}-${String(atDay).padStart(2, '0')}`
  return same < last ? same : last
}

/** The last day of a month given as `YYYY-MM`. */
function lastDayOf(number: string): string {
  const [ofYear = 1970, ofMonth = 1] = number.split('-').map(Number)
  return `${number}-${new Date(Date.UTC(ofYear, ofMonth, 0)).getUTCDate()}`
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

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
  for (let index = 0; index < words.length;) {
    const phrase = findLongestPhrase(words.slice(index, index + maxPhraseWords), isKnown)
    const word = words[index] ?? ''
    if (phrase !== null) parts.push(phrase.join(' '))
    // "US" and "IT" are names where other words have lower-case letters
    else if (!furniture.has(plain(word)) || (hasCapitals && /^\p{Lu}{2,}$/u.test(word))) parts.push(word)
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
  return /\?\s*$/u.test(text) || (first !== undefined && openings.has(plain(first)))
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
