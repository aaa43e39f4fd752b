import { joinWithAnd } from '@auspex/analytics/claims'
import type { Analyst, AnalystEvent, AnalystRequest, FollowUp, Understanding } from '../analyst.port.ts'
import { type AnswerWriter, createAnswerWriter, readForm } from '../answer/answer-writer.ts'
import { leadNote, sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { actOnScreen, chooseAction, type RequestedAction } from '../screen/act-on-screen.ts'
import { withoutScreenWords } from '../screen/screen-view.ts'
import { type Reading, readRequest } from '../understand/understand.ts'
import { type Ask, readAsks } from '../understand/asks.ts'
import { joinUnderstandings, toUnderstanding, wordsInThread } from '../understand/understanding.ts'
import { type Qualifier, withQualifiers } from '../understand/qualifiers.ts'
import { readCountry } from '../understand/reader/word-lists.ts'
import { countryLabel } from '../understand/scope.ts'
import { plainQuery } from '../understand/wordings.ts'
import { asksToWatch, ranksByTone, readUnit, readWishes } from '../understand/wishes.ts'
import { absentOf, isOfUnit } from './coverage.ts'
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
import { correctTopics, narrowTopic, searchByPlace } from './correct-topics.ts'
import { beginTopic, isFound, type Narrowing, readTopic, type TopicReport } from './topic-report.ts'
import { completeReading, dateByEvent, isOccasion, joinTopics, listReferableSignals } from './signal-topics.ts'
import {
  answerSeveral,
  answerTrends,
  comparePeriods,
  isKnownEmpty,
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
  const dated = yield* dateByEvent(context, request.message, yield* completeReading(context, request, read))
  const completed = yield* joinTopics(context, request.message, yield* searchByPlace(context, withoutOccasion(dated)))
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
  if (isTwice) return yield* comparePeriods(context, writer, reading, words, request)
  return yield* answerTopics(context, writer, { ...request, instruction }, reading)
}

/** The word for an event that its days were read from is needed in no document. */
function withoutOccasion(reading: Reading): Reading {
  if ((reading.notes ?? []).length === 0) return reading
  const isDated = reading.from !== null || reading.to !== null
  return isDated
    ? { ...reading, qualifiers: (reading.qualifiers ?? []).filter(({ words }) => !isOccasion(words)) }
    : reading
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

async function* runScreenAction(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  requestedAction: RequestedAction,
): AsyncGenerator<AnalystEvent, boolean> {
  const reading = readRequest(request)
  // requests to save, send or monitor need approval first, whatever the screen offers
  if (reading.task === 'add' || reading.task === 'send') return false
  if (!requestedAction.isCertain && (reading.task === 'save' || reading.task === 'monitor')) return false
  const known = yield* listReferableSignals(context, request)
  return yield* actOnScreen(context, writer, { requestedAction, request, reading, known })
}

async function* answerTopics(
  context: CallContext,
  writer: AnswerWriter,
  request: PartRequest,
  reading: Reading,
): Events {
  const { from, to, country, outlets, excluded } = reading
  const lookups = lookupsOf(reading)
  const isAlone = lookups.length === 1 && !readForm(request.instruction).isTable
  const topics: TopicReport[] = []
  let first: FirstSentence | null = null
  let narrowing: Narrowing | null = null
  // immediately, so that a wrong guess is visible while the library is still being read
  yield {
    type: 'understanding',
    understanding: toUnderstanding(
      reading,
      reading.queries.map((query) => ({ query, signalId: null })),
    ),
  }
  if (isAlone) {
    const [{ query: own, outlets: sources } = { query: '', outlets }] = lookups
    const limits = { from, to, country, outlets: sources, excluded }
    narrowing = yield* narrowTopic(context, own, reading.qualifiers ?? [], limits)
    const query = narrowing?.query ?? own
    const isCounted =
      isAnsweredByCount(reading, request) &&
      (narrowing === null || unusedOf(narrowing).length + absentOf(narrowing).length === 0)
    const pendingTopic = yield* beginTopic(
      context,
      { query, from, to, country, outlets: sources, excluded },
      { countFirst: isCounted },
    )
    // another question than how much is answered by its own sentence
    if (isCounted) first = yield* writeFirstSentence(writer, reading, { ...request, narrowing }, pendingTopic)
    const read = yield* pendingTopic.read()
    topics.push(narrowing === null ? read : { ...read, narrowing })
  } else topics.push(...(yield* readTopics(context, lookups, reading)))
  const isBySource = lookups.length > reading.queries.length
  const notes = isBySource ? [] : [...(yield* correctTopics(context, topics, reading, request.message))]
  const [corrected] = topics
  // what is said beside a topic is looked for in the wording that documents have
  if (isAlone && narrowing?.total === 0 && corrected !== undefined && isFound(corrected)) {
    narrowing = yield* narrowTopic(context, corrected.query, reading.qualifiers ?? [], reading)
    const narrowed =
      narrowing === null || narrowing.used.length === 0
        ? corrected
        : yield* readTopic(context, { ...reading, query: narrowing.query })
    if (narrowing !== null) topics.splice(0, 1, { ...narrowed, narrowing })
  }
  const relaxed = isAlone && first === null ? withoutPlaceOrSource(reading) : null
  const [unfound] = topics
  // sources and places are often read where none is meant, and what others wrote says more than nothing
  if (relaxed !== null && unfound !== undefined && !isFound(unfound) && isKnownEmpty(unfound)) {
    const anywhere = yield* readTopic(context, { ...relaxed, query: unfound.query })
    if (isFound(anywhere)) {
      yield* answerTopics(context, writer, request, relaxed)
      return
    }
  }
  const words = wordsInThread(request, reading.mainWant)
  if (first === null) yield* narrowToUnit(context, topics, reading, words)
  const lasting = narrowing ?? topics[0]?.narrowing ?? null
  const used = lasting?.used ?? []
  // a place that no document of the topic names
  const places = reading.unread.filter((one) => reading.places.includes(one))
  const understanding = toUnderstanding(
    {
      ...reading,
      unread: [
        ...new Set([...reading.unread.filter((one) => !places.includes(one)), ...wordsToName(unusedOf(lasting))]),
      ],
    },
    // a plain word beside the topic belongs to this question alone
    (isBySource ? topics.slice(0, 1) : topics).map((topic) => ({
      query: lastingQuery(topic),
      signalId: topic.signalId,
    })),
    [],
    {
      found: used.flatMap((one) => (one.isName ? [] : [one.words])),
      absent: [...new Set([...places, ...(lasting === null ? [] : wordsToName(absentOf(lasting)))])],
    },
  )
  yield { type: 'understanding', understanding }
  const foundTopics = topics.filter(isFound)
  const [foundFirst] = foundTopics
  const written = foundFirst?.narrowing?.subject ?? foundFirst?.query ?? null
  if (first === null) yield* writeLimits(writer, reading, written, foundTopics.length)
  if (foundTopics.length > 1) {
    const named = isBySource
      ? (at: number) => lookups[topics.indexOf(foundTopics[at] as TopicReport)]?.outlets.join(' and ') ?? ''
      : null
    yield* answerSeveral(context, writer, foundTopics, { reading, request, words, sourceOf: named })
  }
  const emptyTopics = topics.filter((topic) => !isFound(topic))
  const isLone = foundTopics.length === 1 && emptyTopics.length > 0 && emptyTopics.every(isKnownEmpty)
  // how much is written of one says nothing of which is liked more
  const isOfSize = (reading.mainWant === 'compare' || reading.mainWant === 'rank') && !ranksByTone(reading, words)
  const isLoneSize = isLone && !isBySource && isOfSize
  const [only] = foundTopics
  // days that were guessed explain why nothing is found; that none could be guessed explains nothing
  const readingNotes = (reading.notes ?? []).filter((note) => foundTopics.length > 0 || note.explainsNone === true)
  const allNotes = [...readingNotes, ...notes]
  const isBrief = only !== undefined && foundTopics.length === 1 && !(isLoneSize && reading.wants.length < 2)
  // a brief writes them beside what they are about
  if (!isBrief) for (const note of allNotes) yield* writer.append(note)
  if (isLoneSize) for (const topic of foundTopics) yield* writer.append(loneSentence(topic, emptyTopics, reading))
  else if (isBySource)
    for (const topic of emptyTopics) {
      const sources = lookups[topics.indexOf(topic)]?.outlets ?? outlets
      if (foundTopics.length === 0 || !isKnownEmpty(topic))
        yield* writeNothingFound(context, writer, [topic], { ...reading, outlets: sources })
      else
        yield* writer.append(
          sentence(
            `Cannot compare: the library holds nothing from ${joinWithAnd(sources)} about ${plainQuery(topic.query)}.`,
          ),
        )
    }
  else yield* writeNothingFound(context, writer, emptyTopics, reading, foundTopics)
  if (isBrief) yield* writeBrief(context, writer, only, { ...request, reading, first, notes: allNotes })
  yield* writeReading(writer, request, understanding)
  // "…, and keep an eye on it" asks for a change beside the answer
  if (only !== undefined && asksToWatch(request.message))
    for (const one of yield* propose(context, {
      request,
      reading: { ...reading, task: 'monitor' },
      signals: [{ signalId: only.signalId, title: plainQuery(only.query) }],
    }))
      yield* writer.append(one)
  const followUps = foundTopics
    .slice(0, 1)
    .flatMap(({ report }) =>
      buildFollowUps(
        used.length === 0 || narrowing === null
          ? report
          : { ...report, query: { ...report.query, title: plainQuery(narrowing.subject) } },
        reading,
      ),
    )
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

/** A question without its sources and country, which it then says; null where it has none. */
function withoutPlaceOrSource(reading: Reading): Reading | null {
  const { outlets, country, places } = reading
  const origins = [...outlets, ...(country === null ? [] : [countryLabel(country)])]
  if (origins.length === 0) return null
  return {
    ...reading,
    outlets: [],
    country: null,
    places: places.filter((place) => readCountry(place) !== country),
    notes: [
      ...(reading.notes ?? []),
      leadNote(
        `I found none from ${joinWithAnd(origins)}, so this is from ${country === null ? 'all sources' : 'everywhere'}.`,
      ),
    ],
  }
}

/** The words beside a topic that nothing was done with. */
function unusedOf(narrowing: Narrowing | null): readonly Qualifier[] {
  if (narrowing === null) return []
  const { uncounted, open = [], unused } = narrowing
  return [...uncounted.filter((one) => !open.includes(one)), ...unused]
}

const maxNamed = 3
/** Endings of words that say how or what is done, which nobody misses. */
const manner = /(?:ly|ed|ing|ous|ful|able|ible|ive|less|ish)$/iu

/** What a reader would miss of unused words: names first, and a few things. */
function wordsToName(unused: readonly Qualifier[]): string[] {
  const things = unused.filter(({ isName, words }) => isName || !manner.test(words))
  return things
    .toSorted((a, b) => Number(b.isName) - Number(a.isName))
    .slice(0, maxNamed)
    .map(({ words }) => words)
}

/** A topic as the conversation goes on with it: with the names that narrow it, and without the plain words beside it. */
function lastingQuery({ query, narrowing }: TopicReport): string {
  if (narrowing === undefined || narrowing.used.length === 0) return query
  const names = narrowing.used.filter(({ isName }) => isName)
  return names.length === 0 ? narrowing.subject : withQualifiers(narrowing.subject, names)
}

/** What is looked up: each topic; or one topic in each of the sources that it is compared over, "on Reddit and in newspapers". */
function lookupsOf({ queries, outlets, mainWant }: Reading): { query: string; outlets: readonly string[] }[] {
  const [query] = queries
  return query !== undefined && queries.length === 1 && outlets.length > 1 && mainWant === 'compare'
    ? outlets.map((outlet) => ({ query, outlets: [outlet] }))
    : queries.map((each) => ({ query: each, outlets }))
}

/** "How many articles": topics of which other kinds of documents are found too are read again in that kind alone, so that one unit is counted. */
async function* narrowToUnit(context: CallContext, topics: TopicReport[], reading: Reading, words: string): Events {
  const unit = readUnit(words)
  const wish = readWishes(reading, words)[0]
  const isCounted = wish === 'volume' || wish === 'series' || wish === 'list'
  // posts may be anything that people write
  if (unit === null || reading.outlets.length > 0 || (!isCounted && unit !== 'articles')) return
  for (const [at, topic] of topics.entries()) {
    const kinds = topic.report?.volume.kinds ?? []
    const isOther = kinds.some(({ kind, documents }) => documents > 0 && !isOfUnit(kind, unit))
    if (!isFound(topic) || !isOther || !kinds.some(({ kind }) => isOfUnit(kind, unit))) continue
    const narrowed = yield* readTopic(context, { ...reading, query: topic.query, outlets: [unit] })
    if (isFound(narrowed))
      topics.splice(at, 1, topic.narrowing === undefined ? narrowed : { ...narrowed, narrowing: topic.narrowing })
  }
}
