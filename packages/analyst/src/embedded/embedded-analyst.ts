import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { listTrendsTool } from '@auspex/tools'
import type { Analyst, AnalystEvent, AnalystRequest, FollowUp, Understanding } from '../analyst.port.ts'
import { type AnswerWriter, createAnswerWriter, readForm } from '../answer/answer-writer.ts'
import { sentence } from '../answer/sentence.ts'
import { startLookups, type CallContext, callTool } from '../call-tool.ts'
import { actOnScreen, chooseAction, type RequestedAction } from '../screen/act-on-screen.ts'
import { withoutScreenWords } from '../screen/screen-view.ts'
import { type Reading, readRequest } from '../understand/understand.ts'
import { formatPeriod, joinUnderstandings, splitQuestions, toUnderstanding } from '../understand/understanding.ts'
import { plainQuery } from '../understand/wordings.ts'
import { asksToWatch, ranksByTone, readUnit, readWishes } from '../understand/wishes.ts'
import { heldOf, isOfUnit, silenceSentence } from './coverage.ts'
import { daysWords, lonePeriodSentence, loneSentence, periodSentences, type PeriodTopic } from './figure-sentences.ts'
import { buildFollowUps, propose } from './proposals.ts'
import { writeLimits, writeNothingFound } from './limits.ts'
import { askWhichMeaning, requestTopic, writeRefusal } from './ask-back.ts'
import { toAnswerTopic } from './report-sentences.ts'
import { findUncovered } from './sentence-table.ts'
import { correctTopics, searchByPlace } from './correct-topics.ts'
import { beginTopic, isFound, readTopic, type TopicReport } from './topic-report.ts'
import { completeReading, dateByEvent, listReferableSignals } from './signal-topics.ts'
import { answerSeveral } from './several-topics.ts'
import { wordsInThread } from '../understand/thread.ts'
import { type FirstSentence, isAnsweredByCount, writeBrief, writeFirstSentence } from './write-brief.ts'

export interface EmbeddedOptions {
  /** Letters and digits that are unique among the tool calls of the installation. */
  createId: () => string
}

type Events = AsyncGenerator<AnalystEvent, void>

/** The analyst that needs no language model: it reads the question, looks up what it asks for, and writes checked statements. */
export function createEmbeddedAnalyst({ createId }: EmbeddedOptions): Analyst {
  return async function* (request, tools, signal) {
    const context: CallContext = { tools, signal, createCallId: () => `call_${createId()}` }
    const writer = createAnswerWriter()
    const requestedAction = chooseAction(withoutScreenWords(request.message), request.actions)
    const hasRunAction = requestedAction !== null && (yield* runScreenAction(context, writer, request, requestedAction))
    if (hasRunAction) return
    const questions = splitQuestions(request)
    yield* questions.length > 1 ? replyToEach(context, writer, request, questions) : reply(context, writer, request)
  }
}

const maxFollowUps = 4

/** Answers the questions of one message in their order, each as a follow-up to those before. */
async function* replyToEach(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  questions: readonly string[],
): Events {
  const understandings: Understanding[] = []
  const followUps: FollowUp[] = []
  let { history } = request
  for (const message of questions) {
    writer.endParagraph()
    let own: Understanding | null = null
    for await (const event of reply(context, writer, { ...request, message, history })) {
      if (event.type === 'follow-ups') followUps.push(...event.followUps.slice(0, maxFollowUps / questions.length))
      else if (event.type === 'understanding') own = event.understanding
      else yield event
      if (event.type === 'understanding')
        yield { type: 'understanding', understanding: joinUnderstandings([...understandings, event.understanding]) }
    }
    if (own === null) continue
    understandings.push(own)
    history = [
      ...history,
      { role: 'user', content: message, understanding: null, citations: [] },
      { role: 'assistant', content: '', understanding: own, citations: [] },
    ]
  }
  if (followUps.length > 0) yield { type: 'follow-ups', followUps: followUps.slice(0, maxFollowUps) }
}

const maxCompared = 5

async function* reply(context: CallContext, writer: AnswerWriter, request: AnalystRequest): Events {
  const completed = yield* searchByPlace(
    context,
    yield* dateByEvent(context, request.message, yield* completeReading(context, request, readRequest(request))),
  )
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
  if (reading.task === 'declined') return yield* writeRefusal(context, writer, request, reading)
  const isAsked = reading.task === 'unclear' && (yield* askWhichMeaning(context, writer, request, reading))
  if (isAsked) return undefined
  if (reading.task === 'trends' && reading.topicFrom !== 'message') return yield* answerTrends(context, writer, reading)
  if (['save', 'add', 'send', 'monitor'].includes(reading.task))
    return yield* proposeChange(context, writer, request, reading)
  if (reading.queries.length === 0) return yield* requestTopic(writer, request, reading)
  // a form that the question asks for is that of a rewritten answer
  const instruction = request.instruction ?? instructions[reading.form] ?? null
  const isTwice = reading.otherPeriod !== null && reading.queries.length === 1
  if (isTwice) return yield* comparePeriods(context, writer, reading, words)
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

/** How much was said of one topic in two periods, and in what tone. */
async function* comparePeriods(context: CallContext, writer: AnswerWriter, reading: Reading, words: string): Events {
  const { queries, from, to, otherPeriod, country, outlets, excluded } = reading
  const [query = ''] = queries
  const periods = [{ from, to }, otherPeriod ?? { from, to }]
  yield { type: 'understanding', understanding: toUnderstanding(reading, [{ query, signalId: null }]) }
  const topics: { topic: TopicReport; days: (typeof periods)[number] }[] = []
  for (const [at, pendingReport] of startLookups(
    periods.map((days) => readTopic(context, { query, ...days, country, outlets, excluded })),
  ).entries()) {
    const days = periods[at] ?? { from, to }
    const { events, result } = await pendingReport
    yield* events
    topics.push({ topic: result, days })
  }
  const [first] = topics
  const more = [`against ${formatPeriod(periods[1]?.from ?? null, periods[1]?.to ?? null)}`]
  const understanding = toUnderstanding(reading, [{ query, signalId: first?.topic.signalId ?? null }], more)
  yield { type: 'understanding', understanding }
  yield* writeLimits(writer, { ...reading, otherPeriod: null }, query, 1)
  const question = { reading, message: words, words, wishes: readWishes(reading, words) }
  const periodTopics = topics.flatMap(({ topic, days }): PeriodTopic[] =>
    isFound(topic) ? [{ ...toAnswerTopic(topic, question), days }] : [],
  )
  const [lone] = periodTopics
  const empty = topics.filter(({ topic }) => !isFound(topic))
  const [none] = empty
  const areKnown = empty.every(({ topic }) => isKnownEmpty(topic))
  if (lone !== undefined && none !== undefined && none.topic.report !== null && areKnown)
    yield* writer.append(lonePeriodSentence(lone, none.days, heldOf(none.topic.report)))
  // what other days have is the same for both
  else
    for (const { topic, days } of areKnown ? empty.slice(0, 1) : empty)
      yield* writeNothingFound(context, writer, [topic], { ...reading, ...days })
  if (empty.length === 2 && areKnown)
    yield* writer.append(sentence(`Nor is there one ${daysWords(periods[1] ?? reading)}.`))
  if (empty.length === 0)
    for (const one of periodSentences(periodTopics, words, ranksByTone(reading, words))) yield* writer.append(one)
  for (const { topic } of topics) {
    const uncovered = isFound(topic) ? findUncovered(topic) : undefined
    if (uncovered !== undefined && periodTopics.every(({ coverage }) => coverage.main?.hasEnded !== true))
      yield* writer.append(uncovered)
  }
  writer.endParagraph()
  yield* writer.appendMarkdown(`*${understanding.sentence}*`)
  const followUps = periodTopics.slice(0, 1).flatMap(({ report }) => buildFollowUps(report, reading))
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

/** Whether a topic was searched to the end, so that it can be said to have no document. */
function isKnownEmpty({ report, isSearching }: TopicReport): boolean {
  return report !== null && !isSearching
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
  const referableSignals = yield* listReferableSignals(context, request)
  return yield* actOnScreen(context, writer, { requestedAction, request, reading, known: referableSignals })
}

async function* answerTopics(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  reading: Reading,
): Events {
  const { from, to, country, outlets, excluded } = reading
  const lookups = lookupsOf(reading)
  const isAlone = lookups.length === 1 && !readForm(request.instruction).isTable
  const topics: TopicReport[] = []
  let first: FirstSentence | null = null
  // immediately, so that a wrong guess is visible while the library is still being read
  yield {
    type: 'understanding',
    understanding: toUnderstanding(
      reading,
      reading.queries.map((query) => ({ query, signalId: null })),
    ),
  }
  if (isAlone) {
    const [{ query, outlets: sources } = { query: '', outlets }] = lookups
    const pendingTopic = yield* beginTopic(
      context,
      { query, from, to, country, outlets: sources, excluded },
      { countFirst: isAnsweredByCount(reading, request) },
    )
    // another question than how much is answered by its own sentence
    if (isAnsweredByCount(reading, request)) first = yield* writeFirstSentence(writer, reading, request, pendingTopic)
    topics.push(yield* pendingTopic.read())
  } else
    for (const pendingReport of startLookups(
      lookups.map((lookup) => readTopic(context, { ...lookup, from, to, country, excluded })),
    )) {
      const { events, result } = await pendingReport
      yield* events
      topics.push(result)
    }
  const isBySource = lookups.length > reading.queries.length
  const notes = isBySource ? [] : [...(yield* correctTopics(context, topics, reading, request.message))]
  const words = wordsInThread(request, reading.mainWant)
  if (first === null) yield* narrowToUnit(context, topics, reading, words)
  const understanding = toUnderstanding(
    reading,
    (isBySource ? topics.slice(0, 1) : topics).map(({ query, signalId }) => ({ query, signalId })),
  )
  yield { type: 'understanding', understanding }
  const foundTopics = topics.filter(isFound)
  if (first === null) yield* writeLimits(writer, reading, foundTopics[0]?.query ?? null, foundTopics.length)
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
  const allNotes = [...(reading.notes ?? []).map((note) => sentence(note)), ...notes]
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
  writer.endParagraph()
  yield* writer.appendMarkdown(`*${understanding.sentence}*`)
  // "…, and keep an eye on it" asks for a change beside the answer
  if (only !== undefined && asksToWatch(request.message))
    for (const one of yield* propose(context, {
      request,
      reading: { ...reading, task: 'monitor' },
      signals: [{ signalId: only.signalId, title: plainQuery(only.query) }],
    }))
      yield* writer.append(one)
  const followUps = foundTopics.slice(0, 1).flatMap(({ report }) => buildFollowUps(report, reading))
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
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
    if (isFound(narrowed)) topics.splice(at, 1, narrowed)
  }
}

async function* answerTrends(context: CallContext, writer: AnswerWriter, reading: Reading): Events {
  const understanding = toUnderstanding(reading, [], ['what is rising over everything'])
  yield { type: 'understanding', understanding }
  const { outcome, events } = await callTool(
    context,
    listTrendsTool,
    { limit: 5 },
    ({ items }) => `${items.length} rising terms.`,
  )
  yield* events
  if (outcome.status === 'failed')
    yield* writer.append(sentence(`The rising topics could not be read: ${outcome.sentence}`))
  else if (outcome.output.items.length === 0)
    yield* writer.append(
      sentence('No topic’s share of attention is rising for certain in the last days that the library holds.'),
    )
  else {
    const { items, windowDays, asOf } = outcome.output
    const termTexts = items
      .slice(0, 5)
      .map(
        ({ term, documents, previous }) =>
          `“${term}” (${documents.toLocaleString('en')} documents, ${previous.toLocaleString('en')} before)`,
      )
    yield* writer.append(
      sentence(
        `In the ${windowDays} days to ${asOf === null ? 'today' : formatDay(asOf)} these gained most against the days before, as a share of attention: ${joinWithAnd(termTexts)}.`,
      ),
    )
    const followUps = items
      .slice(0, 3)
      .map(({ term }) => ({ label: `Brief me on ${term}`, message: `Brief me on “${term}”` }))
    yield { type: 'follow-ups', followUps }
  }
}

async function* proposeChange(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  reading: Reading,
): Events {
  const before = request.history.findLast(({ understanding }) => understanding !== null)?.understanding
  const signals: { signalId: string; title: string }[] = []
  const isOwn = reading.topicFrom === 'message' && reading.task !== 'monitor' && reading.task !== 'save'
  if (isOwn) {
    for (const query of reading.queries) {
      const topic = yield* readTopic(context, { query, from: null, to: null, country: null })
      if (topic.signalId !== null && topic.report !== null)
        signals.push({ signalId: topic.signalId, title: query.replaceAll('"', '') })
    }
  } else
    for (const { signalId, query } of before?.topics ?? [])
      if (signalId !== null) signals.push({ signalId, title: query.replaceAll('"', '') })
  const named = joinWithAnd(
    (isOwn || before === undefined ? reading.queries : (before?.topics.map(({ query }) => query) ?? [])).map((query) =>
      query.replaceAll('"', ''),
    ),
  )
  yield {
    type: 'understanding',
    understanding: {
      // the days remain part of the conversation, but not of the change
      ...toUnderstanding(reading, before?.topics ?? []),
      looksAt: [],
      sentence: `I read this as: a change to confirm${named === '' ? '' : `, about ${named}`}.`,
    },
  }
  for (const one of yield* propose(context, { request, reading, signals })) yield* writer.append(one)
  const [query] = reading.queries
  if (reading.task === 'monitor' && query !== undefined) {
    const topic = yield* readTopic(context, { query, from: null, to: null, country: null })
    const silence = isFound(topic) ? silenceSentence(topic.report) : null
    if (silence !== null) yield* writer.append(silence)
  }
}

async function* writeHelp(writer: AnswerWriter, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  yield* writer.appendMarkdown(
    'I answer questions about topics from the documents of your library, and show what each number stands on. Ask how much is said about something, what changed and when, in what tone, by whom, where, or how two topics compare; name days if you want, such as “in Q3 2016” or “since last summer”. I can also save an answer as a report, add a signal to a portfolio, send it to a colleague or watch it, after your yes.',
  )
  yield { type: 'follow-ups', followUps: [{ label: 'What is rising?', message: 'What is trending?' }] }
}
