import { DataTooSparseError } from '@auspex/sdk'
import type { DocumentCount, SearchState, SignalReport } from '@auspex/sdk/types'
import { countDocumentsTool, getReportTool, searchHelpTool, searchTopicTool } from '@auspex/tools'
import type { z } from 'zod'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, type CalledTool, callTool } from '../call-tool.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { countryLabel, limitQuery, readCountry } from '../understand/scope.ts'
import { findWordKind, foldWord } from '../understand/reader/question-words.ts'
import type { Reading } from '../understand/understand.ts'

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

/** With fewer documents a report says little; then the answer waits for the sources. */
const fewDocuments = 10
const maxWaitSeconds = 8

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
 * Searches a topic and starts reading its report. The report covers the library as it is, at once: it waits for sources only when the library has
 * next to nothing.
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
  const read = () => readRest(context, { query, request, state, report })
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
    request,
    state: first,
    report: asked,
  }: {
    query: string
    request: Omit<z.input<typeof searchTopicTool.input>, 'waitSeconds'>
    state: KnownState
    report: Promise<CalledTool<SignalReport>>
  },
): AsyncGenerator<AnalystEvent, TopicReport> {
  let [state, report] = [first, await asked]
  const isThin = report.outcome.status === 'ok' && report.outcome.output.counts.documents < fewDocuments
  if (isThin && isAsking(state)) {
    yield* report.events
    const search = await callTool(context, searchTopicTool, { ...request, waitSeconds: maxWaitSeconds }, describeSearch)
    yield* search.events
    state = toSearchState(search.outcome) ?? state
    report = await callTool(context, getReportTool, { signalId: state.signal_id }, describeReport)
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

type KnownState = Pick<SearchState, 'signal_id' | 'query' | 'status' | 'suggestions' | 'sources'>

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

const maxNarrower = 4

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
  for (const [at, topic] of topics.entries()) {
    const wider = yield* readWordsApart(context, topic, { from, to, country, outlets, excluded })
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
  if (topic === undefined || topics.length > 1 || isFound(topic)) return notes
  for (const query of narrowerQueries(
    topic.query,
    message.length > topic.query.length && message.startsWith(topic.query),
  ).slice(0, maxNarrower)) {
    const narrower = yield* readTopic(context, { query, from, to, country, outlets, excluded })
    if (!isFound(narrower)) continue
    topics.splice(0, 1, narrower)
    notes.push(sentence(`I found no document with “${topic.query.replaceAll('"', '')}”, so this is about “${query}”.`))
    break
  }
  return notes
}

/** With fewer documents a phrase may be a topic that is mostly written in other words. */
const fewWithPhrase = 5
/** How many times as many must have the words apart. */
const worthWidening = 5

/** A phrase that hardly any document has, by its words apart: "marathon running" is mostly written otherwise. Null where that adds little. */
async function* readWordsApart(
  context: CallContext,
  topic: TopicReport,
  limits: Omit<TopicRequest, 'query'>,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Sentence } | null> {
  const query = wordsApart(topic.query)
  if (!isFound(topic) || topic.report.counts.documents >= fewWithPhrase || query === null) return null
  const wider = yield* readTopic(context, { query, ...limits })
  const { documents } = topic.report.counts
  if (!isFound(wider) || wider.report.counts.documents < documents * worthWidening) return null
  const phrase = `“${topic.query.replaceAll('"', '')}”`
  const holders = documents === 1 ? '1 document has' : `${documents} documents have`
  return {
    topic: wider,
    note: sentence(`Only ${holders} ${phrase}, so this is about documents that have all of its words.`),
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
  return anywhere.report === null || isFound(anywhere) || anywhere.isSearching
}

const maxWordsApart = 4

/** The words of a phrase joined by AND: "opioid lawsuits"; null for a quotation and a single word. */
function wordsApart(query: string): string | null {
  const words = query.split(' ')
  const isPlain = words.length > 1 && words.length <= maxWordsApart
  return isPlain && words.every((word) => /^[\p{L}\p{N}-]+$/u.test(word)) ? words.join(' AND ') : null
}

/** A plain word that is at least as rare as this one is a topic by itself: "opioid", and not "lawsuits". */
const rareEnough = 5

/** How rare a word of English is: 0 for the most frequent ones, 7 for one that is not known. */
function rarityOf(word: string): number {
  return findWordKind(foldWord(word))?.band ?? 7
}

/**
 * Narrower wordings of a query without matches: each of its parts alone, then a name without the plain words at its ends. A capitalised word inside a
 * sentence is part of a name and is never dropped (`beginsSentence` means that the first word is capitalised anyway), and a phrase of plain words
 * keeps its rarest one, with another beside it unless that one is rare.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').map((part) => part.replaceAll('"', ''))
  if (parts.length > 1) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = query.replaceAll('"', '').split(' ')
  const narrower: string[] = []
  for (let droppedCount = 1; droppedCount < Math.min(3, words.length); droppedCount += 1)
    for (let start = droppedCount; start >= 0; start -= 1) {
      const remainingWords = words.slice(start, words.length - droppedCount + start)
      const droppedWords = [
        ...words.slice(beginsSentence ? 1 : 0, start),
        ...words.slice(words.length - droppedCount + start),
      ]
      const isName = remainingWords.some((word) => /^\p{Lu}/u.test(word))
      const rarest = Math.max(...remainingWords.map(rarityOf))
      // "my little" is not what "my little pony" is about
      const keepsRarest = isName || droppedWords.every((word) => rarityOf(word) <= rarest)
      const isEnough = isName || remainingWords.length > 1 || rarest >= rareEnough
      if (droppedWords.every((word) => !/^\p{Lu}/u.test(word)) && keepsRarest && isEnough)
        narrower.push(remainingWords.join(' '))
    }
  return narrower
}
