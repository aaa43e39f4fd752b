import { addDays } from '@auspex/contract/days'

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
  const place = atYear * 12 + atMonth - 1 - months
  const number = `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`
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
