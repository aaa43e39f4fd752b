import { formatDay } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { SignalReport, TopicEvent } from '@auspex/sdk/types'
import { readQuestionTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type Note, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { maxSignals, readView, signalsInView } from '../screen/act-on-screen.ts'
import { readScreen } from '../screen/screen-view.ts'
import {
  back,
  type EventDays,
  eventWords,
  forth,
  readDaysOfTopic,
  readEventDays,
  readNamedDays,
  tellsDays,
} from '../understand/calendar.ts'
import { areAlike, findPair, isEvent, isNameLike, isNameOfEvent, rareNameOf } from '../understand/asked-part.ts'
import type { ReadDays, Reading } from '../understand/understand.ts'
import { toQualifier, withQualifiers } from '../understand/qualifiers.ts'
import { isSpecific } from '../understand/topics.ts'
import { formatPeriod, type MessageInThread } from '../understand/understanding.ts'
import { asksForPeak } from '../understand/wishes.ts'
import { nameTopic, spellAsWritten, stemOf, withHappening } from '../understand/wordings.ts'
import { asPeopleWrote } from './limits.ts'
import { quotedTexts } from './report-sentences.ts'
import { countWordings, isFound, minTogether, readTopic, type TopicReport } from './topic-report.ts'

const tasksOfTopics: ReadonlySet<Reading['task']> = new Set(['report', 'add', 'send', 'monitor', 'trends', 'unclear'])

/** Completes a reading with what only the library knows: the names of signals on the screen, and multi-word phrases. */
export async function* completeReading(
  context: CallContext,
  request: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  if (reading.task === 'declined') return yield* asPeopleWrote(context, request, reading)
  if (!tasksOfTopics.has(reading.task)) return reading
  if ((reading.within ?? []).length > 0) return yield* withinTopic(context, request, reading)
  const inView = yield* readInView(context, request, reading)
  if (inView !== null) return inView
  return reading.topicFrom === 'message' ? yield* spellTopics(context, request.message, reading) : reading
}

/** A question about what the screen shows or, where it names no topic, about its source or place; null where it has a topic of its own. */
async function* readInView(
  context: CallContext,
  request: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading | null> {
  const { message, collections, readables } = request
  const screen = readScreen(message, readables)
  // "this report" is the one on the screen, even if the conversation was about another
  const isOfScreen = screen.isNamed && reading.topicFrom === 'thread' && screen.signalIds.length > 0
  if (reading.queries.length > 0 && !isOfScreen) return null
  const signalIds = isOfScreen ? screen.signalIds : signalsInView(request)
  const isCollection = collections.some((collection) => collection.signalIds.length > 0)
  const limit = isCollection || reading.wants.some((want) => want === 'compare' || want === 'rank') ? maxSignals : 1
  // a question that names no topic is clear beside the report that it is about
  const task = reading.task === 'unclear' ? 'report' : reading.task
  if (signalIds.length > 0) return yield* readView(context, signalIds.slice(0, limit), { ...reading, task })
  if (screen.topic !== null) return { ...reading, task, queries: [screen.topic], topicFrom: 'view' }
  // "what happened in Iran?" names nothing else to search for
  const [named] = [...reading.outlets, ...reading.places]
  if (named === undefined || reading.queries.length > 0 || reading.task !== 'report') return null
  return { ...reading, queries: [named], outlets: [], country: null, topicFrom: 'message' }
}

/** A follow-up about a part of the topic before it, or about what it names alone where hardly any document has both. */
async function* withinTopic(
  context: CallContext,
  { message }: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const { within = [], from, to, country, outlets, excluded, qualifiers = [] } = reading
  const [query = ''] = reading.queries
  const both = withQualifiers(query, within.map(toQualifier))
  const counts = isSpecific(message)
    ? null
    : yield* countWordings(context, [both], { from, to, country, outlets, excluded })
  if (counts === null || (counts.get(both) ?? minTogether) >= minTogether) return reading
  const others = qualifiers.filter(({ words }) => !within.includes(words))
  return yield* spellTopics(context, message, { ...reading, queries: within, qualifiers: others, topicFrom: 'message' })
}

/** Topics as the library writes them: names with their capitals, and a single word as the phrase that the question has it in. */
async function* spellTopics(
  context: CallContext,
  message: string,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  if (reading.queries.length === 0 || reading.queries.some((query) => query.includes('"'))) return reading
  const { outcome, events } = await callTool(
    context,
    readQuestionTool,
    { question: toQuestion(message) },
    ({ question }) => (question === null ? 'A query, used unchanged.' : `Read as ${question.words.join(', ')}.`),
  )
  yield* events
  const words = outcome.status === 'ok' ? (outcome.output.question?.words ?? []) : []
  const spelled = reading.queries.map(
    (query) => words.find((known) => known.toLowerCase() === query.toLowerCase() && !isShouted(known)) ?? query,
  )
  const [query = '', ...others] = spelled
  const phrase = words.find(
    (known) => known.includes(' ') && known.length > query.length && hasWord(known, query) && !isOnlyKind(known, query),
  )
  return { ...reading, queries: phrase === undefined || others.length > 0 ? spelled : [phrase] }
}

/** A headline in capitals is no way to write a longer name. */
function isShouted(name: string): boolean {
  return name.length > 5 && name === name.toUpperCase()
}

/** Phrases are recognised only in questions. */
function toQuestion(message: string): string {
  const words = message.slice(0, 480).replaceAll('"', ' ')
  return /\?\s*$/u.test(words) ? words : `${words}?`
}

/** "coronavirus news" is about the coronavirus, however often its documents contain the phrase. */
function isOnlyKind(phrase: string, query: string): boolean {
  const rest = phrase.toLowerCase().replace(query.toLowerCase(), '').trim()
  return /^(?:news|headlines?|articles?|stories|coverage|posts?|comments?|reports?|updates?)$/u.test(rest)
}

function hasWord(phrase: string, query: string): boolean {
  return ` ${phrase.toLowerCase()} `.includes(` ${query.toLowerCase()} `)
}

/** With what a topic begins is told by its own first event. */
const beginnings = /^(?:launch|release|debut|announcement|introduction)$/u
/** The weeks in which "when it launched" is. */
const daysAfter = 56

/** An event that a question tells its days by. */
interface DatingEvent extends EventDays {
  /** Whether it has a name of its own, "Fukushima", and is not what happened to something. */
  readonly isNamed: boolean
  /** Whether what it happened to begins with it. */
  readonly isBeginning: boolean
}

/**
 * "Since it launched", "after the launch in 2011", "in the week after the Fukushima accident": the days of an event, by when the library has most about
 * it. Where the library does not tell, the days stay as they are and the answer says so.
 */
export async function* dateByEvent(
  context: CallContext,
  { message, history }: MessageInThread,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const [query, ...others] = reading.queries
  if (query === undefined || reading.task !== 'report' || reading.otherPeriod !== null) return reading
  const event = reading.isOfEvent === true ? null : readDatingEvent(message, query, reading)
  if (others.length > 0) return event === null ? reading : withoutDays(reading, event, null)
  if (event === null)
    return isOfPeakBefore(message, history, reading) ? yield* atPeak(context, query, reading) : reading
  const { topic, found } = yield* lookUpEvent(context, event, query, reading)
  const what = describeEvent(event, query, topic)
  if (found !== null) return withDaysOf(reading, event, found, what)
  // a name behind "after" may as well be no event
  return event.isNamed && !isEvent(event) ? reading : withoutDays(reading, event, what)
}

/** What the library has about an event, and the wave of documents that it is told by; null where it shows none. */
async function* lookUpEvent(
  context: CallContext,
  event: DatingEvent,
  query: string,
  { from, to }: ReadDays,
): AsyncGenerator<AnalystEvent, { topic: TopicReport; found: TopicEvent | null }> {
  // a follow-up goes on from days that begin with the event
  const days = { from: event.isBeginning ? null : from, to, country: null }
  const topic = yield* readTopic(context, { query: queryOfEvent(event, query), ...days })
  const found = isFound(topic) ? findEvent(topic.report, event) : null
  const rareName = found === null && event.isNamed ? rareNameOf(event.words) : null
  if (rareName === null) return { topic, found }
  const named = yield* readTopic(context, { query: rareName, ...days })
  return { topic: named, found: isFound(named) ? findEvent(named.report, event) : null }
}

function withDaysOf(reading: Reading, event: DatingEvent, found: TopicEvent, what: string): Reading {
  const { notes = [] } = reading
  const days = daysByEvent(event, found, reading)
  const dated = `I take ${formatDay(found.onset)} for ${what}: its ${event.isBeginning ? 'first' : 'largest'} wave began then.`
  const noted = (note: string): Note[] => [...notes, { ...sentence(note), explainsNone: true }]
  // days that end before they begin are none
  if (days.from !== null && days.to !== null && days.from > days.to)
    return {
      ...reading,
      notes: noted(`${dated} That leaves none of the days that you name, so they count as they are.`),
    }
  return { ...withoutWordsOf(reading, event), ...days, notes: noted(dated) }
}

/** The day of an event that the library does not tell, and which days count instead. */
function withoutDays(reading: Reading, event: DatingEvent, what: string | null): Reading {
  const { from, to, notes = [] } = reading
  const all = from === null && to === null ? 'all days count' : 'the whole period counts'
  const ofEach =
    event.name === null
      ? `I do not know when the ${event.noun ?? event.words} of each of them was, so ${all}.`
      : `With several topics I do not look up when “${event.words}” was, so ${all}.`
  const unknown = what === null ? ofEach : `The library does not show when ${what} was, so ${all}.`
  return { ...withoutOccasions(reading), notes: [...notes, sentence(unknown)] }
}

/** The words that a day was read from are needed in no document. */
function withoutWordsOf(reading: Reading, { words }: DatingEvent): Reading {
  const isOfEvent = (one: string) => words.toLowerCase().includes(one.toLowerCase())
  return {
    ...withoutOccasions(reading),
    qualifiers: (reading.qualifiers ?? []).filter((one) => !isOfEvent(one.words) && !tellsDays(one.words)),
    unread: reading.unread.filter(
      (one) => !/^(?:the |in )*(?:\p{L}+ )?(?:day|week|month|year)s?(?: after| before)?$/iu.test(one),
    ),
  }
}

const peakBefore =
  /\b(?:then|(?:on|in|at|during) that (?:day|week|month|year|time|point)|that (?:day|week|month|year)|back then)\b/iu

/** "What happened then", after a question of when most was said. */
function isOfPeakBefore(
  message: string,
  history: AnalystRequest['history'],
  { topicFrom, from, to }: Reading,
): boolean {
  if (topicFrom !== 'thread' || !peakBefore.test(message) || /^\s*(?:ok|and|so|but)?[\s,]*then\b/iu.test(message))
    return false
  const before = history.findLast(({ role }) => role === 'user')?.content ?? ''
  const isLong = from === null || to === null || addDays(from, daysAfter) < to
  return isLong && asksForPeak(before)
}

/** The days of the largest event of a topic. */
async function* atPeak(context: CallContext, query: string, reading: Reading): AsyncGenerator<AnalystEvent, Reading> {
  const { from, to, country, outlets, excluded, notes = [] } = reading
  const topic = yield* readTopic(context, { query, from, to, country, outlets, excluded })
  const [largest] = isFound(topic) ? topic.report.events.events : []
  if (largest === undefined) return reading
  const until = largest.until ?? addDays(largest.onset, daysAfter)
  const note = sentence(`“Then” is read as ${formatPeriod(largest.onset, until)}, its largest wave.`)
  return { ...reading, from: largest.onset, to: until, notes: [...notes, { ...note, explainsNone: true }] }
}

/** The word for an event that its days were read from is needed in no document. */
export function withoutDatingWord(reading: Reading): Reading {
  const isDated = reading.from !== null || reading.to !== null
  return isDated && (reading.notes ?? []).length > 0 ? withoutOccasions(reading) : reading
}

/** A word for when something happened is needed in no document. */
function withoutOccasions(reading: Reading): Reading {
  return { ...reading, qualifiers: (reading.qualifiers ?? []).filter(({ words }) => !tellsDays(words)) }
}

function readDatingEvent(message: string, query: string, { from, to }: Reading): DatingEvent | null {
  // "when google plus launched"
  const topic = query.replaceAll('"', '')
  const text = replaceName(message, topic)
  const own = readDaysOfTopic(text, topic)
  if (own !== null) return { ...own, isNamed: true, isBeginning: false }
  const told = readEventDays(text)
  const isDated = from !== null || to !== null
  const named = isDated || told?.name === null ? null : readNamedDays(text)
  // "the Mt. Gox hack" is a name, and "Steve Jobs died" tells of one
  if (named !== null && isNameOfEvent(named) && (told === null || eventWords.test(named.words)))
    return { ...named, isNamed: true, isBeginning: false }
  return told === null ? null : { ...told, isNamed: false, isBeginning: beginnings.test(told.noun ?? '') }
}

function queryOfEvent({ words, name, noun, isNamed, isBeginning }: DatingEvent, query: string): string {
  if (isNamed) return words
  const plain = query.replaceAll('"', '')
  const own = plain.includes(' ') ? `"${plain}"` : plain
  // "8.1" alone is a number of anything
  if (name !== null && !/\p{L}/u.test(name)) return `${own} AND "${name}"`
  if (name !== null) return isBeginning ? name : (withHappening(name, `${noun} of ${name}`) ?? name)
  if (isBeginning) return query
  return withHappening(query, `${noun} of ${plain}`) ?? `${own} AND ${stemWord(words)}`
}

/** "the launch of Google+", "“Fukushima”". */
function describeEvent({ words, name, noun, isNamed }: DatingEvent, query: string, topic: TopicReport): string {
  if (isNamed) return `“${words}”`
  if (name !== null) return `the ${noun} of ${name}`
  const plain = query.replaceAll('"', '')
  return `the ${noun} of ${isFound(topic) ? spellAsWritten(nameTopic(query, plain), quotedTexts(topic.report)) : plain}`
}

/** The days that an event sets, within those that the question names. */
function daysByEvent({ relation, span }: DatingEvent, { onset, until }: TopicEvent, { from, to }: Reading): ReadDays {
  if (/^(?:before|until)$/iu.test(relation)) {
    const begin = span === null ? null : back(onset, span)
    return { from: laterOf(from, begin), to: earlierOf(to, addDays(onset, -1)) }
  }
  if (/^during$/iu.test(relation))
    return { from: laterOf(from, onset), to: earlierOf(to, until ?? addDays(onset, daysAfter)) }
  if (span !== null) {
    // "the day after" ends a day later
    const isNextDay = span.unit === 'day' && span.count === 1
    return { from: laterOf(from, onset), to: earlierOf(to, isNextDay ? addDays(onset, 1) : forth(onset, span)) }
  }
  const end = /^(?:when|at)$/iu.test(relation) ? addDays(onset, daysAfter) : null
  return { from: laterOf(from, onset), to: earlierOf(to, end) }
}

function inOrder(...days: readonly (string | null)[]): string[] {
  return days.filter((day) => day !== null).toSorted()
}

function laterOf(day: string | null, other: string | null): string | null {
  return inOrder(day, other).at(-1) ?? null
}

function earlierOf(day: string | null, other: string | null): string | null {
  return inOrder(day, other)[0] ?? null
}

function replaceName(message: string, name: string): string {
  const at = message.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? message : `${message.slice(0, at)}it${message.slice(at + name.length)}`
}

function stemWord(words: string): string {
  const [first = ''] = words.toLowerCase().split(' ')
  return words.includes(' ') ? `"${words.toLowerCase()}"` : `${stemOf(first).replace(/e$/u, '')}*`
}

const beginningWords =
  /\b(?:launch|releas|available|out now|is out|is here|announc|unveil|introduc|went live|goes live)/iu

/**
 * The largest event of a report, or its first one. A name is dated by an event that its headlines name and that most of its documents are of, or that is
 * by far the largest where the words say what happened: what is always written about has no day. Null where the report does not tell.
 */
function findEvent({ events: { events }, counts }: SignalReport, event: DatingEvent): TopicEvent | null {
  const titlesOf = ({ headline, first, mostNoticed }: TopicEvent) =>
    [headline, first, mostNoticed].map((one) => one?.title ?? '')
  const isTold = (one: TopicEvent) => titlesOf(one).some((title) => beginningWords.test(title))
  if (event.isBeginning) {
    const dated = events.toSorted((a, b) => a.onset.localeCompare(b.onset))
    return dated.find(isTold) ?? dated[0] ?? null
  }
  const [largest, second] = events
  if (largest === undefined || !event.isNamed) return largest ?? null
  const name = event.words.toLowerCase().replace(eventWords, '').trim().split(' ')
  const hasName = titlesOf(largest).some((title) => name.every((word) => title.toLowerCase().includes(word)))
  const isMost = largest.documents > counts.documents / 2
  const isClear = eventWords.test(event.words) && largest.documents >= clearlyLarger * (second?.documents ?? 0)
  return hasName && (isMost || isClear) ? largest : null
}

const clearlyLarger = 2

/** Two names that a message does not set against each other, "privacy on Google Glass", as one topic where documents have both. */
export async function* joinTopics(
  context: CallContext,
  message: string,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const pair = findPair(message, reading)
  if (pair === null) return reading
  const { one, other, between, isAdjacent } = pair
  const isListed = /\band\b|&/u.test(between)
  // "how many mention the NSA and Verizon" counts those that have both
  const countsBoth = reading.mainWant === 'volume' && /\bmention\p{L}*\b/iu.test(message)
  if (isListed && areAlike(one, other) && !countsBoth) return reading
  const { from, to, country, outlets, excluded } = reading
  const both = `${withQualifiers(one, [])} AND ${withQualifiers(other, [])}`
  const counts = yield* countWordings(context, [one, other, both], { from, to, country, outlets, excluded })
  const sizeOf = (query: string) => counts.get(query) ?? 0
  if (sizeOf(one) === 0 || sizeOf(other) === 0 || (isListed && sizeOf(both) < minTogether)) return reading
  // of two names side by side the one that fewer documents have says what is meant
  if (sizeOf(both) < minTogether && isAdjacent)
    return { ...withoutCompare(reading), queries: [sizeOf(one) < sizeOf(other) ? one : other] }
  const [subject, beside] = isNameLike(one) || !isNameLike(other) ? [one, other] : [other, one]
  const words = beside.replaceAll('"', '')
  const qualifier = { words, forms: [words.includes(' ') ? `"${words}"` : words], isName: true }
  return {
    ...withoutCompare(reading),
    queries: [subject],
    qualifiers: [...(reading.qualifiers ?? []), qualifier],
  }
}

function withoutCompare(reading: Reading): Reading {
  const wants = reading.wants.filter((want) => want !== 'compare')
  return { ...reading, mainWant: reading.mainWant === 'compare' ? (wants[0] ?? 'brief') : reading.mainWant, wants }
}
