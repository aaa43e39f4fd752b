import { addDays } from '@auspex/contract/days'
import type { DateParts, Unit } from './period-words.ts'

/** First and last day. */
export type DayRange = readonly [from: string, to: string]

/** A number of calendar units. */
export interface Count {
  readonly count: number
  readonly unit: Unit
}

/** Null for a week that the year does not have: most years have 52. */
export function weekOfYear(year: number, week: number): DayRange | null {
  const monday = addDays(weekDays(`${year}-01-04`)[0], 7 * (week - 1))
  return addDays(monday, 3).startsWith(`${year}-`) ? weekDays(monday) : null
}

export function pad(number: number): string {
  return String(number).padStart(2, '0')
}

export function dayOf(day: string): DayRange | null {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : [day, day]
}

export function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1)
}

export function yearDays(year: number): DayRange {
  return [`${year}-01-01`, `${year}-12-31`]
}

export function monthDays(day: string): DayRange {
  const from = `${day.slice(0, 8)}01`
  return [from, addDays(monthsLater(from, 1), -1)]
}

export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

export function weekDays(day: string): DayRange {
  const monday = addDays(day, -weekdayOf(day))
  return [monday, addDays(monday, 6)]
}

/** The same day some months later; the last of its month where that is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, last))}`
}

/** Early, mid and late are thirds: ten days of a month, and whole months of all that is longer. */
export function withPart([from, to]: DayRange, part: DateParts['part']): DayRange {
  if (part === undefined) return [from, to]
  const months = monthsFrom(from, to)
  if (months >= 3) {
    const third = months / 3
    const begin = monthsLater(from, third * ['early', 'mid', 'late'].indexOf(part))
    return [begin, addDays(monthsLater(begin, third), -1)]
  }
  const month = from.slice(0, 8)
  if (part === 'early') return [from, `${month}10`]
  return part === 'mid' ? [`${month}11`, `${month}20`] : [`${month}21`, to]
}

/** How many months begin from the first day of one to the last day of another. */
function monthsFrom(from: string, to: string): number {
  const [year = 0, month = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month + 1
}

const unitDays: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7, fortnight: 14 }
const unitMonths: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 }

/** The month, quarter, half-year, year or decade that a day is in, or the one so many later; null for other units. */
export function unitAround(day: string, unit: Unit, shift: number): DayRange | null {
  const months = unitMonths[unit]
  if (months === undefined) return null
  const [year = 1970, month = 1] = day.split('-').map(Number)
  const first =
    unit === 'decade'
      ? `${year - (year % 10)}-01-01`
      : `${year}-${pad(Math.floor((month - 1) / months) * months + 1)}-01`
  const begin = monthsLater(first, months * shift)
  return [begin, addDays(monthsLater(begin, months), -1)]
}

/** The day that many units before. */
export function back(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  return days === undefined ? monthsLater(day, -count * (unitMonths[unit] ?? 1)) : addDays(day, -count * days)
}

/** The last of that many units that begin with a day. */
export function forth(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  if (days !== undefined) return addDays(day, count * days - 1)
  const months = count * (unitMonths[unit] ?? 1)
  return day.endsWith('-01') ? addDays(monthsLater(day, months), -1) : monthsLater(addDays(day, -1), months)
}

export interface Shift {
  /** As written in the question. */
  readonly words: string
  readonly from: string | null
  readonly to: string | null
}

const shiftPattern =
  /(?<![\p{L}\p{N}])(?:(?:the\s+)?(?<unit>year|quarter|month|week|day)\s+(?<side>before|after|earlier|later)(?:\s+(?:that|then|this|it))?|(?<point>before|after)\s+(?:that|then|this|it)|(?<alone>beforehand|earlier|previously|afterwards?|later))(?![\p{L}\p{N}])(?!\s+(?:the|an?|its|his|her|their|it|he|she|they|we|was|were|had|got|came|launch\p{L}*|releas\p{L}*|died|announc\p{L}*|\d[\d.]*)(?![\p{L}\p{N}]))/iu

/** Whether words mean days only beside other days: "before that", "the year before". */
export function isShift(text: string): boolean {
  return shiftPattern.test(text) && !/\d/u.test(text)
}

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
  // "the week after Fukushima" is told by a name
  if (match === null || /^\s+\p{Lu}/u.test(text.slice(match.index + match[0].length))) return null
  const { unit = null, side = null, point = null, alone = null } = match.groups ?? {}
  const words = match[0]
  const isBefore = /^(?:before|beforehand|earlier|previously)$/iu.test(side ?? point ?? alone ?? '')
  if (unit !== null) {
    const calendarUnit = unit.toLowerCase() as Unit // one of the pattern
    const move = (day: string | null) => (day === null ? null : moveBy(day, calendarUnit, isBefore ? 1 : -1))
    return within(words, move(from), move(to), today)
  }
  if (isBefore) return from === null ? { words, from: null, to: null } : before(words, from, to)
  return to === null ? { words, from: null, to: null } : within(words, ...after(from, to), today)
}

function before(words: string, from: string, to: string | null): Shift {
  if (to === null) return { words, from: null, to: addDays(from, -1) }
  const months = wholeMonths(from, to)
  const begin = months === null ? addDays(from, -daysInPeriod(from, to)) : monthsLater(from, -months)
  return { words, from: begin, to: addDays(from, -1) }
}

function after(from: string | null, to: string): [string, string | null] {
  const begin = addDays(to, 1)
  if (from === null) return [begin, null]
  const months = wholeMonths(from, to)
  return [begin, months === null ? addDays(begin, daysInPeriod(from, to) - 1) : addDays(monthsLater(begin, months), -1)]
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

function moveBy(day: string, unit: Unit, count: number): string {
  const days = unitDays[unit]
  if (days !== undefined) return addDays(day, -days * count)
  const months = count * (unitMonths[unit] ?? 1)
  // the last day of a month stays one
  return addDays(day, 1).endsWith('-01')
    ? addDays(monthsLater(addDays(day, 1), -months), -1)
    : monthsLater(day, -months)
}

/** Where a period stands in a message. */
export interface PeriodSpan {
  readonly start: number
  readonly end: number
  readonly text: string
}

const partOfDays =
  /^(?:(?:in|during|over|for|within)\s+)?(the\s+)?(first|last)\s+(?:(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+)?(day|week|month)s?$/iu
const setAgainst =
  /\b(?:vs\.?|versus|against|compar\p{L}+|than)(?=\s)|\b(?:with|to|and|or)\s+(?:(?:in|during|over|for|within)\s+)?(?:the\s+)?$/iu
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "March 2011: … in the first two weeks": a part of the days before; null for days of their own, such as "2012 vs the last month". */
export function nestedDays(
  text: string,
  [earlier, { start, end, text: words }]: readonly [PeriodSpan | undefined, PeriodSpan],
  [from, to]: readonly [from: string | null, to: string | null],
  isCompared: boolean,
): DayRange | null {
  const [, article, side, count, unit = ''] = partOfDays.exec(words.trim()) ?? []
  if (side === undefined || from === null || to === null) return null
  const isFirst = side.toLowerCase() === 'first'
  const isOwn = isCompared || setAgainst.test(text.slice(earlier?.end ?? 0, start)) || (article ?? count) === undefined
  if (!isFirst && isOwn && !/^\s+of (?:it|that|this|them)\b/iu.test(text.slice(end))) return null
  const many = count === undefined ? 1 : numbers.indexOf(count.toLowerCase()) + 1 || Number(count)
  const span = { count: Math.min(many, 9999), unit: unit.toLowerCase() as Unit }
  const [until, since] = [forth(from, span), back(addDays(to, 1), span)]
  return isFirst ? [from, until < to ? until : to] : [since > from ? since : from, to]
}

/** Days that a message tells by something that happened: "in the week after his death", "since the launch". */
export interface EventDays {
  /** "since", "after", "before", "until", "when", "at" or "during". */
  readonly relation: string
  /** How long they are, "the week after"; null where they are open. */
  readonly span: Count | null
  /** What happened, as written: "launch", "Fukushima accident", "8.1 came out". */
  readonly words: string
  /** The name of what it happened to; null for the topic itself. */
  readonly name: string | null
  /** The word for what happened, "launch" of "launched"; null for a name alone. */
  readonly noun: string | null
}

/** What happens once, by the words that people tell days by, and its noun. */
const happeningWords: readonly (readonly [words: string, noun: string])[] = [
  ['launch(?:ed|es)?', 'launch'],
  ['releas(?:e|ed|es)|c[ao]me out|comes out', 'release'],
  ['debut(?:ed)?', 'debut'],
  ['announc(?:ed|ement)|unveil(?:ed|ing)', 'announcement'],
  ['introduc(?:ed|tion)|brought in|rolled out|rollout', 'introduction'],
  ['die[ds]?|death|passed away', 'death'],
  ['shut ?down|shutting down', 'shutdown'],
  ['clos(?:ed|ure|ing)', 'closure'],
  ['arrest(?:ed)?', 'arrest'],
  ['resign(?:ed|ation)|stepped down', 'resignation'],
  ['bann?(?:ed)?', 'ban'],
  ['collaps(?:e|ed)', 'collapse'],
  ['bankrupt(?:cy)?', 'bankruptcy'],
  ['hack(?:ed)?', 'hack'],
  ['crash(?:ed)?', 'crash'],
  ['ipo|went public', 'IPO'],
  ['acqui(?:red|sition)|takeover', 'acquisition'],
  ['explo(?:ded|sion)', 'explosion'],
  ['erupt(?:ed|ion)', 'eruption'],
  ['verdict', 'verdict'],
  ['elected', 'election'],
]
const happening = happeningWords.map(([words]) => words).join('|')
const relations = 'since|after|before|until|when|at|during|following'
/** "In the week", "first two weeks"; of "a week", "per day" and "which week" nothing tells how long the days are. */
const lengthBefore =
  /\b((?:(?:the|in|within|over|during|first|very)\s+)*)(?:a\s+(?=couple|few))?(?:([1-9]\d{0,2}|one|two|three|four|five|six|seven|eight|nine|ten|couple of|few|several)\s+)?(day|week|month|year)(s?)\s+(?:right\s+|just\s+)?$/iu
const soon = /\b(?:right|just|shortly|immediately|soon)\s+$/iu
/** "Since it launched", "before its official launch", of the topic that "it" stands for. */
const happenedToTopic = new RegExp(
  `\\b(${relations})\\s+(?:(?:the|its|it|they|he|she|his|her|their|that)\\s+)?(?:it\\s+)?(?:(?:official|initial|public|first|final|sudden|actual|commercial|global|us|uk)\\s+)?(?:(?:was|were|got|had)\\s+)?(?:(?:first|officially|finally)\\s+)?(${happening})\\b(?!\\s+(?:of|by)\\s+(?!(?:it|them|this|that)\\b))`,
  'iu',
)
/** "After 8.1 came out", "when Steve Jobs died": up to four words and what happened to them. */
const happenedToOther = new RegExp(
  `\\b(${relations})\\s+(?:(?:the|its|their)\\s+)?((?:[\\p{L}\\p{N}][\\p{L}\\p{N}.’'-]*\\s+){1,4}?)(?:(?:was|were|got|had|has been|officially|finally|first)\\s+)*(${happening})\\b`,
  'iu',
)

/** How many "few" and "several" are, and other words that are no number. */
const wordCounts: Readonly<Record<string, number>> = { 'couple of': 2, few: 3, several: 3 }

/**
 * The length of the days in front of a relation: "in the two weeks after"; plural units without a number are those of "in the weeks after". What is told
 * since or until something has no length.
 */
function lengthOf(text: string, relation: string): Count | null {
  if (/^(?:since|until)$/iu.test(relation)) return null
  const [, article = '', number, unit = '', plural = ''] = lengthBefore.exec(text) ?? []
  if (unit === '') return soon.test(text) ? { count: 4, unit: 'week' } : null
  if (article === '' && number === undefined) return null
  const word = number?.toLowerCase() ?? ''
  const named = (wordCounts[word] ?? numbers.indexOf(word) + 1) || Number(number ?? 0)
  const uncounted = { day: 7, week: 4, month: 3, year: 2 }[unit.toLowerCase()] ?? 1
  return { count: named || (plural === '' ? 1 : uncounted), unit: unit.toLowerCase() as Unit }
}

function nounOf(words: string): string {
  const found = happeningWords.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(words))
  return found?.[1] ?? words.toLowerCase()
}

/** The days that are told by what happened to the topic, for which "it" stands in the text, or to another name; null where none are. */
export function readEventDays(text: string): EventDays | null {
  const own = happenedToTopic.exec(text)
  if (own !== null) {
    const [, relation = '', words = ''] = own
    return { relation, span: lengthOf(text.slice(0, own.index), relation), words, name: null, noun: nounOf(words) }
  }
  const other = happenedToOther.exec(text)
  const [, relation = '', name = '', words = ''] = other ?? []
  if (other === null || !/\p{Lu}|\d/u.test(name)) return null
  return {
    relation,
    span: lengthOf(text.slice(0, other.index), relation),
    words: `${name}${words}`,
    name: name.trim(),
    noun: nounOf(words),
  }
}

/** Whether a word is one by which days are told: "launched". */
export function tellsDays(words: string): boolean {
  return happenedToTopic.test(`when it ${words}`)
}

const namedEvent = new RegExp(
  `\\b(since|after|before|until|following|during)\\s+(?:the\\s+)?((?:(?:\\p{Lu}\\.)+|(?:Mt|St|Dr|Mr)\\.|\\p{L}[\\p{L}’'-]*)(?: (?:(?:\\p{Lu}\\.)+|(?:Mt|St|Dr|Mr)\\.|[\\p{L}’'-]+)){0,3}?)\\s*(?=[?.!,;]|$|\\s(?:in|on|by|did|do|was|were|how|what|who|why|and|but|when|where|which|to)\\s)`,
  'iu',
)

/** The days that are told by a name, "since Fukushima", of up to four words with the full stops of "U.S." and "Mt. Gox"; null where none are. */
export function readNamedDays(text: string): EventDays | null {
  const found = namedEvent.exec(text)
  const [, relation = '', words = ''] = found ?? []
  return found === null
    ? null
    : { relation, span: lengthOf(text.slice(0, found.index), relation), words, name: words, noun: null }
}

/** What happens once: "after Obama" is no day, and "after the Obama inauguration" is one. */
export const eventWords =
  /\b(?:accident|attacks?|bombings?|collapse|coup|crash(?:es)?|crisis|cyclone|death|debates?|disaster|earthquake|elections?|eruption|explosion|finale|fires?|floods?|hack|hearings?|hurricane|inauguration|invasion|keynote|launch|leaks?|lockdown|massacre|meltdown|merger|olympics|outage|premiere|protests?|quake|referendum|release|resignation|revelations|riots?|scandal|shootings?|speech|spill|storm|strike|summit|super ?bowl|trial|tsunami|verdict|vote|war|wedding|world cup)$/iu
const eventBefore = /\b(after|before|since|until)\s+([^,.;?!]{3,60}?)(?:\s+back)?(?:\s+(?:in|on|at))?(?:\s+the)?\s*$/iu
const ofEvent = new RegExp(`\\b(?:${happening})$|\\b(?:was|were|got)\\s+\\p{L}+(?:\\s+(?:in|out|off|down|up))?$`, 'iu')

/** First and last day; null is open. */
type OpenDays = readonly [from: string | null, to: string | null]

/** The relation of a period to what happened in it, "before the launch in October 2012", by the words in front of the period; null where nothing did. */
function relationOfEvent(text: string): 'after' | 'before' | null {
  const [, relation = '', words = ''] = eventBefore.exec(text) ?? []
  if (relation === '' || !(ofEvent.test(words) || eventWords.test(words))) return null
  return /^(?:before|until)$/iu.test(relation) ? 'before' : 'after'
}

const comparative =
  /\b(?:worse|better|more|less|fewer|different\p{L}*|chang\p{L}+|improv\p{L}+|worsen\p{L}*|shift\p{L}*|ris\p{L}+|rose|f[ae]ll|gr[eo]w\p{L}*|increas\p{L}+|drop\p{L}*|declin\p{L}+|go(?:es)? (?:up|down))\b/iu
const daysOfMonth = 31

/** The days before what happened in a month or on a day, "before the launch in October 2012", or both sides of it where they are compared; null for any other words. */
export function besideEvent(text: string, start: number, days: OpenDays | null): readonly OpenDays[] | null {
  const relation = relationOfEvent(text.slice(0, start))
  const [from, to] = days ?? []
  if (relation === null || from == null || to == null || from.slice(4) + to.slice(4) === '-01-01-12-31') return null
  // the event is in it: a month counts as after it, and of a longer part only what follows is
  const begin = addDays(from, daysOfMonth) < to ? addDays(to, 1) : from
  const [until, since]: [OpenDays, OpenDays] = [
    [null, addDays(from, -1)],
    [begin, null],
  ]
  if (comparative.test(text)) return [until, since]
  // "after the riots in August 2011" is mostly about that month
  return relation === 'before' ? [until] : null
}

/** "And after the launch?", behind the days before it. */
export function otherSide(text: string, own: readonly OpenDays[], [from, to]: OpenDays): OpenDays | null {
  if (own.length > 0) return null
  const relation = readEventDays(text)?.relation ?? ''
  if (/^(?:after|since)$/iu.test(relation) && from === null && to !== null) return [addDays(to, 1), null]
  return /^before$/iu.test(relation) && from !== null && to === null ? [null, addDays(from, -1)] : null
}

/** The days that the topic itself tells, for which "it" stands in the text: "in the days after the Boston marathon bombing". */
export function readDaysOfTopic(text: string, topic: string): EventDays | null {
  const found = eventWords.test(topic)
    ? /\b(since|after|before|following|during)\s+(?:the\s+)?it(?=\s*[?.!,;]|\s*$|\s(?:in|on|by|how|what|who|did|and)\b)/iu.exec(
        text,
      )
    : null
  if (found === null) return null
  const [, relation = ''] = found
  return { relation, span: lengthOf(text.slice(0, found.index), relation), words: topic, name: topic, noun: null }
}
