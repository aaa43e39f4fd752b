import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import type { SignalReport } from '@auspex/sdk/types'
import { compareSignalsTool, listTrendsTool } from '@auspex/tools'
import type { Analyst, AnalystEvent, AnalystRequest, FollowUp, Understanding } from '../analyst.port.ts'
import { type AnswerWriter, createAnswerWriter, readForm } from '../answer/answer-writer.ts'
import { sentence } from '../answer/sentence.ts'
import { startLookups, type CallContext, callTool } from '../call-tool.ts'
import { actOnScreen, chooseAction, type RequestedAction } from '../screen/act-on-screen.ts'
import { withoutScreenWords } from '../screen/screen-view.ts'
import { prepareReading, type Reading, readRequest } from '../understand/understand.ts'
import { formatPeriod, joinUnderstandings, splitQuestions, toUnderstanding } from '../understand/understanding.ts'
import { differenceSentences, periodSentences, sizesSentence } from './figure-sentences.ts'
import { findUncovered } from './choose-findings.ts'
import { buildFollowUps } from './follow-ups.ts'
import { propose } from './proposals.ts'
import { writeLimits, writeNothingFound } from './limits.ts'
import { askWhichMeaning, requestTopic, writeRefusal } from './ask-back.ts'
import { beginTopic, correctTopics, isFound, readTopic, searchByPlace, type TopicReport } from './topic-report.ts'
import { listReferableSignals, completeReading } from './signal-topics.ts'
import { asksWhichFirst, readGrain, wordsInThread, writeCounts, writeFirstMentions } from './over-time.ts'
import { answersOtherwise, type FirstSentence, writeBrief, writeFirstSentence } from './write-brief.ts'

export interface EmbeddedOptions {
  /** Letters and digits that are unique among the tool calls of the installation. */
  createId: () => string
}

type Events = AsyncGenerator<AnalystEvent, void>

/** The analyst that needs no language model: it reads the question, looks up what it asks for, and writes checked statements. */
export function createEmbeddedAnalyst({ createId }: EmbeddedOptions): Analyst {
  prepareReading()
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
  const completed = yield* searchByPlace(context, yield* completeReading(context, request, readRequest(request)))
  const reading = { ...completed, queries: completed.queries.slice(0, maxCompared) }
  const tooMany = completed.queries.slice(maxCompared)
  if (tooMany.length > 0)
    yield* writer.append(
      sentence(
        `I compare up to five topics: this is about ${joinWithAnd(reading.queries)}, and not about ${joinWithAnd(tooMany)}.`,
      ),
    )
  if (reading.task === 'help') return yield* writeHelp(writer, reading)
  if (reading.task === 'declined') return yield* writeRefusal(writer, reading)
  const isAsked = reading.task === 'unclear' && (yield* askWhichMeaning(context, writer, request, reading))
  if (isAsked) return undefined
  if (reading.task === 'trends' && reading.topicFrom !== 'message') return yield* answerTrends(context, writer, reading)
  if (['save', 'add', 'send', 'monitor'].includes(reading.task))
    return yield* proposeChange(context, writer, request, reading)
  if (reading.queries.length === 0) return yield* requestTopic(writer, request, reading)
  // a form that the question asks for is that of a rewritten answer
  const instruction = request.instruction ?? instructions[reading.form] ?? null
  const isTwice = reading.otherPeriod !== null && reading.queries.length === 1
  if (isTwice) return yield* comparePeriods(context, writer, reading)
  return yield* answerTopics(context, writer, { ...request, instruction }, reading)
}

const instructions: Readonly<Partial<Record<Reading['form'], string>>> = {
  table: 'As a table',
  short: 'Shorter',
  long: 'In more detail',
}

/** How much was said of one topic in two periods, and in what tone. */
async function* comparePeriods(context: CallContext, writer: AnswerWriter, reading: Reading): Events {
  const { queries, from, to, otherPeriod, country, outlets, excluded, mainWant } = reading
  const [query = ''] = queries
  const periods = [{ from, to }, otherPeriod ?? { from, to }]
  yield { type: 'understanding', understanding: toUnderstanding(reading, [{ query, signalId: null }]) }
  const topics: { topic: TopicReport; period: string; days: (typeof periods)[number] }[] = []
  for (const [at, pendingReport] of startLookups(
    periods.map((days) => readTopic(context, { query, ...days, country, outlets, excluded })),
  ).entries()) {
    const days = periods[at] ?? { from, to }
    const { events, result } = await pendingReport
    yield* events
    topics.push({ topic: result, period: formatPeriod(days.from, days.to), days })
  }
  const [first] = topics
  const more = [`against ${formatPeriod(periods[1]?.from ?? null, periods[1]?.to ?? null)}`]
  const understanding = toUnderstanding(reading, [{ query, signalId: first?.topic.signalId ?? null }], more)
  yield { type: 'understanding', understanding }
  yield* writeLimits(writer, { ...reading, otherPeriod: null }, query, 1)
  const found = topics.flatMap(({ topic, period }) => (isFound(topic) ? [{ report: topic.report, period, topic }] : []))
  for (const { topic, days } of topics)
    if (!isFound(topic)) yield* writeNothingFound(context, writer, [topic], { ...reading, ...days })
  for (const one of periodSentences(found, mainWant === 'tone' || reading.wants.includes('tone')))
    yield* writer.append(one)
  for (const { topic } of found) {
    const uncovered = findUncovered(topic)
    if (uncovered !== undefined) yield* writer.append(uncovered)
  }
  writer.endParagraph()
  yield* writer.appendMarkdown(`*${understanding.sentence}*`)
  const followUps = found.slice(0, 1).flatMap(({ report }) => buildFollowUps(report, reading))
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
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
      { countFirst: true },
    )
    // another question than how much is answered by its own sentence
    if (!answersOtherwise(reading, request)) first = yield* writeFirstSentence(writer, reading, pendingTopic)
    topics.push(yield* pendingTopic.read())
  } else
    for (const pendingReport of startLookups(
      lookups.map((lookup) => readTopic(context, { ...lookup, from, to, country, excluded })),
    )) {
      const { events, result } = await pendingReport
      yield* events
      topics.push(result)
    }
  // one topic in several sources is neither corrected nor several topics
  const isBySource = lookups.length > reading.queries.length
  const notes = isBySource ? [] : yield* correctTopics(context, topics, reading, request.message)
  const understanding = toUnderstanding(
    reading,
    (isBySource ? topics.slice(0, 1) : topics).map(({ query, signalId }) => ({ query, signalId })),
  )
  yield { type: 'understanding', understanding }
  const foundTopics = topics.filter(isFound)
  if (first === null) yield* writeLimits(writer, reading, foundTopics[0]?.query ?? null, foundTopics.length)
  for (const note of notes) yield* writer.append(note)
  if (foundTopics.length > 1 && asksWhichFirst(reading, request.message))
    yield* writeFirstMentions(context, writer, foundTopics)
  // which of several is larger answers a comparison; what is missing from it comes after
  if (foundTopics.length > 1) yield* writeComparison(context, writer, foundTopics, reading)
  const grain = readGrain(wordsInThread(request, reading.mainWant))
  if (foundTopics.length > 1 && grain !== null) yield* writeCounts(context, writer, foundTopics, grain)
  const emptyTopics = topics.filter((topic) => !isFound(topic))
  if (isBySource)
    for (const topic of emptyTopics)
      yield* writeNothingFound(context, writer, [topic], {
        ...reading,
        outlets: lookups[topics.indexOf(topic)]?.outlets ?? outlets,
      })
  else yield* writeNothingFound(context, writer, emptyTopics, reading, foundTopics)
  const [only] = foundTopics
  if (only !== undefined && foundTopics.length === 1)
    yield* writeBrief(context, writer, only, { ...request, reading, first })
  writer.endParagraph()
  yield* writer.appendMarkdown(`*${understanding.sentence}*`)
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

async function* writeComparison(
  context: CallContext,
  writer: AnswerWriter,
  foundTopics: readonly { report: SignalReport }[],
  { wants }: Reading,
): Events {
  const reports = foundTopics.map(({ report }) => report).slice(0, 5)
  const pendingComparison = callTool(
    context,
    compareSignalsTool,
    { signalIds: reports.map(({ signalId }) => signalId) },
    () => 'The signals side by side.',
  )
  pendingComparison.catch(() => {}) // the rejection is handled where it is awaited
  // what the reports contain does not wait for their comparison
  const sizes = sizesSentence(reports)
  if (sizes !== null) yield* writer.append(sizes)
  const { events, outcome } = await pendingComparison
  yield* events
  if (sizes === null) return
  const comparison = outcome.status === 'ok' ? outcome.output.comparison : null
  for (const one of differenceSentences(reports, comparison, wants.includes('tone'))) yield* writer.append(one)
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
}

async function* writeHelp(writer: AnswerWriter, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  yield* writer.appendMarkdown(
    'I answer questions about topics from the documents of your library, and show what each number stands on. Ask how much is said about something, what changed and when, in what tone, by whom, where, or how two topics compare; name days if you want, such as “in Q3 2016” or “since last summer”. I can also save an answer as a report, add a signal to a portfolio, send it to a colleague or watch it, after your yes.',
  )
  yield { type: 'follow-ups', followUps: [{ label: 'What is rising?', message: 'What is trending?' }] }
}
