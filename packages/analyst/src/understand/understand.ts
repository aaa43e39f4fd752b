import type { ZeusReading } from '@auspex/sdk/types'
import type { AnalystQuestion, AnalystRequest } from '../analyst.port.ts'
import type { Note } from '../answer/sentence.ts'
import { readScreen, withoutScreenWords } from '../screen/screen-view.ts'
import type { Days } from './period.ts'
import { isShift, shiftPeriod } from './calendar.ts'
import {
  type ClaimedEvent,
  cleanNames,
  findEvent,
  isPlainWord,
  readExclusion,
  readVersus,
  wordsLeft,
} from './wordings.ts'
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
import { comparesPeriods } from './wishes.ts'
import { isIdle, namesAsMeant, type Qualifier, topicOfWords } from './qualifiers.ts'
import {
  asksForHealth,
  asksForOpinions,
  asksWhatIsSaid,
  changes,
  findName,
  isOfKind,
  isOutside,
  namesSource,
  meantBy,
  withoutDestination,
} from './scope.ts'
import { askedPart, languageNotes, toPlainText } from './asked-part.ts'
import { isThing, readCountry } from './reader/word-lists.ts'
import {
  asksOfOneBefore,
  goOnWithTopics,
  isRemoved,
  namesWithin,
  withoutTopicsLeft,
  pronoun,
  readPeriods,
  textsOf,
  type Thread,
} from './understanding.ts'

/** What a person asks Zeus to do. */
export type Task = 'report' | 'trends' | 'help' | 'save' | 'add' | 'send' | 'monitor' | 'declined' | 'unclear'

/** A question as it was read, before any lookup. */
export interface Reading {
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
  readonly from: string | null
  readonly to: string | null
  /** The second period of a comparison. */
  readonly otherPeriod: { readonly from: string | null; readonly to: string | null } | null
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
  /** What a follow-up names in the topic before it, "and exports?": a topic of its own where too few documents have both. */
  readonly within?: readonly string[]
}

const maxThread = 12

function readThread(
  { history, today }: Pick<AnalystQuestion, 'history' | 'today'>,
  model: QuestionModel,
): Thread | null {
  let thread: Thread | null = null
  for (const turn of history.slice(-maxThread)) {
    if (turn.role === 'user') thread = goOn(thread, readTurn(turn.content, thread, today, model))
    else if (turn.understanding !== null) {
      thread ??= { topics: [], earlier: [], periods: [], country: null, outlets: [], want: 'brief', isAmbiguous: false }
      const { topics, from, to, country, reading } = turn.understanding
      // the answer knows what the screen showed, and what the library corrected
      if (topics.length === 0) continue
      const named: readonly string[] = topics.map(({ query }) => query)
      const others: readonly Days[] = thread.periods.slice(1)
      thread = {
        want: thread.want,
        isAmbiguous: thread.isAmbiguous,
        topics: named,
        earlier: [...thread.earlier.slice(0, -1), named],
        country,
        outlets: reading?.outlets ?? thread.outlets,
        periods: from === null && to === null ? [] : [[from, to], ...others],
      }
    }
  }
  return thread
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
  readonly topicFrom: 'message' | 'thread' | null
}

const writtenQuery = /"[^"]+"(?: (?:AND|OR|NOT) (?:"[^"]+"|[\p{L}\p{N}]+))+/u

const quotation = /"([^"]{2,80})"|(?<![\p{L}\p{N}])['‘]([^'’]{2,80})['’](?![\p{L}\p{N}])/u

/** Reads what a message asks; where that names nothing, what it tells of the person may. */
function readTurn(message: string, thread: Thread | null, today: string, model: QuestionModel): Turn {
  const written = withoutDestination(toPlainText(message))
  const asked = askedPart(written)
  const turn = readWords(asked, thread, today, model)
  if (asked === written) return turn
  const { form, answer } = readQuestionBy(model, written, { want: thread?.want ?? null })
  const isNamed = turn.topicFrom === 'message' || (thread !== null && thread.topics.length > 0)
  const chosen = isNamed ? turn : readWords(written, thread, today, model)
  // "Signal, the app, not railway signals" says which is meant
  return { ...chosen, tagged: { ...chosen.tagged, form, answer: answer === 'yes' ? answer : chosen.tagged.answer } }
}

function readWords(text: string, thread: Thread | null, today: string, model: QuestionModel): Turn {
  const query = writtenQuery.exec(text)?.[0]
  const plain = query === undefined ? text : text.replace(query, /"[^"]+"/u.exec(query)?.[0] ?? query)
  const whole = readQuestionBy(model, plain, { want: thread?.want ?? null })
  // "…? I know the years don't match, just do what you can"
  const [asked = ''] = whole.main === 'help' ? (/^.*\?/su.exec(plain) ?? []) : []
  const read = asked === '' ? whole : readQuestionBy(model, asked, { want: thread?.want ?? null })
  const isTold = (read.answer === 'medical' || read.answer === 'legal') && asksForOpinions(text)
  const isMisread = read.language === 'en' && (isTold || !isOfKind(read.answer, text))
  const main = read.main === 'help' && asksForOpinions(text) ? 'quotes' : read.main
  const wants = main === read.main ? read.wants : [main, ...read.wants.filter((want) => want !== read.main)]
  const tagged: TaggedQuestion = { ...read, main, wants, answer: isMisread ? 'yes' : read.answer }
  // "ok coward" addresses, and names nothing
  const against = readVersus(text)
  const named = namesAsMeant(text, cleanNames(textsOf(tagged, 'topic', text)), against).filter(
    (name) => thread === null || tagged.language !== 'en' || !isIdle(name),
  )
  // "was privacy always the main one" asks of the topic before it
  const isBeside = thread !== null && thread.topics.length > 0 && asksOfOneBefore(text) && named.every(isPlainWord)
  // "did Apple drop Intel" asks of both, and "drop Intel" goes on from a question
  const kept = thread === null ? named : named.filter((name) => !isRemoved(name, text))
  const found = isBeside ? [] : kept.length > 0 ? kept : named
  const quoted =
    found.length === 0
      ? (quotation
          .exec(text)
          ?.slice(1)
          .find((words) => words !== undefined) ?? null)
      : null
  const isAmong = (name: string) => against.some((other) => holdsName(other, name) || holdsName(name, other))
  const isShort = query === undefined && quoted === null && found.length < against.length && found.every(isAmong)
  // "compare 2012 vs 2014 kefir": what is left beside the days
  const isBare = found.length === 0 && thread === null && tagged.language === 'en' && asksWhatIsSaid(text)
  const days = found.length === 0 && thread === null ? wordsLeft(text, tagged.spans) : null
  const left = days ?? (isBare ? topicOfWords(text, tagged.spans) : null)
  const own = isShort
    ? against
    : query !== undefined
      ? [query]
      : quoted !== null
        ? [`"${quoted}"`]
        : left !== null
          ? [left]
          : found
  const { periods: ownPeriods, unread } = readPeriods(plain, tagged, thread, today)
  const places = tagged.spans.filter(
    (span) => span.kind === 'place' && !isThing(span, text) && !own.some((name) => holdsName(name, span.text)),
  )
  const countries = places.flatMap((place) => readCountry(place.text) ?? [])
  const used = places.find((place) => readCountry(place.text) !== null)
  // one country at a time
  const unplaced = places.flatMap((place) =>
    place === used || readCountry(place.text) === countries[0] ? [] : [place.text],
  )
  const outlets = textsOf(tagged, 'outlet', text)
    .filter((name) => namesSource(name, text) && !own.includes(name))
    .map((name) => name.replace(/^\p{Ll}+ (?=forums$)/u, ''))
  const base = { tagged, outlets, unread: [...unread, ...unplaced], within: [] }
  if (thread === null || thread.topics.length === 0) {
    // "compare Sweden and Norway": what is set against each other is what it is about
    const compared = own.length === 0 && places.length > 1 && /\bcompar|\bvs\b|\brank/iu.test(text)
    const topics = compared ? places.map((place) => place.text) : own
    return {
      ...base,
      unread: compared ? unread : base.unread,
      topics,
      periods: ownPeriods,
      country: compared ? null : (countries[0] ?? null),
      topicFrom: topics.length > 0 ? 'message' : null,
    }
  }
  const addsToIt = tagged.main === 'compare' && pronoun.test(text)
  const within = namesWithin(text, own.length > 0 ? own : places.map((place) => place.text), thread.topics)
  const isNew = tagged.following === 'new' && own.length > 0 && !addsToIt && within.length === 0
  // "the year before" is read as days too, but means the same days of that year
  const isDated = tagged.spans.some((span) => span.kind === 'period' && !isShift(span.text))
  const shift = isDated
    ? null
    : shiftPeriod(text, { from: thread.periods[0]?.[0] ?? null, to: thread.periods[0]?.[1] ?? null }, today)
  const isShifted = shift !== null && (shift.from !== null || shift.to !== null)
  // a forecast or an alert is about days to come, and everything else about days that have been
  const looksAhead = tagged.main === 'forecast' || tagged.main === 'watch'
  const before = isNew ? [] : thread.periods.filter(([from, to]) => (to ?? from ?? today) > today === looksAhead)
  const topics =
    within.length > 0
      ? thread.topics
      : goOnWithTopics(text, addsToIt ? { ...tagged, following: 'add' } : tagged, own, thread)
  // "how different was that in 2013", and not "which of the two was bigger in 2013"
  const comparesDays =
    tagged.main === 'compare' &&
    thread.want !== 'compare' &&
    own.length === 0 &&
    thread.topics.length === 1 &&
    topics.length === 1 &&
    before.length === 1 &&
    ownPeriods.length === 1
  return {
    ...base,
    within,
    unread: shift === null || isShifted ? base.unread : [...base.unread, shift.words],
    topics,
    periods: isShifted
      ? [[shift.from, shift.to]]
      : comparesDays
        ? [...before, ...ownPeriods]
        : ownPeriods.length > 0
          ? ownPeriods
          : before,
    country: countries[0] ?? (isNew ? null : thread.country),
    outlets: outlets.length > 0 || isNew ? outlets : thread.outlets,
    topicFrom: own.length > 0 && within.length === 0 ? 'message' : 'thread',
  }
}

function holdsName(text: string, name: string): boolean {
  return findName(text, name).length > 0
}

function taskOf(text: string, { tagged, topics, topicFrom }: Turn): Task {
  const { main, answer, spans } = tagged
  const isNamed = spans.some(({ kind }) => kind === 'topic')
  if (changes.greeting.test(text)) return 'help'
  if (!isNamed && main === 'help' && answer === 'yes') return 'help'
  if (!isNamed && topicFrom === null && changes.trends.test(text)) return 'trends'
  if (isOutside(text) || asksForHealth(text)) return 'declined'
  if (changes.send.test(text)) return 'send'
  if (changes.toPortfolio.test(text)) return 'add'
  // "as a table" asks for another form of the answer before
  const isRewriting = topicFrom === 'thread' && tagged.form !== 'none' && !isNamed
  if (isRewriting || answer === 'too-many') return 'report'
  if (answer === 'no-topic' || answer === 'too-vague') {
    if (topics.length === 0) return 'unclear'
  } else if (answer === 'ambiguous-topic') return 'unclear'
  else if (answer !== 'yes') return 'declined'
  if (main === 'save') return 'save'
  if (main === 'watch') return 'monitor'
  if (topicFrom === 'message') return 'report'
  if (main === 'help' || main === 'coverage') return 'help'
  return main === 'rank' && !isNamed ? 'trends' : 'report'
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
  const { topics, periods, country, outlets, unread, within, topicFrom } = turn
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
  const isChange = reading.task === 'save' || reading.task === 'add' || reading.task === 'send'
  const asked = wants.filter((want) => want !== 'brief')
  return {
    ...reading,
    ...chosen,
    task: topics.length === 0 ? 'unclear' : isChange || reading.task === 'monitor' ? reading.task : 'report',
    answer: topics.length === 0 ? 'no-topic' : 'yes',
    wants: asked,
    mainWant: asked[0] ?? 'brief',
    queries: topics,
    places: [],
    unread: [],
    event: null,
    topicFrom: topics.length === 0 ? null : 'choice',
  }
}

/** From the first day of two periods to the last one. */
function spanOf([from, to]: Days, [otherFrom, otherTo]: Days): Days {
  const [first = null] = [from, otherFrom].toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
  return [first, to === null || otherTo === null ? null : to > otherTo ? to : otherTo]
}

function replaceWords(text: string, words: string, by: string): string {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])["“]?${literal}["”]?(?![\\p{L}\\p{N}])`, 'giu'), by)
}
