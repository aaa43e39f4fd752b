import { formatDay } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { SignalReport, TopicEvent } from '@auspex/sdk/types'
import { getReportTool, readQuestionTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type Note, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { readScreen } from '../screen/screen-view.ts'
import { readPeriod } from '../understand/period.ts'
import type { Reading } from '../understand/understand.ts'
import { toQualifier, topicOfWords, withQualifiers } from '../understand/qualifiers.ts'
import { askedPart, toPlainText } from '../understand/asked-part.ts'
import { asksForAdvice, asksForHealth, asksForUnlawful } from '../understand/scope.ts'
import { isSpecific, namesAsMeant } from '../understand/topics.ts'
import { nameTopic, rarityOf, spellAsWritten, stemOf, unknownWord } from '../understand/wordings.ts'
import { countWordings, minTogether } from './correct-topics.ts'
import { quotedTexts } from './report-sentences.ts'
import { isFound, readTopic } from './topic-report.ts'

const maxSignals = 5

/** Completes a reading with what only the library knows: the names of signals on the screen, and multi-word phrases. */
export async function* completeReading(
  context: CallContext,
  request: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  if (reading.task === 'declined') return yield* asPeopleWrote(context, request, reading)
  if (!['report', 'add', 'send', 'monitor', 'trends', 'unclear'].includes(reading.task)) return reading
  if ((reading.within ?? []).length > 0) return yield* withinTopic(context, request, reading)
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

const toldAsAdvice: ReadonlySet<Reading['answer']> = new Set(['yes', 'advice', 'off-topic', 'not-held', 'no-topic'])
/** With fewer documents nobody is said to have written about it. */
const minWritten = 5

/** "What's a good way to learn calculus": what people wrote about it, where the library has some of it. */
async function* asPeopleWrote(
  context: CallContext,
  { message }: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const text = askedPart(toPlainText(message))
  const isTold = toldAsAdvice.has(reading.answer) && asksForAdvice(text) && reading.language === null
  if (!isTold || asksForHealth(text) || asksForUnlawful(text)) return reading
  const named = reading.queries[0] ?? topicOfWords(text, [])
  const [query] = named === null ? [] : namesAsMeant(text, [named])
  if (query === undefined) return reading
  const { from, to, country, outlets, excluded } = reading
  const counts = yield* countWordings(context, [query], { from, to, country, outlets, excluded })
  if ((counts.get(query) ?? 0) < minWritten) return reading
  const wants = { wants: ['quotes'], mainWant: 'quotes' } as const
  return { ...reading, ...wants, task: 'report', answer: 'advice', queries: [query], topicFrom: 'message' }
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
  const signals: { signalId: string; query: string }[] = []
  for (const signalId of signalsInView(request).slice(0, maxSignals)) {
    const { outcome, events } = await readSignal(context, signalId)
    yield* events
    if (outcome.status === 'ok') signals.push({ signalId, query: outcome.output.query.title })
  }
  if (signals.length > 0) return signals
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
  /\b(since|after|before|when|at)\s+(?:(?:the|its|it|they|he|she|their)\s+)?(?:was\s+|were\s+|got\s+)?(launch(?:ed)?|releas(?:e|ed)|came out|debut(?:ed)?|announc(?:ed|ement)|die[ds]|death|shutdown|shut down|arrest(?:ed)?|resign(?:ed|ation)|clos(?:ed|ure)|ban(?:ned)?|collaps(?:e|ed)|bankrupt(?:cy)?|hack(?:ed)?|crash(?:ed)?|ipo)\b/iu
/** Whether a word is one by which days are told: "when it launched". */
export function isOccasion(words: string): boolean {
  return occasions.test(`when it ${words}`)
}

/** Up to four words, with the full stops of "U.S." and "Mt. Gox". */
const namedEvent =
  /\b([Ss]ince|[Aa]fter|[Bb]efore)\s+(?:the\s+)?((?:(?:\p{Lu}\.)+|(?:Mt|St|Dr|Mr)\.|\p{L}[\p{L}’'-]*)(?: (?:(?:\p{Lu}\.)+|(?:Mt|St|Dr|Mr)\.|[\p{L}’'-]+)){0,3})\s*(?=[?.!,;]|$)/u
/** What happens once: "after Obama" is no day, and "after the Obama inauguration" is one. */
const eventWords =
  /\b(?:attacks?|bombings?|crash|crisis|death|debates?|disaster|earthquake|elections?|explosion|fire|floods?|hack|hearings?|hurricane|inauguration|leaks?|massacre|meltdown|merger|spill|outage|protests?|quake|referendum|resignation|riots?|scandal|shooting|storm|strike|summit|trial|tsunami|verdict|vote|war)$/iu
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
  bankrupt: 'bankruptcy',
  ipo: 'IPO',
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
  // a word for when something happened is needed in no document
  const undated = { ...reading, qualifiers: (reading.qualifiers ?? []).filter(({ words }) => !isOccasion(words)) }
  if (query === undefined || reading.task !== 'report' || reading.otherPeriod !== null) return reading
  if (others.length > 0) return occasions.test(message) ? undated : reading
  const plain = query.replaceAll('"', '')
  // "when google plus launched"
  const text = replaceName(message, plain)
  const occasion = occasions.exec(text)
  const named = occasion === null && reading.from === null && reading.to === null ? namedEvent.exec(text) : null
  const [, relation = '', words = ''] = occasion ?? named ?? []
  if (words === '' || (named !== null && !isNameOfEvent(relation, words))) return reading
  const noun = nouns[words.toLowerCase()] ?? words.toLowerCase()
  const isBeginning = occasion !== null && beginnings.test(words)
  const name = plain.includes(' ') ? `"${plain}"` : plain
  const event = occasion === null ? words : isBeginning ? query : `${name} AND ${stemWord(words)}`
  const { from, to } = reading
  // a follow-up goes on from days that begin with the event
  const eventTopic = yield* readTopic(context, { query: event, from: isBeginning ? null : from, to, country: null })
  const day = isFound(eventTopic) ? dayOfEvent(eventTopic.report, isBeginning, occasion === null ? words : null) : null
  const what =
    occasion === null
      ? `“${words}”`
      : `the ${noun} of ${isFound(eventTopic) ? spellAsWritten(nameTopic(query, plain), quotedTexts(eventTopic.report)) : plain}`
  if (day === null) {
    const all = from === null && to === null ? 'all days count' : 'the whole period counts'
    return {
      ...undated,
      notes: [...(reading.notes ?? []), sentence(`The library does not show when ${what} was, so ${all}.`)],
    }
  }
  const [begin, end] = /^before$/iu.test(relation)
    ? [null, addDays(day, -1)]
    : [day, /^(?:when|at)$/iu.test(relation) ? addDays(day, daysAfter) : null]
  const days = { from: laterOf(from, begin), to: earlierOf(to, end) }
  const dated = `I take ${formatDay(day)} for ${what}: its ${isBeginning ? 'first' : 'largest'} wave began then.`
  const notes = (note: string): Note[] => [...(reading.notes ?? []), { ...sentence(note), explainsNone: true }]
  // days that end before they begin are none
  return days.from !== null && days.to !== null && days.from > days.to
    ? { ...reading, notes: notes(`${dated} That leaves none of the days that you name, so they count as they are.`) }
    : { ...reading, ...days, notes: notes(dated) }
}

function laterOf(a: string | null, b: string | null): string | null {
  return a === null || b === null ? (a ?? b) : a > b ? a : b
}

function earlierOf(a: string | null, b: string | null): string | null {
  return a === null || b === null ? (a ?? b) : a < b ? a : b
}

/** "Since Fukushima", "after the Mt. Gox hack": a name, and but for "since" the word of what happened; "after work" is no date. */
function isNameOfEvent(relation: string, words: string): boolean {
  if (noEvent.test(words) || readPeriod(words, { today: '2020-01-01' }) !== null) return false
  const isName = /\p{Lu}/u.test(words) || words.split(' ').some((word) => rarityOf(word) === unknownWord)
  return isName && (/^since$/iu.test(relation) || eventWords.test(words))
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

/**
 * The day on which the largest event of a report began, or its first one. A name is dated by an event that its headlines name and that most of its
 * documents are of: what is always written about has no day. Null where the report does not tell.
 */
function dayOfEvent(
  { events: { events }, counts }: SignalReport,
  isFirst: boolean,
  name: string | null,
): string | null {
  const titlesOf = ({ headline, first, mostNoticed }: TopicEvent) =>
    [headline, first, mostNoticed].map((one) => one?.title ?? '')
  const isTold = (event: TopicEvent) => titlesOf(event).some((title) => beginningWords.test(title))
  if (isFirst) {
    const inOrder = events.toSorted((a, b) => a.onset.localeCompare(b.onset))
    return (inOrder.find(isTold) ?? inOrder[0])?.onset ?? null
  }
  const [largest] = events
  if (largest === undefined || name === null) return largest?.onset ?? null
  const words = name.toLowerCase().replace(eventWords, '').trim().split(' ')
  const isNamed = titlesOf(largest).some((title) => words.every((word) => title.toLowerCase().includes(word)))
  return isNamed && largest.documents > counts.documents / 2 ? largest.onset : null
}

/** Two names that a message does not set against each other, "privacy on Google Glass", as one topic where documents have both. */
export async function* joinTopics(
  context: CallContext,
  message: string,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const [one = '', other = '', ...others] = reading.queries
  const isPair = other !== '' && others.length === 0 && reading.topicFrom === 'message' && reading.task === 'report'
  const plain = message.toLowerCase()
  const [from, to] = [one, other].map((name) => plain.indexOf(name.replaceAll('"', '').toLowerCase())) as [
    number,
    number,
  ]
  const between = plain.slice(Math.min(from, to), Math.max(from, to))
  if (!isPair || from < 0 || to < 0 || setAgainst.test(message) || /\b(?:or|vs)\b|[,;.?!]/u.test(between))
    return reading
  const { from: begin, to: end, country, outlets, excluded } = reading
  const both = `${withQualifiers(one, [])} AND ${withQualifiers(other, [])}`
  const isListed = /\band\b|&/u.test(between)
  // "snapchat and whatsapp" are two, and "oculus rift and motion sickness" is one thing and what it does
  const areAlike =
    isNameLike(one) === isNameLike(other) || one.split(' ').some((word) => other.split(' ').includes(word))
  // "how many mention the NSA and Verizon" counts those that have both
  const countsBoth = reading.mainWant === 'volume' && /\bmention\p{L}*\b/iu.test(message)
  if (isListed && areAlike && !countsBoth) return reading
  const counts = yield* countWordings(context, [one, other, both], { from: begin, to: end, country, outlets, excluded })
  const [inOne, inOther, inBoth] = [one, other, both].map((query) => counts.get(query) ?? 0) as [number, number, number]
  if (inOne === 0 || inOther === 0 || (isListed && inBoth < minTogether)) return reading
  // of two names side by side the one that fewer documents have says what is meant
  const isSmallerAlone = inBoth < minTogether && /^[\p{L}\p{N}’' ]*\s+$/u.test(between) && from + one.length >= to - 2
  if (isSmallerAlone) return { ...withoutCompare(reading), queries: [inOne < inOther ? one : other] }
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
  return {
    ...reading,
    mainWant: reading.mainWant === 'compare' ? 'brief' : reading.mainWant,
    wants: reading.wants.filter((want) => want !== 'compare'),
  }
}

const setAgainst =
  /\b(?:compar\p{L}*|vs\.?|versus|than|which (?:one )?(?:is|was|got|gets|has|had)|difference|rather|against|respectively|each|both|separately|together|graph|chart|plot|table)\b/iu

/** A name is written with capitals, or is in no list of words. */
function isNameLike(name: string): boolean {
  return /\p{Lu}/u.test(name) || name.split(' ').some((word) => rarityOf(word) === unknownWord)
}
