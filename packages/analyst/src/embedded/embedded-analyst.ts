import { joinWithAnd } from '@auspex/analytics/claims'
import type { SignalReport } from '@auspex/sdk/types'
import type { Analyst, AnalystEvent, AnalystRequest, FollowUp, Understanding } from '../analyst.port.ts'
import { type AnswerWriter, createAnswerWriter, readForm } from '../answer/answer-writer.ts'
import { leadNote, type Note, sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { chooseAction, runScreenAction } from '../screen/act-on-screen.ts'
import { withoutScreenWords } from '../screen/screen-view.ts'
import { type Reading } from '../understand/understand.ts'
import { type Ask, readAsks } from '../understand/asks.ts'
import { joinUnderstandings, toUnderstanding, wordsInThread } from '../understand/understanding.ts'
import { toQualifier } from '../understand/qualifiers.ts'
import { readCountry } from '../understand/reader/word-lists.ts'
import { asksToWatch, countryLabel, isKnownSource } from '../understand/scope.ts'
import { plainQuery } from '../understand/wordings.ts'
import { ranksByTone, readUnit, readWishes } from '../understand/wishes.ts'
import { absentOf, unusedOf, wordsToName } from './coverage.ts'
import { loneSentence } from './figure-sentences.ts'
import { buildFollowUps, propose, proposeChange } from './proposals.ts'
import {
  askWhichMeaning,
  readTalkBeside,
  requestTopic,
  writeDeclined,
  writeHelp,
  writeLimits,
  writeNothingFound,
  writeRefusal,
} from './limits.ts'
import { correctTopics, narrowToUnit, searchByPlace } from './correct-topics.ts'
import {
  beginTopic,
  type FoundTopic,
  isFound,
  isKnownEmpty,
  lastingQuery,
  type Narrowing,
  narrowTopic,
  readTopic,
  type TopicReport,
} from './topic-report.ts'
import { completeReading, dateByEvent, joinTopics, withoutDatingWord } from './signal-topics.ts'
import {
  answerSeveral,
  answerTrends,
  comparePeriods,
  lookupsOf,
  type PartRequest,
  readTopics,
  writeReading,
} from './several-topics.ts'
import { type FirstSentence, isAnsweredByCount, writeBrief, writeFirstSentence } from './write-brief.ts'

export interface EmbeddedOptions {
  /** Letters and digits that are unique among the tool calls of the installation. */
  createId: () => string
}

type Events = AsyncGenerator<AnalystEvent, void>

/** The analyst that needs no language model: it reads the question, looks up what it asks for, and writes checked statements. */
export function createEmbeddedAnalyst({ createId }: EmbeddedOptions): Analyst {
  return async function* (request, tools, signal) {
    const context: CallContext = {
      tools,
      signal,
      createCallId: () => `call_${createId()}`,
      countBudget: { left: maxCounts },
      texts: new Map(),
    }
    const writer = createAnswerWriter()
    const requestedAction = chooseAction(withoutScreenWords(request.message), request.actions)
    const hasRunAction = requestedAction !== null && (yield* runScreenAction(context, writer, request, requestedAction))
    if (hasRunAction) return
    const asks = readAsks(request)
    const [only] = asks
    if (only === undefined) return
    yield* asks.length > 1 ? replyToEach(context, writer, request, asks) : reply(context, writer, request, only.reading)
  }
}

const maxFollowUps = 4
/** However many parts and words a message has: each count is a call that the others of an installation wait for. */
const maxCounts = 24

/** Answers the parts of one message in their order, and says at the end how all of them were read. */
async function* replyToEach(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  asks: readonly Ask[],
): Events {
  const understandings: Understanding[] = []
  const followUps: FollowUp[] = []
  for (const { message, reading } of asks) {
    writer.endParagraph()
    let own: Understanding | null = null
    for await (const event of reply(
      context,
      writer,
      { ...request, message, isPart: true, isFurther: understandings.length > 0 },
      reading,
    )) {
      if (event.type === 'follow-ups') followUps.push(...event.followUps.slice(0, maxFollowUps / asks.length))
      else if (event.type === 'understanding') own = event.understanding
      else yield event
      if (event.type === 'understanding')
        yield { type: 'understanding', understanding: joinUnderstandings([...understandings, event.understanding]) }
    }
    if (own !== null) understandings.push(own)
  }
  writer.endParagraph()
  if (understandings.length > 0) yield* writer.appendMarkdown(`*${joinUnderstandings(understandings).sentence}*`)
  if (followUps.length > 0) yield { type: 'follow-ups', followUps: followUps.slice(0, maxFollowUps) }
}

const maxCompared = 5

async function* reply(context: CallContext, writer: AnswerWriter, request: PartRequest, read: Reading): Events {
  const dated = yield* dateByEvent(context, request, yield* completeReading(context, request, read))
  const completed = yield* joinTopics(context, request.message, yield* searchByPlace(context, withoutDatingWord(dated)))
  const words = wordsInThread(request, completed.mainWant)
  const reading = withSources({ ...completed, queries: completed.queries.slice(0, maxCompared) }, words)
  const tooMany = completed.queries.slice(maxCompared)
  if (tooMany.length > 0)
    yield* writer.append(
      sentence(
        `I compare up to five topics: this is about ${joinWithAnd(reading.queries)}, and not about ${joinWithAnd(tooMany)}.`,
      ),
    )
  if (reading.task === 'help') return yield* writeHelp(writer, reading)
  if (reading.task === 'declined') {
    const talk = readTalkBeside(request.message, reading)
    if (talk === null) return yield* writeRefusal(context, writer, request, reading)
    yield* writeDeclined(writer, reading)
    return yield* answerTopics(context, writer, { ...request, message: talk.message }, talk.reading)
  }
  const isAsked = reading.task === 'unclear' && (yield* askWhichMeaning(context, writer, request, reading))
  if (isAsked) return undefined
  if (reading.task === 'trends' && reading.topicFrom !== 'message') return yield* answerTrends(context, writer, reading)
  if (['save', 'add', 'send', 'monitor'].includes(reading.task))
    return yield* proposeChange(context, writer, request, reading)
  if (reading.queries.length === 0) return yield* requestTopic(writer, request, reading)
  // a form that the question asks for is that of a rewritten answer
  const instruction = request.instruction ?? instructions[reading.form] ?? null
  const isTwice = reading.otherPeriod !== null && reading.queries.length === 1
  if (isTwice) return yield* comparePeriods(context, writer, reading, request)
  return yield* answerTopics(context, writer, { ...request, instruction }, reading)
}

/** The sources as the question means them: headlines are those of newspapers, and "did the papers carry it too" is about all. */
function withSources(reading: Reading, words: string): Reading {
  const wishes = readWishes(reading, words)
  if (wishes.includes('kinds')) return { ...reading, outlets: [] }
  const asksNews = (wishes[0] === 'list' && readUnit(words) === 'articles') || asksWhatNewsWrote.test(words)
  return asksNews && reading.outlets.length === 0 ? { ...reading, outlets: ['news'] } : reading
}

const asksWhatNewsWrote =
  /\bwhat (?:did|do|does|has|have) (?:the )?(?:newspapers?|papers|press|news media|journalists) (?:\p{L}+ )?(?:report|writ|wrote|sa[iy]|cover|print)/iu

const instructions: Readonly<Partial<Record<Reading['form'], string>>> = {
  table: 'As a table',
  short: 'Shorter',
  long: 'In more detail',
}

/** The topics of a question, with what the library has about them. */
interface TopicLookup {
  readonly reading: Reading
  /** The words of a short follow-up together with the message that it goes on from. */
  readonly words: string
  /** What was looked up for each of the topics, in the same order. */
  readonly lookups: ReturnType<typeof lookupsOf>
  readonly topics: TopicReport[]
  /** Whether one topic is answered in sentences, and not several or in a table. */
  readonly isAlone: boolean
  /** The words beside the only topic. */
  readonly narrowing: Narrowing | null
  /** The number of documents, where it is the answer and written already. */
  readonly first: FirstSentence | null
  /** What was corrected. */
  readonly notes: readonly Note[]
}

async function* answerTopics(
  context: CallContext,
  writer: AnswerWriter,
  request: PartRequest,
  reading: Reading,
): Events {
  // immediately, so that a wrong guess is visible while the library is still being read
  const guess = reading.queries.map((query) => ({ query, signalId: null }))
  yield { type: 'understanding', understanding: toUnderstanding(reading, guess) }
  const lookup = yield* lookUp(context, writer, request, reading)
  const elsewhere = yield* findElsewhere(context, lookup)
  if (elsewhere !== null) {
    yield* answerTopics(context, writer, request, elsewhere)
    return
  }
  if (lookup.first === null) yield* narrowToUnit(context, lookup.topics, reading, lookup.words)
  const understanding = understandingOf(lookup)
  yield { type: 'understanding', understanding }
  yield* writeTopics(context, writer, request, lookup)
  yield* writeReading(writer, request, understanding)
  const [first] = lookup.topics.filter(isFound)
  if (first === undefined) return
  // "…, and keep an eye on it" asks for a change beside the answer
  if (asksToWatch(request.message)) {
    const signals = [{ signalId: first.signalId, title: plainQuery(first.query) }]
    for (const one of yield* propose(context, { request, reading: { ...reading, task: 'monitor' }, signals }))
      yield* writer.append(one)
  }
  const followUps = buildFollowUps(reportOfSubject(first, lookup.narrowing), reading)
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

async function* lookUp(
  context: CallContext,
  writer: AnswerWriter,
  request: PartRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, TopicLookup> {
  const lookups = lookupsOf(reading)
  const isAlone = lookups.length === 1 && !readForm(request.instruction).isTable
  const alone = isAlone ? yield* lookUpOnlyTopic(context, writer, request, reading) : null
  const topics = alone === null ? yield* readTopics(context, lookups, reading) : [alone.topic]
  const notes = isBySource({ lookups, reading }) ? [] : yield* correctTopics(context, topics, reading, request.message)
  const narrowing = alone === null ? null : yield* narrowCorrected(context, topics, reading, alone.narrowing)
  const words = wordsInThread(request, reading.mainWant)
  return { reading, words, lookups, topics, isAlone, narrowing, first: alone?.first ?? null, notes }
}

/** Whether one topic is compared over several sources. */
function isBySource({ lookups, reading }: Pick<TopicLookup, 'lookups' | 'reading'>): boolean {
  return lookups.length > reading.queries.length
}

/** The only topic of a question, with the words beside it; how many documents it has is written before its report is there, where that is all that is asked. */
async function* lookUpOnlyTopic(
  context: CallContext,
  writer: AnswerWriter,
  request: PartRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, { topic: TopicReport; narrowing: Narrowing | null; first: FirstSentence | null }> {
  const { queries, from, to, country, outlets, excluded, qualifiers = [] } = reading
  const [named = ''] = queries
  const limits = { from, to, country, outlets, excluded }
  const narrowing = yield* narrowTopic(context, { query: named, qualifiers }, limits)
  const query = narrowing?.query ?? named
  const isCounted =
    isAnsweredByCount(reading, request) &&
    (narrowing === null || unusedOf(narrowing).length + absentOf(narrowing).length === 0)
  const pending = yield* beginTopic(context, { query, ...limits }, { countFirst: isCounted })
  // another question than how much is answered by its own sentence
  const first = isCounted ? yield* writeFirstSentence(writer, reading, { ...request, narrowing }, pending) : null
  const topic = yield* pending.read()
  return { topic: narrowing === null ? topic : { ...topic, narrowing }, narrowing, first }
}

/** What is said beside a topic that no document has is looked for in the wording that documents have. */
async function* narrowCorrected(
  context: CallContext,
  topics: TopicReport[],
  reading: Reading,
  narrowing: Narrowing | null,
): AsyncGenerator<AnalystEvent, Narrowing | null> {
  const [corrected] = topics
  if (narrowing?.total !== 0 || corrected === undefined || !isFound(corrected)) return narrowing
  const { qualifiers = [] } = reading
  const narrowed = yield* narrowTopic(context, { query: corrected.query, qualifiers }, reading)
  if (narrowed === null) return null
  const topic =
    narrowed.used.length === 0 ? corrected : yield* readTopic(context, { ...reading, query: narrowed.query })
  topics.splice(0, 1, { ...topic, narrowing: narrowed })
  return narrowed
}

/** The only topic without its sources and country, where these have nothing: both are often read where none is meant, and what others wrote says more. */
async function* findElsewhere(
  context: CallContext,
  { reading, topics, isAlone, first }: TopicLookup,
): AsyncGenerator<AnalystEvent, Reading | null> {
  const [topic] = topics
  const relaxed = withoutPlaceOrSource(reading)
  if (!isAlone || first !== null || relaxed === null || topic === undefined) return null
  if (isFound(topic) || !isKnownEmpty(topic)) return null
  const anywhere = yield* readTopic(context, { ...relaxed, query: topic.query })
  return isFound(anywhere) ? relaxed : null
}

/** The question as it was answered: with the words beside its topic that were used, and those that nothing was done with. */
function understandingOf({ reading, lookups, topics, narrowing }: TopicLookup): Understanding {
  const lasting = narrowing ?? topics[0]?.narrowing ?? null
  // a place that no document of the topic names
  const places = reading.unread.filter((one) => reading.places.includes(one))
  const unread = reading.unread.filter((one) => !places.includes(one))
  const shown = isBySource({ lookups, reading }) ? topics.slice(0, 1) : topics
  return toUnderstanding(
    { ...reading, unread: [...new Set([...unread, ...wordsToName(unusedOf(lasting))])] },
    // a plain word beside the topic belongs to this question alone
    shown.map((topic) => ({ query: lastingQuery(topic), signalId: topic.signalId })),
    [],
    {
      found: (lasting?.used ?? []).flatMap((one) => (one.isName ? [] : [one.words])),
      absent: [...new Set([...places, ...(lasting === null ? [] : wordsToName(absentOf(lasting)))])],
    },
  )
}

/** What was found about the topics, in the form that fits their number, and which of them have nothing. */
async function* writeTopics(
  context: CallContext,
  writer: AnswerWriter,
  request: PartRequest,
  lookup: TopicLookup,
): Events {
  const { reading, words, topics, first } = lookup
  const found = topics.filter(isFound)
  const empty = topics.filter((topic) => !isFound(topic))
  const [only] = found
  const subject = only?.narrowing?.subject ?? only?.query ?? null
  if (first === null) yield* writeLimits(writer, reading, subject, found.length)
  if (found.length > 1)
    yield* answerSeveral(context, writer, found, { reading, request, words, sources: sourcesOf(lookup) })
  const isLoneSize = comparesLoneSize(lookup)
  const isBrief = found.length === 1 && !(isLoneSize && reading.wants.length < 2)
  // days that were guessed explain why nothing is found; that none could be guessed explains nothing
  const readingNotes = (reading.notes ?? []).filter((note) => found.length > 0 || note.explainsNone === true)
  const notes = [...readingNotes, ...lookup.notes]
  // a brief writes them beside what they are about
  if (!isBrief) for (const note of notes) yield* writer.append(note)
  if (isLoneSize) for (const topic of found) yield* writer.append(loneSentence(topic, empty, reading))
  else if (isBySource(lookup)) yield* writeEmptySources(context, writer, lookup)
  else yield* writeNothingFound(context, writer, { unfound: empty, found }, reading)
  if (isBrief && only !== undefined) yield* writeBrief(context, writer, only, { ...request, reading, first, notes })
}

/** Where each topic that has documents was looked for, if that sets them apart. */
function sourcesOf(lookup: TopicLookup): string[] | null {
  if (!isBySource(lookup)) return null
  const { topics, lookups } = lookup
  return topics.flatMap((topic, at) => (isFound(topic) ? [lookups[at]?.outlets.join(' and ') ?? ''] : []))
}

/** Whether only one of the topics that are compared has documents; how much is written of one says nothing of which is liked more. */
function comparesLoneSize(lookup: TopicLookup): boolean {
  const { reading, words, topics } = lookup
  const empty = topics.filter((topic) => !isFound(topic))
  const isLone = empty.length > 0 && empty.length === topics.length - 1 && empty.every(isKnownEmpty)
  const isOfSize = (reading.mainWant === 'compare' || reading.mainWant === 'rank') && !ranksByTone(reading, words)
  return isLone && isOfSize && !isBySource(lookup)
}

/** Which of the sources that a topic is compared over have nothing about it. */
async function* writeEmptySources(
  context: CallContext,
  writer: AnswerWriter,
  { reading, lookups, topics }: TopicLookup,
): Events {
  const hasFound = topics.some(isFound)
  for (const [at, topic] of topics.entries()) {
    if (isFound(topic)) continue
    const outlets = lookups[at]?.outlets ?? reading.outlets
    if (hasFound && isKnownEmpty(topic)) {
      const nothing = `the library holds nothing from ${joinWithAnd(outlets)} about ${plainQuery(topic.query)}`
      yield* writer.append(sentence(`Cannot compare: ${nothing}.`))
    } else yield* writeNothingFound(context, writer, { unfound: [topic] }, { ...reading, outlets })
  }
}

/** A report under the name of its topic, without the words beside it. */
function reportOfSubject({ report }: FoundTopic, narrowing: Narrowing | null): SignalReport {
  if (narrowing === null || narrowing.used.length === 0) return report
  return { ...report, query: { ...report.query, title: plainQuery(narrowing.subject) } }
}

/** A question without its sources and country, which it then says; null where it has none. */
function withoutPlaceOrSource(reading: Reading): Reading | null {
  const { outlets, country, places } = reading
  const origins = [...outlets, ...(country === null ? [] : [countryLabel(country)])]
  if (origins.length === 0) return null
  // "privacy settings on Facebook" may as well be about Facebook
  const names = outlets.filter((outlet) => !isKnownSource(outlet)).map(toQualifier)
  return {
    ...reading,
    outlets: [],
    country: null,
    qualifiers: [...names, ...(reading.qualifiers ?? [])],
    places: places.filter((place) => readCountry(place) !== country),
    notes: [
      ...(reading.notes ?? []),
      leadNote(
        `I found none from ${joinWithAnd(origins)}, so this is from ${country === null ? 'all sources' : 'everywhere'}.`,
      ),
    ],
  }
}
