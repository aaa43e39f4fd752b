import { formatDay } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { SignalReport, TopicEvent } from '@auspex/sdk/types'
import { getReportTool, readQuestionTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { readScreen } from '../screen/screen-view.ts'
import { readPeriod } from '../understand/period.ts'
import type { Reading } from '../understand/understand.ts'
import { nameTopic, spellAsWritten, stemOf } from '../understand/wordings.ts'
import { quotedTexts } from './report-sentences.ts'
import { isFound, readTopic } from './topic-report.ts'

const maxSignals = 5

/** Completes a reading with what only the library knows: the names of signals on the screen, and multi-word phrases. */
export async function* completeReading(
  context: CallContext,
  request: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  if (!['report', 'add', 'send', 'monitor', 'trends', 'unclear'].includes(reading.task)) return reading
  const { message, collections, readables } = request
  const screen = readScreen(message, readables)
  // "this report" is the one on the screen, even if the conversation was about another
  const isOfScreen = screen.isNamed && reading.topicFrom === 'thread' && screen.signalIds.length > 0
  if (reading.queries.length === 0 || isOfScreen) {
    const signalIds = isOfScreen ? screen.signalIds : signalsInView(request)
    const isCollection = collections.some((collection) => collection.signalIds.length > 0)
    const limit = isCollection || reading.wants.some((want) => want === 'compare' || want === 'rank') ? maxSignals : 1
    // a question that names no topic is clear beside the report that it is about
    const task = reading.task === 'unclear' ? 'report' : reading.task
    if (signalIds.length > 0) return yield* fromView(context, signalIds.slice(0, limit), { ...reading, task })
    if (screen.topic !== null) return { ...reading, task, queries: [screen.topic], topicFrom: 'view' }
    // "what happened in Iran?" names nothing else to search for
    const [named] = [...reading.outlets, ...reading.places]
    if (named !== undefined && reading.queries.length === 0 && reading.task === 'report')
      return { ...reading, queries: [named], outlets: [], country: null, topicFrom: 'message' }
  }
  if (reading.topicFrom !== 'message') return reading
  return yield* spellTopics(context, message, reading)
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
    (query) => words.find((known) => known.toLowerCase() === query.toLowerCase()) ?? query,
  )
  const [query = '', ...others] = spelled
  const phrase = words.find(
    (known) => known.includes(' ') && known.length > query.length && hasWord(known, query) && !isOnlyKind(known, query),
  )
  return { ...reading, queries: phrase === undefined || others.length > 0 ? spelled : [phrase] }
}

/** The signals that a message can refer to without naming them: those attached to it, those of collections it names, and those on the screen. */
function signalsInView({ signalIds, collections, readables, message }: AnalystRequest): readonly string[] {
  const named = collections.flatMap((collection) => collection.signalIds)
  return [...new Set([...signalIds, ...named, ...readScreen(message, readables).signalIds])]
}

/** The signals that "this" can refer to, with their queries; those of the conversation where none are in view. */
export async function* listReferableSignals(
  context: CallContext,
  request: AnalystRequest,
): AsyncGenerator<AnalystEvent, { signalId: string; query: string }[]> {
  const known: { signalId: string; query: string }[] = []
  for (const signalId of signalsInView(request).slice(0, maxSignals)) {
    const { outcome, events } = await readSignal(context, signalId)
    yield* events
    if (outcome.status === 'ok') known.push({ signalId, query: outcome.output.query.title })
  }
  if (known.length > 0) return known
  const before = request.history.findLast(({ understanding }) => understanding !== null)?.understanding
  return (before?.topics ?? []).flatMap(({ query, signalId }) => (signalId === null ? [] : [{ signalId, query }]))
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

async function* fromView(
  context: CallContext,
  wanted: readonly string[],
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const queries: string[] = []
  let [from, to, country] = [reading.from, reading.to, reading.country]
  for (const signalId of wanted) {
    const { outcome, events } = await readSignal(context, signalId)
    yield* events
    if (outcome.status === 'failed') continue
    const { query } = outcome.output
    queries.push(query.query_term ?? query.canonical)
    if (reading.from === null && reading.to === null) [from, to] = [query.startDate, query.endDate]
    country ??= query.geo
  }
  return { ...reading, queries, from, to, country, topicFrom: queries.length > 0 ? 'view' : null }
}

function readSignal(context: CallContext, signalId: string) {
  return callTool(context, getReportTool, { signalId }, ({ query }) => `The signal “${query.title}”.`)
}

const occasions =
  /\b(since|after|before|when|at)\s+(?:(?:the|its|it|they|he|she|their)\s+)?(?:was\s+|were\s+|got\s+)?(launch(?:ed)?|releas(?:e|ed)|came out|debut(?:ed)?|announc(?:ed|ement)|die[ds]|death|shutdown|shut down|arrest(?:ed)?|resign(?:ed|ation)|clos(?:ed|ure)|bann?(?:ed)?|collaps(?:e|ed)|bankrupt(?:cy)?|hack(?:ed)?|crash(?:ed)?|ipo)\b/iu
const namedEvent = /\b(since|after|before)\s+(?:the\s+)?([\p{L}][\p{L}’'-]*(?: [\p{L}’'-]+){0,3})\s*(?=[?.!,;]|$)/iu
/** With what a topic begins is told by its own first event. */
const beginnings = /^(?:launch|releas|came out|debut|announc)/iu
const nouns: Readonly<Record<string, string>> = {
  launched: 'launch',
  released: 'release',
  'came out': 'release',
  debuted: 'debut',
  announced: 'announcement',
  died: 'death',
  dies: 'death',
  'shut down': 'shutdown',
  closed: 'closure',
  banned: 'ban',
  ban: 'ban',
  resigned: 'resignation',
  arrested: 'arrest',
  collapsed: 'collapse',
  hacked: 'hack',
  crashed: 'crash',
}
const noEvent =
  /\b(?:then|that|this|it|now|when|all|last|next|year|years|month|months|week|weeks|day|days|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december|today|yesterday|beginning|start|mid|late|early|which|everybody|everyone|people|they|i|we|you)\b/iu
/** The weeks in which "when it launched" is. */
const daysAfter = 56

/**
 * "Since it launched", "after the launch in 2011", "since Fukushima": the days of an event, by when the library has most about it. Where the library does
 * not tell, the days stay as they are and the answer says so.
 */
export async function* dateByEvent(
  context: CallContext,
  message: string,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const [query, ...others] = reading.queries
  if (query === undefined || others.length > 0 || reading.task !== 'report' || reading.otherPeriod !== null)
    return reading
  const plain = query.replaceAll('"', '')
  // "when google plus launched"
  const text = replaceName(message, plain)
  const occasion = occasions.exec(text)
  const named = occasion === null && reading.from === null && reading.to === null ? namedEvent.exec(text) : null
  const [, relation = '', words = ''] = occasion ?? named ?? []
  if (words === '' || (named !== null && (noEvent.test(words) || readPeriod(words, { today: '2020-01-01' }) !== null)))
    return reading
  const noun = nouns[words.toLowerCase()] ?? words.toLowerCase()
  const isBeginning = occasion !== null && beginnings.test(words)
  const name = plain.includes(' ') ? `"${plain}"` : plain
  const event = occasion === null ? words : isBeginning ? query : `${name} AND ${stemWord(words)}`
  const { from, to } = reading
  // a follow-up goes on from days that begin with the event
  const found = yield* readTopic(context, { query: event, from: isBeginning ? null : from, to, country: null })
  const day = isFound(found) ? dayOfEvent(found.report, isBeginning) : null
  const what =
    occasion === null
      ? `“${words}”`
      : `the ${noun} of ${isFound(found) ? spellAsWritten(nameTopic(query, plain), quotedTexts(found.report)) : plain}`
  if (day === null) {
    const all = from === null && to === null ? 'all days count' : 'the whole period counts'
    return { ...reading, notes: [`The library does not show when ${what} was, so ${all}.`] }
  }
  const days = /^before$/iu.test(relation)
    ? { from, to: addDays(day, -1) }
    : { from: day, to: /^(?:when|at)$/iu.test(relation) ? addDays(day, daysAfter) : to }
  const dated = isBeginning ? 'its first wave began then' : 'what is written about it came in number from then on'
  return { ...reading, ...days, notes: [`I take ${formatDay(day)} for ${what}: ${dated}.`] }
}

function replaceName(message: string, name: string): string {
  const at = message.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? message : `${message.slice(0, at)}it${message.slice(at + name.length)}`
}

function stemWord(words: string): string {
  const [first = ''] = words.toLowerCase().split(' ')
  return first === 'came' || first === 'shut' ? `"${words.toLowerCase()}"` : `${stemOf(first).replace(/e$/u, '')}*`
}

const beginningWords = /\b(?:launch|releas|available|out now|is out|is here|announc|unveil|went live|goes live)/iu

/** The day on which the largest event of a report began, or its first one; without any, that of the first of several documents. */
function dayOfEvent(
  { events: { events, busiest }, volume: { points } }: SignalReport,
  isFirst: boolean,
): string | null {
  const inOrder = events.toSorted((a, b) => a.onset.localeCompare(b.onset))
  const isTold = ({ headline, first, mostNoticed }: TopicEvent) =>
    [headline, first, mostNoticed].some((one) => beginningWords.test(one?.title ?? ''))
  const onset = isFirst ? (inOrder.find(isTold) ?? inOrder[0])?.onset : events[0]?.onset
  const held = points.filter(({ documents }) => documents > 0)
  return onset ?? busiest?.firstDay ?? (held.length > 1 ? (held[0]?.firstDay ?? null) : null)
}
