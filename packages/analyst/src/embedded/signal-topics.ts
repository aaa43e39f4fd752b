import { formatDay } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { SignalReport, TopicEvent } from '@auspex/sdk/types'
import { readQuestionTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type Note, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { maxSignals, readView, signalsInView } from '../screen/act-on-screen.ts'
import { readScreen } from '../screen/screen-view.ts'
import { readPeriod } from '../understand/period.ts'
import type { ReadDays, Reading } from '../understand/understand.ts'
import { toQualifier, withQualifiers } from '../understand/qualifiers.ts'
import { isSpecific } from '../understand/topics.ts'
import { nameTopic, rarityOf, spellAsWritten, stemOf, unknownWord } from '../understand/wordings.ts'
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

const occasions =
  /\b(since|after|before|when|at)\s+(?:(?:the|its|it|they|he|she|their)\s+)?(?:was\s+|were\s+|got\s+)?(launch(?:ed)?|releas(?:e|ed)|came out|debut(?:ed)?|announc(?:ed|ement)|die[ds]|death|shutdown|shut down|arrest(?:ed)?|resign(?:ed|ation)|clos(?:ed|ure)|ban(?:ned)?|collaps(?:e|ed)|bankrupt(?:cy)?|hack(?:ed)?|crash(?:ed)?|ipo)\b/iu
/** Whether a word is one by which days are told: "when it launched". */
function isOccasion(words: string): boolean {
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

/** An event that a question tells its days by. */
interface DatingEvent {
  /** "since", "after", "before", "when" or "at". */
  readonly relation: string
  readonly words: string
  /** Whether it has a name of its own, "Fukushima", and is not what happened to the topic. */
  readonly isNamed: boolean
  /** Whether the topic begins with it. */
  readonly isBeginning: boolean
}

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
  if (query === undefined || reading.task !== 'report' || reading.otherPeriod !== null) return reading
  if (others.length > 0) return occasions.test(message) ? withoutOccasions(reading) : reading
  const event = readDatingEvent(message, query, reading)
  if (event === null) return reading
  const { from, to, notes = [] } = reading
  // a follow-up goes on from days that begin with the event
  const begin = event.isBeginning ? null : from
  const topic = yield* readTopic(context, { query: queryOfEvent(event, query), from: begin, to, country: null })
  const day = isFound(topic) ? dayOfEvent(topic.report, event) : null
  const what = describeEvent(event, query, topic)
  if (day === null) {
    const all = from === null && to === null ? 'all days count' : 'the whole period counts'
    return {
      ...withoutOccasions(reading),
      notes: [...notes, sentence(`The library does not show when ${what} was, so ${all}.`)],
    }
  }
  const days = daysByEvent(event, day, reading)
  const dated = `I take ${formatDay(day)} for ${what}: its ${event.isBeginning ? 'first' : 'largest'} wave began then.`
  const noted = (note: string): Note[] => [...notes, { ...sentence(note), explainsNone: true }]
  // days that end before they begin are none
  return days.from !== null && days.to !== null && days.from > days.to
    ? { ...reading, notes: noted(`${dated} That leaves none of the days that you name, so they count as they are.`) }
    : { ...reading, ...days, notes: noted(dated) }
}

/** The word for an event that its days were read from is needed in no document. */
export function withoutDatingWord(reading: Reading): Reading {
  const isDated = reading.from !== null || reading.to !== null
  return isDated && (reading.notes ?? []).length > 0 ? withoutOccasions(reading) : reading
}

/** A word for when something happened is needed in no document. */
function withoutOccasions(reading: Reading): Reading {
  return { ...reading, qualifiers: (reading.qualifiers ?? []).filter(({ words }) => !isOccasion(words)) }
}

function readDatingEvent(message: string, query: string, { from, to }: Reading): DatingEvent | null {
  // "when google plus launched"
  const text = replaceName(message, query.replaceAll('"', ''))
  const occasion = occasions.exec(text)
  const isDated = from !== null || to !== null
  const [, relation = '', words = ''] = occasion ?? (isDated ? null : namedEvent.exec(text)) ?? []
  const isNamed = occasion === null
  if (words === '' || (isNamed && !isNameOfEvent(relation, words))) return null
  return { relation, words, isNamed, isBeginning: !isNamed && beginnings.test(words) }
}

function queryOfEvent({ words, isNamed, isBeginning }: DatingEvent, query: string): string {
  if (isNamed) return words
  const plain = query.replaceAll('"', '')
  const name = plain.includes(' ') ? `"${plain}"` : plain
  return isBeginning ? query : `${name} AND ${stemWord(words)}`
}

/** "the launch of Google+", "“Fukushima”". */
function describeEvent({ words, isNamed }: DatingEvent, query: string, topic: TopicReport): string {
  if (isNamed) return `“${words}”`
  const noun = nouns[words.toLowerCase()] ?? words.toLowerCase()
  const plain = query.replaceAll('"', '')
  return `the ${noun} of ${isFound(topic) ? spellAsWritten(nameTopic(query, plain), quotedTexts(topic.report)) : plain}`
}

/** The days that an event sets, within those that the question names. */
function daysByEvent({ relation }: DatingEvent, day: string, { from, to }: Reading): ReadDays {
  if (/^before$/iu.test(relation)) return { from, to: earlierOf(to, addDays(day, -1)) }
  const end = /^(?:when|at)$/iu.test(relation) ? addDays(day, daysAfter) : null
  return { from: laterOf(from, day), to: earlierOf(to, end) }
}

function laterOf(...days: readonly (string | null)[]): string | null {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

function earlierOf(...days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).toSorted()[0] ?? null
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
  { words, isNamed, isBeginning }: DatingEvent,
): string | null {
  const titlesOf = ({ headline, first, mostNoticed }: TopicEvent) =>
    [headline, first, mostNoticed].map((one) => one?.title ?? '')
  const isTold = (event: TopicEvent) => titlesOf(event).some((title) => beginningWords.test(title))
  if (isBeginning) {
    const inOrder = events.toSorted((a, b) => a.onset.localeCompare(b.onset))
    return (inOrder.find(isTold) ?? inOrder[0])?.onset ?? null
  }
  const [largest] = events
  if (largest === undefined || !isNamed) return largest?.onset ?? null
  const name = words.toLowerCase().replace(eventWords, '').trim().split(' ')
  const hasName = titlesOf(largest).some((title) => name.every((word) => title.toLowerCase().includes(word)))
  return hasName && largest.documents > counts.documents / 2 ? largest.onset : null
}

/** Two names in a message. */
interface NamePair {
  readonly one: string
  readonly other: string
  /** What stands between them. */
  readonly between: string
  /** Whether the second one follows the first at once. */
  readonly isAdjacent: boolean
}

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

/** The only two names of a question, where it does not set them against each other. */
function findPair(message: string, { queries, topicFrom, task }: Reading): NamePair | null {
  const [one = '', other = '', ...others] = queries
  if (other === '' || others.length > 0 || topicFrom !== 'message' || task !== 'report') return null
  const plain = message.toLowerCase()
  const placeOf = (name: string) => plain.indexOf(name.replaceAll('"', '').toLowerCase())
  const [place, otherPlace] = [placeOf(one), placeOf(other)]
  const between = plain.slice(Math.min(place, otherPlace), Math.max(place, otherPlace))
  const isApart = setAgainst.test(message) || /\b(?:or|vs)\b|[,;.?!]/u.test(between)
  if (place < 0 || otherPlace < 0 || isApart) return null
  const isAdjacent = /^[\p{L}\p{N}’' ]*\s+$/u.test(between) && place + one.length >= otherPlace - 2
  return { one, other, between, isAdjacent }
}

/** "snapchat and whatsapp" are two, and "oculus rift and motion sickness" is one thing and what it does. */
function areAlike(one: string, other: string): boolean {
  return isNameLike(one) === isNameLike(other) || one.split(' ').some((word) => other.split(' ').includes(word))
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
