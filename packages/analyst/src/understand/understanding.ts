import { formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { ZeusReading } from '@auspex/sdk/types'
import type { AnalystRequest, Understanding } from '../analyst.port.ts'
import { besideEvent, isShift, nestedDays, otherSide, type PeriodSpan, shiftPeriod } from './calendar.ts'
import { type Days, type PeriodContext, readPeriod } from './period.ts'
import type { TaggedQuestion, Want } from './reader/question-model.ts'
import type { TaggedSpan } from './reader/question-words.ts'
import { readCountry } from './reader/word-lists.ts'
import { askedPart, toPlainText } from './asked-part.ts'
import { countryLabel } from './scope.ts'
import type { Reading } from './understand.ts'
import { plainQuery } from './wordings.ts'

const wantLabels: Readonly<Record<Want, string>> = {
  brief: 'a brief',
  volume: 'volume',
  change: 'what changed',
  events: 'what happened',
  why: 'reasons',
  tone: 'tone',
  quotes: 'quotations',
  voices: 'voices',
  outlets: 'outlets',
  places: 'countries',
  narratives: 'narratives',
  forecast: 'forecast',
  audience: 'audience',
  price: 'price',
  compare: 'comparison',
  rank: 'ranking',
  first: 'first mention',
  list: 'documents',
  related: 'what comes up with it',
  save: 'saving',
  watch: 'watching',
  write: 'a draft',
  coverage: 'what the library holds',
  help: 'help',
}

/** Whether a query asks for documents that name a country: `WhatsApp AND "Brazil"`. */
function namesCountry(query: string, country: string | null): boolean {
  return (
    country !== null &&
    query
      .split(' AND ')
      .slice(1)
      .some((part) => readCountry(part.replaceAll('"', '')) === country)
  )
}

/** What was looked for beside the topic: what documents have too, and what none has. */
interface LookedForBeside {
  readonly found: readonly string[]
  readonly absent: readonly string[]
}

/** A summary of a reading in one sentence for the person, stored with the answer. */
export function toUnderstanding(
  reading: Reading,
  topics: Understanding['topics'],
  more: readonly string[] = [],
  beside: LookedForBeside = { found: [], absent: [] },
): Understanding {
  const { from, to, wants, unread } = reading
  // documents that name a country stand for those from it, where none is known to be
  const isNamed = topics.length > 0 && topics.every(({ query }) => namesCountry(query, reading.country))
  const country = isNamed ? null : reading.country
  const named = joinWithAnd(topics.map(({ query }) => plainQuery(query)))
  const limits = [
    named === '' ? null : `${topics.length > 1 ? 'topics' : 'topic'} ${named}`,
    beside.found.length === 0 ? null : `with ${joinWithAnd(beside.found.map((words) => `“${words}”`))}`,
    formatPeriod(from, to),
    country === null ? null : `in ${countryLabel(country)}`,
    reading.outlets.length === 0 ? null : `only from ${joinWithAnd(reading.outlets)}`,
    reading.excluded.length === 0 ? null : `without ${joinWithAnd(reading.excluded)}`,
    ...more,
  ].filter((limit) => limit !== null)
  return {
    topics,
    from,
    to,
    country,
    looksAt: wants.map((want) => wantLabels[want]),
    unread,
    reading: toZeusReading(
      { ...reading, country },
      topics.map(({ query }) => query),
    ),
    sentence: `I read this as: ${limits.join(', ')}.${absentNote(beside.absent)}${unreadNote(unread)}`,
  }
}

const absentLead = ' I found no document on it with '

/** What was looked for beside the topic and not found. */
function absentNote(absent: readonly string[]): string {
  return absent.length === 0 ? '' : `${absentLead}${joinWithOr(absent.map((one) => `“${one}”`))}.`
}

/** "a, b or c". */
export function joinWithOr(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

function unreadNote(unread: readonly string[]): string {
  return unread.length === 0 ? '' : ` I did nothing with ${joinWithAnd(unread.map((words) => `“${words}”`))}.`
}

/** The readings of several questions in one message as one: it has no single reading that a person could change. */
export function joinUnderstandings(understandings: readonly Understanding[]): Understanding {
  const [first] = understandings
  const last = understandings.at(-1)
  if (first === undefined || last === undefined || first === last) return first as Understanding // at least one
  const queries = understandings.flatMap(({ topics }) => topics)
  const unread = [...new Set(understandings.flatMap((one) => one.unread))]
  // parts that are read alike are said once
  const readings = understandings.map(({ sentence, unread: own }) => {
    const note = unreadNote(own)
    return note !== '' && sentence.endsWith(note) ? sentence.slice(0, -note.length) : sentence
  })
  const notes = new Map<string, string[]>()
  for (const reading of readings) {
    const [head = '', ...absent] = reading.split(absentLead)
    notes.set(head, [...(notes.get(head) ?? []), ...absent.map((words) => `${absentLead}${words}`)])
  }
  const joined = [...notes].map(([head, absent]) => `${head}${[...new Set(absent)].join('')}`)
  return {
    ...last,
    topics: queries.filter(({ query }, at) => queries.findIndex((one) => one.query === query) === at),
    looksAt: [...new Set(understandings.flatMap(({ looksAt }) => looksAt))],
    unread,
    sentence: `${joined.join(' ')}${unreadNote(unread)}`,
    reading: null,
  }
}

const maxTopics = 5

/** A reading as a person may change it; null for a question that no change of it makes answerable. */
function toZeusReading(reading: Reading, topics: readonly string[]): ZeusReading | null {
  const { task, answer, queries, from, to, otherPeriod, country, wants, outlets, excluded } = reading
  const named = (topics.length > 0 ? topics : queries).filter((query) => query.trim() !== '' && query.length <= 500)
  if (answer === 'private-person' || answer === 'injection') return null
  if (named.length === 0 && task !== 'report' && task !== 'unclear') return null
  return {
    topics: named.slice(0, maxTopics),
    from,
    to,
    otherPeriod: otherPeriod === null ? null : { ...otherPeriod },
    country,
    wants: [...wants],
    outlets: outlets.slice(0, 10),
    excluded: excluded.slice(0, 10),
  }
}

/** `1 July to 30 September 2016`, `since 1 March 2014`; all days when it is open. */
export function formatPeriod(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? formatDay(from) : formatDayRange(from, to)
  if (from !== null) return `since ${formatDay(from)}`
  return to === null ? 'all days' : `until ${formatDay(to)}`
}

/** What was said in the conversation so far, as it was understood. */
export interface Thread {
  readonly topics: readonly string[]
  /** The topics of each message that had some, oldest first. */
  readonly earlier: readonly (readonly string[])[]
  readonly periods: readonly Days[]
  readonly country: string | null
  /** The sources that the questions are limited to. */
  readonly outlets: readonly string[]
  readonly want: Want
  /** Whether the last message left open which of several meanings is meant. */
  readonly isAmbiguous: boolean
}

/** A follow-up of so few words says only what is other than before: "and skyrim?", "by year please". */
const maxFollowUpWords = 5

/** A message with those before it. */
export type MessageInThread = Pick<AnalystRequest, 'message' | 'history'>

/** The words that say what is asked: those of a short follow-up that wants the same, together with the message that it goes on from. */
export function wordsInThread({ message: written, history }: MessageInThread, want: Want): string {
  const message = askedPart(toPlainText(written))
  const before = history.findLast(({ role }) => role === 'user')
  const understanding = history.findLast((turn) => turn.understanding !== null)?.understanding
  const wantBefore = understanding?.reading?.wants[0] ?? 'brief'
  if (before === undefined || want !== wantBefore || message.trim().split(/\s+/u).length > maxFollowUpWords)
    return message
  const earlier = history.slice(0, history.lastIndexOf(before))
  return `${wordsInThread({ message: before.content, history: earlier }, want)} ${message}`
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
const between = /\b(?:between|zwischen|entre)\s+(?:[^\s,;.?!]+(?:,(?=\s+(?:19|20)\d\d\b))?\s+){0,3}[^\s,;.?!]+$/iu
const joiningAnd = /^\s*(?:and|und|y|et)\s+(?:(?:the|dem|der|le|la|el)\s+)?$/iu

/** "Winter 2019/2020" is one period. */
const winterOfTwoYears = /^(?:winter|hiver|invierno)\s(?:19|20)\d\d\s?\/\s?(?:19|20)\d\d$/iu

/** The spans of periods with the years of their days: the reader of spans ends one at the comma of "March 3, 2013". */
function withYearsOfDays<Span extends PeriodSpan>(text: string, spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    const isYearOfDay =
      last !== undefined &&
      /\p{L}\s+\d{1,2}(?:st|nd|rd|th)?,\s+$/iu.test(text.slice(last.start, span.start)) &&
      /^(?:19|20)\d\d\b/u.test(span.text)
    const isJoined = isYearOfDay || (last !== undefined && winterOfTwoYears.test(text.slice(last.start, span.end)))
    if (isJoined) whole.pop()
    const start = isJoined ? last.start : span.start
    whole.push(isJoined ? { ...span, start, text: text.slice(start, span.end) } : span)
  }
  return whole
}

/** The spans of periods with the word that opens them; "between A and B" is one, unless the two are compared. */
function joinPeriods<Span extends PeriodSpan>(text: string, spans: readonly Span[], areCompared: boolean): Span[] {
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
function bothSides(before: string, words: string, context: PeriodContext): readonly [Days, Days] | null {
  const point = pointBetween(before, words)
  const days = point === null ? null : readPeriod(point, context)
  if (days === null || days[0] === null || days[1] === null) return null
  return [
    [null, addDays(days[0], -1)],
    [addDays(days[1], 1), null],
  ]
}

/** The words of the day or days that stand between before and after. */
function pointBetween(before: string, words: string): string | null {
  // "before or after its release in October"
  if (/\bbefore (?:and|or) after (?:the |its |their )?\p{L}+ (?:in |on )$/iu.test(before)) return words
  return /\bbefore and\s+$/iu.test(before) ? (/^after\s+(.+)$/isu.exec(words)?.[1] ?? null) : null
}

/** Documents just before their days: "five headlines on it from November 2020" means that month, and not everything since. */
const datedDocuments =
  /\b(?:headlines?|articles?|stories|posts?|comments?|quotes?|quotations?|news|documents?|papers?|pieces?|examples?)\b[^,;.?!]{0,60}$/iu

/** "In March or in April 2013": the first of two months that a question sets against each other. */
function otherMonth(text: string, marked: readonly TaggedSpan[]): TaggedSpan[] {
  const [first] = marked
  const [whole, month = ''] =
    first === undefined ? [] : (/\bin (\p{L}{3,9}) or (?:in )?$/iu.exec(text.slice(0, first.start)) ?? [])
  if (first === undefined || whole === undefined || readPeriod(month, { today: '2020-01-01' }) === null) return []
  const start = first.start - whole.length + 3
  return [{ ...first, start, end: start + month.length, text: month }]
}

/** "In April 13" is a month of a year, and "on April 13" or "in April 13, 2013" is a day. */
function withYear({ text: words, start }: TaggedSpan, text: string): string {
  if (/\b(?:19|20)\d\d\b/u.test(text)) return words
  const isInMonth = /\bin\s+(?:(?:early|late|mid)[ -])?$/iu.test(text.slice(0, start)) || /^in\s/iu.test(words)
  return isInMonth ? words.replace(/^((?:in\s+)?\p{L}{3,9})\s+['’]?([012]\d)$/u, '$1 20$2') : words
}

/** "Blade Runner 2049": a year to come may belong to a name, unless the message says "in" it. */
function isYearOfName(text: string, { start, text: words }: TaggedSpan): boolean {
  return /^\d{4}$/u.test(words) && !/\b(?:in|during|im|en)\s+$/iu.test(text.slice(0, start))
}

export interface ReadPeriods {
  readonly periods: readonly Days[]
  /** The words of those that are not understood. */
  readonly unread: readonly string[]
  /** Whether they are the days on a side of what happened in a month or on a day. */
  readonly isOfEvent: boolean
}

/** The days of the periods that a message names. */
export function readPeriods(
  text: string,
  { spans, main }: Pick<TaggedQuestion, 'spans' | 'main'>,
  thread: Thread | null,
  today: string,
): ReadPeriods {
  const marked = spans.filter(({ kind }) => kind === 'period')
  const whole = withYearsOfDays(text, [...otherMonth(text, marked), ...marked])
  const found = joinPeriods(text, whole, main === 'compare')
  const isAhead = main === 'forecast' || main === 'watch'
  const listsDocuments = main === 'list' || main === 'quotes'
  const before = thread?.periods.at(-1) ?? null
  const read = (span: TaggedSpan, other: Days | null) =>
    readPeriod(withYear(span, text), {
      today,
      isAhead,
      other,
      hasArticle: /\b(?:the|den|les|los|las)\s+$/iu.test(text.slice(0, span.start)),
      isOfDocuments: listsDocuments && datedDocuments.test(text.slice(0, span.start)),
    })
  const periods: Days[] = []
  const unread: string[] = []
  let isOfEvent = false
  // what two periods are each of is told by them
  const besideOf = found.length === 1 ? besideEvent : () => null
  found.forEach((span, at) => {
    // "in June and July 2019": the year stands once
    const next = found[at + 1]
    const year = /\d{4}/u.test(span.text) || next === undefined ? null : read(next, null)
    const last = periods.at(-1)
    const part = last === undefined ? null : nestedDays(text, [found[at - 1], span], last, main === 'compare')
    const sides = part === null ? bothSides(text.slice(0, span.start), span.text, { today }) : [part]
    const days = sides === null ? read(span, last ?? year ?? before) : null
    const ofEvent = besideOf(text, span.start, days)
    const several = sides ?? ofEvent
    // days to come belong to a forecast alone
    const isToCome = days?.[0] != null && days[0] > today && !isAhead
    if (part !== null) periods.pop()
    isOfEvent ||= ofEvent !== null
    if (several !== null) periods.push(...several)
    else if (days !== null && !isToCome) periods.push(days)
    else if (days === null || !isYearOfName(text, span)) unread.push(span.text)
  })
  return { periods, unread, isOfEvent }
}

/**
 * The days of a message that goes on: its own, those that it counts from the days before it, those on the other side of an event, or the days before;
 * and words that count from days which there are not.
 */
export function goOnWithPeriods(
  {
    text,
    tagged,
    periods,
    isOfEvent,
  }: { text: string; tagged: TaggedQuestion; periods: readonly Days[]; isOfEvent: boolean },
  thread: Thread,
  today: string,
  { isNew, isOfSameTopic }: { isNew: boolean; isOfSameTopic: boolean },
): ReadPeriods {
  // "the year before" is read as days too, but means the same days of that year
  const isDated = tagged.spans.some((span) => span.kind === 'period' && !isShift(span.text))
  const [from, to] = thread.periods[0] ?? [null, null]
  const shift = isDated ? null : shiftPeriod(text, { from, to }, today)
  if (shift !== null && (shift.from !== null || shift.to !== null))
    return { periods: [[shift.from, shift.to]], unread: [], isOfEvent }
  const unread = shift === null ? [] : [shift.words]
  // a forecast or an alert is about days to come, and everything else about days that have been
  const looksAhead = tagged.main === 'forecast' || tagged.main === 'watch'
  const before = isNew ? [] : thread.periods.filter(([first, last]) => (last ?? first ?? today) > today === looksAhead)
  // "the month before" days that nobody named is none
  const named = shift === null ? periods : []
  const other = isOfSameTopic ? otherSide(text, named, [from, to]) : null
  const own = other === null ? named : [other]
  // "how different was that in 2013", and not "which of the two was bigger in 2013"
  const isComparison = tagged.main === 'compare' && thread.want !== 'compare'
  const isBoth = isComparison && isOfSameTopic && before.length === 1 && own.length === 1
  if (isBoth) return { periods: [...before, ...own], unread, isOfEvent: true }
  return { periods: own.length > 0 ? own : before, unread, isOfEvent: isOfEvent || other !== null }
}

const setsAgainst = /\b(?:compar\p{L}*|vs|versus|than|which|more|less|differ\p{L}*|better|worse|bigger|higher)\b/iu

/** Whether a message that names two periods sets them against each other. */
export function comparesPeriods(text: string, want: Want): boolean {
  // "a spike in 2010 or 2011" is one in either of them
  const isEither =
    /\b(?:a|an|any|some)\b[^.?!]{0,80}\b(?:19|20)\d\d or (?:in )?(?:19|20)\d\d\b/iu.test(text) &&
    !setsAgainst.test(text)
  if (isEither && want !== 'compare') return false
  return !/\b(?:back in|predict\p{L}*|suppose|by (?:19|20)\d\d)\b/iu.test(text) || want === 'compare'
}
