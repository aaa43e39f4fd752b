import { DataTooSparseError } from '@auspex/sdk'
import type { DocumentCount, SearchState, SignalReport } from '@auspex/sdk/types'
import { countDocumentsTool, getReportTool, getSearchTool, searchTopicTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, type CalledTool, callTool, type OpenCall, openCall, startLookups } from '../call-tool.ts'
import { type Qualifier, toQualifier, withQualifiers } from '../understand/qualifiers.ts'
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

/** The days, the place and the sources that a topic is looked up for. */
export interface TopicLimits {
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  /** The sources that it is limited to, and what is left out. */
  readonly outlets?: Reading['outlets']
  readonly excluded?: Reading['excluded']
}

/** Whether a topic was searched to the end, so that it can be said to have no document. */
export function isKnownEmpty({ report, isSearching }: TopicReport): boolean {
  return report !== null && !isSearching
}

export interface TopicRequest extends TopicLimits {
  readonly query: string
}

/** With fewer documents a report says little: figures of it get a warning, and its size is not told before the sources have answered. */
export const fewDocuments = 10
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
async function* countTopic(
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

/** How many documents each of several wordings has, without their reports; `open` gets those of which a source may still bring the first one. */
export async function* countWordings(
  context: CallContext,
  wordings: readonly string[],
  limits: TopicLimits,
  open = new Set<string>(),
): AsyncGenerator<AnalystEvent, ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const lookups = wordings.map((query) => countTopic(context, { query, ...limits }))
  for (const [at, lookup] of startLookups(lookups).entries()) {
    const { events, result } = await lookup
    yield* events
    const wording = wordings[at] ?? ''
    if (result === 'open') open.add(wording)
    else if (result !== null) counts.set(wording, result)
  }
  return counts
}

/** More words beside a topic are not looked for. */
const maxQualifiers = 3
/** With fewer documents that have all of some qualifiers, those that have fewer of them say more. */
export const minTogether = 3

/** A topic with the words that a question says beside it. */
interface QualifiedTopic {
  readonly query: string
  readonly qualifiers: readonly Qualifier[]
}

/** Looks for a topic with what the question says beside it: with as much of that as enough documents have. Null where nothing is said beside it. */
export function narrowTopic(
  context: CallContext,
  topic: QualifiedTopic,
  limits: TopicLimits,
): AsyncGenerator<AnalystEvent, Narrowing | null> {
  return narrowCounted(context, topic, limits, new Map())
}

async function* narrowCounted(
  context: CallContext,
  { query, qualifiers }: QualifiedTopic,
  limits: TopicLimits,
  known: ReadonlyMap<string, number>,
): AsyncGenerator<AnalystEvent, Narrowing | null> {
  // what the library writes as one name is no word beside it
  const beside = qualifiers.filter(({ words }) => !query.toLowerCase().includes(words.toLowerCase()))
  const [own, left] = [beside.slice(0, maxQualifiers), beside.slice(maxQualifiers)]
  if (own.length === 0) return null
  const queryOf = (choice: readonly Qualifier[]) => withQualifiers(query, choice)
  const joined = joinedName(query, own)
  const counts = new Map(known)
  const open = new Set<string>()
  const wordings = [
    query,
    ...(joined === null ? [] : [joined]),
    ...own.map((one) => queryOf([one])),
    ...(own.length > 1 ? [queryOf(own)] : []),
  ]
  const uncounted = wordings.filter((wording) => !counts.has(wording))
  for (const [wording, documents] of yield* countWordings(context, uncounted, limits, open))
    counts.set(wording, documents)
  const total = counts.get(query)
  const whole = { subject: query, query, used: [], missing: [], uncounted: [], unused: left }
  if (total === undefined) return { ...whole, total: 0, uncounted: own }
  // what was counted beside a topic that no document has says nothing of the words
  if (total === 0) return { ...whole, total, unused: qualifiers }
  // words that no document has near each other are looked for one by one
  const apart = own.filter((one) => !one.isName && /[ -]/u.test(one.words) && counts.get(queryOf([one])) === 0)
  if (apart.length > 0) {
    const words = qualifiers.flatMap((one) => (apart.includes(one) ? one.words.split(/[ -]/u).map(toQualifier) : [one]))
    return yield* narrowCounted(context, { query, qualifiers: words }, limits, counts)
  }
  const sizeOf = (choice: readonly Qualifier[]) => counts.get(queryOf(choice)) ?? 0
  // what has no document by itself has none beside others
  const choices = choicesOf(own.filter((one) => sizeOf([one]) > 0))
  if (sizeOf(own) < minTogether) {
    const further = choices.map(queryOf).filter((wording) => !counts.has(wording))
    for (const [wording, documents] of yield* countWordings(context, further, limits)) counts.set(wording, documents)
  }
  if (joined !== null && own.length === 1 && (counts.get(joined) ?? 0) >= minTogether)
    return { ...whole, total, query: joined }
  const used = bestChoice(choices, sizeOf)
  const rest = own.filter((one) => !used.includes(one))
  return {
    subject: query,
    total,
    query: used.length === 0 ? query : queryOf(used),
    used,
    missing: rest.filter((one) => counts.get(queryOf([one])) === 0),
    uncounted: rest.filter((one) => !counts.has(queryOf([one]))),
    open: rest.filter((one) => open.has(queryOf([one]))),
    unused: [...rest.filter((one) => sizeOf([one]) > 0), ...left],
  }
}

/** "Reddit gold" is rather one name than a word beside another; null where no word follows the name. */
function joinedName(query: string, qualifiers: readonly Qualifier[]): string | null {
  const next = qualifiers.find(({ follows, words }) => follows === query && !/[ -]/u.test(words))
  return next === undefined ? null : `${query} ${next.words}`
}

/** Every choice of some qualifiers, the largest first. */
function choicesOf(qualifiers: readonly Qualifier[]): Qualifier[][] {
  return Array.from({ length: 2 ** qualifiers.length - 1 }, (_, at) =>
    qualifiers.filter((__, place) => ((at + 1) >> place) % 2 === 1),
  ).toSorted((a, b) => b.length - a.length)
}

/** The largest choice that enough documents have, or that which most of them have; empty where none has any. */
function bestChoice(
  choices: readonly (readonly Qualifier[])[],
  sizeOf: (choice: readonly Qualifier[]) => number,
): readonly Qualifier[] {
  const held = choices.filter((choice) => sizeOf(choice) > 0)
  const [most = []] = held.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return held.find((choice) => sizeOf(choice) >= minTogether) ?? most
}

/** A topic as the conversation goes on with it: with the names that narrow it, and without the plain words beside it. */
export function lastingQuery({ query, narrowing }: TopicReport): string {
  if (narrowing === undefined || narrowing.used.length === 0) return query
  const names = narrowing.used.filter(({ isName }) => isName)
  return names.length === 0 ? narrowing.subject : withQualifiers(narrowing.subject, names)
}
