import { addDays, isDay, mondayOf } from '@auspex/contract/days'
import { isFiller, wordsOf } from './question-words.ts'

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
/** "2010–12". With a hyphen, two digits may be a month: 2010-12. */
const yearSpan = `${year}(?:[–—-]${year}|[–—]\\d\\d)`
const point = `(?:${datePoint}|${yearSpan}|${year})`
const nearDay = '(?:today|yesterday)'
const end = `(?:${point}|${nearDay})`
const dash = '\\s*[–—-]\\s*'
const wordBegin = '(?<![\\p{L}\\p{N}])'
const wordEnd = '(?![\\p{L}\\p{N}-])'

function pattern(source: string): RegExp {
  return new RegExp(`${wordBegin}${source}${wordEnd}`, 'giu')
}

/** The days that a match of the pattern means; null where it means none. */
type Rule = readonly [RegExp, (match: RegExpExecArray, today: string) => Partial<Days> | null]

/** In order: the first match of the first rule that means days wins. A bare year is as often a name ("Windows 2000"), so it needs a word before it. */
const rules: readonly Rule[] = [
  [pattern(`(?:from|between)\\s+(${point})\\s+(?:to|and|until|till|through)\\s+(${end})`), readRange],
  [
    pattern(`(?:in|during|of|from|between|around|throughout)\\s+(?:the\\s+years\\s+)?(${point})${dash}(${end})`),
    readRange,
  ],
  [pattern(`(${datePoint})${dash}(${datePoint})`), readRange],
  // a month of that name is within the years, so none of its days is lost
  [pattern(`(?:in|during|of|around|throughout)\\s+(?:the\\s+years\\s+)?(${year}-\\d\\d)`), pointRule((days) => days)],
  [pattern(`since\\s+(?:the\\s+year\\s+)?(${end})`), pointRule(({ from }) => ({ from }))],
  [pattern(`after\\s+(${point})`), pointRule(({ until }) => ({ from: addDays(until, 1) }))],
  [pattern(`before\\s+(${point})`), pointRule(({ from }) => ({ until: addDays(from, -1) }))],
  [pattern(`(?:until|till|up\\s+to)\\s+(${end})`), pointRule(({ until }) => ({ until }))],
  [pattern(`(?:in|during|on|of|from|around|throughout)\\s+(?:the\\s+year\\s+)?(${point})`), pointRule((days) => days)],
  [pattern(`(${datePoint})`), pointRule((days) => days)],
  [pattern(`since\\s+(${month})`), monthRule((name, today) => ({ from: latestMonth(name, today).from }))],
  [pattern(`(?:(?:in|during|of)\\s+)?last\\s+(${month})`), monthRule(lastMonth, isLastOfSeveral)],
  [pattern(`(?:in|during|throughout)\\s+(${wholeMonth})`), monthRule(latestMonth, isPartOfName)],
  [
    pattern('(?:(?:in|over|during|for|within)\\s+)?(?:the\\s+)?(?:last|past)\\s+(\\d{1,3})\\s+(day|week|month|year)s?'),
    readWindow,
  ],
  [pattern('(?:(?:in|over|during)\\s+)?(?:the\\s+)?(this|last)\\s+(week|month|year)'), readCalendarPart],
  [pattern(`(${nearDay})`), readNearDay],
]

/** Extracts English words for days from a text; null when it mentions none, or only days in the future. */
export function readDateWords(text: string, today: string): SpokenDays | null {
  for (const [expression, toDays] of rules) {
    for (const match of text.matchAll(expression)) {
      const days = toDays(match, today)
      if (days === null || (days.from !== undefined && days.from > today)) continue
      const before = text.slice(0, match.index).replace(/[\s,]+$/u, '')
      return {
        from: days.from ?? null,
        until: days.until ?? null,
        rest: `${before} ${text.slice(match.index + match[0].length)}`,
      }
    }
  }
  return null
}

function pointRule(toDays: (days: Days) => Partial<Days>): Rule[1] {
  return (match, today) => {
    const days = isNearDayOfName(match) ? null : readPoint(match[1] ?? '', today)
    return days && toDays(days)
  }
}

function monthRule(toDays: (name: string, today: string) => Partial<Days>, isName = precedesName): Rule[1] {
  return (match, today) => (isName(match) ? null : toDays(match[1] ?? '', today))
}

/** "2012 to 2010" is the same time as "2010 to 2012". */
function readRange([, a = '', b = '']: RegExpExecArray, today: string): Days | null {
  const [one, other] = [readPoint(a, today), readPoint(b, today)]
  if (one === null || other === null) return null
  return one.from > other.until ? { from: other.from, until: one.until } : { from: one.from, until: other.until }
}

/**
 * "10 April 2013", "April 10, 2013", "April 2013", "2013", "2013-04-10", "2010–12", "today". A day that does not exist in its month is read as the month,
 * and one of an impossible month as the year; null where that is no year of these centuries.
 */
function readPoint(text: string, today: string): Days | null {
  const named = dayNamed(text, today)
  if (named !== null) return { from: named, until: named }
  const [, isoMonth, isoDay] = /^(\d{4}-\d\d)-(\d\d)$/.exec(text) ?? []
  if (isoMonth !== undefined && isDay(`${isoMonth}-01`)) return readDay(isoMonth, isoDay)
  const [, firstYear, lastYear] = /^(\d{4})[–—-](\d{4}|\d\d)$/.exec(text) ?? []
  if (firstYear !== undefined && lastYear !== undefined) return readYears(firstYear, lastYear)
  const ofYear = new RegExp(year).exec(text)?.[0]
  if (ofYear === undefined) return null
  const name = new RegExp(month, 'i').exec(text)?.[0].slice(0, 3).toLowerCase()
  if (name === undefined) return { from: `${ofYear}-01-01`, until: `${ofYear}-12-31` }
  const number = String(monthNames.indexOf(name) + 1).padStart(2, '0')
  return readDay(`${ofYear}-${number}`, /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0])
}

/** From one year to another, whose century may be left out; only the first where the digits after it are of no later year. */
function readYears(first: string, last: string): Days {
  const isShort = last.length === 2
  const second = isShort ? `${first.slice(0, 2)}${last}` : last
  const [from = first, until = first] = isShort && second < first ? [] : [first, second].toSorted()
  return { from: `${from}-01-01`, until: `${until}-12-31` }
}

/** A day of a month given as `YYYY-MM`, or the whole month where it has no such day. */
function readDay(ofMonth: string, number: string | undefined): Days {
  const day = `${ofMonth}-${number?.padStart(2, '0')}`
  return isDay(day) ? { from: day, until: day } : { from: `${ofMonth}-01`, until: lastDayOf(ofMonth) }
}

/** The day that "today" or "yesterday" is; null for another word. */
function dayNamed(word: string, today: string): string | null {
  if (/^today$/iu.test(word)) return today
  return /^yesterday$/iu.test(word) ? addDays(today, -1) : null
}

function readNearDay(match: RegExpExecArray, today: string): Days | null {
  const day = isNearDayOfName(match) ? null : dayNamed(match[0], today)
  return day === null ? null : { from: day, until: day }
}

/** A month without a year is the latest that has begun. */
function latestMonth(name: string, today: string): Days {
  const number = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const ofYear = (years: number) => `${years}-${String(number).padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const ofMonth = `${ofYear(thisYear)}-01` <= today ? ofYear(thisYear) : ofYear(thisYear - 1)
  return { from: `${ofMonth}-01`, until: lastDayOf(ofMonth) }
}

/** "Last March" has ended: in March it is that of the year before. */
function lastMonth(name: string, today: string): Days {
  const days = latestMonth(name, today)
  return days.until < today.slice(0, 8) ? days : latestMonth(name, addDays(days.from, -1))
}

const givenNames = /^(?:april|may|june|august)$/iu

/** Whether the next word makes a month a name, as in "June Carter": rather read a name as a month than lose the days of a question. */
function precedesName(match: RegExpExecArray): boolean {
  return givenNames.test(match[1] ?? '') && precedesCapital(match) && !isFiller(wordAfter(match) ?? '')
}

/** The same for "in", after which march and may are often no months: "in March Madness", "in may river". */
function isPartOfName(match: RegExpExecArray): boolean {
  const [, name = ''] = match
  const next = wordAfter(match)
  if (next === undefined || isFiller(next)) return false
  return precedesName(match) || /^(?:march|may)$/u.test(name) || (name === 'March' && precedesCapital(match))
}

/** "The last march on Washington" was one of several, and "the last March" is a month. */
function isLastOfSeveral(match: RegExpExecArray): boolean {
  const hasArticle = /(?<!\p{L})the\s+$/iu.test(match.input.slice(0, match.index))
  return precedesName(match) || (hasArticle && match[1] === 'march' && wordAfter(match) !== undefined)
}

/** The next word of the same sentence: a dot may belong to the abbreviation of a month, and rarely does. */
function wordAfter({ input, index, 0: whole }: RegExpExecArray): string | undefined {
  if (whole.endsWith('.')) return undefined
  return /^\s+([\p{L}\p{N}’'-]+)/u.exec(input.slice(index + whole.length))?.[1]
}

/** Whether the next word has a capital that makes it a name. */
function precedesCapital(match: RegExpExecArray): boolean {
  return /^\p{Lu}/u.test(wordAfter(match) ?? '') && !isTitleCase(wordsBeside(match, { after: 1 }))
}

/**
 * Whether "Today" is part of a name: "since Today Show", "did USA Today write". It is the day where a sentence begins ("Today Apple …") or the text
 * ends ("protests in Iran Today").
 */
function isNearDayOfName(match: RegExpExecArray): boolean {
  const [word] = /(?:Today|Yesterday)$/u.exec(match[0]) ?? []
  if (word === undefined) return false
  const before = match.input.slice(0, match.index + match[0].length - word.length)
  if (/(?<![\p{L}\p{N}])\p{Ll}\p{L}*\s+$/u.test(before)) return precedesCapital(match)
  const [, previous = ''] = /\s(\p{Lu}[\p{L}\p{N}]*)\s+$/u.exec(before) ?? []
  const isWithin = previous !== '' && !isFiller(previous) && /^\p{Ll}/u.test(wordAfter(match) ?? '')
  return isWithin && !isTitleCase(wordsBeside(match, { before: 1 }))
}

/** The words around a match without those nearest to it, which may be of its name. */
function wordsBeside(
  { input, index, 0: whole }: RegExpExecArray,
  nearest: { before?: number; after?: number },
): string[] {
  const [before, after] = [wordsOf(input.slice(0, index)), wordsOf(input.slice(index + whole.length))]
  return [...before.slice(0, before.length - (nearest.before ?? 0)), ...after.slice(nearest.after ?? 0)]
}

/** Where most words begin with a capital, it tells no name. */
function isTitleCase(words: readonly string[]): boolean {
  const capitalized = words.filter((word) => /^\p{Lu}/u.test(word)).length
  return capitalized > words.filter((word) => /^\p{Ll}/u.test(word)).length
}

/** "The last 30 days" end today. */
function readWindow([, many = '0', unit = 'day']: RegExpExecArray, today: string): Days {
  const number = Number(many)
  switch (unit.toLowerCase()) {
    case 'year':
      return { from: addDays(monthsBefore(today, number * 12), 1), until: today }
    case 'month':
      return { from: addDays(monthsBefore(today, number), 1), until: today }
    case 'week':
      return { from: addDays(today, 1 - number * 7), until: today }
    default:
      return { from: addDays(today, 1 - number), until: today }
  }
}

/** "This week" begins on its Monday and ends today; "last week" is a whole one. */
function readCalendarPart([, which = '', unit = '']: RegExpExecArray, today: string): Days {
  const firstDay = firstDayOf(unit.toLowerCase(), today)
  if (which.toLowerCase() === 'this') return { from: firstDay, until: today }
  const until = addDays(firstDay, -1)
  return { from: firstDayOf(unit.toLowerCase(), until), until }
}

function firstDayOf(unit: string, day: string): string {
  if (unit === 'week') return mondayOf(day)
  return unit === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
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
