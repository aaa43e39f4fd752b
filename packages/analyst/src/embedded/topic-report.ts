import { DataTooSparseError } from '@auspex/sdk'
import type { DocumentCount, SearchState, SignalReport } from '@auspex/sdk/types'
import { countDocumentsTool, getReportTool, getSearchTool, searchHelpTool, searchTopicTool } from '@auspex/tools'
import { joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, type CalledTool, callTool, type OpenCall, openCall, startLookups } from '../call-tool.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { countryLabel, limitQuery, readCountry } from '../understand/scope.ts'
import type { Reading } from '../understand/understand.ts'
import { aspectOf, plainQuery, relaxedQueries, withHappening, wordsApart } from '../understand/wordings.ts'

/** A topic with what the library contains about it. */
export interface TopicReport {
  readonly query: string
  readonly signalId: string | null
  readonly report: SignalReport | null
  /** Why there is no report; null when there is one. */
  readonly failure: string | null
  /** Whether sources are still being queried, so that more may arrive. */
  readonly isSearching: boolean
  readonly suggestions: readonly string[]
}

export type FoundTopic = TopicReport & { report: SignalReport; signalId: string }

export function isFound(topic: TopicReport): topic is FoundTopic {
  return topic.signalId !== null && topic.report !== null && topic.report.counts.documents > 0
}

export interface TopicRequest {
  readonly query: string
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  /** The sources that it is limited to, and what is left out. */
  readonly outlets?: Reading['outlets']
  readonly excluded?: Reading['excluded']
}

/** With fewer documents a report says little, and its size is not told before the sources have answered. */
const fewDocuments = 10
/** An answer waits for its sources, and no longer than a person would without a word. */
const maxWaitSeconds = 4

/** A topic being looked up: its size is available before its report. */
export interface PendingTopic {
  /** Its title and volume; null where they are unknown before the report. */
  readonly size: { readonly title: string; readonly count: DocumentCount } | null
  read(): AsyncGenerator<AnalystEvent, TopicReport>
}

/** Searches a topic and reads its report. */
export async function* readTopic(
  context: CallContext,
  request: TopicRequest,
): AsyncGenerator<AnalystEvent, TopicReport> {
  const begun = yield* beginTopic(context, request, { countFirst: false })
  return yield* begun.read()
}

/**
 * Searches a topic and starts reading its report. The report covers the library as it is, at once; where a source that was still responding then
 * brought documents, it is read again.
 */
export async function* beginTopic(
  context: CallContext,
  { query, from, to, country, outlets = [], excluded = [] }: TopicRequest,
  { countFirst }: { countFirst: boolean },
): AsyncGenerator<AnalystEvent, PendingTopic> {
  const request = {
    topic: limitQuery(query, { outlets, excluded }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(country !== null && { country }),
  }
  const search = await callTool(context, searchTopicTool, { ...request, waitSeconds: 0 }, describeSearch)
  yield* search.events
  const state = toSearchState(search.outcome)
  if (state === null) {
    const failure = search.outcome.status === 'failed' ? search.outcome.sentence : null
    return { size: null, read: () => withoutEvents({ ...noReport(query), failure }) }
  }
  // both come from one measurement, which returns its count first
  const report = callTool(context, getReportTool, { signalId: state.signal_id }, describeReport)
  report.catch(() => {}) // the rejection is handled where it is awaited
  const input = { requestId: state.request_id, waitSeconds: maxWaitSeconds }
  const waiting = isAsking(state) ? openCall(context, getSearchTool, input, describeSearch) : null
  const read = () => readRest(context, { query, state, report, waiting })
  if (!countFirst) return { size: null, read }
  const counted = await callTool(context, countDocumentsTool, { signalId: state.signal_id }, describeCount)
  yield* counted.events
  if (counted.outcome.status === 'failed') return { size: null, read }
  const { output: found } = counted.outcome
  const isWaitedFor = found.counts.documents < fewDocuments
  return { size: isWaitedFor ? null : { title: state.query.subject ?? state.query.title, count: found }, read }
}

// oxlint-disable-next-line eslint/require-yield -- where nothing is to be told, there is nothing to yield
async function* withoutEvents<T>(value: T): AsyncGenerator<never, T> {
  return value
}

async function* readRest(
  context: CallContext,
  {
    query,
    state: first,
    report: asked,
    waiting,
  }: {
    query: string
    state: KnownState
    /** For the sources that have yet to respond. */
    waiting: OpenCall<SearchState> | null
    report: Promise<CalledTool<SignalReport>>
  },
): AsyncGenerator<AnalystEvent, TopicReport> {
  let [state, report] = [first, await asked]
  if (waiting !== null) {
    yield* report.events
    // shown while it is waited for
    yield waiting.call
    const { outcome, events } = await waiting.called
    yield* events.slice(1)
    state = toSearchState(outcome) ?? state
    const hasBrought = (state.sources ?? []).some(({ documentsStored }) => documentsStored > 0)
    report = hasBrought
      ? await callTool(context, getReportTool, { signalId: state.signal_id }, describeReport)
      : { ...report, events: [] }
  }
  yield* report.events
  const { signal_id: signalId, suggestions } = state
  const base = {
    query,
    signalId,
    isSearching: isAsking(state),
    suggestions: suggestions ?? [],
  }
  return report.outcome.status === 'ok'
    ? { ...base, report: report.outcome.output, failure: null }
    : { ...base, report: null, failure: report.outcome.sentence }
}

function noReport(query: string): TopicReport {
  return { query, signalId: null, report: null, failure: null, isSearching: false, suggestions: [] }
}

/** Whether a source has yet to respond. A search is also open while stored documents are counted, which the report does not wait for. */
function isAsking({ status, sources }: KnownState): boolean {
  const isOpen = status === 'queued' || status === 'running'
  return isOpen && (sources ?? []).some((run) => run.status === 'pending' || run.status === 'running')
}

type KnownState = Pick<SearchState, 'signal_id' | 'request_id' | 'query' | 'status' | 'suggestions' | 'sources'>

/** The state of a search; includes one that ended because too little matched, which has a signal all the same. */
function toSearchState(
  outcome: { status: 'ok'; output: SearchState } | { status: 'failed'; cause: unknown },
): KnownState | null {
  if (outcome.status === 'ok') return outcome.output
  return outcome.cause instanceof DataTooSparseError ? (outcome.cause.body as KnownState | null) : null // the error's body is the state
}

export function describeSearch({ query, status, matched }: SearchState): string {
  if (status === 'queued' || status === 'running')
    return `Searching “${topicName(query)}”; sources are still responding.`
  return matched === null
    ? `Searched “${topicName(query)}”.`
    : `Searched “${topicName(query)}”: ${count(matched, 'document')}.`
}

function describeCount({ counts }: DocumentCount): string {
  return `Counted ${count(counts.documents, 'document')} in ${count(counts.outlets, 'outlet')}.`
}

export function describeReport({ query, counts }: SignalReport): string {
  return `The report of “${topicName(query)}”: ${count(counts.documents, 'document')} in ${count(counts.outlets, 'outlet')}.`
}

function topicName({ subject, title }: SearchState['query']): string {
  return subject ?? title
}

function count(many: number, noun: string): string {
  return `${many.toLocaleString('en')} ${noun}${many === 1 ? '' : 's'}`
}

/**
 * Replaces topics that no document holds: by the wording that was probably meant, by their words apart, or a single one by a part of its words. Days
 * and country stay as requested. Returns what was corrected, for the person.
 */
export async function* correctTopics(
  context: CallContext,
  topics: TopicReport[],
  reading: Reading,
  message: string,
): AsyncGenerator<AnalystEvent, readonly Sentence[]> {
  const { from, to, country, outlets, excluded, topicFrom } = reading
  const notes: Sentence[] = []
  if (topicFrom !== 'message') return notes
  const limits = { from, to, country, outlets, excluded }
  for (const [at, topic] of topics.entries()) {
    const narrower = withHappening(topic.query, message)
    const told = narrower === null ? null : yield* readTopic(context, { query: narrower, ...limits })
    if (told !== null && isFound(told)) {
      topics.splice(at, 1, told)
      notes.push(sentence(`This is about those that have a word for it: ${wordsOfQuery(told.query)}.`))
      continue
    }
    const wider = yield* readWordsApart(context, topic, limits)
    if (wider === null) continue
    topics.splice(at, 1, wider.topic)
    notes.push(wider.note)
  }
  const isLimited = [from, to, country].some((limit) => limit !== null) || outlets.length + excluded.length > 0
  for (const [at, topic] of topics.entries()) {
    if (isFound(topic) || topic.report === null) continue
    const naming = yield* readByCountryName(context, topic, reading)
    if (naming !== null) {
      topics.splice(at, 1, naming.topic)
      notes.push(naming.note)
      continue
    }
    const meant = yield* findMeant(context, topic.query)
    // what the library holds of other days is a topic as it is
    const isHeld = meant === null && isLimited && (yield* isHeldAnywhere(context, topic.query))
    if (isHeld && topics.length === 1) return notes
    const query = meant ?? (isHeld ? null : wordsApart(topic.query))
    if (query === null) continue
    const corrected = yield* readTopic(context, { query, from, to, country, outlets, excluded })
    if (!isFound(corrected)) continue
    topics.splice(at, 1, corrected)
    const instead = meant === null ? 'documents that have all of its words' : `“${meant}”`
    notes.push(sentence(`No document has “${topic.query.replaceAll('"', '')}”, so this is about ${instead}.`))
  }
  const [topic] = topics
  if (topic === undefined || topics.length > 1 || isFound(topic) || topic.report === null) return notes
  const relaxed = yield* readRelaxed(context, topic, message, limits, isLimited)
  if (relaxed === null) return notes
  topics.splice(0, 1, relaxed.topic)
  return [...notes, relaxed.note]
}

/** The nearest wider wording of a topic that no document has: all are looked up together, and named in the answer. Null where none has one. */
async function* readRelaxed(
  context: CallContext,
  { query }: TopicReport,
  message: string,
  limits: Omit<TopicRequest, 'query'>,
  isLimited: boolean,
): AsyncGenerator<AnalystEvent, { topic: TopicReport; note: Sentence } | null> {
  const wordings = relaxedQueries(query, message.length > query.length && message.startsWith(query))
  const none = `I found no document with “${query.replaceAll('"', '')}”`
  const found: FoundTopic[] = []
  for (const lookup of startLookups(wordings.map((wording) => readTopic(context, { query: wording, ...limits })))) {
    const { events, result } = await lookup
    yield* events
    if (isFound(result)) found.push(result)
  }
  const isWide = (topic: TopicReport) => /[ "]/u.test(topic.query)
  const wide = found.find((one) => isWide(one) && one.report.counts.documents >= minWithin) ?? found.find(isWide)
  // a name that other days have says more than one of its words
  const phrases = wordings.filter((wording) => wording.includes(' ')).slice(0, 3)
  if (wide === undefined && isLimited)
    for (const lookup of startLookups(
      phrases.map((phrase) => readTopic(context, { query: phrase, from: null, to: null, country: null })),
    )) {
      const { events, result } = await lookup
      yield* events
      if (isFound(result) && result.report.counts.documents >= hardlyWritten) {
        const empty = { ...result.report, counts: { ...result.report.counts, documents: 0 } }
        return {
          topic: { ...result, report: empty },
          note: sentence(`${none}, so I looked for “${plainQuery(result.query)}”.`),
        }
      }
    }
  const [chosen = wide] = wide === undefined ? found : [wide]
  if (chosen === undefined) return null
  const aspect = aspectOf(query, chosen.query)
  const within =
    aspect === null ? null : yield* readTopic(context, { query: `"${chosen.query}" AND ${aspect}*`, ...limits })
  return within !== null && isFound(within) && within.report.counts.documents >= minWithin
    ? {
        topic: within,
        note: sentence(`${none}, so this is about those on “${chosen.query}” that have a word such as “${aspect}”.`),
      }
    : { topic: chosen, note: sentence(`${none}, so this is about “${plainQuery(chosen.query)}”.`) }
}

/** The words of which a document needs one: "death, dead or died". */
function wordsOfQuery(query: string): string {
  const words = /\(([^()]+)\)$/u.exec(query)?.[1]?.split(' OR ') ?? []
  return joinWithAnd(words.map((word) => `“${word.replace('*', '…')}”`)).replace(/ and (?=[^ ]+$)/u, ' or ')
}

/** With fewer documents a phrase is hardly written by its words in this order; with more it may still be mostly written otherwise. */
const [hardlyWritten, seldomWritten] = [5, 40]
/** How many times as many must have the words apart. */
const [worthWidening, worthNearby] = [5, 1.5]
/** Words this near each other are about one thing. */
const nearby = 6

/** A phrase that hardly any document has, by its words apart: "marathon running" is mostly written otherwise. Null where that adds little. */
async function* readWordsApart(
  context: CallContext,
  topic: TopicReport,
  limits: Omit<TopicRequest, 'query'>,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Sentence } | null> {
  if (!isFound(topic)) return null
  const { documents } = topic.report.counts
  const isHardly = documents < hardlyWritten
  const words = topic.query.split(' ')
  const query = isHardly
    ? wordsApart(topic.query)
    : documents < seldomWritten && words.length === 2 && wordsApart(topic.query) !== null
      ? words.join(` near/${nearby} `)
      : null
  if (query === null) return null
  const wider = yield* readTopic(context, { query, ...limits })
  if (!isFound(wider) || wider.report.counts.documents < documents * (isHardly ? worthWidening : worthNearby))
    return null
  const phrase = `“${topic.query.replaceAll('"', '')}”`
  const holders = documents === 1 ? '1 document has' : `${documents} documents have`
  return {
    topic: wider,
    note: sentence(
      isHardly
        ? `Only ${holders} ${phrase}, so this is about documents that have all of its words.`
        : `Only ${holders} ${phrase} word for word, so this is about documents that have its words close together.`,
    ),
  }
}

/**
 * Places that no document is marked with, such as a state or a city: topics in the documents that name them, where there are some. Otherwise the places
 * stay among what nothing is done with.
 */
export async function* searchByPlace(context: CallContext, reading: Reading): AsyncGenerator<AnalystEvent, Reading> {
  const places = reading.places.filter((place) => reading.unread.includes(place))
  const isPlain = reading.task === 'report' && reading.topicFrom === 'message' && reading.queries.length > 0
  if (places.length === 0 || !isPlain) return reading
  const queries = reading.queries.map((query) => limitQuery(query, { outlets: [], excluded: [], places }))
  for (const query of queries) {
    const topic = yield* readTopic(context, { ...reading, query })
    if (isFound(topic))
      return { ...reading, queries, unread: reading.unread.filter((words) => !places.includes(words)) }
  }
  return reading
}

/** A topic of which no document is known to be from a country, in those that name it: most posts have no country. Null where none does. */
async function* readByCountryName(
  context: CallContext,
  { query }: TopicReport,
  { from, to, country, outlets, excluded, places }: Reading,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Sentence } | null> {
  const named = country === null ? undefined : places.find((place) => readCountry(place) === country)
  if (country === null || named === undefined) return null
  const request = { query: limitQuery(query, { outlets: [], excluded: [], places: [named] }), from, to, country: null }
  const topic = yield* readTopic(context, { ...request, outlets, excluded })
  const label = countryLabel(country)
  const note = `No document on it is known to be from ${label}, so this is about those that name ${label}.`
  return isFound(topic) ? { topic, note: sentence(note) } : null
}

async function* findMeant(context: CallContext, query: string): AsyncGenerator<AnalystEvent, string | null> {
  const { outcome, events } = await callTool(
    context,
    searchHelpTool,
    { topic: query.slice(0, 200) },
    ({ didYouMean }) => (didYouMean === null ? 'No other spelling.' : `Probably “${didYouMean.query_term}”.`),
  )
  yield* events
  return outcome.status === 'ok' ? (outcome.output.didYouMean?.query_term ?? null) : null
}

async function* isHeldAnywhere(context: CallContext, query: string): AsyncGenerator<AnalystEvent, boolean> {
  const anywhere = yield* readTopic(context, { query, from: null, to: null, country: null })
  // what was not searched to the end may be held
  const documents = anywhere.report?.counts.documents ?? hardlyWritten
  return documents >= hardlyWritten || (documents === 0 && anywhere.isSearching)
}

/** With fewer documents an aspect within a topic says less than the topic. */
const minWithin = 3
