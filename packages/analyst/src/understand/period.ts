import { addDays } from '@auspex/contract/days'
import {
  weekOfYear,
  pad,
  dayOf,
  dayBefore,
  yearDays,
  monthDays,
  weekdayOf,
  weekDays,
  unitAround,
  monthsLater,
  back,
  forth,
  withPart,
  type DayRange,
} from './calendar.ts'
import {
  type Unit,
  type DateParts,
  wordPattern,
  type Token,
  toToken,
  isSign,
  isUnit,
  isBareNumber,
  numberOf,
  countOf,
  readNamed,
  winter,
} from './period-words.ts'

/** First and last day; null is open. */
export type Days = readonly [from: string | null, to: string | null]

/** What decides between readings of the same words. */
export interface PeriodContext {
  readonly today: string
  /** Whether days to come are meant: "January" of a forecast is the next one. */
  readonly isAhead?: boolean
  /** Whether "the" stands before the words: "the last year" is the past twelve months, "last year" is a calendar year. */
  readonly hasArticle?: boolean
  /** Whether documents stand before the words: "headlines from May 2012" are those of that month. */
  readonly isOfDocuments?: boolean
  /** The period before it in the question or the conversation, which "the week before" and "the 24th" refer to. */
  readonly other?: Days | null
}

/** The days that the words of a period mean; null where they are not understood. */
export function readPeriod(text: string, context: PeriodContext): Days | null {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  // the comma of "March 3, 2013" divides no sides
  const words = folded.replaceAll(/\b(\d{1,2}(?:st|nd|rd|th)?),(?=\s*(?:19|20)\d\d\b)/gu, '$1').match(wordPattern) ?? []
  const hasArticle = context.hasArticle === true || /^(?:the|den|die|der|les|los|las|el|la|le)$/u.test(words[0] ?? '')
  const read = new PeriodReader({ ...context, hasArticle })
  return read.range(words.flatMap((word): Token[] => toToken(word) ?? []))
}

/** Words that say nothing of their own: "early *to* mid", and "date" beside other words. */
function withoutFillers(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    (token, at) =>
      !(isSign(token, 'date') && tokens.length > 1) &&
      !(isSign(token, 'to') && isSign(tokens[at - 1], 'early', 'mid', 'late')),
  )
}

/** "2012 2013": from the first year to the last one. */
function yearsNamed(tokens: readonly Token[]): Days | null {
  const years = tokens.flatMap((token) => (token.kind === 'year' ? [token.value] : []))
  if (years.length < 2 || years.length < tokens.length) return null
  return [`${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`]
}

/** "2013 onwards", "2013 to now". */
function isOpenEnded(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  return tokens.length > 1 && (isSign(last, 'onward') || (isSign(last, 'now') && isSign(tokens.at(-2), 'to')))
}

/** What stands before and after the "to" of two sides; null where there are none. */
function splitSides(tokens: readonly Token[]): readonly [Token[], Token[]] | null {
  const words = isSign(tokens[0], 'between', 'from', 'since') ? tokens.slice(1) : [...tokens]
  const at = words.findIndex(
    (token, place) => place > 0 && place < words.length - 1 && isSign(token, 'to', 'and', 'before'),
  )
  if (at === -1 || isSign(words[at], 'before') || isSign(tokens[0], 'before', 'after', 'to')) return null
  return [words.slice(0, at), words.slice(at + 1).filter((token) => !isSign(token, 'to', 'from', 'and'))]
}

/** A date and its words. */
interface Side {
  readonly words: readonly Token[]
  readonly date: DateParts
}

/** Two sides that both name a date; null where there are none. */
function datedSides(tokens: readonly Token[]): readonly [Side, Side] | null {
  const [begin, end] = splitSides(tokens) ?? []
  if (begin === undefined || end === undefined) return null
  const [first, second] = [readNamed(begin), readNamed(end)]
  if (first === null || second === null) return null
  return [
    { words: begin, date: first },
    { words: end, date: second },
  ]
}

/** Two sides, each with what only the other one names: "3 – 9 April 2013", "2012/13". */
function completeSides(first: Side, second: Side): readonly [DateParts, DateParts] {
  const begin =
    isBareNumber(first.words) && second.date.month !== undefined
      ? { ...first.date, day: numberOf(first.words), month: second.date.month }
      : first.date
  const end = isBareNumber(second.words) ? completeEnd(begin, numberOf(second.words)) : null
  const last = end ?? second.date
  // "3 April – 9, 2013": the year stands at the end
  const isOfLastYear = begin.year === undefined && last.year !== undefined && begin.shift === undefined
  return [isOfLastYear ? { ...begin, year: last.year } : begin, last]
}

/** The end of a period of which only a number is written: a year of the same century, or a day of the same month. */
function completeEnd({ year, month }: DateParts, number: number): DateParts | null {
  if (year !== undefined && month === undefined && number < 100 && number > year % 100)
    return { year: year - (year % 100) + number }
  if (month === undefined) return null
  return { day: number, month, ...(year !== undefined && { year }) }
}

class PeriodReader {
  readonly #context: PeriodContext
  constructor(context: PeriodContext) {
    this.#context = context
  }

  range(all: readonly Token[]): Days | null {
    const tokens = withoutFillers(all)
    const [first, ...rest] = tokens
    if (first === undefined) return null
    const whole = this.#yearToDate(tokens, all) ?? yearsNamed(tokens) ?? this.#counted(tokens) ?? this.#untilNow(tokens)
    if (whole !== null) return whole
    const sides = datedSides(tokens)
    // an impossible end is not dropped: the other one alone would be other days than were meant
    if (sides !== null) return this.#between(...sides)
    if (isOpenEnded(tokens)) {
      const begin = this.#point(tokens.filter((token) => !isSign(token, 'onward', 'now', 'to', 'from', 'since')))
      return begin === null ? null : [begin[0], null]
    }
    if (isSign(first, 'since', 'after', 'before', 'to'))
      return rest.length === 0 ? this.#besideOther(first) : this.#oneSide(first, rest)
    return isSign(first, 'from') && rest.length > 0 ? this.#from(rest) : this.#point(tokens)
  }

  #yearToDate(tokens: readonly Token[], all: readonly Token[]): Days | null {
    const { today } = this.#context
    const [first] = tokens
    const isToDate =
      isSign(first, 'date') ||
      (tokens.length === 2 && first !== undefined && isUnit(first) && isSign(all.at(-1), 'date'))
    return isToDate ? [`${today.slice(0, 4)}-01-01`, today] : null
  }

  /** "Afterwards", "before": everything on that side of the days before. */
  #besideOther(side: Token): Days | null {
    const { other } = this.#context
    if (other == null) return null
    if (isSign(side, 'after')) return [other[1] === null ? other[0] : addDays(other[1], 1), null]
    return isSign(side, 'before') ? [null, dayBefore(other[0])] : null
  }

  /** "Since March 2013", "before 2012". */
  #oneSide(side: Token, named: readonly Token[]): Days | null {
    const days = this.#point(named)
    if (days === null) return null
    if (isSign(side, 'since')) return [days[0], null]
    if (isSign(side, 'after')) return [addDays(days[1], 1), null]
    return [null, isSign(side, 'before') ? addDays(days[0], -1) : days[1]]
  }

  /** "From 2012" is open, and "headlines from 2012" are of that year. */
  #from(named: readonly Token[]): Days | null {
    const days = this.#point(named)
    if (days === null) return null
    return [days[0], this.#context.isOfDocuments === true || isSign(named.at(-1), 'now') ? days[1] : null]
  }

  /** "Between 2012 and now". */
  #untilNow(tokens: readonly Token[]): Days | null {
    const [begin, end] = splitSides(tokens) ?? []
    if (begin === undefined || end?.length !== 1 || !isSign(end[0], 'now', 'this')) return null
    const from = this.#point(begin)
    return from === null ? null : [from[0], null]
  }

  #between(begin: Side, end: Side): Days | null {
    // "winter 2020/21" and "winter 2020/2021"; other seasons end in the year in which they begin
    const { season, year } = begin.date
    const isNextYear = season === winter && year !== undefined && end.words.length === 1 && end.date.year === year + 1
    if (season !== undefined && (isNextYear || isBareNumber(end.words))) return this.#resolve(begin.date)
    const [first, second] = completeSides(begin, end)
    const to = this.#resolve(second)
    if (to === null) return null
    const isUndated = first.year === undefined && first.shift === undefined
    const dated = isUndated ? { ...first, year: Number(to[1].slice(0, 4)) } : first
    const from = this.#resolve(dated)
    if (from !== null && from[0] <= to[1]) return [from[0], to[1]]
    // only the year before may have a week 53
    if (from === null && (first.week === undefined || begin.date.year !== undefined)) return null
    // "November to February" begins in the year before
    const earlier = dated.year === undefined ? from : this.#resolve({ ...dated, year: dated.year - 1 })
    return earlier === null || earlier[0] > to[1] ? null : [earlier[0], to[1]]
  }

  /** A number of units up to, after or before a day. */
  #counted(tokens: readonly Token[]): Days | null {
    const at = tokens.findIndex((token, place) => place > 0 && isSign(token, 'to', 'after', 'before'))
    const head = at === -1 ? tokens : tokens.slice(0, at)
    const span = countOf(head.filter((token) => !isSign(token, 'from')))
    if (span === null) return null
    const { other } = this.#context
    const sign = tokens[at]
    if (at === tokens.length - 1 && other != null && at > 0) {
      if (isSign(sign, 'before') && other[0] !== null) return [back(other[0], span), dayBefore(other[0])]
      return isSign(sign, 'after') && other[1] !== null
        ? [addDays(other[1], 1), forth(addDays(other[1], 1), span)]
        : null
    }
    if (at > 0 && at === tokens.length - 1 && isSign(sign, 'before')) return this.#shifted(-1, { unit: span.unit })
    if (at === -1 || at === tokens.length - 1) return null
    const day = this.#point(tokens.slice(at + 1))
    if (day === null) return null
    if (isSign(sign, 'after')) return [addDays(day[1], 1), forth(addDays(day[1], 1), span)]
    return isSign(sign, 'to') ? [back(addDays(day[1], 1), span), day[1]] : [back(day[0], span), addDays(day[0], -1)]
  }

  #point(tokens: readonly Token[]): DayRange | null {
    const { today, other } = this.#context
    const plain = tokens.filter((token) => !isSign(token, 'from'))
    const [first, second] = plain
    if (plain.length === 1 && isSign(first, 'now')) return [today, today]
    if (plain.length === 1 && isSign(first, 'yesterday')) return [addDays(today, -1), addDays(today, -1)]
    if (isSign(first, 'before') && isSign(second, 'yesterday')) return [addDays(today, -2), addDays(today, -2)]
    const rolling = this.#rolling(plain)
    if (rolling !== null) return rolling
    const within = this.#within(plain)
    if (within !== null) return within
    if (isSign(first, 'rest') && other != null) {
      const whole = this.#point(plain.slice(1))
      if (whole === null || other[1] === null) return whole
      const next = addDays(other[1], 1)
      const from = next > whole[0] ? next : whole[0]
      return from <= whole[1] ? [from, whole[1]] : null
    }
    const named = readNamed(plain)
    return named === null ? null : this.#resolve(named)
  }

  /** "the last six months", "past year", "next three months", "ten years ago". */
  #rolling(tokens: readonly Token[]): DayRange | null {
    const { today, hasArticle } = this.#context
    const sign = tokens.find((token) => isSign(token, 'last', 'past', 'next', 'ago'))
    const others = tokens.filter((token) => token !== sign)
    const span = countOf(others)
    if (sign === undefined || span === null) return null
    if (isSign(sign, 'ago')) {
      const day = back(today, span)
      if (span.unit === 'year') return yearDays(Number(day.slice(0, 4)))
      return span.unit === 'month' ? monthDays(day) : [day, day]
    }
    const isCounted = others.length > 1
    const tomorrow = addDays(today, 1)
    if (isSign(sign, 'next')) return isCounted ? [tomorrow, forth(tomorrow, span)] : null
    const isWhole =
      isSign(sign, 'last') && !isCounted && span.unit !== 'fortnight' && !(hasArticle && span.unit === 'year')
    return isWhole || span.unit === 'weekend' ? null : [back(tomorrow, span), today]
  }

  /** "the first two weeks of July 2018", "the last week of November", "the week of 5 October". */
  #within(tokens: readonly Token[]): DayRange | null {
    const side = tokens[0]
    const isEnd = isSign(side, 'last')
    const isStart = side?.kind === 'ordinal' && side.value === 1
    const at = tokens.findIndex(isUnit)
    if (at === -1 || at === tokens.length - 1) return null
    const unit = tokens[at]?.value as Unit // found as a unit
    // "week 50 of 2015" has a number, and no day
    const isNumbered = isBareNumber(tokens.slice(1, 2)) && !tokens.some(({ kind }) => kind === 'month')
    if (['quarter', 'half'].includes(unit) || (at === 0 && isNumbered)) return null
    const whole = this.#point(tokens.slice(at + 1))
    if (whole === null) return null
    if (at === 0 && unit === 'week') return weekDays(whole[0])
    const span = countOf(tokens.slice(isEnd || isStart ? 1 : 0, at + 1))
    if (span === null || (!isEnd && !isStart)) return null
    return isStart ? [whole[0], forth(whole[0], span)] : [back(addDays(whole[1], 1), span), whole[1]]
  }

  #resolve(named: DateParts): DayRange | null {
    const { isAhead = false } = this.#context
    const { year, day, part } = named
    if (named.days !== undefined) return named.days
    if (named.half !== undefined && named.half > 2) return null
    if (named.shift !== undefined) return this.#shifted(named.shift, named)
    if (named.week !== undefined) return weekOfYear(year ?? this.#year(), named.week)
    if (named.decade !== undefined) return withPart([`${named.decade}-01-01`, `${named.decade + 9}-12-31`], part)
    // "Monday 4 March 2013" is the day of the date
    if (named.weekday !== undefined && named.month === undefined) return this.#weekday(named.weekday, isAhead)
    const months = monthsOf(named)
    if (months !== null) return this.#ofMonths(named, months)
    if (day !== undefined) return this.#dayOfOtherMonth(day)
    return year === undefined ? null : withPart(yearDays(year), part)
  }

  #year(): number {
    return Number(this.#context.today.slice(0, 4))
  }

  /** The next such day, or the last one before today. */
  #weekday(weekday: number, isNext: boolean): DayRange {
    const { today } = this.#context
    const behind = (weekdayOf(today) - weekday + 7) % 7
    const day = addDays(today, isNext ? 7 - behind : -(behind || 7))
    return [day, day]
  }

  #ofMonths({ year: named, month, day, part }: DateParts, [begin, count]: readonly [number, number]): DayRange | null {
    const year = named ?? this.#nearestYear(begin, count)
    if (day !== undefined) return dayOf(`${year}-${pad(month ?? begin)}-${pad(day)}`)
    const from = `${year}-${pad(begin)}-01`
    return withPart([from, addDays(monthsLater(from, count), -1)], part)
  }

  /** "The 24th", after a question about days of a month. */
  #dayOfOtherMonth(day: number): DayRange | null {
    const near = this.#context.other?.[0] ?? null
    return near === null ? null : dayOf(`${near.slice(0, 8)}${pad(day)}`)
  }

  #nearestYear(month: number, count: number): number {
    const { today, isAhead = false, other } = this.#context
    const near = other?.[0] ?? other?.[1] ?? null
    if (near !== null) return Number(near.slice(0, 4))
    const year = this.#year()
    const begins = `${year}-${pad(month)}-01`
    if (isAhead) return addDays(monthsLater(begins, count), -1) < today ? year + 1 : year
    return begins > today ? year - 1 : year
  }

  #shifted(shift: number, { unit, month, season, weekday, part }: DateParts): DayRange | null {
    const { today } = this.#context
    if (weekday !== undefined) return this.#weekday(weekday, shift > 0)
    if (month !== undefined) return this.#shiftedMonths(shift, [month, 1], part)
    if (season !== undefined) return this.#shiftedMonths(shift, monthsOfSeason(season), part)
    if (unit === undefined) return null
    if (unit === 'day') return [addDays(today, shift), addDays(today, shift)]
    if (unit === 'week') return this.#untilToday(shift, weekDays(addDays(today, 7 * shift)))
    if (unit === 'weekend') {
      // the last one is that of this week once it has begun
      const weeks = shift < 0 && weekdayOf(today) >= 5 ? 0 : shift
      const saturday = addDays(weekDays(today)[0], 5 + 7 * weeks)
      return [saturday, addDays(saturday, 1)]
    }
    const whole = unitAround(today, unit, shift)
    return whole === null ? null : this.#untilToday(shift, withPart(whole, part))
  }

  /** What runs now ends today; "late this year" may be to come. */
  #untilToday(shift: number, [from, to]: DayRange): DayRange {
    const { today } = this.#context
    return shift === 0 && from <= today && to > today ? [from, today] : [from, to]
  }

  /** "Last March" is over, "next March" has not begun, and "this March" may run. */
  #shiftedMonths(shift: number, [begin, count]: readonly [number, number], part: DateParts['part']): DayRange {
    const { today } = this.#context
    const inYear = (year: number): DayRange => {
      const from = `${year}-${pad(begin)}-01`
      return [from, addDays(monthsLater(from, count), -1)]
    }
    const year = this.#year()
    const [from, to] = inYear(year)
    if (shift > 0) return withPart(inYear(from <= today ? year + 1 : year), part)
    const isToCome = shift < 0 ? to >= today : from > today
    return this.#untilToday(shift, withPart(inYear(isToCome ? year - 1 : year), part))
  }
}

/** The first month and how many of them. */
function monthsOf({ month, quarter, half, season }: DateParts): readonly [number, number] | null {
  if (month !== undefined) return [month, 1]
  if (quarter !== undefined) return [quarter * 3 - 2, 3]
  if (half !== undefined) return [half * 6 - 5, 6]
  return season === undefined ? null : monthsOfSeason(season)
}

function monthsOfSeason(season: number): readonly [number, number] {
  return [season * 3 + 3, 3]
}
