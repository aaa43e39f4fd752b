import { readDateWords } from '@auspex/analytics/date-words'
import { addDays } from '@auspex/contract/days'

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month as people write it, as the source of a pattern without groups. */
const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'

/** First and last day of a month; of the most recent one that has begun when no year is named. */
function monthDays(word: string, year: string | undefined, today: string): readonly [string, string] {
  const month = String(names.indexOf(word.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')
  let ofYear = Number(year ?? today.slice(0, 4))
  if (year === undefined && `${ofYear}-${month}-01` > today) ofYear -= 1
  return [`${ofYear}-${month}-01`, `${ofYear}-${month}-${new Date(Date.UTC(ofYear, Number(month), 0)).getUTCDate()}`]
}

/** The same day some months before (after, when negative); the last of its month where that is shorter. */
function monthsBefore(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const monthIndex = year * 12 + month - 1 - months
  const [toYear, toMonth] = [Math.floor(monthIndex / 12), (monthIndex % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return `${toYear}-${String(toMonth).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`
}

/** The days that a question mentions, and the question without those words. Null is open. */
export interface Period {
  readonly from: string | null
  readonly to: string | null
  readonly rest: string
}

type Days = readonly [from: string | null, to: string | null]
type Rule = readonly [RegExp, (match: readonly string[], today: string) => Days | null]

const yearPattern = '((?:19|20)\\d\\d)'
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?'
const dash = '\\s*(?:-|–|—|to|and|until|till|through)\\s*'
const lead = '(?:(?:in|on|during|over|for|within|of|from|throughout|across)\\s+)?(?:the\\s+)?'
const numberWords: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  eighteen: '18',
  thirty: '30',
  ninety: '90',
}

function rule(source: string, days: Rule[1]): Rule {
  return [new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu'), days]
}

/** The most specific first. The rest is read by the rules for days of a typed search. */
const rules: readonly Rule[] = [
  rule(
    `(?:between|from)?\\s*${dayNumber}${dash}${dayNumber}\\s+(?:of\\s+)?(${monthWord}),?(?:\\s+${yearPattern})?`,
    daysOfMonth,
  ),
  rule(
    `(?:between|from)?\\s*(${monthWord})\\s+${dayNumber}${dash}(?:${monthWord}\\s+)?${dayNumber},?(?:\\s+${yearPattern})?`,
    ([, month = '', a = '', b = '', named], today) => daysOfMonth(['', a, b, month, named ?? ''], today),
  ),
  rule(
    `(?:between|from)\\s+(${monthWord})(?:\\s+${yearPattern})?${dash}(${monthWord})(?:\\s+${yearPattern})?`,
    ([, first = '', firstYear, last = '', lastYear], today) => {
      const end = monthDays(last, lastYear || firstYear, today)
      const begin = monthDays(first, firstYear || end[1].slice(0, 4), today)
      return begin[0] > end[1]
        ? [monthDays(first, String(Number(end[1].slice(0, 4)) - 1), today)[0], end[1]]
        : [begin[0], end[1]]
    },
  ),
  rule(`${lead}${yearPattern}\\s*[-–—]\\s*${yearPattern}`, ([, a = '', b = '']) =>
    a > b ? null : [`${a}-01-01`, `${b}-12-31`],
  ),
  rule(
    `(since|after|before|until)?\\s*${lead}(?:q([1-4])|(first|second|third|fourth|last)\\s+quarter)(?:\\s+of)?\\s*,?(?:\\s*${yearPattern})?`,
    quarter,
  ),
  rule(`${lead}(?:h([12])|(first|second)\\s+half)(?:\\s+of)?\\s*,?\\s*${yearPattern}`, ([, number, word, named = '']) =>
    number === '1' || word?.toLowerCase() === 'first'
      ? [`${named}-01-01`, `${named}-06-30`]
      : [`${named}-07-01`, `${named}-12-31`],
  ),
  rule(
    `(since\\s+)?${lead}(last|this|past)?\\s*(spring|summer|autumn|fall|winter)(?:\\s+(?:of\\s+)?${yearPattern})?`,
    season,
  ),
  rule(`${lead}(early|mid|late)[\\s-]+${yearPattern}`, ([, part = '', named = '']) =>
    part.toLowerCase() === 'early'
      ? [`${named}-01-01`, `${named}-04-30`]
      : part.toLowerCase() === 'mid'
        ? [`${named}-05-01`, `${named}-08-31`]
        : [`${named}-09-01`, `${named}-12-31`],
  ),
  rule(`${lead}((?:19|20)\\d)0s`, ([, decade = '']) => [`${decade}0-01-01`, `${decade}9-12-31`]),
  // without specific days: all of them, up to now
  rule(`(?:right now|just now|at the moment|at present|these days|as of now)`, () => [null, null]),
  rule(`(?:year to date|ytd|so far this year)`, (_, today) => [`${today.slice(0, 4)}-01-01`, today]),
  rule(`${lead}(?:last|past|previous)\\s+quarter`, (_, today) => quarterDays(today, -1)),
  rule(`${lead}this\\s+quarter`, (_, today) => [quarterDays(today, 0)[0], today]),
  rule(`${lead}(?:last|past)\\s+fortnight`, (_, today) => [addDays(today, -13), today]),
  rule(`${lead}(?:last|past)\\s+(?:couple\\s+of|few)\\s+(day|week|month|year)s?`, ([, unit = ''], today) =>
    lastMany(3, unit, today),
  ),
  rule(`${lead}past\\s+(day|week|month|year|decade)`, ([, unit = ''], today) => lastMany(1, unit, today)),
  rule(`${lead}last\\s+decade`, (_, today) => lastMany(1, 'decade', today)),
  rule(`${lead}last\\s+weekend`, (_, today) => {
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    return [addDays(today, -weekday - 2), addDays(today, -weekday - 1)]
  }),
  // an open range that begins or ends with a month without a year
  rule(`(since|after|before|until)\\s+(?:last\\s+)?(${monthWord})(?!\\s+\\d)`, ([, word = '', month = ''], today) => {
    const [from, to] = monthDays(month, undefined, today)
    const side = word.toLowerCase()
    return side === 'since'
      ? [from, null]
      : side === 'after'
        ? [addDays(to, 1), null]
        : [null, side === 'until' ? to : addDays(from, -1)]
  }),
  rule(
    `(?:in|during|over|throughout|last|this)\\s+(?:the\\s+month\\s+of\\s+)?(${monthWord})(?!\\s+\\d)`,
    ([, month = ''], today) => monthDays(month, undefined, today),
  ),
  rule(
    `(?:on|around)?\\s*(?:the\\s+)?${dayNumber}\\s+(?:of\\s+)?(${monthWord})(?!\\s+\\d)`,
    ([, at = '', month = ''], today) => daysOfMonth(['', at, at, month, ''], today),
  ),
]

/** Extracts the days from a question; null when it mentions none. */
export function readPeriod(text: string, today: string): Period | null {
  const digits = text.replace(
    /\b(last|past|previous|next)\s+(two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|thirty|ninety)\b/giu,
    (_, which: string, word: string) => `${which} ${numberWords[word.toLowerCase()] ?? word}`,
  )
  for (const [pattern, toDays] of rules) {
    const match = pattern.exec(digits)
    if (match === null) continue
    const days = toDays([...match], today)
    if (days === null || (days[0] !== null && days[0] > today)) continue
    return { from: days[0], to: days[1], rest: without(digits, match.index, match[0].length) }
  }
  const words = readDateWords(digits, today)
  return words === null ? null : { from: words.from, to: words.until, rest: words.rest }
}

function without(text: string, index: number, length: number): string {
  return `${text.slice(0, index).replace(/[\s,]+$/u, '')} ${text.slice(index + length)}`
}

function daysOfMonth([, a = '', b = '', month = '', named]: readonly string[], today: string): Days | null {
  const [begin, end] = monthDays(month, named || undefined, today)
  const day = (number: string) => `${begin.slice(0, 8)}${number.padStart(2, '0')}`
  const [from, to] = [day(a), day(b)]
  return Number(a) < 1 || from > to || to > end ? null : [from, to]
}

const ordinals = ['first', 'second', 'third', 'fourth']

function quarter([, side = '', digit, word, named]: readonly string[], today: string): Days | null {
  const which = word?.toLowerCase()
  if (which === 'last' && !named) return quarterDays(today, -1)
  const number = digit ? Number(digit) : which === 'last' ? 4 : ordinals.indexOf(which ?? '') + 1
  const month = String(number * 3 - 2).padStart(2, '0')
  let ofYear = named || today.slice(0, 4)
  if (!named && `${ofYear}-${month}-01` > today) ofYear = String(Number(ofYear) - 1)
  const from = `${ofYear}-${month}-01`
  const to = addDays(monthsBefore(from, -3), -1)
  return openSide(side, [from, to])
}

function openSide(side: string, [from, to]: readonly [string, string]): Days {
  if (side.toLowerCase() === 'since') return [from, null]
  if (side.toLowerCase() === 'after') return [addDays(to, 1), null]
  if (side.toLowerCase() === 'before') return [null, addDays(from, -1)]
  return side.toLowerCase() === 'until' ? [null, to] : [from, to]
}

function quarterDays(today: string, shift: number): readonly [string, string] {
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
  const from = monthsBefore(`${today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`, -3 * shift)
  return [from, addDays(monthsBefore(from, -3), -1)]
}

const seasonMonths: Readonly<Record<string, string>> = {
  spring: '03',
  summer: '06',
  autumn: '09',
  fall: '09',
  winter: '12',
}

/** Seasons of the northern hemisphere, by whole months. A season without a preceding word or a following year is a name: "fall", "Summer". */
function season([, since, which, name = '', named]: readonly string[], today: string): Days | null {
  if (!named && !which && !since) return null
  const month = seasonMonths[name.toLowerCase()] ?? '06'
  let ofYear = Number(named || today.slice(0, 4))
  if (!named)
    while (which?.toLowerCase() === 'this' ? `${ofYear}-${month}-01` > today : endOfMonth(ofYear, month) >= today)
      ofYear -= 1
  const from = `${ofYear}-${month}-01`
  return since ? [from, null] : [from, endOfMonth(ofYear, month)]
}

function endOfMonth(ofYear: number, month: string): string {
  return addDays(monthsBefore(`${ofYear}-${month}-01`, -3), -1)
}

function lastMany(count: number, unit: string, today: string): Days {
  const name = unit.toLowerCase()
  if (name === 'day') return [addDays(today, 1 - count), today]
  if (name === 'week') return [addDays(today, 1 - 7 * count), today]
  const months = name === 'month' ? 1 : name === 'year' ? 12 : 120
  return [addDays(monthsBefore(today, count * months), 1), today]
}

export interface Shift {
  /** As written in the question. */
  readonly words: string
  readonly from: string | null
  readonly to: string | null
}

const shiftPattern =
  /(?<![\p{L}\p{N}])(?:(?:the\s+)?(?<unit>year|quarter|month|week|day)\s+(?<side>before|after|earlier|later)(?:\s+(?:that|then|this|it))?|(?<point>before|after)\s+(?:that|then|this|it)|(?<alone>beforehand|earlier|previously|afterwards?|later))(?![\p{L}\p{N}])/iu

/**
 * The days that "before that", "afterwards" or "the year before" mean relative to those of the previous message: the same number of days, or of
 * months where those were whole ones; everything on that side where they were open. Null without such words, and null days where there is nothing to
 * shift.
 */
export function shiftPeriod(
  text: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  today: string,
): Shift | null {
  const match = shiftPattern.exec(text)
  if (match === null) return null
  const { unit = null, side = null, point = null, alone = null } = match.groups ?? {}
  const words = match[0]
  const isBefore = /^(?:before|beforehand|earlier|previously)$/iu.test(side ?? point ?? alone ?? '')
  if (unit !== null) {
    const move = (day: string | null) => (day === null ? null : moveBy(day, unit.toLowerCase(), isBefore ? 1 : -1))
    return within(words, move(from), move(to), today)
  }
  if (isBefore) return from === null ? { words, from: null, to: null } : before(words, from, to)
  return to === null ? { words, from: null, to: null } : within(words, ...after(from, to), today)
}

function before(words: string, from: string, to: string | null): Shift {
  if (to === null) return { words, from: null, to: addDays(from, -1) }
  const months = wholeMonths(from, to)
  const begin = months === null ? addDays(from, -daysInPeriod(from, to)) : monthsBefore(from, months)
  return { words, from: begin, to: addDays(from, -1) }
}

function after(from: string | null, to: string): [string, string | null] {
  const begin = addDays(to, 1)
  if (from === null) return [begin, null]
  const months = wholeMonths(from, to)
  return [
    begin,
    months === null ? addDays(begin, daysInPeriod(from, to) - 1) : addDays(monthsBefore(begin, -months), -1),
  ]
}

/** Nothing is known about future days. */
function within(words: string, from: string | null, to: string | null, today: string): Shift {
  return from !== null && from > today
    ? { words, from: null, to: null }
    : { words, from, to: to === null || to > today ? null : to }
}

function wholeMonths(from: string, to: string): number | null {
  const next = addDays(to, 1)
  if (!from.endsWith('-01') || !next.endsWith('-01')) return null
  const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return monthIndex(next) - monthIndex(from)
}

function daysInPeriod(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

function moveBy(day: string, unit: string, count: number): string {
  if (unit === 'day') return addDays(day, -count)
  if (unit === 'week') return addDays(day, -7 * count)
  const months = count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)
  // the last day of a month stays one
  return addDays(day, 1).endsWith('-01')
    ? addDays(monthsBefore(addDays(day, 1), months), -1)
    : monthsBefore(day, months)
}
