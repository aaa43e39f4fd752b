import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import type { SignalReport } from '@auspex/sdk/types'
import { compareSignalsTool, listTrendsTool } from '@auspex/tools'
import type { Analyst, AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import {
  type AnswerWriter,
  createAnswerWriter,
  createSheet,
  readForm,
  type WrittenSentence,
} from '../answer/answer-writer.ts'
import { type Sentence, sentence, toFindings } from '../answer/sentence.ts'
import { beginAll, type CallContext, callTool } from '../call-tool.ts'
import { asksWhy, type Cue } from '../understand/cues.ts'
import { narrowerQueries } from '../understand/topics.ts'
import { actOnScreen, chooseAction, type OrderedAction } from '../screen/act-on-screen.ts'
import { withoutScreenWords } from '../screen/screen-view.ts'
import { type Reading, readRequest, toUnderstanding } from '../understand/understand.ts'
import {
  asksForPeak,
  busiestSentence,
  differenceSentences,
  groundsOf,
  isSize,
  volumeSentence,
  sizesSentence,
} from './figure-sentences.ts'
import { chooseFindings, findUncovered, kindOf, labelOf, missingSentences } from './choose-findings.ts'
import { eventFindings, extras } from './extra-findings.ts'
import { figuresOf, followUpsOf } from './follow-ups.ts'
import { propose } from './proposals.ts'
import { asksForPriceToCome, writeLimits, writeNothingFound } from './limits.ts'
import { type BegunTopic, beginTopic, isKnown, type KnownTopic, readTopic, type TopicReport } from './topic-report.ts'
import { knownSignals, signalTopics } from './signal-topics.ts'

/** A topic with fewer documents gets a warning. */
const fewDocuments = 10

export interface EmbeddedOptions {
  /** Letters and digits that are unique among the tool calls of the installation. */
  createId: () => string
}

type Events = AsyncGenerator<AnalystEvent, void>

/** The analyst that needs no language model: it interprets the question by rules, looks up what it asks for, and writes checked statements. */
export function createEmbeddedAnalyst({ createId }: EmbeddedOptions): Analyst {
  return async function* (request, tools, signal) {
    const context: CallContext = { tools, signal, createCallId: () => `call_${createId()}` }
    const writer = createAnswerWriter()
    const ordered = chooseAction(withoutScreenWords(request.message), request.actions)
    const isOrder = ordered !== null && (yield* order(context, writer, request, ordered))
    if (!isOrder) yield* reply(context, writer, request)
  }
}

async function* reply(context: CallContext, writer: AnswerWriter, request: AnalystRequest): Events {
  const reading = yield* signalTopics(context, request, readRequest(request))
  if (reading.task === 'help') return yield* help(writer, reading)
  if (reading.task === 'outside') return yield* refuse(writer, reading)
  if (reading.task === 'trends' && reading.topicFrom !== 'message') return yield* trends(context, writer, reading)
  if (['save', 'add', 'send', 'monitor'].includes(reading.task)) return yield* change(context, writer, request, reading)
  if (reading.queries.length === 0) return yield* requestTopic(writer, request, reading)
  return yield* brief(context, writer, request, reading)
}

async function* order(
  context: CallContext,
  writer: AnswerWriter,
  request: AnalystRequest,
  ordered: OrderedAction,
): AsyncGenerator<AnalystEvent, boolean> {
  const reading = readRequest(request)
  // requests to save, send or monitor need approval first, whatever the screen offers
  if (!['report', 'trends'].includes(reading.task)) return false
  const known = yield* knownSignals(context, request)
  return yield* actOnScreen(context, writer, { ordered, request, reading, known })
}

async function* brief(context: CallContext, writer: AnswerWriter, request: AnalystRequest, reading: Reading): Events {
  const { from, to, country } = reading
  const isAlone = reading.queries.length === 1 && !readForm(request.instruction).isTable
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
    const [query = ''] = reading.queries
    const pendingTopic = yield* beginTopic(context, { query, from, to, country }, { countFirst: true })
    first = yield* writeFirstSentence(writer, reading, pendingTopic)
    topics.push(yield* pendingTopic.read())
  } else
    for (const pendingReport of beginAll(
      reading.queries.map((query) => readTopic(context, { query, from, to, country })),
    )) {
      const { events, found } = await pendingReport
      yield* events
      topics.push(found)
    }
  const droppedWords = yield* narrow(context, topics, reading, request.message)
  const understanding = toUnderstanding(
    { ...reading, unread: [...reading.unread, ...droppedWords] },
    topics.map(({ query, signalId }) => ({ query, signalId })),
  )
  yield { type: 'understanding', understanding }
  const known = topics.filter(isKnown)
  if (first === null)
    yield* writeLimits(writer, { ...reading, unread: understanding.unread }, known[0]?.query ?? null, known.length)
  for (const topic of topics) if (!isKnown(topic)) yield* writeNothingFound(context, writer, topic, reading)
  if (known.length > 1) yield* compare(context, writer, known)
  else if (known[0] !== undefined) yield* writeBrief(context, writer, known[0], { ...request, reading, first })
  writer.endParagraph()
  yield* writer.put(`*${understanding.sentence}*`)
  const followUps = known.slice(0, 1).flatMap(({ report }) => followUpsOf(report, reading))
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

/** The first sentence of the answer, written before its source is available. */
interface FirstSentence {
  readonly text: string
  readonly cite: WrittenSentence['cite']
}

/** The volume, before the report is available; limitations of the answer come first, as always. */
async function* writeFirstSentence(
  writer: AnswerWriter,
  reading: Reading,
  { size }: BegunTopic,
): AsyncGenerator<AnalystEvent, FirstSentence | null> {
  const text = size === null ? null : volumeSentence(size.title, size.count)
  if (text === null) return null
  yield* writeLimits(writer, reading, reading.queries[0] ?? null, 1)
  const written = writer.write(text)
  yield* written.events
  return { text, cite: written.cite }
}

const maxNarrower = 4

/**
 * Searches narrower words for a single topic without documents, which then replace it; returns the words that were left out. Days and country stay as
 * requested.
 */
async function* narrow(
  context: CallContext,
  topics: TopicReport[],
  { from, to, country, topicFrom }: Reading,
  message: string,
): AsyncGenerator<AnalystEvent, string[]> {
  const [topic] = topics
  if (topic === undefined || topics.length > 1 || topicFrom !== 'message' || isKnown(topic)) return []
  for (const query of narrowerQueries(
    topic.query,
    message.length > topic.query.length && message.startsWith(topic.query),
  ).slice(0, maxNarrower)) {
    const narrower = yield* readTopic(context, { query, from, to, country })
    if (!isKnown(narrower)) continue
    topics.splice(0, 1, narrower)
    const remainingWords = new Set(query.split(' '))
    const left = topic.query
      .replaceAll(/"| AND\b/gu, '')
      .split(' ')
      .filter((word) => !remainingWords.has(word))
    return left.length === 0 ? [] : [left.join(' ')]
  }
  return []
}

/** The brief of one topic: its size at once, then what was looked up for the question, then the rest of the bundle. */
async function* writeBrief(
  context: CallContext,
  writer: AnswerWriter,
  topic: KnownTopic,
  {
    message,
    instruction,
    reading,
    first,
  }: { message: string; instruction: string | null; reading: Reading; first: FirstSentence | null },
): Events {
  const { report, signalId } = topic
  const isWhy = asksWhy(message)
  const cues: readonly Cue[] = isWhy && !reading.cues.includes('quotes') ? [...reading.cues, 'quotes'] : reading.cues
  const lookUps = cues.flatMap((cue) => (cue === 'correlate' && asksForPriceToCome(reading) ? [] : (extras[cue] ?? [])))
  const form = readForm(instruction)
  const sheet = createSheet(writer, form)
  const findings = chooseFindings(toFindings(signalId, report.summary), cues, form.most)
  const isTold = reading.cues.includes('narratives')
  const eventAnswer = yield* eventFindings(context, topic, reading)
  const ownFindings = findings.filter(
    (finding) =>
      !(isTold && kindOf(finding) === 'stories') &&
      // documents about the event describe it better than those of the whole topic
      !(eventAnswer !== null && ['summary', 'momentum'].includes(kindOf(finding))),
  )
  const size = ownFindings.find(isSize)
  const rest = ownFindings.filter((finding) => finding !== size)
  // the library may have changed since the count: then both are stated, each with its source
  const grounds = first === null || size === undefined ? null : groundsOf(first.text, size)
  if (first !== null && grounds !== null) yield* first.cite(grounds)
  else if (size !== undefined) yield* sheet.say(size, labelOf(size))
  // few documents on days that were hardly read do not mean a quiet time
  const uncovered = reading.from === null && reading.to === null ? undefined : findUncovered(topic)
  if (uncovered !== undefined && form.most > 1) yield* sheet.say(uncovered, labelOf(uncovered))
  // what was asked for and cannot be answered comes first, before what can
  if (eventAnswer !== null) yield* sheet.say(eventAnswer.size, 'Assumption')
  // the highest bar answers when it peaked, even where it is too low to be an event
  const busiest =
    asksForPeak(message) && !findings.some((finding) => ['events', 'busiest'].includes(kindOf(finding)))
      ? busiestSentence(report)
      : null
  if (busiest !== null) yield* sheet.say(busiest, 'When')
  for (const one of missingSentences(
    reading.cues.filter((cue) => busiest === null || cue !== 'change'),
    findings,
  ))
    yield* sheet.say(sentence(one), 'Not known')
  let writtenCount = 0
  const quoted = new Set<string>()
  for (const pendingLookup of beginAll(lookUps.map((lookUp) => lookUp(context, { ...reading, ...topic, message })))) {
    const { events, found } = await pendingLookup
    yield* events
    for (const one of found) {
      writtenCount += 1
      for (const quote of quotesOf(one)) quoted.add(quote)
      yield* sheet.say(one, 'Looked up')
    }
  }
  // a brief beside a question about a price would read as its answer
  const requestedCount = reading.cues.includes('correlate') ? 1 : form.most - 1 - writtenCount
  const maxFindings = asksForPriceToCome(reading) ? 0 : Math.max(1, requestedCount)
  // the lookups are one paragraph, and the rest is the next
  if (writtenCount > 0) sheet.endPart()
  const unsaid = rest.filter((finding) => !quotesOf(finding).some((quote) => quoted.has(quote)))
  for (const one of writtenCount === 0 ? unsaid : unsaid.slice(0, maxFindings)) yield* sheet.say(one, labelOf(one))
  for (const one of eventAnswer?.quotes ?? []) yield* sheet.say(one, labelOf(one))
  sheet.endPart()
  sheet.end()
  if (isWhy) yield* writer.say(sentence('Documents show what was written at the time, not what caused it.'))
  if (form.notFollowed !== null) yield* writer.say(form.notFollowed)
  yield* warnings(writer, topic)
  for (const figure of figuresOf(report, reading.cues, writer.length)) yield { type: 'figure-added', figure }
}

/** The titles and passages that a sentence quotes. */
function quotesOf({ grounds }: Sentence): string[] {
  return grounds.flatMap(({ ground }) => (ground.kind === 'document' ? [ground.quote.toLowerCase()] : []))
}

async function* compare(
  context: CallContext,
  writer: AnswerWriter,
  known: readonly { report: SignalReport }[],
): Events {
  const reports = known.map(({ report }) => report).slice(0, 5)
  const pendingComparison = callTool(
    context,
    compareSignalsTool,
    { signalIds: reports.map(({ signalId }) => signalId) },
    () => 'The signals side by side.',
  )
  pendingComparison.catch(() => {}) // the rejection is handled where it is awaited
  // what the reports contain does not wait for their comparison
  const sizes = sizesSentence(reports)
  if (sizes !== null) yield* writer.say(sizes)
  const { events, outcome } = await pendingComparison
  yield* events
  if (sizes === null) return
  const comparison = outcome.status === 'ok' ? outcome.output.comparison : null
  for (const one of differenceSentences(reports, comparison)) yield* writer.say(one)
}

async function* warnings(
  writer: AnswerWriter,
  { report, isSearching }: TopicReport & { report: SignalReport },
): Events {
  if (report.counts.documents < fewDocuments)
    yield* writer.say(
      sentence(
        report.counts.documents === 1
          ? 'This is a single document, so take all of this as a hint and no more.'
          : 'These are few documents, so take all of this as a hint and no more.',
      ),
    )
  if (isSearching) yield* writer.say(sentence('Sources are still responding; ask again in a moment for their results.'))
  if (report.provenance === 'demo') yield* writer.say(sentence('These are the made-up documents of the demo world.'))
}

async function* trends(context: CallContext, writer: AnswerWriter, reading: Reading): Events {
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
    yield* writer.say(sentence(`The rising topics could not be read: ${outcome.sentence}`))
  else if (outcome.output.items.length === 0)
    yield* writer.say(
      sentence('No topic’s share of what was collected is rising for certain in the last days that the library holds.'),
    )
  else {
    const { items, windowDays, asOf } = outcome.output
    const termTexts = items
      .slice(0, 5)
      .map(
        ({ term, documents, previous }) =>
          `“${term}” (${documents.toLocaleString('en')} documents, ${previous.toLocaleString('en')} before)`,
      )
    yield* writer.say(
      sentence(
        `In the ${windowDays} days to ${asOf === null ? 'today' : formatDay(asOf)} these gained most against the days before, as a share of what was collected: ${joinWithAnd(termTexts)}.`,
      ),
    )
    const followUps = items
      .slice(0, 3)
      .map(({ term }) => ({ label: `Brief me on ${term}`, message: `Brief me on “${term}”` }))
    yield { type: 'follow-ups', followUps }
  }
}

async function* change(context: CallContext, writer: AnswerWriter, request: AnalystRequest, reading: Reading): Events {
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
  for (const one of yield* propose(context, { request, reading, signals })) yield* writer.say(one)
}

async function* help(writer: AnswerWriter, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  yield* writer.put(
    'I answer questions about topics from the documents of your library, and show what each number stands on. Ask how much is said about something, what changed and when, in what tone, by whom, where, or how two topics compare; name days if you want, such as “in Q3 2016” or “since last summer”. I can also save an answer as a report, add a signal to a portfolio, send it to a colleague or watch it, after your yes.',
  )
  yield { type: 'follow-ups', followUps: [{ label: 'What is rising?', message: 'What is trending?' }] }
}

async function* refuse(writer: AnswerWriter, reading: Reading): Events {
  const [query, ...others] = reading.queries
  yield {
    type: 'understanding',
    understanding: toUnderstanding({ ...reading, cues: [] }, [], ['nothing that documents can answer']),
  }
  yield* writer.put(
    'I cannot answer that: I only say what the documents of your library show about a topic — how much, what changed, in what tone, by whom and where. Name a topic and I will look it up.',
  )
  // a name in the question is a topic that can be looked up
  if (query !== undefined && others.length === 0 && /^\p{Lu}[^"]*$/u.test(query))
    yield {
      type: 'follow-ups',
      followUps: [{ label: `What is written about ${query}?`, message: `What is written about “${query}”?` }],
    }
}

async function* requestTopic(writer: AnswerWriter, { collections }: AnalystRequest, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  const [empty] = collections
  if (empty !== undefined) {
    yield* writer.say(
      sentence(`The ${empty.kind} “${empty.title}” has no signals yet, so there is nothing to look at. Add one to it.`),
    )
    return
  }
  yield* writer.put(
    'Which topic do you mean? Name a company, a product, a person or a subject, for example “What changed for oat milk since June?”.',
  )
}
