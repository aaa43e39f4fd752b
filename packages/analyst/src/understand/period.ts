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
  monthsLater,
  back,
  forth,
  type DayRange,
  type PeriodSpan,
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
  const words = folded.match(wordPattern) ?? []
  const hasArticle = context.hasArticle === true || /^(?:the|den|die|der|les|los|las|el|la|le)$/u.test(words[0] ?? '')
  const read = new PeriodReader({ ...context, hasArticle })
  return read.range(words.flatMap((word): Token[] => toToken(word) ?? []))
}

/** Words before a period that belong to it: "since", and "weeks after" without a number. */
const opening =
  /\b(?:(?:since|seit|depuis|desde)|(?:(?:days|tagen?|días|jours|weeks|wochen|semanas|semaines|months|monaten?|meses|mois)(?:\s+(?:after|before|nach|vor|après|avant|después de|antes de))?))\s+(?:(?:the|dem|der|den|le|la|el)\s+)?$/iu
/** Units without a number, and how many are meant. */
const countless: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:in|the|den|die|les|las|los|dans|en)\s+)*(?:days|tagen?|días|jours)\b/iu, 'seven days'],
  [/^(?:(?:in|the|den|die|les|las|los|dans|en)\s+)*(?:weeks|wochen|semanas|semaines)\b/iu, 'four weeks'],
  [/^(?:(?:in|the|den|die|les|las|los|dans|en)\s+)*(?:months|monaten?|meses|mois)\b/iu, 'three months'],
]
const numberBefore =
  /\b(?:\d+|\p{L}*(?:one|two|three|four|five|six|seven|eight|nine|ten|couple of|few|several|past|last|next))\s+$/iu
/** "Between" with at most a few words of the first of two periods. */
const between = /\b(?:between|zwischen|entre)\s+(?:[^\s,;.?!]+\s+){0,3}[^\s,;.?!]+$/iu
const joiningAnd = /^\s*(?:and|und|y|et)\s+(?:(?:the|dem|der|le|la|el)\s+)?$/iu

/** The spans of periods with the word that opens them; "between A and B" is one, unless the two are compared. */
export function joinPeriods<Span extends PeriodSpan>(
  text: string,
  spans: readonly Span[],
  areCompared: boolean,
): Span[] {
  const periods: Span[] = []
  for (const span of spans) {
    const last = periods.at(-1)
    const isSecond = last !== undefined && !areCompared && joiningAnd.test(text.slice(last.end, span.start))
    // "between" may be outside of the first span or in it
    const begins = isSecond ? between.exec(text.slice(0, last.end)) : null
    if (begins !== null) periods.pop()
    const opens = begins ?? opening.exec(text.slice(0, span.start))
    const start = opens?.index ?? span.start
    const words = text.slice(start, span.end)
    const uncounted = countless.find(([unit]) => unit.test(words))
    if (uncounted === undefined) periods.push({ ...span, start, text: words })
    else if (numberBefore.test(text.slice(0, start))) periods.push(span)
    else periods.push({ ...span, start, text: words.replace(...uncounted) })
  }
  return periods
}

/** "Before and after March 2019": the days on both sides; null for any other words. */
export function bothSides(before: string, words: string, context: PeriodContext): readonly [Days, Days] | null {
  // "before and after March 2019", "before or after its release in October"
  const isOfEvent = /\bbefore (?:and|or) after (?:the |its |their )?\p{L}+ (?:in |on )$/iu.test(before)
  const point = isOfEvent ? words : /\bbefore and\s+$/iu.test(before) ? /^after\s+(.+)$/isu.exec(words)?.[1] : undefined
  const days = point === undefined ? null : readPeriod(point, context)
  if (days === null || days[0] === null || days[1] === null) return null
  return [
    [null, addDays(days[0], -1)],
    [addDays(days[1], 1), null],
  ]
}

class PeriodReader {
  readonly #context: PeriodContext
  constructor(context: PeriodContext) {
    this.#context = context
  }

  range(all: readonly Token[]): Days | null {
    const { today, other } = this.#context
    const tokens = all.filter(
      (token, at) =>
        !(isSign(token, 'date') && all.length > 1) &&
        !(isSign(token, 'to') && isSign(all[at - 1], 'early', 'mid', 'late')),
    )
    const [first, ...rest] = tokens
    if (first === undefined) return null
    if (isSign(first, 'date') || (tokens.length === 2 && isUnit(first) && isSign(all.at(-1), 'date')))
      return [`${today.slice(0, 4)}-01-01`, today]
    const years = tokens.flatMap((token) => (token.kind === 'year' ? [token.value] : []))
    if (years.length > 1 && years.length === tokens.length)
      return [`${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`]
    const sides = this.#sides(tokens)
    if (sides !== null) return sides
    const last = tokens.at(-1)
    if (tokens.length > 1 && (isSign(last, 'onward') || (isSign(last, 'now') && isSign(tokens.at(-2), 'to')))) {
      const begin = this.#point(tokens.filter((token) => !isSign(token, 'onward', 'now', 'to', 'from', 'since')))
      return begin === null ? null : [begin[0], null]
    }
    if (isSign(first, 'since', 'after', 'before', 'to')) {
      if (rest.length === 0)
        return other == null
          ? null
          : isSign(first, 'after')
            ? [other[1] === null ? other[0] : addDays(other[1], 1), null]
            : isSign(first, 'before')
              ? [null, dayBefore(other[0])]
              : null
      const named = this.#point(rest)
      if (named === null) return null
      if (isSign(first, 'since')) return [named[0], null]
      if (isSign(first, 'after')) return [addDays(named[1], 1), null]
      return [null, isSign(first, 'before') ? addDays(named[0], -1) : named[1]]
    }
    if (isSign(first, 'from') && rest.length > 0) {
      const named = this.#point(rest)
      if (named === null) return null
      return [named[0], this.#context.isOfDocuments === true || isSign(rest.at(-1), 'now') ? named[1] : null]
    }
    return this.#point(tokens)
  }

  /** Two sides: "between A and B", "A to B"; or a number of units up to, after or before a day. */
  #sides(tokens: readonly Token[]): Days | null {
    const counted = this.#counted(tokens)
    if (counted !== null) return counted
    const begins = isSign(tokens[0], 'between', 'from', 'since')
    const body = begins ? tokens.slice(1) : tokens
    const at = body.findIndex(
      (token, place) => place > 0 && place < body.length - 1 && isSign(token, 'to', 'and', 'before'),
    )
    if (at === -1 || isSign(body[at], 'before') || isSign(tokens[0], 'before', 'after', 'to')) return null
    const end = body.slice(at + 1).filter((token) => !isSign(token, 'to', 'from', 'and'))
    const begin = body.slice(0, at)
    if (end.length === 1 && isSign(end[0], 'now', 'this')) {
      const from = this.#point(begin)
      return from === null ? null : [from[0], null]
    }
    const [a, b] = [readNamed(begin), readNamed(end)]
    if (a === null || b === null) return null
    // "winter 2020/21"
    if (a.season !== undefined && isBareNumber(end)) return this.#resolve(a)
    if (isBareNumber(begin) && b.month !== undefined) Object.assign(a, { day: numberOf(begin), month: b.month })
    if (
      isBareNumber(end) &&
      a.year !== undefined &&
      a.month === undefined &&
      numberOf(end) < 100 &&
      numberOf(end) > a.year % 100
    )
      Object.assign(b, { year: Math.floor(a.year / 100) * 100 + numberOf(end), day: undefined })
    else if (isBareNumber(end) && a.month !== undefined)
      Object.assign(b, { day: numberOf(end), month: a.month, year: a.year })
    // "3 April – 9, 2013": the year stands at the end
    if (a.year === undefined && b.year !== undefined && a.shift === undefined) a.year = b.year
    const to = this.#resolve(b)
    if (to === null) return null
    if (a.year === undefined && a.shift === undefined) a.year = Number(to[1].slice(0, 4))
    let from = this.#resolve(a)
    if (from !== null && from[0] > to[1] && a.year !== undefined) {
      a.year -= 1
      from = this.#resolve(a)
    }
    return from === null || from[0] > to[1] ? null : [from[0], to[1]]
  }

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
      return whole === null || other[1] === null ? whole : [addDays(other[1], 1), whole[1]]
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
      return span.unit === 'year'
        ? yearDays(Number(day.slice(0, 4)))
        : span.unit === 'month'
          ? monthDays(day)
          : [day, day]
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
    if (['quarter', 'half'].includes(unit)) return null
    const whole = this.#point(tokens.slice(at + 1))
    if (whole === null) return null
    if (at === 0 && unit === 'week') return weekDays(whole[0])
    const span = countOf(tokens.slice(isEnd || isStart ? 1 : 0, at + 1))
    if (span === null || (!isEnd && !isStart)) return null
    return isStart ? [whole[0], forth(whole[0], span)] : [back(addDays(whole[1], 1), span), whole[1]]
  }

  #resolve(named: DateParts): DayRange | null {
    const { today, isAhead = false, other } = this.#context
    const { year, month, day, part } = named
    if (named.days !== undefined) return named.days
    if (named.shift !== undefined) return this.#shifted(named.shift, named)
    if (named.week !== undefined) return weekOfYear(year ?? Number(today.slice(0, 4)), named.week)
    if (named.decade !== undefined) return [`${named.decade}-01-01`, `${named.decade + 9}-12-31`]
    if (named.weekday !== undefined) {
      const behind = (weekdayOf(today) - named.weekday + 7) % 7
      const days = addDays(today, isAhead ? (7 - behind) % 7 || 7 : -(behind === 0 ? 7 : behind))
      return [days, days]
    }
    const months = monthsOf(named)
    if (months === null && day !== undefined) {
      const near = other?.[0] ?? null
      return near === null ? null : dayOf(`${near.slice(0, 8)}${pad(day)}`)
    }
    if (months === null) return year === undefined ? null : withPart(yearDays(year), part)
    const [begin, count] = months
    const ofYear = year ?? this.#nearestYear(begin, count)
    const from = `${ofYear}-${pad(begin)}-01`
    const closed: DayRange = [from, addDays(monthsLater(from, count), -1)]
    if (day !== undefined) {
      const one = dayOf(`${ofYear}-${pad(month ?? begin)}-${pad(day)}`)
      return one
    }
    const days = withPart(closed, part)
    const isRunning = year === undefined && days[1] > today && days[0] <= today
    return isRunning && count > 1 && named.season === undefined && !isAhead ? [days[0], days[1]] : days
  }

  #nearestYear(month: number, count: number): number {
    const { today, isAhead = false, other } = this.#context
    const near = other?.[0] ?? other?.[1] ?? null
    if (near !== null) return Number(near.slice(0, 4))
    const year = Number(today.slice(0, 4))
    const begins = `${year}-${pad(month)}-01`
    if (isAhead) return addDays(monthsLater(begins, count), -1) < today ? year + 1 : year
    return begins > today ? year - 1 : year
  }

  #shifted(shift: number, { unit, month, season, weekday, part }: DateParts): DayRange | null {
    const { today } = this.#context
    const year = Number(today.slice(0, 4))
    const until = ([from, to]: DayRange): DayRange => (shift === 0 && to > today ? [from, today] : [from, to])
    if (weekday !== undefined) {
      const behind = (weekdayOf(today) - weekday + 7) % 7 || 7
      const day = addDays(today, shift > 0 ? 7 - (behind % 7) : -behind)
      return [day, day]
    }
    if (month !== undefined || season !== undefined) {
      const begin = month ?? (season ?? 0) * 3 + 3
      const count = month === undefined ? 3 : 1
      let from = `${year}-${pad(begin)}-01`
      const end = () => addDays(monthsLater(from, count), -1)
      if (shift > 0 && from <= today) from = monthsLater(from, 12)
      else if (shift < 0 && (month === undefined ? end() >= today : from > today || end() >= today))
        from = monthsLater(from, -12)
      else if (shift === 0 && from > today) from = monthsLater(from, -12)
      return until([from, end()])
    }
    if (unit === 'week') return until(weekDays(addDays(today, 7 * shift)))
    if (unit === 'weekend') {
      const monday = weekDays(today)[0]
      const saturday = addDays(monday, 5 + 7 * (shift < 0 && weekdayOf(today) < 5 ? -1 : shift < 0 ? 0 : shift))
      return [saturday, addDays(saturday, 1)]
    }
    if (unit === 'day') return [addDays(today, shift), addDays(today, shift)]
    const size = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 }[unit as 'month'] ?? null
    if (size === null) return null
    const firstMonth = size === 120 ? 1 : Math.floor((Number(today.slice(5, 7)) - 1) / size) * size + 1
    const begin = monthsLater(`${size === 120 ? year - (year % 10) : year}-${pad(firstMonth)}-01`, size * shift)
    return withPart(until([begin, addDays(monthsLater(begin, size), -1)]), part)
  }
}

/** The first month and how many of them. */
function monthsOf({ month, quarter, half, season }: DateParts): readonly [number, number] | null {
  if (month !== undefined) return [month, 1]
  if (quarter !== undefined) return [quarter * 3 - 2, 3]
  if (half !== undefined) return [half * 6 - 5, 6]
  return season === undefined ? null : [season * 3 + 3, 3]
}

function withPart([from, to]: DayRange, part: DateParts['part']): DayRange {
  if (part === undefined) return [from, to]
  const isYear = from.endsWith('-01-01') && to.slice(0, 4) === from.slice(0, 4) && to.slice(5) !== '01-31'
  const year = from.slice(0, 4)
  if (isYear) {
    if (part === 'early') return [from, `${year}-04-30`]
    return part === 'mid' ? [`${year}-05-01`, `${year}-08-31`] : [`${year}-09-01`, to]
  }
  const month = from.slice(0, 8)
  if (part === 'early') return [from, `${month}10`]
  return part === 'mid' ? [`${month}11`, `${month}20`] : [`${to.slice(0, 8)}21`, to]
}
