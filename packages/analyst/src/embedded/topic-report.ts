import { DataTooSparseError } from '@auspex/sdk'
import type { DocumentCount, SearchState, SignalReport } from '@auspex/sdk/types'
import { countDocumentsTool, getReportTool, getSearchTool, searchTopicTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, type CalledTool, callTool, type OpenCall, openCall } from '../call-tool.ts'
import type { Qualifier } from '../understand/qualifiers.ts'
import { limitQuery } from '../understand/scope.ts'
import type { Reading } from '../understand/understand.ts'

/** A topic with what the library contains about it. */
export interface TopicReport {
  readonly query: string
  /** The words of the question, where no document has them and these were looked for instead. */
  readonly insteadOf?: string
  readonly signalId: string | null
  readonly report: SignalReport | null
  /** Why there is no report; null when there is one. */
  readonly failure: string | null
  /** Whether its sources had to be waited for: each search of the like asks them again. */
  readonly hasWaited?: boolean
  /** Whether sources are still being queried, so that more may arrive. */
  readonly isSearching: boolean
  readonly suggestions: readonly string[]
  /** What it was narrowed to by the words beside its name. */
  readonly narrowing?: Narrowing
}

/** A topic in the documents that also have what the question says beside it, and what of that no document has. */
export interface Narrowing {
  /** The topic as a whole, and how many documents it has. */
  readonly subject: string
  readonly total: number
  readonly query: string
  readonly used: readonly Qualifier[]
  /** What no document of the topic has. */
  readonly missing: readonly Qualifier[]
  /** What could not be counted, or not to the end: nothing is known of it. */
  readonly uncounted: readonly Qualifier[]
  /** What of that the library does not hold, while sources may still bring it. */
  readonly open?: readonly Qualifier[]
  /** What was not looked for, or is in hardly any document together with what is used. */
  readonly unused: readonly Qualifier[]
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
  const topic = yield* beginTopic(context, request, { countFirst: false })
  return yield* topic.read()
}

/**
 * Searches a topic and starts reading its report. The report covers the library as it is, at once; where a source that was still responding then
 * brought documents, it is read again.
 */
export async function* beginTopic(
  context: CallContext,
  topic: TopicRequest,
  { countFirst }: { countFirst: boolean },
): AsyncGenerator<AnalystEvent, PendingTopic> {
  const { query } = topic
  const search = await callTool(context, searchTopicTool, toSearchInput(topic), describeSearch)
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

function toSearchInput({ query, from, to, country, outlets = [], excluded = [] }: TopicRequest) {
  return {
    topic: limitQuery(query, { outlets, excluded }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(country !== null && { country }),
    waitSeconds: 0,
  }
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
    hasWaited: waiting !== null,
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

/** The signal of a topic, without its report; null where it cannot be searched or enough was counted. */
export async function* findSignal(
  context: CallContext,
  request: TopicRequest,
): AsyncGenerator<AnalystEvent, string | null> {
  if (!takeCount(context)) return null
  const { outcome, events } = await callTool(context, searchTopicTool, toSearchInput(request), describeSearch)
  yield* events
  return toSearchState(outcome)?.signal_id ?? null
}

/** Whether one more search is within what an answer may cost. */
function takeCount({ countBudget }: CallContext): boolean {
  if (countBudget === undefined) return true
  countBudget.left -= 1
  return countBudget.left >= 0
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

/** How many documents a topic has, without its report: null where that is not known, and open as long as a source may bring the first one. */
export async function* countTopic(
  context: CallContext,
  request: TopicRequest,
): AsyncGenerator<AnalystEvent, number | 'open' | null> {
  if (!takeCount(context)) return null
  const search = await callTool(context, searchTopicTool, toSearchInput(request), describeSearch)
  yield* search.events
  const state = toSearchState(search.outcome)
  if (state === null) return null
  const { outcome, events } = await callTool(context, countDocumentsTool, { signalId: state.signal_id }, describeCount)
  yield* events
  if (outcome.status === 'failed') return null
  const { documents } = outcome.output.counts
  return documents === 0 && isAsking(state) ? 'open' : documents
}
