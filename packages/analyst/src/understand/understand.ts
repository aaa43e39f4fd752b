import type { ZeusReading } from '@auspex/sdk/types'
import type { AnalystQuestion, AnalystRequest, Understanding } from '../analyst.port.ts'
import type { Note } from '../answer/sentence.ts'
import { readScreen, withoutScreenWords } from '../screen/screen-view.ts'
import type { Days } from './period.ts'
import { type ClaimedEvent, escapeName, findEvent } from './wordings.ts'
import {
  type Answerable,
  type Form,
  type QuestionLanguage,
  questionModel,
  type QuestionModel,
  readQuestionBy,
  type TaggedQuestion,
  type Want,
} from './reader/question-model.ts'
import type { Qualifier } from './qualifiers.ts'
import {
  asksForHealth,
  asksForOpinions,
  changes,
  isKnownSource,
  isOfKind,
  isOutside,
  leavesOutCountry,
  outsidePlace,
  namesSource,
  meantBy,
  withoutDestination,
} from './scope.ts'
import { askedPart, languageNotes, onlyFrom, readExclusion, toPlainText } from './asked-part.ts'
import { isThing, readCountry } from './reader/word-lists.ts'
import {
  goOnWithTopics,
  holdsName,
  namesWithin,
  ownTopics,
  setsBesideTopic,
  textsOf,
  withoutTopicsLeft,
} from './topics.ts'
import { comparesPeriods, goOnWithPeriods, readPeriods, type Thread } from './understanding.ts'

/** What a person asks Zeus to do. */
export type Task = 'report' | 'trends' | 'help' | 'save' | 'add' | 'send' | 'monitor' | 'declined' | 'unclear'

/** The days that are asked about; null is open. */
export interface ReadDays {
  readonly from: string | null
  readonly to: string | null
}

/** A question as it was read, before any lookup. */
export interface Reading extends ReadDays {
  readonly task: Task
  /** What is wanted, the main thing first; empty for a general brief. */
  readonly wants: readonly Want[]
  /** The main one of them, or a brief. */
  readonly mainWant: Want
  /** Whether it can be answered, and why not. */
  readonly answer: Answerable | 'advice'
  readonly form: Form
  /** Each in the query language. */
  readonly queries: readonly string[]
  /** What the person says is not meant ("not the fruit"). */
  readonly excluded: readonly string[]
  /** The second period of a comparison. */
  readonly otherPeriod: ReadDays | null
  readonly country: string | null
  /** The places that it names, as written. */
  readonly places: readonly string[]
  /** Sites, papers or forums that it asks about, although all of them are counted together. */
  readonly outlets: readonly string[]
  /** Words that belong to the question and that nothing is done with: a place or days that are not understood. */
  readonly unread: readonly string[]
  /** What reportedly happened to the topic: "crash", "collapse". */
  readonly event: ClaimedEvent | null
  /** The language of the question where it is not English. */
  readonly language: Exclude<QuestionLanguage, 'en'> | null
  /** Whether the topic is from the message, from the one before, from the screen, or chosen by the person in place of these. */
  readonly topicFrom: 'message' | 'thread' | 'view' | 'choice' | null
  /** What the answer says of how the question was read: the day that an event is taken for. */
  readonly notes?: readonly Note[]
  /** What it says of the topic beside its name. */
  readonly qualifiers?: readonly Qualifier[]
  /** Whether its days are those on a side of what happened then: "before the launch in October 2012". */
  readonly isOfEvent?: boolean
  /** What a follow-up names in the topic before it, "and exports?": a topic of its own where too few documents have both. */
  readonly within?: readonly string[]
}

const maxThread = 12

const emptyThread: Thread = {
  topics: [],
  earlier: [],
  periods: [],
  country: null,
  outlets: [],
  want: 'brief',
  isAmbiguous: false,
}

function readThread(
  { history, today }: Pick<AnalystQuestion, 'history' | 'today'>,
  model: QuestionModel,
): Thread | null {
  let thread: Thread | null = null
  for (const turn of history.slice(-maxThread)) {
    if (turn.role === 'user') thread = goOn(thread, readTurn(turn.content, thread, today, model))
    else if (turn.understanding !== null) thread = asAnswered(thread ?? emptyThread, turn.understanding)
  }
  return thread
}

/** A thread after an answer, which knows what the screen showed, and what the library corrected. */
function asAnswered(thread: Thread, { topics, from, to, country, reading }: Understanding): Thread {
  if (topics.length === 0) return thread
  const named = topics.map(({ query }) => query)
  return {
    ...thread,
    topics: named,
    earlier: [...thread.earlier.slice(0, -1), named],
    country,
    outlets: reading?.outlets ?? thread.outlets,
    periods: from === null && to === null ? [] : [[from, to], ...thread.periods.slice(1)],
  }
}

function goOn(before: Thread | null, { topics, periods, country, outlets, tagged }: Turn): Thread {
  const isNamed = topics.length > 0
  return {
    topics: isNamed ? topics : (before?.topics ?? []),
    earlier: isNamed ? [...(before?.earlier ?? []), topics] : (before?.earlier ?? []),
    periods,
    country,
    outlets,
    want: tagged.main,
    isAmbiguous: tagged.answer === 'ambiguous-topic',
  }
}

/** A message in its conversation. */
interface Turn {
  readonly tagged: TaggedQuestion
  readonly topics: readonly string[]
  readonly periods: readonly Days[]
  readonly country: string | null
  readonly outlets: readonly string[]
  readonly unread: readonly string[]
  readonly within: readonly string[]
  readonly isOfEvent: boolean
  readonly topicFrom: 'message' | 'thread' | null
}

const writtenQuery = /"[^"]+"(?: (?:AND|OR|NOT) (?:"[^"]+"|[\p{L}\p{N}]+))+/u

/** Reads what a message asks; where that names nothing, what it tells of the person may. */
function readTurn(message: string, thread: Thread | null, today: string, model: QuestionModel): Turn {
  const written = withoutDestination(toPlainText(message))
  const question = askedPart(written)
  const turn = readWords(question, thread, today, model)
  if (question === written) return turn
  const { form, answer } = readQuestionBy(model, written, { want: thread?.want ?? null })
  const isNamed = turn.topicFrom === 'message' || (thread !== null && thread.topics.length > 0)
  const chosen = isNamed ? turn : readWords(written, thread, today, model)
  return { ...chosen, tagged: { ...chosen.tagged, form, answer: answer === 'yes' ? answer : chosen.tagged.answer } }
}

/** What a message says by itself, before what was said earlier adds to it. */
interface OwnWords {
  readonly text: string
  readonly tagged: TaggedQuestion
  readonly topics: readonly string[]
  readonly periods: readonly Days[]
  readonly places: readonly string[]
  /** That of the first place in one: there is one country at a time. */
  readonly country: string | null
  readonly outlets: readonly string[]
  /** Words of periods that are not understood, and of places that it leaves out. */
  readonly unreadWords: readonly string[]
  readonly isOfEvent: boolean
}

function readWords(text: string, thread: Thread | null, today: string, model: QuestionModel): Turn {
  const query = writtenQuery.exec(text)?.[0] ?? null
  const plain = query === null ? text : text.replace(query, /"[^"]+"/u.exec(query)?.[0] ?? query)
  const tagged = tagQuestion(text, plain, thread, model)
  const named = ownTopics(text, tagged, thread, query)
  const sources = (thread?.topics ?? []).length > 0 && onlyFrom.test(text) ? named.filter(isKnownSource) : []
  const topics = named.filter((name) => !sources.includes(name))
  const { periods, unread, isOfEvent } = readPeriods(plain, tagged, thread, today)
  const leftOut = [...text.matchAll(outsidePlace)]
  const isLeftOut = ({ start }: { start: number }) =>
    leftOut.some(({ 0: words, index }) => start > index && start < index + words.length)
  const places = tagged.spans
    .filter((span) => span.kind === 'place' && !isThing(span, text) && !isLeftOut(span))
    .map((place) => place.text)
    .filter((place) => !topics.some((name) => holdsName(name, place)))
  const [country = null] = places.flatMap((place) => readCountry(place) ?? [])
  const outlets = [...sources, ...textsOf(tagged, 'outlet', text)]
    .filter((name) => namesSource(name, text) && !topics.includes(name))
    .map((name) => name.replace(/^\p{Ll}+ (?=forums$)/u, ''))
  const outside = tagged.spans.some((span) => span.kind === 'place' && isLeftOut(span)) ? leftOut : []
  const unreadWords = [...unread, ...outside.map(([words]) => words)]
  const own: OwnWords = { text, tagged, topics, periods, places, country, outlets, unreadWords, isOfEvent }
  return thread === null || thread.topics.length === 0 ? beginThread(own) : goOnInThread(own, thread, today)
}

const reworks =
  /\b(?:correct|adjust|account|normali[sz]e|control|redo|recount|recalculate|check|try|narrow|limit|fix)\s(?:for\s)?(?:it|that|this|them|those|again)\b/iu

/** A question as the model reads it, but where its words say otherwise. */
function tagQuestion(text: string, plain: string, thread: Thread | null, model: QuestionModel): TaggedQuestion {
  const before = { want: thread?.want ?? null }
  const whole = readQuestionBy(model, plain, before)
  // "…? I know the years don't match, just do what you can"
  const [question = ''] = whole.main === 'help' ? (/^.*\?/su.exec(plain) ?? []) : []
  const read = question === '' ? whole : readQuestionBy(model, question, before)
  // "then correct for that" wants the answer before once more
  if (thread !== null && thread.topics.length > 0 && read.main === 'help' && reworks.test(text))
    return { ...read, main: thread.want, wants: [thread.want], answer: 'yes' }
  const isOpinion = asksForOpinions(text)
  const isSaidByOthers = isOpinion && (read.answer === 'medical' || read.answer === 'legal')
  const isMisread = read.language === 'en' && (isSaidByOthers || !isOfKind(read.answer, text))
  const answered: TaggedQuestion = isMisread ? { ...read, answer: 'yes' } : read
  if (read.main !== 'help' || !isOpinion) return answered
  return { ...answered, main: 'quotes', wants: ['quotes', ...read.wants.filter((want) => want !== 'help')] }
}

/** The places of a message that are in no country, or in another than its first one. */
function placesApart({ places, country }: OwnWords): string[] {
  return places.filter((place) => country === null || readCountry(place) !== country)
}

/** A message that no topic stands before. */
function beginThread(own: OwnWords): Turn {
  const { text, tagged, topics, periods, places, country, outlets, unreadWords, isOfEvent } = own
  const turn = { tagged, periods, outlets, isOfEvent, within: [] }
  // "compare Sweden and Norway": what is set against each other is what it is about
  if (topics.length === 0 && places.length > 1 && /\bcompar|\bvs\b|\brank/iu.test(text))
    return { ...turn, topics: places, country: null, unread: unreadWords, topicFrom: 'message' }
  const unread = [...unreadWords, ...placesApart(own)]
  return { ...turn, topics, country, unread, topicFrom: topics.length > 0 ? 'message' : null }
}

/** A message that may go on with topics, days, a country and sources of those before it. */
function goOnInThread(own: OwnWords, thread: Thread, today: string): Turn {
  const { text, tagged, places, country, outlets } = own
  const addsToIt = setsBesideTopic(text, tagged.main === 'compare')
  const within = namesWithin(text, own.topics.length > 0 ? own.topics : places, thread.topics)
  const isNew = tagged.following === 'new' && own.topics.length > 0 && !addsToIt && within.length === 0
  const topics =
    within.length > 0
      ? thread.topics
      : goOnWithTopics(text, addsToIt ? { ...tagged, following: 'add' } : tagged, own.topics, thread)
  const isOfSameTopic = own.topics.length === 0 && thread.topics.length === 1 && topics.length === 1
  const { periods, unread, isOfEvent } = goOnWithPeriods(own, thread, today, { isNew, isOfSameTopic })
  return {
    tagged,
    within,
    isOfEvent,
    unread: [...own.unreadWords, ...placesApart(own), ...unread],
    topics,
    periods,
    country: country ?? (isNew || leavesOutCountry(text) ? null : thread.country),
    outlets: outlets.length > 0 || isNew ? outlets : thread.outlets,
    topicFrom: own.topics.length > 0 && within.length === 0 ? 'message' : 'thread',
  }
}

function taskOf(text: string, turn: Turn): Task {
  return taskOfWords(text, turn) ?? taskOfAnswer(turn) ?? taskOfWant(turn)
}

function namesTopic({ tagged }: Turn): boolean {
  return tagged.spans.some(({ kind }) => kind === 'topic')
}

/** What a message asks to do, where its words alone say it. */
function taskOfWords(text: string, turn: Turn): Task | null {
  const { main, answer } = turn.tagged
  const isNamed = namesTopic(turn)
  if (changes.greeting.test(text)) return 'help'
  if (!isNamed && main === 'help' && answer === 'yes') return 'help'
  if (!isNamed && turn.topicFrom === null && changes.trends.test(text)) return 'trends'
  if (isOutside(text) || asksForHealth(text)) return 'declined'
  if (changes.send.test(text)) return 'send'
  return changes.toPortfolio.test(text) ? 'add' : null
}

/** What becomes of a message that may not be answerable; null for one that is. */
function taskOfAnswer(turn: Turn): Task | null {
  const { answer, form } = turn.tagged
  // "as a table" asks for another form of the answer before
  const isRewriting = turn.topicFrom === 'thread' && form !== 'none' && !namesTopic(turn)
  if (isRewriting || answer === 'too-many') return 'report'
  if (answer === 'ambiguous-topic') return 'unclear'
  if (answer === 'no-topic' || answer === 'too-vague') return turn.topics.length === 0 ? 'unclear' : null
  return answer === 'yes' ? null : 'declined'
}

function taskOfWant(turn: Turn): Task {
  const { main } = turn.tagged
  if (main === 'save') return 'save'
  if (main === 'watch') return 'monitor'
  if (turn.topicFrom === 'message') return 'report'
  if (main === 'help' || main === 'coverage') return 'help'
  return main === 'rank' && turn.topics.length === 0 ? 'trends' : 'report'
}

/** Loads what reading needs before the first question. */
export function prepareReading(): void {
  readMessage({ message: 'What changed in Germany?', history: [], today: '2026-01-01' })
}

/** Reads a message, continuing from the messages before where it refers to them. */
export function readMessage(
  { message, history, today }: AnalystQuestion,
  model: QuestionModel = questionModel(),
): Reading {
  const thread = readThread({ history, today }, model)
  const turn = readTurn(message, thread, today, model)
  const written = toPlainText(message)
  const text = askedPart(written)
  const { topics, periods, country, outlets, unread, within, isOfEvent, topicFrom } = turn
  const meant = meantBy(text, turn.tagged)
  const tagged = { ...turn.tagged, ...meant, answer: turn.tagged.answer }
  const [first, second] = periods
  // two years that a story names are its days, and nothing to compare
  const setsAgainst = second === undefined || comparesPeriods(text, tagged.main)
  const [begin, end] =
    setsAgainst || second === undefined || first === undefined ? (first ?? []) : spanOf(first, second)
  return {
    task: taskOf(text, turn),
    wants: tagged.wants.filter((want) => want !== 'brief'),
    mainWant: tagged.main,
    answer: asksForHealth(text) ? 'medical' : meant.answer,
    form: tagged.form,
    queries: topics,
    excluded: withoutTopicsLeft([...textsOf(tagged, 'excluded', text), ...readExclusion(written)], topics, thread),
    from: begin ?? null,
    to: end ?? null,
    otherPeriod: second === undefined || !setsAgainst ? null : { from: second[0], to: second[1] },
    country,
    places: textsOf(tagged, 'place', text).filter((name) => !isThing({ text: name, start: text.indexOf(name) }, text)),
    outlets,
    unread,
    event: findEvent(text),
    language: tagged.language === 'en' ? null : tagged.language,
    topicFrom,
    within,
    isOfEvent,
    notes: languageNotes(written),
  }
}

/** Reads a message together with what it names and what the screen shows: neither a collection's name nor "this section" is a topic. */
export function readRequest({ message, collections, readables, ...request }: AnalystRequest): Reading {
  const named = collections.reduce(
    (text, { title, kind }) => replaceWords(text, title, kind === 'portfolio' ? 'the portfolio' : 'this'),
    message,
  )
  const reading = readMessage({ ...request, message: withoutScreenWords(named) })
  // "explain this section" wants what the section shows
  const { wants } = readScreen(message, readables)
  const others = reading.wants.filter((want) => !wants.includes(want) && (wants.length === 0 || want !== 'why'))
  const whole = { ...reading, wants: [...wants, ...others], mainWant: wants[0] ?? reading.mainWant }
  return request.reading == null ? whole : withChoice(whole, request.reading)
}

/** A reading as the person changed it: what they chose counts, and the words no more. */
function withChoice(reading: Reading, { topics, wants, ...chosen }: ZeusReading): Reading {
  const chosenWants = wants.filter((want) => want !== 'brief')
  const base: Reading = {
    ...reading,
    ...chosen,
    wants: chosenWants,
    mainWant: chosenWants[0] ?? 'brief',
    queries: topics,
    places: [],
    unread: [],
    event: null,
  }
  if (topics.length === 0) return { ...base, task: 'unclear', answer: 'no-topic', topicFrom: null }
  const isChange = ['save', 'add', 'send', 'monitor'].includes(reading.task)
  return { ...base, task: isChange ? reading.task : 'report', answer: 'yes', topicFrom: 'choice' }
}

/** From the first day of two periods to the last one. */
function spanOf([from, to]: Days, [otherFrom, otherTo]: Days): Days {
  const [first = null] = [from, otherFrom].toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
  if (to === null || otherTo === null) return [first, null]
  return [first, to > otherTo ? to : otherTo]
}

function replaceWords(text: string, words: string, by: string): string {
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])["“]?${escapeName(words)}["”]?(?![\\p{L}\\p{N}])`, 'giu'), by)
}
